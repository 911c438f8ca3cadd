/** Shows a sentence about a tab's state when the pointer has rested on it for half a second. */
import { portsText, usageText } from '../../../agents/process/usage.ts'
import { portUseText } from '../../../agents/state/why.ts'
import type { SessionId, TabId } from '../../../core/ids.ts'
import { WhyRequests } from '../why/why-requests.ts'
import type { Page } from '../../page/page.ts'
import { Observable } from '../../state/cell.ts'

const restMs = 500
/** The sentence contains ages in seconds. */
const refreshMs = 1_000

export class Hover {
  readonly tip = new Observable<{
    readonly tab: TabId
    readonly session: SessionId
    readonly text: string
    /** Memory, processor time and ports of the tab's programs; '' if unknown. */
    readonly usage: string
    /** Changes of its repository, limits of its account, and its context. */
    readonly more: readonly string[]
  } | null>(null)
  readonly #page: Page
  #over: TabId | null = null
  #timer: number | null = null

  constructor(page: Page) {
    this.#page = page
    // Hides the tooltip while the user types.
    window.addEventListener('keydown', () => this.leave(), { capture: true })
  }

  enter(tab: TabId): void {
    this.leave()
    this.#over = tab
    this.#timer = window.setTimeout(() => void this.#show(tab), restMs)
  }

  leave(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
    this.#over = null
    this.tip.set(null)
  }

  async #show(tab: TabId): Promise<void> {
    const session = this.#page.state.focusIn(tab)
    if (session === null) return
    const { short, usage: used, ...why } = await this.#page.get(WhyRequests).ask(session)
    if (this.#over !== tab || this.#page.state.overlay.value !== null) return
    const { tip } = this
    const usage = used === null ? '' : [usageText(used), portsText(used)].filter(Boolean).join(', ')
    const more = [
      ...(why.portUse === null ? [] : [portUseText(why.portUse)]),
      ...(why.changes === null ? [] : [`This turn: ${why.changes}`]),
      ...(why.account === null ? [] : [`Account: ${why.account}`]),
      ...(why.limits === null ? [] : [`Limits: ${why.limits}`]),
      ...(why.context === null ? [] : [`Context: ${why.context}`]),
    ]
    const next = { tab, session, text: short, usage, more }
    if (JSON.stringify(next) !== JSON.stringify(tip.value)) tip.set(next)
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.#show(tab), refreshMs)
  }

  /** Asks again, because the tab's state has changed. */
  again(): void {
    if (this.#over !== null) void this.#show(this.#over)
  }
}
