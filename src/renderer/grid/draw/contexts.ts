/**
 * Lends WebGL contexts to the grids seen last, or software renderers where the processor draws. A
 * grid without one draws with xterm.js's DOM renderer, which is always there: when no context can
 * be made, and at once when one is lost.
 */
import { WebglRenderer } from '@xterm/addon-webgl/src/WebglRenderer.ts'
import type { Terminal } from '@xterm/xterm'
import type { Options } from '../../../core/config/table.ts'
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
  /** In view: their contexts stay with them. */
  readonly #shown = new Set<Terminal>()
  /** Out of view: timers at the end of which their contexts go. */
  readonly #hidden = new Map<Terminal, number>()
  #delay: number | null = null
  #renderer: Options['ui']['renderer'] = 'auto'

  /**
   * `terminal` comes into view. One that had a context lately has it still; another gets one when
   * it stays and the page has a moment.
   */
  show(terminal: Terminal): void {
    this.#shown.add(terminal)
    this.#keep(terminal)
    const takeBack = this.#lent.get(terminal)
    if (takeBack !== undefined) {
      this.#lent.delete(terminal)
      this.#lent.set(terminal, takeBack)
    } else {
      if (this.#delay !== null) window.clearTimeout(this.#delay)
      this.#delay = window.setTimeout(() => {
        this.#delay = null
        this.#acquireNext()
      }, contextDelayMs)
    }
  }

  /** It is out of view. Its context stays for a while, or until another needs it. */
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

  /** One at a time: to make one takes tens of milliseconds in software. */
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

  /** Grids in view that could have a context and have none. */
  get #wanting(): Terminal[] {
    if (this.#renderer === 'dom') return []
    const shown = [...this.#shown]
    const room = webglShownMax - shown.filter((terminal) => this.#lent.has(terminal)).length
    return shown.filter((terminal) => !this.#lent.has(terminal)).slice(0, Math.max(0, room))
  }

  /** `ui.renderer`: those that are lent are of another one, and come back. */
  use(renderer: Options['ui']['renderer']): void {
    if (renderer === this.#renderer) return
    this.#renderer = renderer
    for (const terminal of [...this.#lent.keys()]) this.#release(terminal)
    this.#acquireAll()
  }

  #acquireAll(): void {
    for (const terminal of this.#wanting) this.#acquire(terminal)
  }

  /** The terminal is about to be disposed. */
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
    // xterm.js waits 3 s for the context to come back; in that time nothing would be drawn.
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
    // By itself its memory would go with the canvas, when that is collected as garbage.
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    canvas.width = 0
  }

  /** Tries again later for the grid that is in view then; less and less often. */
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

/** That of the WebGL renderer, which has one. */
const canvasOf = (terminal: Terminal): HTMLCanvasElement | null | undefined =>
  terminal.element?.querySelector<HTMLCanvasElement>('.xterm-screen > canvas:last-of-type')
