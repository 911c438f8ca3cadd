/**
 * Reads one session's screen by the rules of the agent in front, whenever it has settled, and says
 * what they make of it. It stands beside the grid that it reads (the shadow's worker), so nothing
 * but the outcome is sent; that is evidence for the session's state machine.
 */
import { sameName, type Limited, type RuleOff } from '../rules/limited.ts'
import { asRulesSee, type Rule } from '../rules/rules.ts'
import type { ScreenEvidence } from '../state/evidence.ts'
import type { Millis } from '../../base/clock.ts'
import { renewMs } from './limits.ts'
import { readScreen, screenRules } from './read-screen.ts'

/** Whose screen it is. Plain values: it goes to another thread. */
export interface ScreenWatch {
  /**
   * Goes back with what was read, so that nothing read for another agent is taken for this one's.
   */
  readonly turn: number
  readonly rules: readonly Rule[]
}

export interface ScreenFound {
  readonly turn: number
  readonly evidence: ScreenEvidence
}

/**
 * A VT core's `Terminal` is one; without what stood there before the agent, see
 * shadow/earlier-text.ts.
 */
export interface ReadableGrid {
  /** From the top, right-trimmed; the same array while none has changed. */
  rowTexts(): readonly string[]
}

export class ScreenReader {
  readonly #limited: Limited
  readonly #switchedOff: (off: RuleOff) => void
  #watch: ScreenWatch | null = null
  #rules: readonly Rule[] = []
  /** What was read last, and when it was last reported; null: nothing since the rules changed. */
  #last: { readonly said: ScreenEvidence; readonly at: Millis } | null = null
  /** The rows that were read last, as they were and as rules see them. */
  #rows: readonly string[] = []
  #seen: readonly string[] = []

  /**
   * @param switchedOff a rule of the user's takes too long on what stands there: it is tried no
   * more
   */
  constructor(limited: Limited, switchedOff: (off: RuleOff) => void) {
    this.#limited = limited
    this.#switchedOff = switchedOff
  }

  /** The screen has settled. @returns null: nothing worth a report */
  read(grid: ReadableGrid, watch: ScreenWatch, now: Millis): ScreenFound | null {
    if (watch !== this.#watch) {
      this.#watch = watch
      this.#rules = screenRules(watch.rules)
      this.#last = null
    }
    const rows = grid.rowTexts()
    const before = this.#last
    const evidence = before !== null && rows === this.#rows ? before.said : this.#found(rows)
    if (evidence === null) return null
    if (
      before !== null &&
      sameSaid(before.said, evidence) &&
      !worthSaying(evidence, now - before.at)
    )
      return null
    this.#last = { said: evidence, at: now }
    return { turn: watch.turn, evidence }
  }

  /**
   * null: not this time. Without the rule that is off the screen is read when its agent's other
   * rules come.
   */
  #found(rows: readonly string[]): ScreenEvidence | null {
    const found = readScreen(this.#rules, this.#asRulesSee(rows), this.#limited)
    if (!('off' in found)) return found
    const { off } = found
    this.#rules = this.#rules.filter(({ own }) => own === undefined || !sameName(own, off.name))
    this.#switchedOff(off)
    return null
  }

  /** Most rows are those of last time. */
  #asRulesSee(rows: readonly string[]): readonly string[] {
    const [before, seen] = [this.#rows, this.#seen]
    this.#rows = rows
    this.#seen = rows.map((row, y) => (row === before[y] ? seen[y]! : asRulesSee(row)))
    return this.#seen
  }
}

function sameSaid(one: ScreenEvidence, other: ScreenEvidence): boolean {
  return (
    one.state === other.state &&
    one.rule === other.rule &&
    one.digest === other.digest &&
    one.blank === other.blank
  )
}

/**
 * What says the same as before is worth it, too: work, so that it is not forgotten; and the rest,
 * since output waits to be judged by it (session/agent/screen-rule-watcher.ts).
 */
function worthSaying({ state }: ScreenEvidence, agoMs: Millis): boolean {
  return state === 'working' ? agoMs >= renewMs : state !== 'ignore'
}
