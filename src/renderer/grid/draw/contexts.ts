/**
 * Lends WebGL contexts to the grids seen last. A grid without one draws with xterm.js's DOM
 * renderer, which is always there: when no context can be made, and at once when one is lost.
 */
import { WebglAddon } from '@xterm/addon-webgl'
import type { Terminal } from '@xterm/xterm'
import { drawingInOne } from './software-quads.ts'
import { contextDelayMs, contextRetryMs, contextRetryMsMax, webglContextsMax } from '../limits.ts'
import { keepGlyphs } from '../xterm-inside.ts'

export type RendererKind = 'webgl' | 'dom'

export class Contexts {
  /** Grids with a context, the one seen longest ago first. */
  readonly #lent = new Map<Terminal, WebglAddon>()
  /** Contexts that could not be made or were lost. */
  failures = 0
  #retryMs = contextRetryMs
  #retry: number | null = null
  #shown: Terminal | null = null
  #delay: number | null = null
  #allowed = true

  /**
   * `terminal` comes into view. One that had a context lately has it still; another gets one when
   * it stays and the page has a moment.
   */
  show(terminal: Terminal): void {
    this.#shown = terminal
    if (this.#delay !== null) window.clearTimeout(this.#delay)
    this.#delay = null
    const addon = this.#lent.get(terminal)
    if (addon !== undefined) {
      this.#lent.delete(terminal)
      this.#lent.set(terminal, addon)
    } else {
      this.#delay = window.setTimeout(() => {
        this.#delay = null
        window.requestIdleCallback(
          () => {
            if (this.#shown === terminal) this.#acquire(terminal)
          },
          { timeout: contextDelayMs },
        )
      }, contextDelayMs)
    }
  }

  /** `ui.renderer`: with `dom` no context is asked for, and those that are lent come back. */
  use(renderer: 'auto' | 'webgl' | 'dom'): void {
    const allowed = renderer !== 'dom'
    if (allowed === this.#allowed) return
    this.#allowed = allowed
    if (!allowed) for (const terminal of [...this.#lent.keys()]) this.#release(terminal)
    else if (this.#shown !== null) this.#acquire(this.#shown)
  }

  /** The terminal is about to be disposed, which takes its context with it. */
  forget(terminal: Terminal): void {
    this.#lent.delete(terminal)
    if (this.#shown === terminal) this.#shown = null
  }

  kind(terminal: Terminal): RendererKind {
    return this.#lent.has(terminal) ? 'webgl' : 'dom'
  }

  #acquire(terminal: Terminal): void {
    if (!this.#allowed || this.#retry !== null || this.#lent.has(terminal)) return
    const addon = new WebglAddon()
    try {
      drawingInOne(() => terminal.loadAddon(addon))
      keepGlyphs(terminal)
    } catch (error) {
      console.warn('no WebGL context, drawing with the DOM renderer:', error)
      addon.dispose()
      this.#failed()
      return
    }
    this.#lent.set(terminal, addon)
    this.#retryMs = contextRetryMs
    // xterm.js waits 3 s for the context to come back; in that time nothing would be drawn.
    const canvas = terminal.element?.querySelector<HTMLCanvasElement>(
      '.xterm-screen > canvas:last-of-type',
    )
    canvas?.addEventListener('webglcontextlost', () => this.#lost(terminal, addon), { once: true })
    addon.onContextLoss(() => this.#lost(terminal, addon))
    for (const [oldest] of this.#lent) {
      if (this.#lent.size <= webglContextsMax) break
      this.#release(oldest)
    }
  }

  #lost(terminal: Terminal, addon: WebglAddon): void {
    if (this.#lent.get(terminal) !== addon) return
    this.#release(terminal)
    if (terminal === this.#shown) this.#failed()
  }

  #release(terminal: Terminal): void {
    const addon = this.#lent.get(terminal)
    this.#lent.delete(terminal)
    addon?.dispose()
  }

  /** Tries again later for the grid that is in view then; less and less often. */
  #failed(): void {
    this.failures += 1
    if (this.#retry !== null) return
    this.#retry = window.setTimeout(() => {
      this.#retry = null
      if (this.#shown !== null) this.#acquire(this.#shown)
    }, this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, contextRetryMsMax)
  }
}
