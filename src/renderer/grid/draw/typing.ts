/**
 * The panes that the user types in, and what that means for those beside them. The engine shows at
 * most one picture of the window per refresh of the display: one of a pane beside that comes right
 * before an echo has the echo wait for the next. So while somebody types, panes beside are drawn
 * less often, and not between a key and its echo.
 */
import type { SessionId } from '../../../core/ids.ts'
import { besideEchoMs, besideMs, typingMs } from '../limits.ts'

export class Typing {
  readonly #now: () => number
  #sessions: readonly SessionId[] = []
  #at = Number.NEGATIVE_INFINITY
  /** Since then each key has come before its predecessor's echo was over. */
  #began = Number.NEGATIVE_INFINITY

  /** @param now milliseconds on a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The user has typed into these panes: one, or all that take part in a broadcast. */
  typed(sessions: readonly SessionId[]): void {
    const now = this.#now()
    if (now >= this.#at + besideEchoMs) this.#began = now
    this.#sessions = sessions
    this.#at = now
  }

  /** The user types into this pane, or has just done so. */
  into(session: SessionId): boolean {
    return this.#sessions.includes(session) && this.#now() < this.#at + typingMs
  }

  /** Milliseconds that the next picture of a pane waits, which was drawn last at `drawnAt`. */
  waitMs(session: SessionId, drawnAt: number): number {
    const now = this.#now()
    if (this.#sessions.includes(session) || now >= this.#at + typingMs) return 0
    // a key that is held down may repeat faster than that, and would keep the picture back for good
    const echoEnds = Math.min(this.#at + besideEchoMs, this.#began + besideMs)
    return Math.max(0, echoEnds - now, drawnAt + besideMs - now)
  }
}
