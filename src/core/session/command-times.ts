/** A shell's commands, by its marks: which, where in the output, and how long they run. */
import type { Clock, Millis } from '../../base/clock.ts'
import { RateWindow } from '../../base/time/rate-window.ts'
import type { EvidenceOf } from '../../agents/dispatch/evidence.ts'
import { longCommandMs, notificationsPerSecondMax } from './limits.ts'

/** A command that has ended. */
export interface RanCommand {
  /** As the shell told it, untrusted; null: it did not. */
  readonly line: string | null
  /** Where its output begins. */
  readonly place: number
  readonly ranMs: Millis
  readonly code: number | null
  /** False: it was short and one of too many. */
  readonly notifies: boolean
}

export class CommandTimes {
  readonly #clock: Clock
  #began: { readonly at: Millis; readonly place: number; readonly line: string | null } | null =
    null
  /** The prompt has ended: what the shell says now is of the line that was typed there. */
  #typed = false
  #line: string | null = null
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * A title. Between prompt and command it is the line, as the shell keeps it: bash and zsh leave
   * out what is not to be in their history.
   */
  titled(text: string): void {
    if (this.#typed) this.#line = text
  }

  /**
   * @param place where the mark stands in the output
   * @returns a command that has just ended, or null: none has
   */
  mark(mark: EvidenceOf<'prompt'>, place: number): RanCommand | null {
    switch (mark.kind) {
      case 'prompt_start':
        this.#typed = false
        return null
      case 'prompt_end':
        this.#typed = true
        this.#line = null
        return null
      case 'command_line':
        // VS Code's marks have it also where the shell keeps it out of its history
        this.#line = mark.text.startsWith(' ') ? null : mark.text
        return null
      case 'command_start':
        this.#typed = false
        this.#began = { at: this.#clock.now(), place, line: this.#line }
        this.#line = null
        return null
      case 'command_end':
        return this.#ended(mark.exit_code)
      case 'cwd':
        return null
    }
  }

  /** The line of the command that runs; null: none does, or the shell does not tell it. */
  get running(): string | null {
    return this.#began?.line ?? null
  }

  forget(): void {
    this.#began = null
    this.#line = null
    this.#typed = false
  }

  #ended(code: number | null): RanCommand | null {
    if (this.#began === null) return null
    const now = this.#clock.now()
    const { at, place, line } = this.#began
    const ranMs = now - at
    this.#began = null
    const notifies = this.#rate.admit(now) || ranMs >= longCommandMs
    return { line, place, ranMs, code, notifies }
  }
}
