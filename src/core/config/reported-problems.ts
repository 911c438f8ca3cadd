/**
 * Which problems of the configuration the log has already: each is said once, however often the
 * file is read again.
 */
import type { ConfigProblem } from './problem.ts'

export class ReportedProblems {
  #said: ReadonlySet<string> = new Set()

  /**
   * Those of the problems there are now that were not said. One that has only moved to another line
   * is no news; one that was mended and comes back is. While a file is refused as a whole the
   * current settings stay, and so does what was said of them.
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

/**
 * Without the place. A whole file's mistake counts by its place too: there is no other, and it is
 * another at another place.
 */
function words({ file, place, key = '', severity, wholeFile, text }: ConfigProblem): string {
  return wholeFile === true
    ? `${refused}${file} ${place?.line ?? 0} ${place?.column ?? 0} ${text}`
    : `${severity} ${file} ${key} ${text}`
}

function standing(said: ReadonlySet<string>): string[] {
  return [...said].filter((one) => !one.startsWith(refused))
}
