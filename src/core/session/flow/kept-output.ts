/**
 * Chooses from where another vibeflow reads a program's output, if this one is killed: from the
 * start of the kept output, with the modes there. The session's output also contains what vibeflow
 * added, so offsets of the program's output are mapped.
 */
import type { Clock } from '../../../base/clock.ts'
import { Debouncer } from '../../../base/time/debouncer.ts'
import { checkpointBytes, outputRestMs } from './limits.ts'
import type { RecentOutput } from './recent-output.ts'

/** The part of a pty that keeps output. */
interface Checkpoints {
  checkpoint?(at: number, modes: Uint8Array, rest: boolean): void
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
  /** Offset of the last checkpoint in the program's output. */
  #checkpoint = 0

  constructor(history: RecentOutput, clock: Clock) {
    this.#history = history
    this.#quiet = new Debouncer(clock, outputRestMs, () => this.#move(true))
  }

  /** Starts with a program that has printed `at` bytes; `null` for its end. */
  begin(pty: Checkpoints | null, at = 0): void {
    this.#pty = pty
    this.#printed = this.#checkpoint = at
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
    if (this.#printed - this.#checkpoint > checkpointBytes) this.#move(false)
  }

  #move(rest: boolean): void {
    const { start } = this.#history
    while ((this.#stretches[0]?.to ?? start) < start) this.#stretches.shift()
    const { at, modes } = this.#history.beginning()
    const offset = this.#offset(at)
    if (offset === null || offset < this.#checkpoint) return
    this.#checkpoint = offset
    this.#pty?.checkpoint?.(offset, modes, rest)
  }

  /** Returns the offset in the program's output, or `null` before it and at additions. */
  #offset(at: number): number | null {
    const found = this.#stretches.find(({ from, to }) => from <= at && at <= to)
    return found === undefined ? null : found.at + at - found.from
  }
}
