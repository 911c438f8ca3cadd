/** Rows of a screen as the reader of dialogs gets them, from their texts. */
import type { DrawnScreen } from '../../../src/agents/screen-rules/drawn-row.ts'
import { widthOf } from '../../../src/terminal/screen/width.ts'

/** @param cols of the screen; absent: those of its longest row */
export function drawn(texts: readonly string[], cols?: number): DrawnScreen {
  const rows = texts.map((text) => ({
    text,
    width: [...text].reduce((columns, one) => columns + widthOf(one.codePointAt(0)!), 0),
    wrapped: false,
    unsure: false,
  }))
  return { cols: cols ?? Math.max(0, ...rows.map(({ width }) => width)), rows }
}
