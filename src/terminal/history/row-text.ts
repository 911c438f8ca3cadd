/**
 * The text of rows as they stand on the screen, for whoever reads it while bytes go on coming: no
 * snapshot is made.
 */
import { clusterBit, codeMask, tailBit, textMask } from '../screen/cell.ts'
import { BROAD } from './grid-rows.ts'
import { colsMax } from '../limits.ts'
import type { Screen } from '../screen/screen.ts'

/** UTF-16 of a row, filled anew for each. */
const units = new Uint16Array(2 * colsMax)

/**
 * Rows of the screen in use, kept from one reading to the next: only those that have changed are
 * made anew.
 */
export class RowTexts {
  readonly #screen: Screen
  #texts: readonly string[] = []
  /** Which rows these are, and the stamp that changes since then do not have. */
  #numbers: readonly number[] = []
  #seen = 0

  constructor(screen: Screen) {
    this.#screen = screen
  }

  /**
   * From the top, trailing blanks cut: always the bottom of the buffer, whatever a page shows of
   * it. A wide cell is one character. The same array while nothing has changed.
   */
  read(): readonly string[] {
    const screen = this.#screen
    const {
      grid: { map, numbers, stamps },
      changes,
    } = screen
    let texts: string[] | null =
      this.#texts.length === screen.rows ? null : new Array<string>(screen.rows)
    for (let y = 0; y < screen.rows; y += 1) {
      const row = map[y]!
      if (numbers[row] === this.#numbers[y] && stamps[row]! <= this.#seen) {
        if (texts !== null) texts[y] = this.#texts[y]!
        continue
      }
      const text = rowText(screen, y)
      if (texts === null && text !== this.#texts[y]) texts = this.#texts.slice()
      if (texts !== null) texts[y] = text
    }
    if (texts !== null) this.#texts = texts
    this.#numbers = Array.from(map, (row) => numbers[row]!)
    this.#seen = changes.stamp
    changes.stamp += 1
    return this.#texts
  }
}

/** Trailing blanks cut. */
export function rowText(
  { grid, clusters, cols }: Pick<Screen, 'grid' | 'clusters' | 'cols'>,
  y: number,
): string {
  const start = grid.at(y)
  const { cells } = grid
  let end = start + cols
  while (end > start && isBlank(cells[end - 1]!)) end -= 1
  if (end === start) return ''
  if ((grid.flags[grid.map[y]!]! & BROAD) === 0) {
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

/** A cell without text, or with a blank; the right half of a wide cell is none. */
function isBlank(content: number): boolean {
  return (content & tailBit) === 0 && ((content & textMask) === 0 || (content & textMask) === 0x20)
}

function textOf(length: number): string {
  // an array-like of numbers, which is all that apply wants
  return String.fromCharCode.apply(null, units.subarray(0, length) as unknown as number[])
}
