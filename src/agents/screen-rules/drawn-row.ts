/** Rows of a screen with all that decides whether a dialog in them is shown whole elsewhere. */

export interface DrawnRow {
  /** Its text, trailing blanks cut. A wide character is one character. */
  readonly text: string
  /** Columns up to the end of its text. */
  readonly width: number
  /** It continues the row above, whose line was too long for the terminal. */
  readonly wrapped: boolean
  /** Its text is not what the tab shows there: some of it is hidden, covered or lost. */
  readonly unsure: boolean
}

export interface DrawnScreen {
  /** Columns of the screen. */
  readonly cols: number
  /** From the top. */
  readonly rows: readonly DrawnRow[]
}
