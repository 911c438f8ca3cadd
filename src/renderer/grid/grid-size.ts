/** The size of one grid: the window's, a client's of the session's socket, or for a moment that of a snapshot which is coming in; and what of it the program is told. */
import type { Size } from './fit.ts'

export interface GridSizePorts {
  /** Lays the terminal out, in order with its bytes. */
  readonly give: (size: Size) => void
  /** Tells the main process what the window has room for. */
  readonly send: (size: Size) => void
}

export class GridSize {
  readonly #ports: GridSizePorts
  #window: Size
  #sent: Size | null = null
  #held: Size | null = null
  #restoring = false
  /** The program is not there: nobody is told. */
  #frozen = false

  constructor(size: Size, ports: GridSizePorts) {
    this.#window = size
    this.#ports = ports
  }

  /** What the window has room for. */
  get window(): Size {
    return this.#window
  }

  fits(size: Size): void {
    this.#window = size
    if (this.#held === null) this.#give()
  }

  /** A client decides; null: the window does. */
  hold(size: Size | null): void {
    this.#held = size
    this.#give()
  }

  /** A snapshot of this size comes in: it is laid out so first. */
  restore(size: Size): void {
    this.#restoring = true
    this.#ports.give(size)
  }

  restored(): void {
    this.#restoring = false
    this.#give()
  }

  freeze(frozen: boolean): void {
    this.#frozen = frozen
    if (!frozen) this.#sent = null
  }

  /** Once for each size. */
  send(): void {
    const { cols, rows } = this.#window
    if (this.#frozen || (this.#sent?.cols === cols && this.#sent.rows === rows)) return
    this.#sent = this.#window
    this.#ports.send(this.#window)
  }

  #give(): void {
    if (!this.#restoring) this.#ports.give(this.#held ?? this.#window)
  }
}
