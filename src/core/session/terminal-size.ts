/**
 * The size of one terminal, and who decides it: the last writer, the window or a client of the
 * socket (docs/socket.md). At most one size per 50 ms reaches the pty: the first at
 * once, of several the latest.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { isSameSize } from '../../base/size.ts'
import type { Size } from './ports.ts'

/** Shortest time between two sizes that reach the pty: 20 a second. */
export const resizeIntervalMs = 50

export interface SizeSink {
  /** Gives the pty its size. Throws when the pty refuses it. */
  readonly apply: (size: Size) => void
  /** Size or authority are others than before. */
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

  /** `size`: with which the program is started; null: it has not been started. */
  constructor(clock: Clock, size: Size | null, sink: SizeSink) {
    this.#clock = clock
    this.#size = this.#applied = size
    this.#sink = sink
  }

  /** What the terminal has, or is about to have. */
  get size(): Size | null {
    return this.#size
  }

  get by(): 'window' | 'socket' {
    return this.#by
  }

  /** What the window's grid would have; null: no window has sent it. */
  get window(): Size | null {
    return this.#window
  }

  /** A program begins at `size`; one that was sent while it was being started is owed. */
  started(size: Size): void {
    this.forget()
    this.#applied = size
    this.#appliedAt = this.#clock.now()
    if (!isSameSize(this.#size, size))
      this.#cancel = this.#clock.after(resizeIntervalMs, () => this.#apply())
  }

  /**
   * The window's grid has this size. Said again it is no change, and does not take the size back.
   */
  fromWindow(size: Size): void {
    const again = isSameSize(this.#window, size)
    this.#window = size
    if (!again || this.#by === 'window') this.#write(size, 'window', null)
  }

  /**
   * `refused` is called, at once or later, if the pty does not take it; then the size is what it
   * was.
   */
  fromSocket(size: Size, refused: (() => void) | null = null): void {
    this.#write(size, 'socket', refused)
  }

  /** The window decides again. False: there is none. */
  giveBack(refused: (() => void) | null = null): boolean {
    if (this.#window === null) return false
    this.#write(this.#window, 'window', refused)
    return true
  }

  /** A size that waits is applied now: what is typed after it was meant for it. */
  flush(): void {
    if (this.#cancel !== null) this.#apply()
  }

  /** What waits is dropped, and no timer is left. */
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
    } catch {
      this.#size = this.#applied // the pty has the one before; the caller is notified
      this.#sink.changed()
      refused?.()
    }
  }
}
