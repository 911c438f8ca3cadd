/**
 * Chooses from where another vibeflow reads a program's output, if this one is killed: from the
 * start of the kept output, with the modes there. The session's output also contains what vibeflow
 * added, so offsets of the program's output are mapped.
 */
import type { Clock } from '../../../base/clock.ts'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { checkpointBytes, outputRestMs, screenCheckpointBytes } from './limits.ts'
import type { Checkpoint, RecentOutput } from './recent-output.ts'

/** The part of a pty that keeps output. */
interface Checkpoints {
  checkpoint?(at: number, modes: Uint8Array, rest: boolean, screen?: Checkpoint): void
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
  /** Output after which it moves on. A screen is kept longer, since it ends with the move. */
  #bytesMax = checkpointBytes

  constructor(history: RecentOutput, clock: Clock) {
    this.#history = history
    this.#quiet = new Debouncer(clock, outputRestMs, () => this.#move(true))
  }

  /** Starts with a program that has printed `at` bytes, in modes there; `null` for its end. */
  begin(pty: Checkpoints | null, at = 0, modes: Uint8Array = new Uint8Array(0)): void {
    this.#pty = pty
    this.#printed = this.#checkpoint = at
    this.#modes = modes
    this.#bytesMax = checkpointBytes
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
    if (this.#printed - this.#checkpoint > this.#bytesMax) this.#move(false)
  }

  /** Notes bytes of the program that a screen includes. */
  included(length: number): void {
    this.#printed += length
  }

  /** Adds the terminal's screen to the last checkpoint. */
  keep({ at, size, bytes }: Checkpoint): void {
    const offset = this.#offset(at)
    if (offset === null || offset < this.#checkpoint) return
    this.#bytesMax = screenCheckpointBytes
    this.#pty?.checkpoint?.(this.#checkpoint, this.#modes, false, { at: offset, size, bytes })
  }

  #move(rest: boolean): void {
    const { start } = this.#history
    while ((this.#stretches[0]?.to ?? start) < start) this.#stretches.shift()
    const { at, modes } = this.#history.beginning()
    const offset = this.#offset(at)
    if (offset === null || offset < this.#checkpoint) return
    this.#checkpoint = offset
    this.#modes = modes
    this.#bytesMax = checkpointBytes
    this.#pty?.checkpoint?.(offset, modes, rest)
  }

  /** Returns the offset in the program's output, or `null` before it and at additions. */
  #offset(at: number): number | null {
    const found = this.#stretches.find(({ from, to }) => from <= at && at <= to)
    return found === undefined ? null : found.at + at - found.from
  }
}
