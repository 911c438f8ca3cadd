/**
 * Decides the size of one terminal: the last writer, a window or a socket client, wins
 * (docs/reference/session-socket.md). The pty gets at most one size per 50 ms: the first
 * immediately, then the latest.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { isSameSize } from '../../base/sizes/size.ts'
import type { Size } from './ports.ts'

/** Minimum interval between sizes that reach the pty: 20 per second. */
export const resizeIntervalMs = 50

export interface SizeSink {
  /** Applies the size to the pty. Throws if the pty refuses it. */
  readonly apply: (size: Size) => void
  /** Called when the size changed, or the client or window that sets it. */
  readonly changed: () => void
}

export class TerminalSize {
  readonly #clock: Clock
  readonly #sink: SizeSink
  #size: Size | null
  #applied: Size | null
  #window: Size | null = null
  #by: 'window' | 'socket' = 'window'
  #appliedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null
  #refused: (() => void) | null = null

  /** @param size initial size; `null` if the program has not started */
  constructor(clock: Clock, size: Size | null, sink: SizeSink) {
    this.#clock = clock
    this.#size = this.#applied = size
    this.#sink = sink
  }

  /** The target size, which may not be applied yet. */
  get size(): Size | null {
    return this.#size
  }

  get by(): 'window' | 'socket' {
    return this.#by
  }

  /** Size of the window's grid; `null` if no window has sent it. */
  get window(): Size | null {
    return this.#window
  }

  /** Notes that a program started at `size`. A size sent during the start is applied soon. */
  started(size: Size): void {
    this.forget()
    this.#applied = size
    this.#appliedAt = this.#clock.now()
    if (!isSameSize(this.#size, size))
      this.#cancel = this.#clock.after(resizeIntervalMs, () => this.#apply())
  }

  /** Takes the window's size. A repeated one does not take control from a socket client. */
  fromWindow(size: Size): void {
    const again = isSameSize(this.#window, size)
    this.#window = size
    if (!again || this.#by === 'window') this.#write(size, 'window', null)
  }

  /** Calls `refused`, now or later, if the pty refuses the size. The size is then unchanged. */
  fromSocket(size: Size, refused: (() => void) | null = null): void {
    this.#write(size, 'socket', refused)
  }

  /** Returns control to the window. Returns `false` if no window has sent a size. */
  giveBack(refused: (() => void) | null = null): boolean {
    if (this.#window === null) return false
    this.#write(this.#window, 'window', refused)
    return true
  }

  /** Applies a pending size now, for input typed after it. */
  flush(): void {
    if (this.#cancel !== null) this.#apply()
  }

  /** Drops a pending size and its timer. */
  forget(): void {
    this.#cancel?.()
    this.#cancel = this.#refused = null
  }

  #write(size: Size, by: 'window' | 'socket', refused: (() => void) | null): void {
    const changed = this.#by !== by || !isSameSize(this.#size, size)
    this.#size = size
    this.#by = by
    if (!isSameSize(this.#applied, size)) {
      this.#refused = refused
      const dueMs = this.#appliedAt + resizeIntervalMs - this.#clock.now()
      if (dueMs <= 0) this.#apply()
      else this.#cancel ??= this.#clock.after(dueMs, () => this.#apply())
    } else if (this.#cancel !== null) {
      this.forget()
    }
    if (changed) this.#sink.changed()
  }

  #apply(): void {
    const refused = this.#refused
    const size = this.#size
    this.forget()
    if (size === null) return
    this.#appliedAt = this.#clock.now()
    try {
      this.#sink.apply(size)
      this.#applied = size
      // the pty has the previous size; the caller is notified
    } catch {
      this.#size = this.#applied
      this.#sink.changed()
      refused?.()
    }
  }
}
