/** Closes tabs, panes and the window, and asks first if something would be lost. */
import type { SessionEvent } from '../../session/session-ports.ts'
import type { Session } from '../../session/session.ts'
import { panesInSameTab, paneSlot, tabOf } from '../panes/arrangement.ts'
import { closedTabsMax, type ClosedTab } from './closed-tabs.ts'
import type { Directories } from './directories.ts'
import { runningProgramWarning, programInFront } from './program-in-front.ts'
import { closesOnExit } from './tab-options.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext } from './workspace-ports.ts'

export class Closing {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #directories: Directories

  constructor(context: WindowContext, strip: TabStrip, directories: Directories) {
    this.#context = context
    this.#strip = strip
    this.#directories = directories
  }

  /**
   * Closes a pane, or asks the user first.
   * @param force closes without a question
   * @param whole closes the other panes of its tab too
   */
  closeTab(id: string, force: boolean, whole: boolean): void {
    const session = this.#strip.session(id)
    if (session === undefined) return
    const { page, ports } = this.#context
    const closing = whole ? panesInSameTab(this.#strip.arrangement, id) : [id]
    const sentences =
      force || !ports.registry.rules.ui.confirm_on_close
        ? []
        : this.#wouldBeLost(closing.flatMap((one) => this.#strip.session(one) ?? []))
    if (sentences.length > 0)
      page.send({
        kind: 'tab/confirm-close',
        tab: id,
        running: programInFront(session.program, ports.foreground),
        restart: false,
        sentence: sentences.join('; '),
        ...(closing.length > 1 ? { whole: true } : {}),
      })
    else for (const one of closing.toReversed()) this.#end(one) // the first has the tab's place
  }

  /** Closes a pane. Returns what would be lost without `force`, in a sentence, or `null`. */
  closePane(id: string, force: boolean): string | null {
    const session = this.#strip.session(id)
    if (session === undefined) return null
    const [lost] = force ? [] : this.#wouldBeLost([session])
    if (lost !== undefined) return `${lost}. --force closes it all the same.`
    this.#end(id)
    return null
  }

  /**
   * Removes a tab that could not be started and that the user did not ask for. `before`, the tab
   * in view until then, is in view again.
   */
  withdraw(tab: string, before: string | null): void {
    const session = this.#strip.session(tab)
    if (session?.program.phase !== 'failed') return
    if (before !== null && this.#strip.active === tab) this.#strip.activate(before)
    this.#remove(tab, session)
  }

  /** Reports what happened in a tab. Its tab may close when its program has ended. */
  happened(id: string, event: SessionEvent): void {
    const { registry } = this.#context.ports
    const held = this.#strip.handle(id)
    if (held === undefined) return
    registry.happened(id, event)
    if (event.type !== 'ended') return
    registry.changed(held.session.view()) // before it may go
    const onExit = held.onExit ?? registry.rules.tabs.on_exit
    const shellRanMs = held.session.program.facts().isUserShell
      ? (held.session.view().exit?.ranMs ?? 0)
      : null
    if (closesOnExit(onExit, event.exit, shellRanMs)) this.#end(id)
  }

  /** Closes the window at the user's wish. Without `force` it may ask first. */
  closeWindow(force: boolean): void {
    if (force || this.mayClose()) this.#context.ports.window.close()
  }

  /**
   * Returns `true` if the window may close at once. Otherwise the page asks the user, and answers
   * with `window/close`. A window without a page that could ask may close.
   */
  mayClose(): boolean {
    const { page, ports } = this.#context
    if (!page.isReady || !ports.registry.rules.ui.confirm_on_close) return true
    const sentences = this.wouldBeLost()
    const tabs = this.#strip.order.length
    if (sentences.length === 0 && (tabs <= 1 || ports.registry.comesBack())) return true
    page.send({ kind: 'window/confirm-close', sentences, tabs, quit: false })
    return false
  }

  /** Returns a sentence for each tab in which something would be lost. */
  wouldBeLost(): string[] {
    return this.#wouldBeLost(this.#strip.sessions)
  }

  /** Ends every session. Those that last can be opened again from other windows. */
  endAll(): void {
    const { registry } = this.#context.ports
    const { sessions } = this.#strip
    for (const session of sessions.filter(({ once }) => !once).slice(-closedTabsMax))
      registry.closed.add(this.#closedTab(session))
    for (const session of sessions) {
      session.dispose()
      registry.gone(session.id)
    }
    this.#strip.clear()
  }

  #wouldBeLost(sessions: readonly Session[]): string[] {
    const { facts, ports } = this.#context
    return sessions
      .map((session) => runningProgramWarning(session, ports.foreground, facts.home))
      .filter((sentence) => sentence !== null)
  }

  /** Ends a session. Its tab can be opened again. */
  #end(id: string): void {
    const session = this.#strip.session(id)
    if (session === undefined) return
    if (!session.once) this.#context.ports.registry.closed.add(this.#closedTab(session))
    this.#remove(id, session)
  }

  #remove(id: string, session: Session): void {
    session.dispose()
    this.#strip.forget([id])
    this.#context.ports.registry.gone(id)
  }

  #closedTab(session: Session): ClosedTab {
    const { arrangement } = this.#strip
    const { id } = session
    this.#directories.lookUp(session) // it may have gone elsewhere a moment ago
    const place = arrangement.order.indexOf(tabOf(arrangement, id))
    return { ...session.restorable(), place, id, slot: paneSlot(arrangement, id) }
  }
}
