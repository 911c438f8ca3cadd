/**
 * The size of one grid: the window's, or a client's of the session's socket; and what of it the
 * program is notified.
 */
import type { FittedSize } from './fit.ts'

export interface GridSizePorts {
  /** Another size is about to be given or sent. */
  readonly about: () => void
  /** The terminal is to have this size. */
  readonly give: (size: FittedSize) => void
  /** Sends the main process what the window has room for. */
  readonly send: (size: FittedSize) => void
}

export class GridSize {
  readonly #ports: GridSizePorts
  #window: FittedSize
  #sent: FittedSize | null = null
  #held: FittedSize | null = null
  /** The program is not there: nothing is sent. */
  #frozen = false

  constructor(size: FittedSize, ports: GridSizePorts) {
    this.#window = size
    this.#ports = ports
  }

  /** What the window has room for. */
  get window(): FittedSize {
    return this.#window
  }

  fits(size: FittedSize): void {
    this.#window = size
    if (this.#held === null && !this.#frozen) this.#give()
  }

  /** A client decides; null: the window does. */
  hold(size: FittedSize | null): void {
    this.#held = size
    this.#give()
  }

  freeze(frozen: boolean): void {
    this.#frozen = frozen
    if (!frozen) this.#sent = null
  }

  /**
   * Once for each size. A frozen terminal is given its own each time: what it has is not known to a
   * grid that is made anew.
   */
  send(): void {
    const { cols, rows } = this.#window
    if (this.#frozen) {
      this.#give()
      return
    }
    if (this.#sent?.cols === cols && this.#sent.rows === rows) return
    this.#sent = this.#window
    this.#ports.about()
    this.#ports.send(this.#window)
  }

  #give(): void {
    this.#ports.about()
    this.#ports.give(this.#held ?? this.#window)
  }
}
