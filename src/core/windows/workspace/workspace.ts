/** One window: composes its parts and handles its page, which may reload. */
import { named } from '../../../base/text/safe-text.ts'
import { profileNamed, withProfile } from '../../config/profile.ts'
import type { Options } from '../../config/table.ts'
import type { PageMessage } from '../../ipc/contract.ts'
import type { PaneId, SessionId } from '../../ids.ts'
import type { CellPixels, Size } from '../../session/ports.ts'
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
  readonly strip: TabStrip
  readonly newTabs: NewTabs
  readonly closing: Closing
  readonly layouts: LayoutService
  readonly directories: Directories
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
    const { strip, newTabs, closing, layouts, texts, configuration, directories } = this
    this.#handlers = windowMessages(
      context,
      { strip, sizes, newTabs, closing, layouts, texts, clipboard, configuration, directories },
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
    return this.strip.sessions.get(id)
  }

  /** Links a page, which gets only a greeting until it is ready. */
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
      dropDown: ports.window.isDropDown,
      fonts: [...facts.fonts],
    })
  }

  /** Handles a page that was reloaded, crashed or closed. */
  disconnect(): void {
    this.page.disconnect()
    this.strip.filter = ''
    for (const session of this.strip.sessions.all) session.delivery.detach()
  }

  /** Handles a message of the page; messages about missing tabs are ignored. */
  receive(message: PageMessage): void {
    const handler = this.#handlers[message.kind] as (message: PageMessage) => void
    handler(message)
  }

  /** Starts the first shell, before a page has measured its size. */
  expects(size: Size, cell: CellPixels | null): void {
    this.#sizes.expects(size, cell)
  }

  /** Applies changed options. */
  configure(options: Options): void {
    const before = this.#context.options
    this.#context.options = options
    for (const session of this.strip.sessions.all)
      session.configure(
        withProfile(options, profileNamed(options, session.program.facts().profile)),
      )
    this.page.send({ kind: 'page/options', options })
    this.texts.configured(before, options)
  }

  /** Sends the answered offers to integrate agents. */
  sendOffers(): void {
    const { offers } = this.#context.ports
    this.page.send({ kind: 'page/offers', answered: [...offers.answered()] })
  }

  /**
   * Returns every pane as text.
   * @param window name of this window
   * @param hasTabs false for sessions without a window
   */
  listed(window: string, hasTabs = true): PaneEntry[] {
    this.directories.lookUpAll()
    return listedPanes(this.strip.arrangement, (id) => this.session(id), window, hasTabs)
  }

  /** Performs a pane action. Returns a sentence about why not, or `null` if done. */
  pane(pane: PaneId, act: PaneAct): string | null {
    return act.act === 'close'
      ? this.closing.closeByCommand(pane, act.force)
      : this.strip.act(pane, act)
  }

  /** Ends every session without waiting. */
  dispose(): void {
    this.page.disconnect()
    this.#sizes.dispose()
    this.directories.dispose()
    this.closing.endAll()
  }

  /** Sends everything to a page that became ready. */
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
    // the active tab comes first
    for (const id of order) this.session(id)?.attach()
    this.page.sendWaitingNotices()
  }

  #owner(): TabOwner {
    const { registry } = this.#context.ports
    return {
      // Views arrive at drawing pace, which also suits the registry.
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
      happened: (id, event) => {
        if (event.type === 'out-of-memory') this.#saidOutOfMemory(id)
        else this.closing.happened(id, event)
      },
      show: (id) => this.session(id) !== undefined && registry.goTo(id),
      isVisible: (id) => this.strip.isVisible(id),
    }
  }

  #saidOutOfMemory(id: SessionId): void {
    const title = named(this.session(id)?.view().title ?? '')
    this.page.notice(
      'warning',
      `${title} ran out of memory, and the system killed a program of it.`,
    )
  }
}
