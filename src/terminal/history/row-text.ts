/** Text of rows on the screen while output continues, without a snapshot. */
import { clusterBit, codeMask, tailBit, textMask } from '../screen/cell.ts'
import { BROAD } from './grid-rows.ts'
import { colsMax } from '../limits.ts'
import type { Screen } from '../screen/screen.ts'

/** Reused UTF-16 units of one row. */
const units = new Uint16Array(2 * colsMax)

/** Text of all rows of the screen. Only changed rows are read again. */
export class RowTexts {
  readonly #screen: Screen
  #texts: readonly string[] = []
  /** Numbers of these rows, and the last stamp that was read. */
  #numbers: readonly number[] = []
  #seen = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /**
   * Returns the rows from the top, trimmed at the end: always the bottom of the buffer, wherever a
   * page has scrolled. A wide cell is one character. Returns the same array if nothing has changed.
   */
  read(): readonly string[] {
    const screen = this.#screen
    const { grid, changes } = screen
    const { numbers, stamps } = grid
    let texts: string[] | null =
      this.#texts.length === screen.rows ? null : new Array<string>(screen.rows)
    for (let y = 0; y < screen.rows; y += 1) {
      const row = grid.row(y)
      if (numbers[row] === this.#numbers[y] && stamps[row]! <= this.#seen) {
        if (texts !== null) texts[y] = this.#texts[y]!
        continue
      }
      const text = rowText(screen, y)
      if (texts === null && text !== this.#texts[y]) texts = this.#texts.slice()
      if (texts !== null) texts[y] = text
    }
    if (texts !== null) this.#texts = texts
    this.#numbers = Array.from({ length: grid.rows }, (_, y) => grid.numberOf(y))
    this.#seen = changes.stamp
    changes.stamp += 1
    return this.#texts
  }
}

/** Returns a row's text, trimmed at the end. */
export function rowText(
  { grid, clusters, cols }: Pick<Screen, 'grid' | 'clusters' | 'cols'>,
  y: number,
): string {
  const start = grid.at(y)
  const { cells } = grid
  let end = start + cols
  while (end > start && isBlank(cells[end - 1]!)) end -= 1
  if (end === start) return ''
  if ((grid.flags[grid.row(y)]! & BROAD) === 0) {
    for (let at = start; at < end; at += 1) units[at - start] = cells[at]! & codeMask || 0x20
    return textOf(end - start)
  }
  let length = 0
  let text = ''
  for (let at = start; at < end; at += 1) {
    const content = cells[at]!
    if ((content & tailBit) !== 0) continue
    const code = content & codeMask
    if ((content & clusterBit) !== 0) {
      text += textOf(length) + clusters.text(code)
      length = 0
    } else if (code > 0xffff) {
      units[length++] = 0xd800 + ((code - 0x10000) >> 10)
      units[length++] = 0xdc00 + (code & 0x3ff)
    } else units[length++] = code || 0x20
  }
  return text + textOf(length)
}

/** Returns whether a cell is empty or a space, and not the right half of a wide cell. */
function isBlank(content: number): boolean {
  return (content & tailBit) === 0 && ((content & textMask) === 0 || (content & textMask) === 0x20)
}

function textOf(length: number): string {
  // an array-like of numbers, which is all that apply needs
  return String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[])
}
