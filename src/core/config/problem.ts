/** Problems of a configuration, and their texts for the window, `--check-config` and the log. */
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'

export interface SourcePlace {
  /** Both count from 1; columns are characters. */
  readonly line: number
  readonly column: number
}

export interface ConfigProblem {
  /** A stable word: `syntax`, `unknown_key`, `invalid_value`, `clamped`, and so on. */
  readonly kind: string
  /** `note`: only for the log and `--check-config`. */
  readonly severity: 'error' | 'warning' | 'note'
  /** The option, where one is meant: `ui.font_size`. */
  readonly key?: string
  /** Full path of the file, or `-o`. */
  readonly file: string
  readonly place: SourcePlace | null
  /** The file was rejected. Its place includes the column, as for agent rules. */
  readonly wholeFile?: true
  /** A sentence or two, without the place. */
  readonly text: string
  /** Effect on the current settings, for a running program only. */
  readonly outcome?: string
}

/** Returns `config.toml line 4: unknown key ui.tab. Did you mean ui.tabs?` for the window. */
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

/** Returns `/home/me/config.toml:4:1: warning: unknown key ...` for editors. */
export function problemLine({ file, place, severity, text }: ConfigProblem): string {
  return safeText(
    `${file}${place === null ? '' : `:${place.line}:${place.column}`}: ${severity}: ${text}`,
    lineCharactersMax,
  )
}

/** A problem as shown in the window. */
export interface ShownProblem {
  readonly level: 'error' | 'warning'
  /** Line in its file; `null` if there is none. */
  readonly line: number | null
  /** File to open for fixing it; `null` for `-o`. */
  readonly file: string | null
  readonly wholeFile?: true | undefined
  readonly text: string
}

/** Returns the problems for the window: all except notes. */
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

/** Returns the files of shown problems. The window may open no other files. */
export function filesOf(
  ...problems: readonly (readonly ShownProblem[] | undefined)[]
): ReadonlySet<string | null> {
  return new Set(problems.flatMap((some) => some ?? []).map(({ file }) => file))
}

/**
 * Returns errors before warnings, each by line, since only the first one has a banner. A rejected
 * file reports only that, since its earlier problems may have been fixed.
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

/** Sorts problems by file, then by position. Problems without a position follow the others. */
export function byPlace(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  const key = ({ file, place }: ConfigProblem) =>
    [files.indexOf(file), place?.line ?? Number.MAX_SAFE_INTEGER, place?.column ?? 0] as const
  return problems
    .map((problem) => [problem, key(problem)] as const)
    .sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(([problem]) => problem)
}
