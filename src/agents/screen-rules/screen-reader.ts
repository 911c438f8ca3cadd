/** Reads a session's settled screen in the worker by rules, and returns only the evidence. */
import { sameName, type Limited, type RuleOff } from '../rules/limited.ts'
import { asRulesSee, type Rule } from '../rules/rules.ts'
import type { ScreenEvidence } from '../state/evidence.ts'
import type { Millis } from '../../base/clock.ts'
import { renewMs } from './limits.ts'
import { readBox, readScreen, screenRules } from './read-screen.ts'

/** The watched agent. Plain values, because it is sent to another thread. */
export interface ScreenWatch {
  /** Returned with each reading, so that a reading for one agent is not used for another. */
  readonly turn: number
  readonly rules: readonly Rule[]
  /** Rule of the agent's empty prompt; `null` if unknown. */
  readonly prompt: Rule | null
}

export interface ScreenFound {
  readonly turn: number
  readonly evidence: ScreenEvidence
}

/** A VT core's `Terminal`, or one without the text that preceded the agent. */
interface ReadableGrid {
  /** Rows from the top, right-trimmed; the same array while none has changed. */
  rowTexts(): readonly string[]
  /** The rows without faint text, which is a suggestion; absent if unknown. */
  typed?(rows: readonly string[]): readonly string[]
}

export class ScreenReader {
  readonly #limited: Limited
  readonly #switchedOff: (off: RuleOff) => void
  #watch: ScreenWatch | null = null
  #rules: readonly Rule[] = []
  /** Last reading and the time of its report; `null` since the rules changed. */
  #last: { readonly said: ScreenEvidence; readonly at: Millis } | null = null
  /** Rows of the last reading, original and as rules read them. */
  #rows: readonly string[] = []
  #seen: readonly string[] = []

  /** @param switchedOff called for a user's rule that takes too long, which is not tried again */
  constructor(limited: Limited, switchedOff: (off: RuleOff) => void) {
    this.#limited = limited
    this.#switchedOff = switchedOff
  }

  /** Reads the settled screen. Returns `null` if there is nothing to report. */
  read(grid: ReadableGrid, watch: ScreenWatch, now: Millis): ScreenFound | null {
    if (watch !== this.#watch) {
      this.#watch = watch
      this.#rules = screenRules(watch.rules)
      this.#last = null
    }
    const rows = grid.rowTexts()
    const before = this.#last
    const evidence = before !== null && rows === this.#rows ? before.said : this.#found(grid, rows)
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

  /** Returns `null` if a rule was switched off; the others read the screen next time. */
  #found(grid: ReadableGrid, rows: readonly string[]): ScreenEvidence | null {
    const found = readScreen(this.#rules, this.#asRulesSee(rows), this.#limited)
    if (!('off' in found)) return this.#withBox(found, grid, rows)
    const { off } = found
    this.#rules = this.#rules.filter(({ own }) => own === undefined || !sameName(own, off.name))
    this.#switchedOff(off)
    return null
  }

  #withBox(found: ScreenEvidence, grid: ReadableGrid, rows: readonly string[]): ScreenEvidence {
    const prompt = this.#watch?.prompt
    // rules of the user are not timed here
    if (found.state !== 'idle' || prompt == null || prompt.own !== undefined) return found
    const typed = grid.typed?.(rows) ?? rows
    return { ...found, box: readBox(prompt, typed.map(asRulesSee)) }
  }

  /** Most rows are unchanged since last time. */
  #asRulesSee(rows: readonly string[]): readonly string[] {
    const [before, seen] = [this.#rows, this.#seen]
    this.#rows = rows
    this.#seen = rows.map((row, y) => (row === before[y] ? seen[y] : undefined) ?? asRulesSee(row))
    return this.#seen
  }
}

function sameSaid(one: ScreenEvidence, other: ScreenEvidence): boolean {
  return (
    one.state === other.state &&
    one.rule === other.rule &&
    one.digest === other.digest &&
    one.box === other.box &&
    one.atPrompt === other.atPrompt &&
    one.blank === other.blank
  )
}

/**
 * Returns whether an unchanged reading is reported again. Work is, so that it does not expire.
 * Other states are, because output waits for a reading
 * (`core/session/agent/screen-rule-watcher.ts`).
 */
function worthSaying({ state }: ScreenEvidence, agoMs: Millis): boolean {
  return state === 'working' ? agoMs >= renewMs : state !== 'ignore'
}
