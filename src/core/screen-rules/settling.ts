/**
 * When a screen is worth reading (protocols/screen-rules.md 2): once output has settled, at the end of a synchronized update, at the latest some
 * time after the first output that was not read, never in the middle of an update, and not too often. One timer, which is only set anew when
 * it has rung: output comes far more often than it.
 */
import type { Clock, Millis } from '../clock.ts'
import { apartMs, settledMs, unreadMs, updateMs } from './limits.ts'

/** What the terminal knows of synchronized updates (mode 2026). */
export interface Updates {
  /** One is open. */
  readonly open: boolean
  /** So many have ended. */
  readonly ended: number
}

export class Settling {
  readonly #clock: Clock
  readonly #settled: () => void
  /** The first output that was not read; null: all was. */
  #unreadSince: Millis | null = null
  #lastAt: Millis = 0
  #readAt: Millis | null = null
  #openSince: Millis | null = null
  #ended = 0
  /** An update has ended since the last reading. */
  #whole = false
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null

  /** @param settled the screen is to be read now */
  constructor(clock: Clock, settled: () => void) {
    this.#clock = clock
    this.#settled = settled
  }

  /** Output has been written to the grid; `updates`: as they are after it. */
  wrote({ open, ended }: Updates): void {
    const now = this.#clock.now()
    this.#unreadSince ??= now
    this.#lastAt = now
    const news = ended !== this.#ended
    if (news) { this.#ended = ended; this.#whole = true }
    this.#openSince = !open ? null : news || this.#openSince === null ? now : this.#openSince
    this.#arm()
  }

  /** The grid has another size: its program draws it anew, and what stands there meanwhile is nobody's. */
  resized(): void {
    if (this.#unreadSince === null) return
    this.#whole = false
    this.#unreadSince = this.#clock.now()
    this.#lastAt = this.#unreadSince
    this.#arm()
  }

  /** The screen is to be read although nothing was written: by other rules. */
  ask(): void {
    const now = this.#clock.now()
    this.#unreadSince ??= now
    this.#lastAt = Math.max(this.#lastAt, now - settledMs)
    this.#arm()
  }

  dispose(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#unreadSince = null
  }

  #due(since: Millis): Millis {
    const rested = this.#whole ? this.#lastAt : Math.min(this.#lastAt + settledMs, since + unreadMs)
    // Counted from the first unread output, not from the newest update: one always open at the end of a chunk must not blind the tab.
    const closed = this.#openSince === null ? rested : Math.max(rested, Math.min(this.#openSince, since) + updateMs)
    return this.#readAt === null ? closed : Math.max(closed, this.#readAt + apartMs)
  }

  #arm(): void {
    if (this.#unreadSince === null) return
    const at = this.#due(this.#unreadSince)
    if (this.#timer !== null && this.#timer.at <= at) return // it will look again
    this.#timer?.cancel()
    this.#timer = { at, cancel: this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#ring()) }
  }

  #ring(): void {
    this.#timer = null
    if (this.#unreadSince === null) return
    const now = this.#clock.now()
    if (this.#due(this.#unreadSince) > now) { this.#arm(); return }
    this.#unreadSince = null
    this.#whole = false
    this.#readAt = now
    this.#settled()
  }
}
