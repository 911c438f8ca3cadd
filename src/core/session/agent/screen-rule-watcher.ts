/**
 * Applies the foreground agent's rules to a tab's screen, and judges output in the meantime. The
 * reading itself happens next to the grid (screen-rules/screen-reader.ts).
 *
 * While the screen supports a state, output waits for the next reading: a blinking dialog or a
 * clock next to an input box is not work. If the screen then shows work, or nothing any more, the
 * output counts as activity.
 */
import type { Evidence, ScreenEvidence } from '../../../agents/state/evidence.ts'
import { beginsWork, vouched } from '../../../agents/state/guess.ts'
import type { AgentState } from '../../../agents/state/state.ts'
import type { Rule } from '../../../agents/rules/rules.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { explainedMs } from '../../../agents/screen-rules/limits.ts'
import type { ScreenFound, ScreenWatch } from '../../../agents/screen-rules/screen-reader.ts'
import type { JudgePort } from '../../../agents/screen-rules/signals.ts'

/** Reads the session's screen, and judges titles where that may take long: its shadow. */
export interface ScreenPort extends JudgePort {
  /** The output so far belongs to no later agent. */
  mark(): void
  /** Watches for these rules; `null` ends it. */
  watch(watch: ScreenWatch | null): void
  /** Whether the screen can be read. */
  readonly on: boolean
}

const nobody: readonly Rule[] = []

export class ScreenRuleWatcher {
  readonly #clock: Clock
  readonly #port: ScreenPort | undefined
  readonly #applyEvidence: (evidence: Evidence) => void
  #rules = nobody
  #turn = 0
  /** Output waits for a reading since the screen supports a state; and the start of the wait. */
  #moved = false
  #movedAt: Millis | null = null

  /** @param port absent if the screen is not read */
  constructor(
    clock: Clock,
    port: ScreenPort | undefined,
    applyEvidence: (evidence: Evidence) => void,
  ) {
    this.#clock = clock
    this.#port = port
    this.#applyEvidence = applyEvidence
  }

  /** Notes that earlier output is not the agent's. Called before its rules are set. */
  mark(): void {
    this.#port?.mark()
  }

  /** Whether the screen is being read. */
  get reads(): boolean {
    return this.#rules.length > 0 && this.#port?.on === true
  }

  /**
   * Sets the rules; `null` for none. Cheap if they are unchanged.
   *
   * @param prompt rule of the agent's empty prompt
   */
  rules(wanted: readonly Rule[] | null, prompt: Rule | null = null): void {
    const rules = wanted ?? nobody
    if (rules === this.#rules) return
    this.#rules = rules
    this.#forget()
    this.#turn += 1
    this.#port?.watch(rules.length === 0 ? null : { turn: this.#turn, rules, prompt })
  }

  /** Takes a reading, unless it was for an earlier agent. */
  found({ turn, evidence }: ScreenFound): void {
    if (turn === this.#turn) this.#read(evidence)
  }

  /** Takes output. Returns `true` if it does not count as work for now. */
  explains(state: AgentState): boolean {
    const by = vouched(state)
    if (by === 'title') return true
    if (by === null || !this.reads) {
      this.#forget()
      return false
    }
    const now = this.#clock.now()
    if (beginsWork(state)) {
      this.#moved = true
      this.#movedAt ??= now
    }
    return this.#movedAt === null || now - this.#movedAt <= explainedMs
  }

  #read(evidence: ScreenEvidence): void {
    const moves = evidence.state === null || evidence.state === 'working'
    const moved = this.#moved && moves
    this.#movedAt = null
    if (moves) this.#forget()
    this.#applyEvidence(evidence)
    if (moved) this.#applyEvidence({ type: 'output' })
  }

  #forget(): void {
    this.#moved = false
    this.#movedAt = null
  }
}
