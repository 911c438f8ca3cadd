/** Chooses the frame of each animation, and when the next one is due. */
import { least } from '../../../base/numbers/extremes.ts'
import type { PlacedPicture } from '../../../terminal/frames/frame.ts'

type Animation = NonNullable<PlacedPicture['animation']>

interface Playing {
  /** As set by the program. */
  animation: Animation
  /** Duration of all frames, ms. */
  whole: number
  /** Current frame, from 0, and its start time. */
  frame: number
  since: number
  ends: number
}

export class FrameClock {
  readonly #now: () => number
  readonly #moves: () => boolean
  readonly #due: () => void
  readonly #playing = new Map<number, Playing>()
  #timer = 0

  /**
   * @param moves whether animations are allowed
   * @param due called when a frame must be drawn
   */
  constructor(now: () => number, moves: () => boolean, due: () => void) {
    this.#now = now
    this.#moves = moves
    this.#due = due
  }

  /** Follows the images that are placed now. */
  follow(placed: readonly PlacedPicture[]): void {
    const animations = new Map(
      placed.flatMap(({ picture, animation }) =>
        animation === undefined ? [] : [[picture, animation] as const],
      ),
    )
    for (const picture of this.#playing.keys())
      if (!animations.has(picture)) this.#playing.delete(picture)
    for (const [picture, animation] of animations) {
      const playing = this.#playing.get(picture)
      if (playing === undefined)
        this.#playing.set(picture, {
          ...{ animation, whole: wholeOf(animation), frame: animation.current - 1 },
          ...{ since: this.#now(), ends: 0 },
        })
      else this.#change(playing, animation)
    }
    if (this.#playing.size === 0) window.clearTimeout(this.#timer)
  }

  /** Returns the current frame; 0 is the image itself. */
  frameOf({ picture }: PlacedPicture): number {
    const playing = this.#playing.get(picture)
    if (playing === undefined) return 0
    this.#advance(playing)
    return playing.frame
  }

  /** Schedules the next draw: a new frame of the drawn images, or `otherMs`. */
  wait(drawn: ReadonlySet<number>, otherMs: number): void {
    window.clearTimeout(this.#timer)
    const left = Math.min(otherMs, least(Array.from(drawn, (picture) => this.#left(picture))))
    if (Number.isFinite(left)) this.#timer = window.setTimeout(this.#due, Math.max(0, left))
  }

  #change(playing: Playing, animation: Animation): void {
    const { state, loops, current } = playing.animation
    this.#advance(playing)
    // the time of a pause is skipped
    if (this.#rests(playing))
      playing.since = Math.max(playing.since, this.#now() - (animation.gaps[playing.frame] ?? 0))
    playing.animation = animation
    playing.whole = wholeOf(animation)
    if (animation.current !== current) {
      playing.frame = animation.current - 1
      playing.since = this.#now()
    }
    if (animation.state === state && animation.loops === loops) return
    playing.ends = 0
    if (state === 'stopped') playing.since = this.#now()
  }

  /** Returns the time until the next frame, ms. */
  #left(picture: number): number {
    const playing = this.#playing.get(picture)
    if (playing === undefined || this.#rests(playing)) return Number.POSITIVE_INFINITY
    const { animation, frame, since } = playing
    return since + (animation.gaps[frame] ?? 0) - this.#now()
  }

  #advance(playing: Playing): void {
    const { animation, whole } = playing
    const { gaps } = animation
    playing.frame = Math.min(playing.frame, gaps.length - 1)
    const now = this.#now()
    // a long time out of view is not played through
    if (whole > 0 && !this.#rests(playing) && animation.state === 'running') {
      const left =
        animation.loops === 0 ? Number.POSITIVE_INFINITY : animation.loops - 1 - playing.ends
      const rounds = Math.max(0, Math.min(left, Math.floor((now - playing.since) / whole)))
      playing.since += rounds * whole
      playing.ends += rounds
    }
    while (!this.#rests(playing)) {
      const gap = gaps[playing.frame]
      if (gap === undefined || now - playing.since < gap) return
      playing.since += gap
      playing.frame = (playing.frame + 1) % gaps.length
      if (playing.frame === 0) playing.ends += 1
    }
  }

  #rests({ animation, whole, frame, ends }: Playing): boolean {
    const { gaps, state, loops } = animation
    if (!this.#moves() || state === 'stopped' || gaps.length < 2 || whole === 0) return true
    if (frame < gaps.length - 1) return false
    return state === 'loading' || (loops > 0 && ends + 1 >= loops)
  }
}

const wholeOf = ({ gaps }: Animation): number => gaps.reduce((sum, gap) => sum + gap, 0)
