/** The table of all messages that the page of a window sends, and the part that handles each. */
import type { ClipboardService } from '../clipboard-service.ts'
import type { Closing } from '../closing.ts'
import type { ConfigurationLink } from '../configuration-link.ts'
import type { GridSizes } from '../grid-sizes.ts'
import type { LayoutService } from '../layout-service.ts'
import type { NewTabs } from '../new-tabs.ts'
import {
  anyTabMessages,
  type Attended,
  forSession,
  type MessageOf,
  ownTabMessages,
  type PageMessageHandlers,
} from './handlers.ts'
import { tabMessages } from './tab-messages.ts'
import { TabPrograms } from './tab-programs.ts'
import type { TabStrip } from '../tab-strip.ts'
import type { TextServices } from '../text-services.ts'
import type { WindowContext } from '../workspace-ports.ts'

/** The parts of one window that handle messages. */
interface WindowParts {
  readonly strip: TabStrip
  readonly sizes: GridSizes
  readonly newTabs: NewTabs
  readonly closing: Closing
  readonly layouts: LayoutService
  readonly texts: TextServices
  readonly clipboard: ClipboardService
  readonly configuration: ConfigurationLink
}

/** @param greet sends a page that is ready all that it shows */
export function windowMessages(
  context: WindowContext,
  parts: WindowParts,
  greet: () => void,
): PageMessageHandlers {
  const { page, ports } = context
  const { strip, sizes, newTabs, closing, layouts, texts, clipboard, configuration } = parts
  const { registry } = ports
  const find = (tab: string): Attended | undefined => strip.session(tab) ?? registry.find(tab)

  /** A tab with a profile is sent its own facts after those of the window. */
  function setFacts({ kind: _, tab, ...facts }: MessageOf<'window/facts'>): void {
    if (tab === undefined) strip.showIn(facts)
    else strip.session(tab)?.delivery.shownIn(facts)
  }

  async function sendDialog(tab: string): Promise<void> {
    const dialog = await find(tab)?.agents.dialog()
    if (dialog !== undefined) page.send({ kind: 'attention/dialog', tab, dialog })
  }

  async function answer({ tab, token, choice }: MessageOf<'attention/answer'>): Promise<void> {
    const answered = await find(tab)?.agents.answer(token, choice)
    const why = answered?.sent === true ? null : (answered?.why ?? 'The tab is gone.')
    page.send({ kind: 'attention/answered', tab, why })
  }

  return {
    'page/ready': greet,
    ...tabMessages(context, strip, newTabs, closing),
    ...new TabPrograms(context, strip, sizes, newTabs).handlers,
    ...forSession(ownTabMessages, (tab) => strip.session(tab)),
    ...forSession(
      anyTabMessages(() => ports.clock.now()),
      find,
    ),
    ...texts.handlers,
    'clipboard/write': ({ selection, text }) => void clipboard.write(selection, text),
    'clipboard/read': ({ tab, selection, request }) =>
      void clipboard.read(
        selection,
        request,
        () => strip.session(tab)?.input.brackets.heeded === true,
      ),
    'window/new': () => registry.newWindow(newTabs.place()),
    'layout/save': ({ name, overwrite }) => layouts.save(name, overwrite),
    'layout/open': ({ name }) => layouts.openSaved(name),
    'window/close': ({ force }) => closing.closeWindow(force),
    'window/fullscreen': () => ports.window.toggleFullscreen(),
    'window/facts': setFacts,
    'window/filter': ({ text }) => {
      strip.filter = text
    },
    'window/room': ({ kind: _, ...size }) => sizes.hasRoom(size),
    'window/measured': (message) => ports.window.measured(message),
    'window/focus': ({ focused }) => strip.setFocused(focused),
    'config/open': ({ file, inTerminal }) => configuration.openFile(file, inTerminal === true),
    'config/reload': () => ports.configuration.reload(),
    'option/never-ask': () => registry.neverAsk(),
    'option/save': ({ option }) => configuration.save(option),
    'offer/answered': ({ agent }) => ports.offers.answer(agent),
    'mcp/answer': ({ question, access }) => ports.mcp.answer(question, access),
    'mcp/forget': ({ path }) => ports.mcp.forget(path),
    'attention/go': ({ tab }) => registry.goTo(tab),
    'attention/dialog': ({ tab }) => void sendDialog(tab),
    'attention/answer': (message) => void answer(message),
    'attention/history': () =>
      page.send({ kind: 'attention/history', notifications: registry.history() }),
    'app/quit': ({ force }) => registry.quit(force),
  }
}
