/** Finds a shell's suggestion, which looks like input after the cursor but is not part of it. */
import type { IBuffer, IBufferCell } from '@xterm/xterm'
import type { Rgb } from '../../../base/color.ts'
import type { XtermColours } from '../xterm-colours.ts'

/** Colors that decide what is muted. */
export type TextColors = Pick<XtermColours, 'palette' | 'dynamic'>

export interface TextPosition {
  readonly row: number
  readonly column: number
}

/** Muted text has less than this part of the contrast of ordinary text. Solarized's has 0.63. */
const mutedContrast = 0.8
/** Greatest difference between the channels of a muted color. Dracula's has 66. */
const mutedSaturation = 80
const brightBlack = 8

/**
 * Returns where the suggestion starts, or `null`. It is the last text, in one muted style. It
 * starts at the cursor or after it, and never at the start of the input, because shells suggest
 * nothing for an empty line. They keep showing it while the cursor is moved left. A comment has the
 * same looks. It is one if it starts after the cursor.
 * @param end after the last character, in the cursor's row or below
 */
export function suggestionIn(
  buffer: IBuffer,
  { input, cursor, end }: Readonly<Record<'input' | 'cursor' | 'end', TextPosition>>,
  colors: TextColors,
): TextPosition | null {
  const cellAt = ({ row, column }: TextPosition) => buffer.getLine(row)?.getCell(column)
  const before = ({ row, column }: TextPosition): TextPosition => {
    if (column > 0) return { row, column: column - 1 }
    const line = buffer.getLine(row - 1)
    let last = (line?.length ?? 1) - 1
    while (last > 0 && !isPrinted(line?.getCell(last))) last -= 1
    return { row: row - 1, column: last }
  }
  let start = end
  let style: string | null = null
  while (isBefore(cursor, start)) {
    const cell = cellAt(before(start))
    if (cell === undefined) return null
    const isText = cell.getChars() !== ' ' && cell.getWidth() > 0
    if (style === null && isText) {
      if (!isMuted(cell, colors)) return null
      style = styleOf(cell)
    } else if (style !== null && cell.getWidth() > 0 && styleOf(cell) !== style) {
      const isComment = cell.getChars() === ' ' && cellAt(start)?.getChars() === '#'
      return isComment ? null : start
    }
    start = before(start)
  }
  if (style === null || !isBefore(input, start)) return null
  const left = cellAt(before(start))
  // else the cursor is within muted text of the user, such as a comment
  return left !== undefined && styleOf(left) !== style ? start : null
}

function styleOf(cell: IBufferCell): string {
  const attributes = [cell.isDim(), cell.isItalic(), cell.isUnderline(), cell.isInverse()]
  return [cell.getFgColorMode(), cell.getFgColor(), cell.getBgColor(), ...attributes].join()
}

function isMuted(cell: IBufferCell, colors: TextColors): boolean {
  if (cell.isDim() !== 0) return true
  if (cell.isFgDefault()) return false
  const value = cell.getFgColor()
  if (cell.isFgPalette() && value === brightBlack) return true
  const own: Rgb = cell.isFgPalette()
    ? colors.palette(value)
    : [value >> 16, (value >> 8) & 0xff, value & 0xff]
  const [text, background] = [brightness(colors.dynamic(10)), brightness(colors.dynamic(11))]
  const contrast = Math.abs(brightness(own) - background) / Math.abs(text - background)
  const [red, green, blue] = own
  const saturation = Math.max(red, green, blue) - Math.min(red, green, blue)
  return saturation <= mutedSaturation && contrast < mutedContrast
}

function brightness([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function isBefore(one: TextPosition, other: TextPosition): boolean {
  return one.row < other.row || (one.row === other.row && one.column < other.column)
}

/** The second half of a wide character has no text, but width 0. */
export function isPrinted(cell: IBufferCell | undefined): boolean {
  return cell !== undefined && (cell.getChars() !== '' || cell.getWidth() === 0)
}
