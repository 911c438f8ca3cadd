/** Searches one grid in short turns, between everything else on the page. */
import type { TextLine, RowSource } from '../../grid/text/line.ts'
import { FindMatches } from './find-matches.ts'
import { patternBatchUnits, searchSliceMs } from './limits.ts'
import { matchesOf, type TextMatcher } from './matcher.ts'
import { Walk, type FindDirection } from './walk.ts'
import { soon } from '../../grid/next-task.ts'
import { PatternTimeouts, patternTooSlow } from './pattern-tries.ts'

interface SearchPorts {
  readonly found: (matches: FindMatches) => void
  /** Called at the end, with a sentence if the search was stopped. */
  readonly done: (matches: FindMatches, problem: string | null) => void
}

/** Rows of a grid. `mayMatch` rejects a line without reading it. */
export interface SearchedRows extends RowSource {
  mayMatch(sieve: TextMatcher['sieve']): (row: number, rows: number) => boolean
}

/** Longest turn of any search, ms, for the bench. */
export const turns = { longestMs: 0 }

export class GridSearch {
  readonly matches: FindMatches
  readonly #rows: SearchedRows
  readonly #matcher: TextMatcher
  readonly #walk: Walk
  readonly #ports: SearchPorts
  readonly #tries: PatternTimeouts | null
  readonly #max: number
  #over = false
  #waiting = false

  /** Starts immediately. `from` is a row number. */
  constructor(
    rows: SearchedRows,
    matcher: TextMatcher,
    options: { readonly max: number; readonly from: number; readonly direction: FindDirection },
    ports: SearchPorts,
  ) {
    this.#rows = rows
    this.#matcher = matcher
    this.#ports = ports
    this.#max = options.max
    this.matches = new FindMatches(options.max)
    this.#walk = new Walk(rows, options.from, options.direction, rows.mayMatch(matcher.sieve))
    this.#tries = matcher.isPattern ? new PatternTimeouts(matcher) : null
    this.#turn()
  }

  get over(): boolean {
    return this.#over
  }

  stop(): void {
    this.#over = true
    this.#tries?.end(this.#waiting)
  }

  #turn(): void {
    if (this.#over) return
    const began = performance.now()
    const ends = began + searchSliceMs
    if (this.#tries === null) this.#plain(ends)
    else void this.#pattern(this.#tries, ends)
    turns.longestMs = Math.max(turns.longestMs, performance.now() - began)
  }

  #plain(ends: number): void {
    const expression = new RegExp(this.#matcher.source, this.#matcher.flags)
    const { count } = this.matches
    while (performance.now() < ends) {
      const step = this.#walk.next()
      if (step === null) {
        this.#finish(null)
        return
      }
      if (step === 'pause') continue
      const matches = matchesOf(expression, this.#matcher.wholeWord, step.line.text, this.#max + 1)
      if (matches.length > 0 && !this.matches.add(this.#rows, step.line, matches, step.going)) {
        this.#finish(null)
        return
      }
    }
    if (this.matches.count > count) this.#ports.found(this.matches)
    this.#later()
  }

  async #pattern(tries: PatternTimeouts, ends: number): Promise<void> {
    const batch: { readonly line: TextLine; readonly going: FindDirection }[] = []
    let units = 0
    let through = false
    while (performance.now() < ends && units < patternBatchUnits) {
      const step = this.#walk.next()
      if (step === null) {
        through = true
        break
      }
      if (step === 'pause') continue
      batch.push(step)
      units += step.line.text.length
    }
    if (batch.length > 0) {
      this.#waiting = true
      const found = await tries.try(
        batch.map(({ line }) => line.text),
        this.#max + 1,
      )
      this.#waiting = false
      if (this.#over) return
      if (found === null) {
        this.#finish(patternTooSlow)
        return
      }
      for (const { line, matches } of found) {
        const step = batch[line]
        // The row may have left the history since.
        if (step === undefined || step.line.row < this.#rows.first) continue
        if (!this.matches.add(this.#rows, step.line, matches, step.going)) {
          this.#finish(null)
          return
        }
      }
      if (found.length > 0) this.#ports.found(this.matches)
    }
    if (through) this.#finish(null)
    else this.#later()
  }

  #later(): void {
    // After everything that waits for the page. A timer would add 4 ms each time.
    soon(() => this.#turn())
  }

  #finish(problem: string | null): void {
    this.#over = true
    this.#tries?.end(false)
    this.#ports.done(this.matches, problem)
  }
}
