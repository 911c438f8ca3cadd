/**
 * One window: composes its parts, and carries out what its page asks. The page may go and come
 * again; sessions stay. It knows neither Electron nor Node: all it needs comes as ports.
 */
import { profileNamed, withProfile } from '../../config/profile.ts'
import type { Options } from '../../config/table.ts'
import type { PageMessage } from '../../ipc/contract.ts'
import type { PaneId, SessionId } from '../../ids.ts'
import type { Session } from '../../session/session.ts'
import type { PaneAct } from '../panes/act.ts'
import { ClipboardService } from './clipboard-service.ts'
import { Closing } from './closing.ts'
import { ConfigurationLink } from './configuration-link.ts'
import { Directories } from './directories.ts'
import { GridSizes } from './grid-sizes.ts'
import { LayoutService } from './layout-service.ts'
import { listedPanes, type PaneEntry } from './listed-pane.ts'
import { NewTabs } from './new-tabs.ts'
import type { PageMessageHandlers } from './messages/handlers.ts'
import { PageLink, type Send } from './page-link.ts'
import type { TabOwner } from './tab-handle.ts'
import { TabStrip } from './tab-strip.ts'
import { TextServices } from './text-services.ts'
import { windowMessages } from './messages/window-messages.ts'
import type { WindowContext, WorkspaceFacts, WorkspacePorts } from './workspace-ports.ts'

export class Workspace {
  readonly page = new PageLink()
  readonly #context: WindowContext & { options: Options }
  /** Its tabs, and the panes of each. */
  readonly strip: TabStrip
  readonly newTabs: NewTabs
  readonly closing: Closing
  readonly layouts: LayoutService
  readonly directories: Directories
  /** Themes, links and sounds. */
  readonly texts: TextServices
  readonly configuration: ConfigurationLink
  readonly #sizes: GridSizes
  readonly #clipboard: ClipboardService
  readonly #handlers: PageMessageHandlers

  constructor(facts: WorkspaceFacts, ports: WorkspacePorts) {
    const context = { facts, ports, page: this.page, options: ports.configuration.options }
    this.#context = context
    this.strip = new TabStrip(context, this.#owner())
    this.#sizes = new GridSizes(ports.clock, this.strip)
    this.directories = new Directories(context, this.strip)
    this.newTabs = new NewTabs(context, this.strip, this.#sizes, this.directories)
    this.closing = new Closing(context, this.strip, this.directories)
    this.layouts = new LayoutService(context, this.strip, this.newTabs, this.directories)
    this.texts = new TextServices(context, this.strip)
    this.configuration = new ConfigurationLink(context, this.texts)
    this.#clipboard = new ClipboardService(ports.clipboard, ports.clock, this.page)
    const [sizes, clipboard] = [this.#sizes, this.#clipboard]
    const { strip, newTabs, closing, layouts, texts, configuration } = this
    this.#handlers = windowMessages(
      context,
      { strip, sizes, newTabs, closing, layouts, texts, clipboard, configuration },
      () => this.#greet(),
    )
  }

  get id(): string {
    return this.#context.ports.window.id
  }

  get options(): Options {
    return this.#context.options
  }

  session(id: SessionId): Session | undefined {
    return this.strip.session(id)
  }

  /** Links a page. It is sent only a greeting until it says that it is ready. */
  connect(send: Send): void {
    this.disconnect()
    this.page.connect(send)
    const { facts, ports } = this.#context
    send({
      kind: 'page/hello',
      version: facts.version,
      test: facts.test,
      now: ports.clock.now(),
      translucent: ports.window.translucent,
      fonts: [...facts.fonts],
    })
  }

  /** The page is gone: reloaded, crashed, closed. */
  disconnect(): void {
    this.page.disconnect()
    this.strip.filter = ''
    for (const session of this.strip.sessions) session.delivery.detach()
  }

  /** Handles a message of the page. One about a tab that is gone is ignored. */
  receive(message: PageMessage): void {
    const handler = this.#handlers[message.kind] as (message: PageMessage) => void
    handler(message)
  }

  /** Puts other options in force. */
  configure(options: Options): void {
    const before = this.#context.options
    this.#context.options = options
    for (const session of this.strip.sessions)
      session.configure(
        withProfile(options, profileNamed(options, session.program.facts().profile)),
      )
    this.page.send({ kind: 'page/options', options })
    this.texts.configured(before, options)
  }

  /** Sends the offers to integrate an agent that were answered. */
  sendOffers(): void {
    const { offers } = this.#context.ports
    this.page.send({ kind: 'page/offers', answered: [...offers.answered()] })
  }

  /** Returns every pane in words. `window` is the name of this window. */
  listed(window: string): PaneEntry[] {
    this.directories.lookUpAll()
    return listedPanes(this.strip.arrangement, (id) => this.session(id), window)
  }

  /** Does an act to a pane. Returns why not, in a sentence, or `null` if it is done. */
  pane(pane: PaneId, act: PaneAct): string | null {
    return act.act === 'close'
      ? this.closing.closeByCommand(pane, act.force)
      : this.strip.act(pane, act)
  }

  /** Ends every session. Returns at once. */
  dispose(): void {
    this.page.disconnect()
    this.#sizes.dispose()
    this.directories.dispose()
    this.closing.endAll()
  }

  /** Sends a page that is ready all that it shows, once. */
  #greet(): void {
    if (!this.page.begin()) return
    const { ports, options } = this.#context
    this.page.send({ kind: 'page/options', options })
    this.configuration.sendProblems()
    if (ports.offers.answered().length > 0) this.sendOffers()
    this.layouts.sendNames()
    this.page.send(ports.mcp.state())
    this.strip.sendState()
    this.texts.greet()
    this.page.send(ports.registry.overview())
    const { focused, panes } = this.strip
    const others = panes.ids.filter((id) => id !== focused)
    const order = focused === null ? others : [focused, ...others]
    for (const id of order) this.session(id)?.attach() // what the user looks at comes first
    this.page.sendWaitingNotices()
  }

  #owner(): TabOwner {
    const { registry } = this.#context.ports
    return {
      // Views come at the pace at which they are drawn, and serve those who watch over all tabs.
      fromSession: (message) => {
        if (message.kind === 'session/changed') registry.changed(message.view)
        this.page.send(message)
      },
      printed: (id) => this.directories.checkLater(id),
      clipboardForProgram: (id, selection, text) =>
        void this.#clipboard.writeForProgram(selection, text, {
          title: () => this.session(id)?.view().title ?? null,
          notice: () => this.options.clipboard.osc52_notice,
        }),
      happened: (id, event) => this.closing.happened(id, event),
      show: (id) => {
        if (this.session(id) === undefined) return false
        registry.goTo(id)
        return true
      },
    }
  }
}
