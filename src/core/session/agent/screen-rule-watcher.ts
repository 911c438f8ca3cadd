/**
 * What a tab's screen says of the agent in front: which rules read it, and what becomes of output
 * meanwhile. The reading itself happens beside the grid (screen-rules/screen-reader.ts).
 *
 * While the screen vouches for a state, output waits to be judged by its next reading: a dialog
 * that blinks, or a clock beside an input box, is no work, although it prints. When the screen then
 * says that it works, or nothing any more, the output counts as what it was: something moves.
 */
import type { Evidence, ScreenEvidence } from '../../../agents/state/evidence.ts'
import { beginsWork, vouched } from '../../../agents/state/guess.ts'
import type { AgentState } from '../../../agents/state/state.ts'
import type { Rule } from '../../../agents/rules/rules.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { explainedMs } from '../../../agents/screen-rules/limits.ts'
import type { ScreenFound, ScreenWatch } from '../../../agents/screen-rules/screen-reader.ts'
import type { JudgePort } from '../../../agents/screen-rules/signals.ts'

/** Who reads the session's screen, and judges its titles where that may take long: its shadow. */
export interface ScreenPort extends JudgePort {
  /** What was printed so far is nothing that an agent says which comes from now on. */
  mark(): void
  /** From now on for this; null: not any more. */
  watch(watch: ScreenWatch | null): void
  /** It is read at all. */
  readonly on: boolean
}

const nobody: readonly Rule[] = []

export class ScreenRuleWatcher {
  readonly #clock: Clock
  readonly #port: ScreenPort | undefined
  readonly #applyEvidence: (evidence: Evidence) => void
  #rules = nobody
  #turn = 0
  /**
   * Output has waited for a reading since the screen began to vouch; and since when it waits for
   * the next.
   */
  #moved = false
  #movedAt: Millis | null = null

  /** @param port absent: nobody reads the screen */
  constructor(
    clock: Clock,
    port: ScreenPort | undefined,
    applyEvidence: (evidence: Evidence) => void,
  ) {
    this.#clock = clock
    this.#port = port
    this.#applyEvidence = applyEvidence
  }

  /**
   * No agent is in front, or another one just now: what was printed so far is not its. Called
   * before its rules are.
   */
  mark(): void {
    this.#port?.mark()
  }

  /** The screen is being read. */
  get reads(): boolean {
    return this.#rules.length > 0 && this.#port?.on === true
  }

  /** These rules count from now on; null: none. Cheap when they are the same as before. */
  rules(wanted: readonly Rule[] | null): void {
    const rules = wanted ?? nobody
    if (rules === this.#rules) return
    this.#rules = rules
    this.#forget()
    this.#turn += 1
    this.#port?.watch(rules.length === 0 ? null : { turn: this.#turn, rules })
  }

  /** What was read; of what was read for an earlier agent, nothing. */
  found({ turn, evidence }: ScreenFound): void {
    if (turn === this.#turn) this.#read(evidence)
  }

  /** Output has come. True: it is not to be taken for work, now. */
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
