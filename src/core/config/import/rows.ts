/** Rows of the table that an import shows. Pure. */

/** Result for a setting. `kept`: the user's own value stays. */
export type Outcome = 'imported' | 'unchanged' | 'kept' | 'skipped'

export interface ImportRow {
  /** The setting, as the other terminal's file has it. */
  readonly from: string
  readonly outcome: Outcome
  /** Options with their values, or the reason. */
  readonly text: string
}

/** The user's own configuration. */
export interface OwnConfig {
  /** Whether the user's files set the option, such as `fonts.size`. */
  readonly isSet: (name: string) => boolean
  /** Value in effect. */
  readonly value: (name: string) => unknown
  /** Keys of `[shortcuts]` that the user's files set. */
  readonly shortcuts: Readonly<Record<string, unknown>>
}

/** Characters of a setting in a row. */
const fromCharactersMax = 60

/** Returns a setting for a row, cropped. */
export function oneLine(text: string): string {
  const letters = [...text.trim().replace(/\s+/g, ' ')]
  return letters.length <= fromCharactersMax
    ? letters.join('')
    : `${letters.slice(0, fromCharactersMax - 1).join('')}…`
}
