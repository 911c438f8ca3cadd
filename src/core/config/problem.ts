/** What is wrong with a configuration, and how it is told: to the user in the window, to `--check-config`, to the log. */

export interface Place {
  /** Both count from 1; columns in characters. */
  readonly line: number
  readonly column: number
}

export interface Problem {
  /** A stable word: `syntax`, `unknown_key`, `invalid_value`, `clamped` ... */
  readonly kind: string
  /** `note`: for the log and `--check-config` only. */
  readonly severity: 'error' | 'warning' | 'note'
  /** The option, where one is meant: `ui.stripe_width`. */
  readonly key?: string
  /** The whole path of the file, or `-o`. */
  readonly file: string
  readonly place: Place | null
  /** Whole file refused: where in the line matters, and the place names the column too. */
  readonly wholeFile?: true
  /** A sentence or two, without the place. */
  readonly text: string
  /** What becomes of the settings; for a running program only. */
  readonly outcome?: string
}

/** For the window: `config.toml line 4: unknown key ui.indicator_puls. Did you mean ui.indicator_pulse?` */
export function problemText({ file, place, wholeFile, text, outcome }: Problem): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const where = place === null ? '' : ` line ${place.line}${wholeFile === true ? `, column ${place.column}` : ''}`
  return `${name}${where}: ${text}${outcome === undefined ? '' : ` ${outcome}`}`
}

/** For editors and scripts: `/home/me/.config/vibeflow/config.toml:4:1: warning: unknown key ...`. */
export function problemLine({ file, place, severity, text }: Problem): string {
  return `${file}${place === null ? '' : `:${place.line}:${place.column}`}: ${severity}: ${text}`
}
