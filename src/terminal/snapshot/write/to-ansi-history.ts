/**
 * Writes history as sequences, directly from packed rows: ten thousand lines as snapshot cells
 * would take half a second. Handles rows of plain characters; others take the long way of
 * to-ansi.ts. A test compares both.
 */
import {
  clusterBit,
  codeMask,
  colorMask,
  extraBit,
  tailBit,
  textMask,
  wideBit,
} from '../../screen/cell.ts'
import { expanded, type FlatRow } from '../delta.ts'
import { emptyLine, type History, type Line } from '../../history/history.ts'
import type { Runs } from '../../history/packed-row.ts'
import type { Screen } from '../../screen/screen.ts'
import { cellsOf, penOf, type Pen } from '../snapshot.ts'
import { sizeSequence, type Writer } from './to-ansi-writer.ts'
import { widthOf } from '../../screen/width.ts'

type Pens = Map<number, Map<number, Pen>>

/** Cached pens; cell graphics use thousands. */
const pensMax = 256

/** Code points below are neither wide nor marks. */
const ordinaryEnd = 0x300

/** Rows per part; parts are encoded separately and can be omitted. */
const rowsAtOnce = 16

/** Extra bytes of the oldest part, which starts a terminal. */
const beginningBytes = 64

export interface HistoryAsAnsi {
  /** Oldest row first. */
  readonly parts: readonly Uint8Array[]
  readonly count: number
}

export interface HistoryWriting {
  readonly bytesMax: number
  /** Returns a writer with the default pen. */
  readonly writer: () => Writer
  readonly encode: (text: string) => Uint8Array
}

/** Writes the newest rows that fit, up to `wanted`, from the newest back. */
export function writeHistory(
  screen: Screen,
  history: History,
  wanted: number,
  { bytesMax, writer, encode }: HistoryWriting,
): HistoryAsAnsi {
  const end = history.count
  const oldest = end - wanted
  const rowsOf = rowWriter(screen, history)
  const part = (from: number, to: number, before: number) => {
    const one = writer()
    rowsOf(from, to, before, one)
    return encode(one.text)
  }
  const parts: Uint8Array[] = []
  let bytes = beginningBytes
  let from = end
  while (from > oldest) {
    const start = Math.max(oldest, from - rowsAtOnce)
    const written = part(start, from, screen.rows)
    if (bytes + written.length > bytesMax) break
    bytes += written.length
    parts.push(written)
    from = start
  }
  if (parts.length === 0) return { parts, count: 0 }
  // The first row follows nothing, and the first screenful does not scroll, so these are written
  // again.
  const again = Math.min(parts.length, Math.ceil(screen.rows / rowsAtOnce) + 1)
  parts.length -= again
  parts.push(part(from, end - parts.length * rowsAtOnce, 0))
  return { parts: parts.reverse(), count: end - from }
}

/** Returns the newest row of history, which the screen's first row may continue, or `null`. */
export function newestRow(screen: Screen, history: History): FlatRow | null {
  if (history.count === 0) return null
  const line = emptyLine(Math.max(screen.cols, 1_000))
  history.read(history.count - 1, line)
  return flatten(screen, line)
}

function flatten(screen: Screen, line: Line): FlatRow {
  const { cols } = screen
  return expanded({
    cols,
    rows: 1,
    lines: [
      {
        y: 0,
        x: 0,
        ...(line.wrapped ? { wr: 1 } : {}),
        ...(line.marks === 0 ? {} : { pm: line.marks }),
        cells: cellsOf(screen, line, 0, Math.min(line.length, cols), new Set()),
      },
    ],
  })[0]!
}

/** Writes rows `from` to `to`, exclusive, of the history after `before` earlier ones. */
function rowWriter(
  screen: Screen,
  history: History,
): (from: number, to: number, before: number, writer: Writer) => void {
  const { cols, rows } = screen
  const pens: Pens = new Map()
  let line = emptyLine(Math.max(cols, 1_000))
  let above = emptyLine(Math.max(cols, 1_000))
  let read = -1
  const runs: Runs = { text: new Uint8Array(0), cells: 0, runs: new Uint32Array(0) }
  return (from, to, before, writer) => {
    for (let row = from; row < to; row += 1) {
      const index = before + row - from
      if (
        index > 0 &&
        history.runs(row, runs) &&
        runs.cells <= cols &&
        writeRuns(runs, writer, pens)
      )
        continue
      if (row > 0 && read !== row - 1 && history.isWrapped(row)) history.read(row - 1, line)
      ;[line, above] = [above, line]
      history.read(row, line)
      read = row
      const plain = isPlain(line, cols)
      if (index === 0) writer.first(line.wrapped)
      else if (!line.wrapped) {
        writer.style({})
        writer.add('\r\n')
      } else if (!plain || !isFull(above, cols) || !beginsPlainly(line))
        writer.next(flatten(screen, line), flatten(screen, above), Math.min(index, rows) - 1)
      if (plain) writePlain(line, cols, writer, pens)
      else {
        writer.row(flatten(screen, line), Math.min(index, rows - 1))
        writer.add(sizeSequence(line.marks))
      }
    }
    writer.style({})
  }
}

/** Returns whether all characters have their usual width and blanks only a background. */
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
    } else if (
      code >= ordinaryEnd
        ? widthOf(code) !== ((word & wideBit) === 0 ? 1 : 2)
        : (word & wideBit) !== 0
    )
      return false
  }
  return true
}

/** Returns whether the last cell has a character, so that the next one wraps. */
function isFull(line: Line, cols: number): boolean {
  return (
    line.length >= cols &&
    (line.content[cols - 1]! & (textMask | tailBit)) !== 0 &&
    isPlain(line, cols)
  )
}

/** Returns whether the line starts with a character on the default background. */
function beginsPlainly({ length, content, background }: Line): boolean {
  return length > 0 && (content[0]! & textMask) !== 0 && (background[0]! & colorMask) === 0
}

/** Reused UTF-16 units of a run. */
const units = new Uint16Array(2_048)

const ascii = new TextDecoder()

/** Writes a row from packed runs. Returns `false` if a blank has more than a background. */
function writeRuns({ text, cells, runs }: Runs, writer: Writer, pens: Pens): boolean {
  for (let run = 0, x = 0; run < runs.length; run += 3) {
    x += runs[run]!
    if (x > text.length && (runs[run + 1] !== 0 || (runs[run + 2]! & ~colorMask) !== 0))
      return false
  }
  writer.style({})
  writer.add('\r\n')
  const characters = ascii.decode(text)
  if (runs.length === 0) {
    writer.add(characters)
    return true
  }
  for (let run = 0, x = 0; run < runs.length; run += 3) {
    const [first, second] = [runs[run + 1]!, runs[run + 2]!]
    const end = x + runs[run]!
    writer.style(penFor(first, second, pens))
    if (x < text.length) writer.add(characters.slice(x, end))
    const blanks = end - Math.max(x, text.length)
    if (blanks > 0) {
      if ((second & colorMask) !== 0) writer.add(`\x1b[${blanks}X`)
      if (end < cells) writer.add(`\x1b[${blanks}C`)
    }
    x = end
  }
  return true
}

/** @param pens cached pens by their two words */
function writePlain(line: Line, cols: number, writer: Writer, pens: Pens): void {
  const { content, foreground, background } = line
  const length = Math.min(line.length, cols)
  for (let x = 0; x < length; ) {
    const [first, second] = [foreground[x]!, background[x]!]
    writer.style(penFor(first, second, pens))
    let count = 0
    while (x < length && foreground[x] === first && background[x] === second) {
      const word = content[x]!
      if ((word & textMask) === 0) break
      const code = word & codeMask
      if (code >= 0x10000) {
        units[count++] = 0xd7c0 + (code >> 10)
        units[count++] = 0xdc00 | (code & 0x3ff)
      } else units[count++] = code
      x += (word & wideBit) === 0 ? 1 : 2
    }
    if (count > 0)
      // array-like is enough
      writer.add(String.fromCharCode.apply(null, units.subarray(0, count) as unknown as number[]))
    if (x >= length || (content[x]! & textMask) !== 0) continue
    const from = x
    while (x < length && content[x] === 0 && foreground[x] === first && background[x] === second)
      x += 1
    if (x === from) continue
    if ((second & colorMask) !== 0) writer.add(`\x1b[${x - from}X`)
    if (x < length) writer.add(`\x1b[${x - from}C`)
  }
}

/** Returns a cached pen: programs use few styles, and logs change them in each line. */
function penFor(first: number, second: number, pens: Pens): Pen {
  const inner = pens.get(first) ?? new Map<number, Pen>()
  const known = inner.get(second)
  if (known !== undefined) return known
  const pen = penOf(first, second, 0, 0)
  if (pens.size < pensMax && inner.size < pensMax) {
    pens.set(first, inner)
    inner.set(second, pen)
  }
  return pen
}
