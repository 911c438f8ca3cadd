/**
 * The pane that the user types in, and what that means for those beside it. The engine shows at
 * most one picture of the window per refresh of the display: one of a pane beside that comes right
 * before an echo has the echo wait for the next. So while somebody types, panes beside are drawn
 * less often, and not between a key and its echo.
 */
import { besideEchoMs, besideMs, typingMs } from '../limits.ts'

export class Typing {
  readonly #now: () => number
  #pane: string | null = null
  #at = Number.NEGATIVE_INFINITY

  /** @param now milliseconds on a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The user has typed into this pane. */
  typed(pane: string): void {
    this.#pane = pane
    this.#at = this.#now()
  }

  /** Milliseconds that the next picture of a pane waits, which was drawn last at `drawnAt`. */
  waitMs(pane: string, drawnAt: number): number {
    const now = this.#now()
    if (pane === this.#pane || now >= this.#at + typingMs) return 0
    return Math.max(0, this.#at + besideEchoMs - now, drawnAt + besideMs - now)
  }
}
