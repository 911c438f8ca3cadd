/**
 * Chooses from where another vibeflow reads a program's output, if this one is killed: from the
 * start of the kept output, with the modes there. The session's output also contains what vibeflow
 * added, so offsets of the program's output are mapped.
 */
import type { Clock } from '../../../base/clock.ts'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { checkpointBytes, outputRestMs, screenCheckpointBytes } from './limits.ts'
import type { Checkpoint, CheckpointNeed, RecentOutput } from './recent-output.ts'

/** The part of a pty that keeps output. */
interface Checkpoints {
  checkpoint?(at: number, modes: Uint8Array, rest: boolean, screen?: Checkpoint): void
}

/** Output of an adopted program. */
interface Past {
  readonly at?: number
  readonly modes?: Uint8Array
  readonly screen?: Checkpoint | null
}

/** Output without additions: from these offsets of the session and of the program on. */
interface Stretch {
  readonly from: number
  readonly at: number
  to: number
}

export class KeptOutput {
  readonly #history: RecentOutput
  readonly #quiet: Debouncer
  #pty: Checkpoints | null = null
  /** Bytes of the program so far. */
  #printed = 0
  #stretches: Stretch[] = []
  /** Offset of the last checkpoint in the program's output, and the modes there. */
  #checkpoint = 0
  #modes: Uint8Array = new Uint8Array(0)
  /** It has a screen, which ends with each move but that to the next screen. */
  #hasScreen = false
  /** The kept output has what the user has cleared. */
  #isCleared = false
  /** The session's last checkpoint that was kept, if its screen is. */
  #last: Omit<Checkpoint, 'bytes'> | null = null

  constructor(history: RecentOutput, clock: Clock) {
    this.#history = history
    this.#quiet = new Debouncer(clock, outputRestMs, () => {
      if (!this.#hasScreen) this.#move(true)
    })
  }

  /** Starts with a program, which may be adopted; `null` for its end. */
  begin(
    pty: Checkpoints | null,
    { at = 0, modes = new Uint8Array(0), screen = null }: Past = {},
  ): void {
    this.#pty = pty
    this.#printed = this.#checkpoint = at
    this.#modes = modes
    this.#hasScreen = screen !== null
    this.#isCleared = false
    this.#last = null
    this.#stretches = []
    if (pty === null) this.#quiet.dispose()
  }

  /** Notes bytes of the program, which the session's output has from `from` on. */
  printed(length: number, from: number): void {
    const at = this.#printed
    this.#printed += length
    const to = this.#history.end
    if (this.#pty?.checkpoint === undefined) return
    // additions inside of it: no offset in it is known
    if (to - from !== length) this.#stretches.push({ from: to, at: this.#printed, to })
    else {
      const last = this.#stretches.at(-1)
      if (last?.to === from) last.to = to
      else this.#stretches.push({ from, at, to })
    }
    this.#quiet.changed()
    const bytesMax = this.#hasScreen ? screenCheckpointBytes : checkpointBytes
    if (this.#printed - this.#checkpoint > bytesMax) this.#move(false)
  }

  /** Notes bytes of the program that a screen includes. */
  included(length: number): void {
    const at = (this.#printed += length)
    const { end } = this.#history
    this.#stretches = [{ from: end, at, to: end }]
  }

  /** Why `keep` needs a checkpoint. Output without one is laid out for the last size. */
  get checkpointNeed(): CheckpointNeed | null {
    if (this.#pty?.checkpoint === undefined || !this.#history.isBehind(this.#last)) return null
    const { start, sizes } = this.#history
    const isLess = start > 0 || sizes.length > 1 || this.#isCleared || this.#hasScreen
    return isLess ? 'always' : 'images'
  }

  /** Moves the checkpoint on, with the terminal's screen, unless the last one has more. */
  keep({ at, size, bytes, isPending = false }: Checkpoint): void {
    if (isPending && this.#hasScreen) return
    const offset = this.#offset(at)
    if (offset === null || offset < this.#checkpoint) return
    this.#advance(offset)
    this.#hasScreen = true
    this.#last = { at, size, isPending }
    this.#pty?.checkpoint?.(this.#checkpoint, this.#modes, true, { at: offset, size, bytes })
  }

  /** Removes the screen, which has what the user has cleared. */
  forget(): void {
    this.#isCleared = true
    if (!this.#hasScreen) return
    this.#hasScreen = false
    this.#last = null
    this.#pty?.checkpoint?.(this.#checkpoint, this.#modes, false)
  }

  #move(rest: boolean): void {
    if (!this.#advance(this.#printed)) return
    this.#hasScreen = false
    this.#last = null
    this.#pty?.checkpoint?.(this.#checkpoint, this.#modes, rest)
  }

  /** Returns whether the kept output starts at a known offset that is not after `latest`. */
  #advance(latest: number): boolean {
    const { start } = this.#history
    while ((this.#stretches[0]?.to ?? start) < start) this.#stretches.shift()
    const { at, modes } = this.#history.beginning()
    const offset = this.#offset(at)
    if (offset === null || offset < this.#checkpoint || offset > latest) return false
    this.#checkpoint = offset
    this.#modes = modes
    return true
  }

  /** Returns the offset in the program's output, or `null` before it and at additions. */
  #offset(at: number): number | null {
    const found = this.#stretches.find(({ from, to }) => from <= at && at <= to)
    return found === undefined ? null : found.at + at - found.from
  }
}
