/** Rows of a list for people. */
import { lineCharactersMax, safeText } from '../core/text/safe-text.ts'
import { widthOf } from '../core/vt/screen/width.ts'

/**
 * Columns as wide as their widest cell. Each cell is cleaned for itself: a folder's name makes no
 * row.
 */
export function table(cells: readonly (readonly string[])[]): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => safeText(cell, lineCharactersMax)))
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))),
  )
  return rows.map((row) =>
    row
      .map(
        (cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - columnsOf(cell))),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** As a terminal counts them: folders may have Chinese names. */
function columnsOf(text: string): number {
  return [...text].reduce(
    (columns, character) => columns + widthOf(character.codePointAt(0) ?? 0),
    0,
  )
}
