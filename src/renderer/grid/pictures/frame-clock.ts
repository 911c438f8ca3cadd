/** Which frame of each animation is shown, and when the next one is. */
import { least } from '../../../base/extremes.ts'
import type { PlacedPicture } from '../../../terminal/frames/frame.ts'

type Animation = NonNullable<PlacedPicture['animation']>

interface Playing {
  /** As the program has it. */
  animation: Animation
  /** ms of all its frames. */
  whole: number
  /** Shown, from 0, and since when. */
  frame: number
  since: number
  /** Times that it has come to its end. */
  ends: number
}

export class FrameClock {
  readonly #now: () => number
  readonly #moves: () => boolean
  readonly #due: () => void
  readonly #playing = new Map<number, Playing>()
  #timer = 0

  /** @param moves may anything move by itself? @param due another frame is to be drawn */
  constructor(now: () => number, moves: () => boolean, due: () => void) {
    this.#now = now
    this.#moves = moves
    this.#due = due
  }

  /** All that are placed now. */
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

  /** 0: the picture's own. */
  frameOf({ picture }: PlacedPicture): number {
    const playing = this.#playing.get(picture)
    if (playing === undefined) return 0
    this.#advance(playing)
    return playing.frame
  }

  /**
   * Asks for the next draw: when one of these images has another frame, or in `otherMs`.
   * @param drawn the images that were drawn, each once
   */
  wait(drawn: ReadonlySet<number>, otherMs: number): void {
    window.clearTimeout(this.#timer)
    const left = Math.min(otherMs, least(Array.from(drawn, (picture) => this.#left(picture))))
    if (Number.isFinite(left)) this.#timer = window.setTimeout(this.#due, Math.max(0, left))
  }

  /** The program has said something else of it. */
  #change(playing: Playing, animation: Animation): void {
    const { state, loops, current } = playing.animation
    this.#advance(playing)
    // what it has rested is not made up for
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

  /** ms until it has another frame. */
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
    // what has been out of view for long is not played through
    if (whole > 0 && !this.#rests(playing) && animation.state === 'running') {
      const left =
        animation.loops === 0 ? Number.POSITIVE_INFINITY : animation.loops - 1 - playing.ends
      const rounds = Math.max(0, Math.min(left, Math.floor((now - playing.since) / whole)))
      playing.since += rounds * whole
      playing.ends += rounds
    }
    while (!this.#rests(playing)) {
      const gap = gaps[playing.frame]!
      if (now - playing.since < gap) return
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
