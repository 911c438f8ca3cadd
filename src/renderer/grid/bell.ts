/** The bell of a grid: bells that follow soon count as one. xterm.js calls it in its ground state only: a BEL that ends a string is none. */
import type { Terminal } from '@xterm/xterm'
import type { Clock } from '../../core/clock.ts'
import type { BellOptions } from '../../core/view/grid-options.ts'
import { bellTintMs } from './limits.ts'

export class Bell {
  #rungAt = Number.NEGATIVE_INFINITY
  #tint: number | null = null
  readonly #host: HTMLElement

  constructor(terminal: Pick<Terminal, 'onBell'>, host: HTMLElement, clock: Pick<Clock, 'now'>, options: () => BellOptions, ports: { readonly sound: () => void; readonly silent: () => boolean }) {
    this.#host = host
    terminal.onBell(() => {
      const now = clock.now()
      const { mode, debounceMs } = options()
      const soon = now - this.#rungAt < debounceMs
      this.#rungAt = now
      if (soon || ports.silent()) return
      if (mode === 'visual' || mode === 'both') this.#show()
      if (mode === 'audible' || mode === 'both') ports.sound()
    })
  }

  #show(): void {
    if (this.#tint !== null) window.clearTimeout(this.#tint)
    this.#host.classList.add('bell')
    this.#tint = window.setTimeout(() => { this.#tint = null; this.#host.classList.remove('bell') }, bellTintMs)
  }
}
