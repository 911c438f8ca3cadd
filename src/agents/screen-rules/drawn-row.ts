/** Rows of a screen, with the facts that decide whether a dialog can be shown elsewhere. */

export interface DrawnRow {
  /** Text without trailing spaces. A wide character is one character. */
  readonly text: string
  /** Columns up to the end of its text. */
  readonly width: number
  /** Continues the row above, whose line was too long. */
  readonly wrapped: boolean
  /** The tab may show different text: some of it is hidden, covered or lost. */
  readonly unsure: boolean
}

export interface DrawnScreen {
  readonly cols: number
  /** From the top. */
  readonly rows: readonly DrawnRow[]
}
