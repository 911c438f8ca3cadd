/**
 * What is wrong with a configuration, and how it is reported: to the user in the window, to
 * `--check-config`, to the log.
 */
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'

export interface SourcePlace {
  /** Both count from 1; columns in characters. */
  readonly line: number
  readonly column: number
}

export interface ConfigProblem {
  /** A stable word: `syntax`, `unknown_key`, `invalid_value`, `clamped` ... */
  readonly kind: string
  /** `note`: for the log and `--check-config` only. */
  readonly severity: 'error' | 'warning' | 'note'
  /** The option, where one is meant: `ui.font_size`. */
  readonly key?: string
  /** The whole path of the file, or `-o`. */
  readonly file: string
  readonly place: SourcePlace | null
  /** Whole file refused: where in the line matters, and the place names the column too, as it does
   * of rules for agents, which often stand in one line.
   */
  readonly wholeFile?: true
  /** A sentence or two, without the place. */
  readonly text: string
  /** What becomes of the settings; for a running program only. */
  readonly outcome?: string
}

/**
 * For the window: `config.toml line 4: unknown key ui.indicator_puls. Did you mean
 * ui.indicator_pulse?`
 */
export function problemText({
  kind,
  file,
  place,
  wholeFile,
  text,
  outcome,
}: ConfigProblem): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const showColumn = wholeFile === true || kind === 'agent_rule'
  const where =
    place === null ? '' : ` line ${place.line}${showColumn ? `, column ${place.column}` : ''}`
  return safeText(
    `${name}${where}: ${text}${outcome === undefined ? '' : ` ${outcome}`}`,
    lineCharactersMax,
  )
}

/**
 * For editors and scripts: `/home/me/.config/vibeflow/config.toml:4:1: warning: unknown key ...`.
 */
export function problemLine({ file, place, severity, text }: ConfigProblem): string {
  return safeText(
    `${file}${place === null ? '' : `:${place.line}:${place.column}`}: ${severity}: ${text}`,
    lineCharactersMax,
  )
}

/** As the window shows it. */
export interface ShownProblem {
  readonly level: 'error' | 'warning'
  /** Where in its file; null: nowhere in particular. */
  readonly line: number | null
  /** What to open in order to mend it; null: no file (`-o`). */
  readonly file: string | null
  readonly wholeFile?: true | undefined
  readonly text: string
}

/** What the window shows: all but notes. */
export function shownProblems(problems: readonly ConfigProblem[]): readonly ShownProblem[] {
  return problems.flatMap((problem) =>
    problem.severity === 'note'
      ? []
      : [
          {
            level: problem.severity,
            line: problem.place?.line ?? null,
            file: problem.file.startsWith('/') ? problem.file : null,
            wholeFile: problem.wholeFile,
            text: problemText(problem),
          },
        ],
  )
}

/** Files in which something is wrong that the window has shown: it opens no others. */
export function filesOf(
  ...problems: readonly (readonly ShownProblem[] | undefined)[]
): ReadonlySet<string | null> {
  return new Set(problems.flatMap((some) => some ?? []).map(({ file }) => file))
}

/**
 * Errors before warnings, each by line: only the first has a bar of its own. Of a file that is
 * refused as a whole that alone: what it said before may have been mended in it.
 */
export function urgentFirst(problems: readonly ShownProblem[]): readonly ShownProblem[] {
  const weight = ({ level, line }: ShownProblem) =>
    [level === 'error' ? 0 : 1, line ?? Infinity] as const
  const refused = filesOf(problems.filter(({ wholeFile }) => wholeFile === true))
  return problems
    .filter(({ file, wholeFile }) => wholeFile === true || !refused.has(file))
    .map((problem) => [problem, weight(problem)] as const)
    .sort(
      ([, [level, line]], [, [otherLevel, otherLine]]) =>
        level - otherLevel || (line === otherLine ? 0 : line - otherLine),
    )
    .map(([problem]) => problem)
}

/**
 * For a list that is read from its top: files in the order of their first problem, each by line and
 * column; what has no place comes behind what has.
 */
export function byPlace(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  const key = ({ file, place }: ConfigProblem) =>
    [files.indexOf(file), place?.line ?? Number.MAX_SAFE_INTEGER, place?.column ?? 0] as const
  return problems
    .map((problem) => [problem, key(problem)] as const)
    .sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([problem]) => problem)
}
