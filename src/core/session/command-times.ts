/** How long a shell's commands run, by its marks. */
import type { Clock, Millis } from '../clock.ts'
import type { EvidenceOf } from '../dispatch/evidence.ts'
import { longCommandMs, notificationsPerSecondMax } from './limits.ts'

export class CommandTimes {
  readonly #clock: Clock
  #began: Millis | null = null
  #second: Millis = Number.NEGATIVE_INFINITY
  #inSecond = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * @returns a command that has just ended, or null: none has, or it was short and one of too many
   */
  mark(
    mark: EvidenceOf<'prompt'>,
  ): { readonly ranMs: number; readonly code: number | null } | null {
    if (mark.kind === 'command_start') this.#began = this.#clock.now()
    if (mark.kind !== 'command_end' || this.#began === null) return null
    const now = this.#clock.now()
    const ranMs = now - this.#began
    this.#began = null
    if (now - this.#second >= 1_000) {
      this.#second = now
      this.#inSecond = 0
    }
    this.#inSecond += 1
    return ranMs < longCommandMs && this.#inSecond > notificationsPerSecondMax
      ? null
      : { ranMs, code: mark.exit_code }
  }

  forget(): void {
    this.#began = null
  }
}
