/** Extra cursors in snapshots. */
import { hexColor } from '../screen/color.ts'
import type { CursorColor } from '../screen/cursors/extra-cursors.ts'
import type { Screen } from '../screen/screen.ts'

/** `fg`, `bg`: colors of the text and the cursor, -1 for those of the cell; absent if unset. */
export interface Cursors {
  cells: [row: number, col: number, shape: 1 | 2 | 3 | 29][]
  fg?: number | string
  bg?: number | string
}

export function cursorsOf({ extraCursors }: Screen): { cursors?: Cursors } {
  const { cells, text, cursor } = extraCursors.state
  const value = (color: CursorColor): number | string =>
    typeof color === 'number' ? color : typeof color === 'string' ? -1 : hexColor(color.rgb)
  if (cells.length === 0 && text === 'unset' && cursor === 'unset') return {}
  return {
    cursors: {
      cells: cells.map(([y, x, shape]) => [y, x, shape]),
      ...(text === 'unset' ? {} : { fg: value(text) }),
      ...(cursor === 'unset' ? {} : { bg: value(cursor) }),
    },
  }
}
