/** The bell of a tab: bells that follow soon count as one. */
import type { Clock } from '../../core/clock.ts'
import type { Options } from '../../core/config/table.ts'
import { bellTintMs } from './limits.ts'

export class Bell {
  #rungAt = Number.NEGATIVE_INFINITY
  #tint: number | null = null
  readonly #host: () => HTMLElement | undefined
  readonly #clock: Pick<Clock, 'now'>
  readonly #options: () => Options['bell']
  readonly #sound: () => void

  /** @param host of its grid; undefined: it has none at present */
  constructor(
    host: () => HTMLElement | undefined,
    clock: Pick<Clock, 'now'>,
    options: () => Options['bell'],
    sound: () => void,
  ) {
    this.#host = host
    this.#clock = clock
    this.#options = options
    this.#sound = sound
  }

  ring(): void {
    const now = this.#clock.now()
    const { mode, debounce_ms: debounceMs } = this.#options()
    const soon = now - this.#rungAt < debounceMs
    this.#rungAt = now
    if (soon) return
    if (mode === 'visual' || mode === 'both') this.#show()
    if (mode === 'audible' || mode === 'both') this.#sound()
  }

  #show(): void {
    const host = this.#host()
    if (this.#tint !== null) window.clearTimeout(this.#tint)
    host?.classList.add('bell')
    this.#tint = window.setTimeout(() => {
      this.#tint = null
      host?.classList.remove('bell')
    }, bellTintMs)
  }
}
