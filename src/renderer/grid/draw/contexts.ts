/**
 * Lends WebGL contexts, or software renderers, to the grids that were visible last. A grid without
 * one uses xterm.js's DOM renderer, immediately if its context is lost.
 */
import { WebglRenderer } from '@xterm/addon-webgl/src/WebglRenderer.ts'
import type { Terminal } from '@xterm/xterm'
import { Debouncer } from '../../../base/time/debouncer.ts'
import type { Options } from '../../../core/config/table.ts'
import { pageClock } from '../../page/clock.ts'
import { askAgain, drawsInSoftware } from '../../look/software.ts'
import {
  contextDelayMs,
  contextHiddenMs,
  contextRetryMs,
  contextRetryMsMax,
  webglContextsMax,
  webglShownMax,
} from '../limits.ts'
import { keepGlyphs } from '../xterm-inside.ts'
import { SoftwareRenderer } from './software-renderer.ts'
import { useRenderer } from './use-renderer.ts'

/** `webgl` also stands for the software renderer: both are lent. */
export type RendererKind = 'webgl' | 'dom'

export class Contexts {
  /** Grids with a lent renderer, least recently seen first, and the function that takes it back. */
  readonly #lent = new Map<Terminal, () => void>()
  /** Contexts that could not be made or were lost. */
  failures = 0
  #retryMs = contextRetryMs
  #retry: number | null = null
  /** Visible grids, which keep their contexts. */
  readonly #shown = new Set<Terminal>()
  /** Timers that release the contexts of hidden grids. */
  readonly #hidden = new Map<Terminal, number>()
  readonly #delay = new Debouncer(pageClock, contextDelayMs, () => this.#acquireNext())
  #renderer: Options['ui']['renderer'] = 'auto'

  /** Shows a grid. It gets a context if it has none, stays visible, and the page is idle. */
  show(terminal: Terminal): void {
    this.#shown.add(terminal)
    this.#keep(terminal)
    const takeBack = this.#lent.get(terminal)
    if (takeBack !== undefined) {
      this.#lent.delete(terminal)
      this.#lent.set(terminal, takeBack)
    } else this.#delay.changed()
  }

  /** Hides a grid. Its context stays for a while, or until another grid needs it. */
  hide(terminal: Terminal): void {
    this.#shown.delete(terminal)
    this.#keep(terminal)
    if (this.#lent.has(terminal))
      this.#hidden.set(
        terminal,
        window.setTimeout(() => this.#release(terminal), contextHiddenMs),
      )
  }

  #keep(terminal: Terminal): void {
    window.clearTimeout(this.#hidden.get(terminal))
    this.#hidden.delete(terminal)
  }

  /** One at a time, because making one takes tens of milliseconds in software. */
  #acquireNext(): void {
    const next = this.#wanting[0]
    if (next === undefined) return
    window.requestIdleCallback(
      () => {
        if (this.#shown.has(next)) this.#acquire(next)
        if (this.#retry === null) this.#acquireNext()
      },
      { timeout: contextDelayMs },
    )
  }

  /** Visible grids that could have a context and do not. */
  get #wanting(): Terminal[] {
    if (this.#renderer === 'dom') return []
    const shown = [...this.#shown]
    const room = webglShownMax - shown.filter((terminal) => this.#lent.has(terminal)).length
    return shown.filter((terminal) => !this.#lent.has(terminal)).slice(0, Math.max(0, room))
  }

  /** Applies `ui.renderer` by replacing all contexts. */
  use(renderer: Options['ui']['renderer']): void {
    if (renderer === this.#renderer) return
    this.#renderer = renderer
    for (const terminal of [...this.#lent.keys()]) this.#release(terminal)
    this.#acquireAll()
  }

  #acquireAll(): void {
    for (const terminal of this.#wanting) this.#acquire(terminal)
  }

  /** Called before the terminal is disposed. */
  forget(terminal: Terminal): void {
    this.#shown.delete(terminal)
    this.#release(terminal)
  }

  kind(terminal: Terminal): RendererKind {
    return this.#lent.has(terminal) ? 'webgl' : 'dom'
  }

  #acquire(terminal: Terminal): void {
    if (this.#renderer === 'dom' || this.#retry !== null || this.#lent.has(terminal)) return
    const software = this.#renderer === 'auto' && drawsInSoftware()
    let takeBack = (): void => undefined
    try {
      takeBack = useRenderer(terminal, software ? SoftwareRenderer : WebglRenderer)
      keepGlyphs(terminal)
    } catch (error) {
      console.warn('no WebGL context, drawing with the DOM renderer:', error)
      takeBack()
      this.#failed()
      return
    }
    this.#lent.set(terminal, takeBack)
    this.#retryMs = contextRetryMs
    // xterm.js waits 3 s for the context to return, without drawing.
    canvasOf(terminal)?.addEventListener('webglcontextlost', () => this.#lost(terminal, takeBack), {
      once: true,
    })
    for (const oldest of [...this.#lent.keys()]) {
      if (this.#lent.size <= webglContextsMax) break
      if (!this.#shown.has(oldest)) this.#release(oldest)
    }
  }

  #lost(terminal: Terminal, takeBack: () => void): void {
    if (this.#lent.get(terminal) !== takeBack) return
    this.#release(terminal)
    if (this.#shown.has(terminal)) this.#failed()
  }

  #release(terminal: Terminal): void {
    this.#keep(terminal)
    const takeBack = this.#lent.get(terminal)
    this.#lent.delete(terminal)
    const canvas = takeBack === undefined ? null : canvasOf(terminal)
    takeBack?.()
    if (canvas == null) return
    // Otherwise its memory would stay until the canvas is garbage-collected.
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    canvas.width = 0
  }

  /** Tries again for the visible grid later, less and less often. */
  #failed(): void {
    this.failures += 1
    askAgain()
    if (this.#retry !== null) return
    this.#retry = window.setTimeout(() => {
      this.#retry = null
      this.#acquireAll()
    }, this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, contextRetryMsMax)
  }
}

const canvasOf = (terminal: Terminal): HTMLCanvasElement | null | undefined =>
  terminal.element?.querySelector<HTMLCanvasElement>('.xterm-screen > canvas:last-of-type')
