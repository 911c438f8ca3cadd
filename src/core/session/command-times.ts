/** Tracks a shell's commands by their prompt marks: line, offset in the output, and run time. */
import type { Clock, Millis } from '../../base/clock.ts'
import { RateWindow } from '../../base/time/rate-window.ts'
import type { EvidenceOf } from '../../agents/dispatch/evidence.ts'
import { longCommandMs, notificationsPerSecondMax } from './limits.ts'

/** A command that has ended. */
export interface RanCommand {
  /** Untrusted, as reported by the shell; `null` if the shell did not report it. */
  readonly line: string | null
  /** Offset in the output where the command's output starts. */
  readonly place: number
  readonly ranMs: Millis
  readonly code: number | null
  /** `false` for a short command beyond the notification rate. */
  readonly notifies: boolean
}

export class CommandTimes {
  readonly #clock: Clock
  #began: { readonly at: Millis; readonly place: number; readonly line: string | null } | null =
    null
  /** The prompt has ended: titles now describe the line typed there. */
  #typed = false
  #line: string | null = null
  readonly #rate = new RateWindow(notificationsPerSecondMax, 1_000)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Takes a title. Between prompt and command, the title is the command line as the shell's history
   * has it: bash and zsh leave out lines that are excluded from history.
   */
  titled(text: string): void {
    if (this.#typed) this.#line = text
  }

  /** Takes a mark at an offset. Returns the command that has just ended, if any. */
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
        // VS Code's marks include lines that the shell keeps out of its history
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

  /** Whether the end of a command was not marked yet. */
  get isOpen(): boolean {
    return this.#began !== null
  }

  /** Line of the running command; `null` if none runs or the shell does not report it. */
  get running(): string | null {
    return this.#began?.line ?? null
  }

  /** Drops a command whose shell did not mark its end and never will. */
  lose(): void {
    this.#began = null
  }

  forget(): void {
    this.lose()
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
