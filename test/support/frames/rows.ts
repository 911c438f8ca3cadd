/**
 * A grid for tests: texts wrapped at a width, as a terminal would; characters of east Asia and
 * emoji take two columns, marks none.
 */
import type { CellText, RowSource } from '../../../src/renderer/grid/text/line.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isWide = (text: string) =>
  new RegExp(
    String.raw`[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f` +
      String.raw`\uff00-\uff60\u{1f300}-\u{1faff}]`,
    'u',
  ).test(text)

interface Row {
  readonly cells: CellText[]
  text: string
  readonly wrapped: boolean
}

/** `first`: how many rows have left the history already. */
export function rowsOf(
  texts: readonly string[],
  columns: number,
  first = 0,
): RowSource & { readonly columns: number } {
  const rows: Row[] = []
  for (const text of texts) {
    let row: Row = { cells: [], text: '', wrapped: false }
    let used = 0
    rows.push(row)
    for (const { segment } of graphemes.segment(text)) {
      const wide = isWide(segment) ? 2 : 1
      if (used + wide > columns) {
        row = { cells: [], text: '', wrapped: true }
        used = 0
        rows.push(row)
      }
      row.cells.push({ length: segment.length, columns: wide })
      row.text += segment
      used += wide
    }
  }
  const at = (row: number): Row => {
    const found = rows[row - first]
    if (found === undefined) throw new Error(`no row ${row}`)
    return found
  }
  return {
    columns,
    first,
    end: first + rows.length,
    isWrapped: (row) => at(row).wrapped,
    text: (row, whole) => (whole ? at(row).text : at(row).text.trimEnd()),
    cells: (row) => at(row).cells,
  }
}
