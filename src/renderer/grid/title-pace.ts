/** Holds a grid's titles to a pace: the first goes at once, of several the latest follows. */
import { titleIntervalMs } from './limits.ts'

export class TitlePace {
  readonly #send: (title: string) => void
  #waiting: string | null = null
  #timer: number | null = null

  constructor(send: (title: string) => void) {
    this.#send = send
  }

  title(title: string): void {
    if (this.#timer !== null) { this.#waiting = title; return }
    this.#send(title)
    this.#timer = window.setTimeout(() => this.#next(), titleIntervalMs)
  }

  dispose(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = null
  }

  #next(): void {
    this.#timer = null
    const title = this.#waiting
    this.#waiting = null
    if (title !== null) this.title(title)
  }
}
