/** The table of all messages of a page and their handlers. */
import type { SessionId } from '../../../ids.ts'
import { cleanCopy } from '../../../session/copy/clean.ts'
import type { ClipboardService, PasteTarget } from '../clipboard-service.ts'
import type { Closing } from '../closing.ts'
import type { ConfigurationLink } from '../configuration-link.ts'
import type { Directories } from '../directories.ts'
import type { GridSizes } from '../grid-sizes.ts'
import type { LayoutService } from '../layout-service.ts'
import type { NewTabs } from '../new-tabs.ts'
import {
  anySessionMessages,
  type Attended,
  forSession,
  type MessageOf,
  noQueue,
  shownSessionMessages,
  type PageMessageHandlers,
} from './handlers.ts'
import { OldConversations } from './old-conversations.ts'
import { tabMessages } from './tab-messages.ts'
import { TabPrograms } from './tab-programs.ts'
import type { TabStrip } from '../tab-strip.ts'
import type { TextServices } from '../text-services.ts'
import { worktreeActs } from './worktree-messages.ts'
import type { WindowContext } from '../workspace-ports.ts'

interface WindowParts {
  readonly strip: TabStrip
  readonly sizes: GridSizes
  readonly newTabs: NewTabs
  readonly directories: Directories
  readonly closing: Closing
  readonly layouts: LayoutService
  readonly texts: TextServices
  readonly clipboard: ClipboardService
  readonly configuration: ConfigurationLink
}

/** @param greet sends everything to a page that is ready */
export function windowMessages(
  context: WindowContext,
  parts: WindowParts,
  greet: () => void,
): PageMessageHandlers {
  const { page, ports } = context
  const { strip, sizes, newTabs, closing, layouts, texts, configuration } = parts
  const { registry } = ports
  const find = (session: SessionId): Attended | undefined =>
    strip.sessions.get(session) ?? registry.find(session)

  async function sendDialog(session: SessionId): Promise<void> {
    const dialog = await find(session)?.agents.dialog()
    if (dialog !== undefined) page.send({ kind: 'attention/dialog', session, dialog })
  }

  async function answer({ session, token, choice }: MessageOf<'attention/answer'>): Promise<void> {
    const answered = await find(session)?.agents.answer(token, choice)
    const why = answered?.sent === true ? null : (answered?.why ?? 'The tab was closed.')
    page.send({ kind: 'attention/answered', session, why })
  }

  function actOnQueue({ session, do: act }: MessageOf<'queue/act'>): void {
    const queue = find(session)?.queue
    const answer = queue?.act(act) ?? { problem: noQueue }
    const problem = 'problem' in answer ? answer.problem : null
    page.send({ kind: 'queue/state', session, queue: queue?.view ?? null, problem })
  }

  return {
    'page/ready': () => {
      greet()
      ports.pageReady()
    },
    ...tabMessages(context, strip, newTabs, closing),
    ...new TabPrograms(context, strip, sizes, newTabs).handlers,
    ...forSession(shownSessionMessages, (session) => strip.sessions.get(session)),
    ...forSession(
      anySessionMessages(() => ports.clock.now()),
      find,
    ),
    ...new OldConversations(context, newTabs).handlers,
    ...texts.handlers,
    ...clipboardMessages(context, parts, find),
    'window/new': () => registry.newWindow(newTabs.place()),
    'window/restore-before': () => ports.restoreGivenUp(),
    'layout/save': ({ name, overwrite }) => layouts.save(name, overwrite),
    'layout/open': ({ name }) => layouts.openSaved(name),
    'window/close': (answer) => closing.closeWindow(answer),
    'window/fullscreen': () => ports.window.toggleFullscreen(),
    'window/facts': ({ kind: _, ...facts }) => strip.sessions.showIn(facts),
    'session/facts': ({ kind: _, session, ...facts }) =>
      strip.sessions.get(session)?.delivery.shownIn(facts),
    'window/filter': ({ text }) => {
      strip.filter = text
    },
    'window/room': ({ kind: _, ...size }) => sizes.hasRoom(size),
    'window/measured': (message) => ports.window.measured(message),
    'window/focus': ({ focused }) => strip.setFocused(focused),
    'config/open': ({ file, inTerminal }) => configuration.openFile(file, inTerminal === true),
    'config/reload': () => ports.configuration.reload(),
    'option/never-ask': () => registry.neverAsk(),
    'option/save': ({ option, others }) => configuration.save(option, others),
    'offer/answered': ({ agent }) => ports.offers.answer(agent),
    'mcp/answer': ({ question, access }) => ports.mcp.answer(question, access),
    'mcp/forget': ({ path }) => ports.mcp.forget(path),
    'attention/go': ({ session }) => registry.goTo(session),
    'attention/dialog': ({ session }) => void sendDialog(session),
    'attention/answer': (message) => void answer(message),
    'queue/act': actOnQueue,
    'worktree/act': worktreeActs(context, strip, newTabs, parts.directories),
    'attention/history': () =>
      page.send({ kind: 'attention/history', notifications: registry.history() }),
    'app/quit': (answer) => registry.quit(answer),
  }
}

/** @param find returns a session of any window */
function clipboardMessages(
  context: WindowContext,
  { strip, clipboard }: WindowParts,
  find: (session: SessionId) => Attended | undefined,
) {
  const { ports } = context
  const target = ({ session: id, request }: { session: SessionId; request: number }) => {
    const session = () => strip.sessions.get(id)
    const name = (pid: number | null | undefined) =>
      pid == null ? '' : (ports.foreground(pid)?.name ?? '')
    return {
      request,
      heeded: () => session()?.input.brackets.heeded === true,
      elsewhere: () => session()?.identity.elsewhere ?? null,
      connection: () => {
        const [path, pid] = [session()?.socket.path, session()?.program.pid]
        return path == null || pid == null ? null : ports.clipboard.copies.connection(path, pid)
      },
      program: () => name(session()?.program.pid),
    } satisfies PasteTarget
  }

  return {
    'clipboard/write': ({ selection, text, drawn }) => {
      const clean = drawn !== undefined && context.options.clipboard.clean_agent_copies
      const rules = clean ? find(drawn.session)?.agents.copyRules : null
      if (drawn === undefined || rules == null) void clipboard.write(selection, text)
      else void clipboard.writeClean(selection, cleanCopy(text, drawn, rules))
    },
    'clipboard/read': (message) => void clipboard.read(message.selection, target(message)),
    'drop/files': (message) => void clipboard.insertPaths(target(message), message.paths),
    'drop/image': (message) => void clipboard.insertImage(target(message), message.bytes),
  } satisfies Partial<PageMessageHandlers>
}
