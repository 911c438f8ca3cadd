/** The size of one grid, set by the window or a socket client, and the size sent to the program. */
import type { FittedSize } from './fit.ts'

interface GridSizePorts {
  /** Called before another size is given or sent. */
  readonly about: () => void
  readonly give: (size: FittedSize) => void
  /** Sends the size that fits the window. */
  readonly send: (size: FittedSize) => void
}

export class GridSize {
  readonly #ports: GridSizePorts
  #window: FittedSize
  #sent: FittedSize | null = null
  #held: FittedSize | null = null
  /** Without a program, nothing is sent. */
  #frozen = false

  constructor(size: FittedSize, ports: GridSizePorts) {
    this.#window = size
    this.#ports = ports
  }

  /** The size that fits the window. */
  get window(): FittedSize {
    return this.#window
  }

  fits(size: FittedSize): void {
    this.#window = size
    if (this.#held === null && !this.#frozen) this.#give()
  }

  /** Sets a client's size, or returns to the window's. */
  hold(size: FittedSize | null): void {
    this.#held = size
    this.#give()
  }

  freeze(frozen: boolean): void {
    this.#frozen = frozen
    if (!frozen) this.#sent = null
  }

  /** Sends each size once. A frozen terminal always gets it, since a new grid does not know its. */
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
