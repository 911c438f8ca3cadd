/**
 * Reads one session's screen by the rules of the agent in front, whenever it has settled, and tells what they say. It stands beside the grid
 * that it reads (the shadow's worker), so nothing is copied; what it tells is evidence for the session's state machine.
 */
import { asRulesSee, type Rule } from '../agent-rules/rules.ts'
import type { ScreenEvidence } from '../agent-state/index.ts'
import type { Clock, Millis } from '../clock.ts'
import { renewMs } from './limits.ts'
import { readScreen, screenRules } from './read-screen.ts'
import { Settling, type Updates } from './settling.ts'

/** A VT core's `Terminal` is one. */
export interface ReadableGrid {
  /** From the top, right-trimmed; the same array while none has changed. */
  rowTexts(): readonly string[]
  readonly updates: Updates
}

export class ScreenReader {
  readonly #clock: Clock
  readonly #grid: () => ReadableGrid
  readonly #tell: (evidence: ScreenEvidence) => void
  readonly #settling: Settling
  #rules: readonly Rule[] = []
  /** What was read last, and when it was last told; null: nothing since the rules changed. */
  #last: { readonly said: ScreenEvidence; readonly at: Millis } | null = null
  /** The rows that were read last, as they were and as rules see them. */
  #rows: readonly string[] = []
  #seen: readonly string[] = []

  /** @param grid the terminal; asked for each time, since a restarted program gets another one */
  constructor(clock: Clock, grid: () => ReadableGrid, tell: (evidence: ScreenEvidence) => void) {
    this.#clock = clock
    this.#grid = grid
    this.#tell = tell
    this.#settling = new Settling(clock, () => this.#read())
  }

  /** From now on these rules count; none: nobody whose screen is known is in front, or it speaks for itself. What stands there already is read, too. */
  follow(rules: readonly Rule[]): void {
    this.#rules = screenRules(rules)
    this.#last = null
    if (this.#rules.length === 0) this.#settling.dispose()
    else this.#settling.ask()
  }

  /** Output has been written to the grid. */
  wrote(): void {
    if (this.#rules.length > 0) this.#settling.wrote(this.#grid().updates)
  }

  /** The grid has another size. */
  resized(): void {
    if (this.#rules.length > 0) this.#settling.resized()
  }

  dispose(): void {
    this.#rules = []
    this.#settling.dispose()
  }

  #read(): void {
    const rows = this.#grid().rowTexts()
    const before = this.#last
    const said = before !== null && rows === this.#rows ? before.said : readScreen(this.#rules, this.#asRulesSee(rows))
    const now = this.#clock.now()
    if (before !== null && sameSaid(before.said, said) && !worthSaying(said, now - before.at)) return
    this.#last = { said, at: now }
    this.#tell(said)
  }

  /** Most rows are those of last time. */
  #asRulesSee(rows: readonly string[]): readonly string[] {
    const [before, seen] = [this.#rows, this.#seen]
    this.#rows = rows
    this.#seen = rows.map((row, y) => row === before[y] ? seen[y]! : asRulesSee(row))
    return this.#seen
  }
}

function sameSaid(one: ScreenEvidence, other: ScreenEvidence): boolean {
  return one.state === other.state && one.rule === other.rule && one.digest === other.digest
}

/** What says the same as before is worth it, too: work, so that it is not forgotten; and the rest, since output waits to be judged by it (session/screen-side.ts). */
function worthSaying({ state }: ScreenEvidence, agoMs: Millis): boolean {
  return state === 'working' ? agoMs >= renewMs : state !== 'ignore'
}
