/**
 * History as sequences, straight from its packed rows: ten thousand lines as cells and spans of a snapshot would take half a second of objects. Rows of plain
 * characters, which are nearly all, are written here; the others go the long way of to-ansi.ts, and a test holds both ways against each other.
 */
import { clusterBit, codeMask, colorMask, extraBit, tailBit, textMask, wideBit } from './cell.ts'
import { expanded, type FlatRow } from './delta.ts'
import { emptyLine, type History, type Line } from './history.ts'
import type { Screen } from './screen.ts'
import { cellsOf, penOf } from './snapshot.ts'
import type { Writer } from './to-ansi.ts'
import { widthOf } from './width.ts'

/** Code points below are neither wide nor marks. */
const ordinaryEnd = 0x300

/** Writes the newest `count` rows. @returns the last of them, which the next row may go on; null: none */
export function writeHistory(screen: Screen, history: History, count: number, writer: Writer): FlatRow | null {
  const { cols, rows } = screen
  const used = new Set<number>()
  let line = emptyLine(Math.max(cols, 1_000))
  let above = emptyLine(Math.max(cols, 1_000))
  const flat = (one: Line): FlatRow => expanded({ cols, rows: 1, lines: [{ y: 0, x: 0, ...(one.wrapped ? { wr: 1 } : {}), ...(one.marks === 0 ? {} : { pm: one.marks }), cells: cellsOf(screen, one, 0, Math.min(one.length, cols), used) }] })[0]!
  for (let index = 0; index < count; index += 1) {
    [line, above] = [above, line]
    history.read(history.count - count + index, line)
    const plain = isPlain(line, cols)
    if (index === 0) writer.first(line.wrapped)
    else if (!line.wrapped) { writer.style({}); writer.add('\r\n') }
    else if (!plain || !isFull(above, cols) || !beginsPlainly(line)) writer.next(flat(line), flat(above), Math.min(index, rows) - 1)
    if (plain) writePlain(line, cols, writer)
    else writer.row(flat(line), Math.min(index, rows - 1))
  }
  return count === 0 ? null : flat(line)
}

/** Characters that are one code point of their usual width, and blanks with nothing but a background. */
function isPlain(line: Line, cols: number): boolean {
  if (line.marks !== 0) return false
  const { content, foreground, background } = line
  const length = Math.min(line.length, cols)
  for (let x = 0; x < length; x += (content[x]! & wideBit) === 0 ? 1 : 2) {
    const word = content[x]!
    if ((word & (clusterBit | extraBit | tailBit)) !== 0) return false
    const code = word & codeMask
    if (code === 0) {
      if (word !== 0 || foreground[x] !== 0 || (background[x]! & ~colorMask) !== 0) return false
    } else if (code >= ordinaryEnd ? widthOf(code) !== ((word & wideBit) === 0 ? 1 : 2) : (word & wideBit) !== 0) return false
  }
  return true
}

/** Its last cell holds a character: the next one wraps by itself. */
function isFull(line: Line, cols: number): boolean {
  return line.length >= cols && (line.content[cols - 1]! & (textMask | tailBit)) !== 0 && isPlain(line, cols)
}

/** It begins with a character on the default background: a line that wraps in comes in the pen's. */
function beginsPlainly({ length, content, background }: Line): boolean {
  return length > 0 && (content[0]! & textMask) !== 0 && (background[0]! & colorMask) === 0
}

/** Runs of one style: their characters as UTF-16, so that a run becomes a text at once. */
const units = new Uint16Array(2_048)

function writePlain(line: Line, cols: number, writer: Writer): void {
  const { content, foreground, background } = line
  const length = Math.min(line.length, cols)
  for (let x = 0; x < length;) {
    const [first, second] = [foreground[x]!, background[x]!]
    writer.style(penOf(first, second, 0, 0))
    let count = 0
    while (x < length && foreground[x] === first && background[x] === second) {
      const word = content[x]!
      if ((word & textMask) === 0) break
      const code = word & codeMask
      if (code >= 0x10000) { units[count++] = 0xd7c0 + (code >> 10); units[count++] = 0xdc00 | code & 0x3ff } else units[count++] = code
      x += (word & wideBit) === 0 ? 1 : 2
    }
    if (count > 0) writer.add(String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[])) // array-like is enough
    if (x >= length || (content[x]! & textMask) !== 0) continue
    const from = x
    while (x < length && content[x] === 0 && foreground[x] === first && background[x] === second) x += 1
    if (x === from) continue
    if ((second & colorMask) !== 0) writer.add(`\x1b[${x - from}X`)
    if (x < length) writer.add(`\x1b[${x - from}C`)
  }
}
