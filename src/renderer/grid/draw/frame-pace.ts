/**
 * When a grid is drawn. At once, but not while output pours in: a picture that nobody can read in
 * time is worth no more than a part of the machine, and without a graphics card it would take half
 * of it. With one, a frame is done so soon that hardly anything waits.
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

/** What xterm.js's drawing asks the window for. */
export interface FrameTimer {
  requestAnimationFrame(draw: FrameRequestCallback): number
  cancelAnimationFrame(id: number): void
  /** Until the next frame a part of the grid, or all of it, is blank. */
  incomplete(): void
}

export interface FramePacePorts {
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number
  readonly requestFrame: (draw: FrameRequestCallback) => number
  readonly cancelFrame: (id: number) => void
  readonly later: (act: () => void, ms: number) => number
  /** Milliseconds that the next picture waits for what the user types in another pane. */
  readonly typingWaitMs: (drawnAt: number) => number
  /** Calls back when the graphics process has drawn all that it was given. */
  readonly whenDrawn: (done: () => void) => void
}

/** Gives one terminal its frames: one request at a time, as its drawing makes them. */
export class FramePace implements FrameTimer {
  readonly #ports: FramePacePorts
  #draw: FrameRequestCallback | null = null
  /** The frame that will carry out `#draw`; null while it waits. */
  #frame: number | null = null
  #lastId = 0
  /** A frame is in the graphics process's hands since. */
  #began: number | null = null
  #restUntil = Number.NEGATIVE_INFINITY
  #waits = false
  /** Output of the last moments, bytes, as of `#levelAt`. */
  #level = 0
  #levelAt = Number.NEGATIVE_INFINITY
  #settling = false
  #hidden = true
  #held = false
  /** Of the picture that is to be seen a part is missing, or all of it. */
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

  /** The grid comes into view: what waits is drawn in the next frame. */
  show(): void {
    this.#hidden = false
    if (!this.#held && this.#draw !== null && this.#frame === null) this.#request()
  }

  /**
   * Out of view nothing is drawn, and no frame asked for: each would put off those of the grid in
   * view.
   */
  hide(): void {
    this.#hidden = true
    if (this.#frame !== null) this.#ports.cancelFrame(this.#frame)
    this.#frame = null
  }

  /** What comes in now is one picture: nothing of it is drawn before `release`. */
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

  /**
   * Of what is to be seen a part is missing, or all of it: the next picture waits for nothing, not
   * for the end of `hold` either.
   */
  incomplete(): void {
    this.#incomplete = true
    this.#schedule()
  }

  /** So many bytes have come. */
  fed(bytes: number): void {
    this.#fedAt = this.#ports.now()
    this.#level = Math.min(floodBytesMax, this.#leftOver() + bytes)
    this.#levelAt = this.#fedAt
    if (!this.flooded) this.#schedule() // it may be the pane that is typed in by now
  }

  /** All that came has been parsed. If nothing follows, what it has become is shown at once. */
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

  /** More comes than can be read. */
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

  /** How long the next frame is put off, ms; null: until the one in work is done. */
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
 * Calls back when all that was drawn on the canvas so far is through the graphics process: asks now
 * and then, and one that hangs is not waited for. What the page has drawn itself takes that process
 * a time which nobody tells.
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
