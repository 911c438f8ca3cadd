/** Tracks which configuration problems were logged, so that each one is logged once. */
import type { ConfigProblem } from './problem.ts'

export class ReportedProblems {
  #said: ReadonlySet<string> = new Set()

  /**
   * Returns the problems that were not logged yet. A problem that moved to another line is not new.
   * A problem that was fixed and returns is new. While a file is rejected, earlier problems stay
   * logged, since its earlier settings stay in effect.
   */
  fresh(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
    const before = this.#said
    const now = problems.map(words)
    this.#said = new Set(
      problems.some(({ wholeFile }) => wholeFile === true) ? [...standing(before), ...now] : now,
    )
    return problems.filter((problem) => !before.has(words(problem)))
  }
}

const refused = 'refused: '

/** Identifies a problem without its place, which only counts for a rejected file. */
function words({ file, place, key = '', severity, wholeFile, text }: ConfigProblem): string {
  return wholeFile === true
    ? `${refused}${file} ${place?.line ?? 0} ${place?.column ?? 0} ${text}`
    : `${severity} ${file} ${key} ${text}`
}

function standing(said: ReadonlySet<string>): string[] {
  return [...said].filter((one) => !one.startsWith(refused))
}
