/**
 * Decides when a grid is drawn: immediately, except during heavy output. Then drawing gets only a
 * part of the machine, of which it would take half without a graphics card. With one, a frame ends
 * so soon that hardly anything waits.
 */
import {
  composeMs,
  drawMsMax,
  drawPollMs,
  drawRestFactor,
  drawRestMsMax,
  floodBytes,
  floodBytesMax,
  floodBytesPerMs,
  floodSettleMs,
} from '../limits.ts'

/** The functions of `window` that xterm.js's drawing calls. */
export interface FrameTimer {
  requestAnimationFrame(draw: FrameRequestCallback): number
  cancelAnimationFrame(id: number): void
  /** Called when a part of the grid, or all of it, is blank until the next frame. */
  incomplete(): void
  /** Whether the user types in this grid and must see the result. */
  readonly typing: boolean
}

interface FramePacePorts {
  /** Monotonic clock, ms. */
  readonly now: () => number
  readonly requestFrame: (draw: FrameRequestCallback) => number
  readonly cancelFrame: (id: number) => void
  readonly later: (act: () => void, ms: number) => number
  readonly typing: () => boolean
  /** Returns how long the next draw must wait for typing in another pane, ms. */
  readonly typingWaitMs: (drawnAt: number) => number
  /** Calls `done` when the graphics process has drawn everything. */
  readonly whenDrawn: (done: () => void) => void
}

/** Schedules the frames of one terminal, one request at a time. */
export class FramePace implements FrameTimer {
  readonly #ports: FramePacePorts
  #draw: FrameRequestCallback | null = null
  /** The requested frame for `#draw`; null while it waits. */
  #frame: number | null = null
  #lastId = 0
  /** When the frame that the graphics process is drawing started. */
  #began: number | null = null
  #restUntil = Number.NEGATIVE_INFINITY
  #waits = false
  /** Recent output, bytes, as of `#levelAt`. */
  #level = 0
  #levelAt = Number.NEGATIVE_INFINITY
  #settling = false
  #hidden = true
  #held = false
  #incomplete = false
  #fedAt = Number.NEGATIVE_INFINITY
  #drawnAt = Number.NEGATIVE_INFINITY

  constructor(ports: FramePacePorts) {
    this.#ports = ports
  }

  requestAnimationFrame(draw: FrameRequestCallback): number {
    this.#draw = draw
    this.#schedule()
    this.#lastId += 1
    return this.#lastId
  }

  cancelAnimationFrame(id: number): void {
    if (id !== this.#lastId) return
    this.#draw = null
    if (this.#frame !== null) this.#ports.cancelFrame(this.#frame)
    this.#frame = null
  }

  /** Called when the grid becomes visible. Waiting draws run in the next frame. */
  show(): void {
    this.#hidden = false
    if (!this.#held && this.#draw !== null && this.#frame === null) this.#request()
  }

  /** Called when the grid is hidden. Its frames would delay the visible grid's. */
  hide(): void {
    this.#hidden = true
    if (this.#frame !== null) this.#ports.cancelFrame(this.#frame)
    this.#frame = null
  }

  /** Collects changes for one image, which is drawn after `release`. */
  hold(): void {
    this.#held = true
    if (this.#incomplete) return
    if (this.#frame !== null) this.#ports.cancelFrame(this.#frame)
    this.#frame = null
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    if (!this.#hidden && this.#draw !== null && this.#frame === null) this.#request()
  }

  /** Called when a part of the image is missing. The next draw then waits for nothing. */
  incomplete(): void {
    this.#incomplete = true
    this.#schedule()
  }

  get typing(): boolean {
    return this.#ports.typing()
  }

  fed(bytes: number): void {
    this.#fedAt = this.#ports.now()
    this.#level = Math.min(floodBytesMax, this.#leftOver() + bytes)
    this.#levelAt = this.#fedAt
    if (!this.flooded) this.#schedule() // the user may type in this pane by now
  }

  /** Called when all output has been parsed. Shows it if nothing follows. */
  parsed(): void {
    if (this.#hidden || this.#held || this.#settling || this.#draw === null || this.#frame !== null)
      return
    this.#settling = true
    this.#ports.later(() => {
      this.#settling = false
      if (this.#hidden || this.#held || this.#draw === null || this.#frame !== null) return
      const cameMeanwhile = this.#ports.now() - this.#fedAt < floodSettleMs
      if (cameMeanwhile || this.#ports.typingWaitMs(this.#drawnAt) > 0) this.parsed()
      else this.#request()
    }, floodSettleMs)
  }

  #leftOver(): number {
    return Math.max(0, this.#level - (this.#ports.now() - this.#levelAt) * floodBytesPerMs)
  }

  /** Whether there is more output than anyone can read. */
  get flooded(): boolean {
    return this.#leftOver() > floodBytes
  }

  #schedule(): void {
    if (this.#hidden || this.#frame !== null || this.#draw === null) return
    if (this.#held && !this.#incomplete) return
    const waitMs = this.#incomplete ? 0 : this.#waitMs()
    if (waitMs === 0) this.#request()
    else if (waitMs !== null && !this.#waits) {
      this.#waits = true
      this.#ports.later(() => {
        this.#waits = false
        this.#schedule()
      }, waitMs)
    }
  }

  /** Returns how long the next frame must wait, ms, or null until the current one is done. */
  #waitMs(): number | null {
    const restMs = this.flooded ? this.#restUntil - this.#ports.now() : 0
    if (this.flooded && this.#began !== null) return null
    return Math.max(0, restMs, this.#ports.typingWaitMs(this.#drawnAt))
  }

  #request(): void {
    this.#frame = this.#ports.requestFrame((time) => {
      const draw = this.#draw
      this.#frame = null
      this.#draw = null
      if (draw === null) return
      this.#incomplete = false
      const before = (this.#drawnAt = this.#ports.now())
      draw(time)
      if (this.#began === null && this.flooded) this.#measure(before)
    })
  }

  #measure(began: number): void {
    this.#began = began
    this.#ports.whenDrawn(() => {
      const now = this.#ports.now()
      this.#began = null
      this.#restUntil = now + Math.min(drawRestMsMax, (now - began) * drawRestFactor)
      this.#schedule()
    })
  }
}

/**
 * Calls `done` when the graphics process has drawn everything on the canvas. Polls, and gives up if
 * it hangs. Without a fence, it waits a fixed time, because nothing reports when the page's own
 * drawing is done.
 */
export function whenDrawn(canvas: HTMLCanvasElement | null, done: () => void): void {
  const giveUpAt = performance.now() + drawMsMax
  const gl = canvas?.getContext('webgl2') ?? null
  const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null
  if (gl === null || fence === null) {
    setTimeout(done, composeMs)
    return
  }
  gl.flush()
  const look = (): void => {
    if (
      performance.now() < giveUpAt &&
      !gl.isContextLost() &&
      gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED
    ) {
      setTimeout(look, drawPollMs)
      return
    }
    gl.deleteSync(fence)
    done()
  }
  setTimeout(look, drawPollMs)
}
