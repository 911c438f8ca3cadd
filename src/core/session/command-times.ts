/** How long a shell's commands run, by its marks. */
import type { Clock, Millis } from '../clock.ts'
import type { EvidenceOf } from '../dispatch/evidence.ts'

export class CommandTimes {
  readonly #clock: Clock
  #began: Millis | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns a command that has just ended, or null */
  mark(mark: EvidenceOf<'prompt'>): { readonly ranMs: number; readonly code: number | null } | null {
    if (mark.kind === 'command_start') this.#began = this.#clock.now()
    if (mark.kind !== 'command_end' || this.#began === null) return null
    const ranMs = this.#clock.now() - this.#began
    this.#began = null
    return { ranMs, code: mark.exit_code }
  }

  forget(): void {
    this.#began = null
  }
}
