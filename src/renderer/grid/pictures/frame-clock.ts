/** Which frame of each animation is shown, and when the next one is. */
import type { PlacedPicture } from '../../../core/frames/frame.ts'

interface Running {
  readonly began: number
  /** What the program has said of it: another word begins it anew. */
  readonly said: string
}

export class FrameClock {
  readonly #now: () => number
  readonly #due: () => void
  #placed: readonly PlacedPicture[] = []
  readonly #running = new Map<number, Running>()
  #timer = 0

  /** @param due another frame is to be drawn */
  constructor(now: () => number, due: () => void) {
    this.#now = now
    this.#due = due
  }

  follow(placed: readonly PlacedPicture[]): void {
    this.#placed = placed.filter(({ animation }) => (animation?.gaps.length ?? 0) > 1)
    const pictures = new Set(this.#placed.map(({ picture }) => picture))
    for (const picture of this.#running.keys())
      if (!pictures.has(picture)) this.#running.delete(picture)
    for (const { picture, animation } of this.#placed) {
      const said = JSON.stringify([animation?.runs, animation?.loops, animation?.current])
      if (this.#running.get(picture)?.said !== said)
        this.#running.set(picture, { began: this.#now(), said })
    }
    if (this.#placed.length === 0) window.clearTimeout(this.#timer)
  }

  /** 0: the picture's own. */
  frameOf(placed: PlacedPicture): number {
    return this.#at(placed).frame
  }

  /** Of all that move. */
  frames(): readonly number[] {
    return this.#placed.map((placed) => this.frameOf(placed))
  }

  /** All has been drawn: the next time is when one has another frame. */
  wait(): void {
    window.clearTimeout(this.#timer)
    const left = Math.min(...this.#placed.map((placed) => this.#at(placed).left))
    if (Number.isFinite(left)) this.#timer = window.setTimeout(this.#due, left)
  }

  #at({ picture, animation }: PlacedPicture): { readonly frame: number; readonly left: number } {
    const still = { frame: (animation?.current ?? 1) - 1, left: Number.POSITIVE_INFINITY }
    const began = this.#running.get(picture)?.began
    if (animation === undefined || began === undefined || !animation.runs) return still
    const { gaps, loops, current } = animation
    const whole = gaps.reduce((sum, gap) => sum + gap, 0)
    let passed = this.#now() - began
    if (loops > 0 && passed >= loops * whole)
      return { frame: gaps.length - 1, left: Number.POSITIVE_INFINITY }
    passed %= whole
    for (let step = 0; step < gaps.length; step += 1) {
      const frame = (current - 1 + step) % gaps.length
      const gap = gaps[frame]!
      if (passed < gap) return { frame, left: gap - passed }
      passed -= gap
    }
    return still
  }
}
