/**
 * The panes that the user types in. The engine shows one image of the window per refresh, so a draw
 * of another pane right before an echo delays the echo. While the user types, other panes draw less
 * often, and not between a key and its echo.
 */
import type { SessionId } from '../../../core/ids.ts'
import { besideEchoMs, besideMs, typingMs } from '../limits.ts'

export class Typing {
  readonly #now: () => number
  #sessions: readonly SessionId[] = []
  #at = Number.NEGATIVE_INFINITY
  /** Start of an uninterrupted run of keys, each before the previous echo ended. */
  #began = Number.NEGATIVE_INFINITY

  /** @param now monotonic clock, ms */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Records typing into these panes, several of them in a broadcast. */
  typed(sessions: readonly SessionId[]): void {
    const now = this.#now()
    if (now >= this.#at + besideEchoMs) this.#began = now
    this.#sessions = sessions
    this.#at = now
  }

  /** Returns whether the user is typing into this pane. */
  into(session: SessionId): boolean {
    return this.#sessions.includes(session) && this.#now() < this.#at + typingMs
  }

  /** Returns how long the next draw of a pane must wait, ms. @param drawnAt its last draw */
  waitMs(session: SessionId, drawnAt: number): number {
    const now = this.#now()
    if (this.#sessions.includes(session) || now >= this.#at + typingMs) return 0
    // a held key may repeat faster and would delay the draw forever
    const echoEnds = Math.min(this.#at + besideEchoMs, this.#began + besideMs)
    return Math.max(0, echoEnds - now, drawnAt + besideMs - now)
  }
}
