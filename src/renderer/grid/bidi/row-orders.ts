/** Visual order of the rows of a terminal. Everything but drawing and the pointer stays logical. */
import type { Terminal } from '@xterm/xterm'
import { bidiBits, type BidiBits } from '../../../terminal/history/bidi.ts'
import {
  bidiOf,
  blockWordsOf,
  hasBidiLines,
  rowSizeOf,
  type XtermLine,
} from '../frames/line-maker.ts'
import { combined } from '../frames/cells.ts'
import { coreOf } from '../xterm-names.ts'
import { paragraphCellsMax, paragraphRowsMax } from './limits.ts'
import { orderParagraph, type BidiRow, type RowOrder } from './paragraph.ts'

interface Buffer {
  readonly ydisp: number
  readonly lines: {
    readonly length: number
    get(index: number): XtermLine | undefined
    /** Reads no row of the history. */
    isWrapped(index: number): boolean
  }
}

interface Core {
  readonly _bufferService: { readonly buffer: Buffer }
}

interface Ordered {
  readonly lines: readonly XtermLine[]
  readonly orders: readonly (RowOrder | null)[]
}

const codeMask = 0x1f_ffff
const widthShift = 22

export class RowOrders {
  /** `fonts.right_to_left` */
  enabled = true
  readonly #buffer: () => Buffer
  /** By the first line of a paragraph. Lines do not change, but their neighbors may. */
  readonly #known = new WeakMap<XtermLine, Ordered>()

  constructor(buffer: () => Buffer) {
    this.#buffer = buffer
  }

  /** Whether any row may have another order, which is false until the first such text. */
  get active(): boolean {
    return this.enabled && hasBidiLines()
  }

  /** Returns the order of a line by its index, or null if it is that of the program. */
  at(index: number): RowOrder | null {
    if (!this.active) return null
    const { first, lines } = this.#paragraph(index)
    const [top] = lines
    if (top === undefined || !lines.some((line) => isBidi(bidiOf(line)))) return null
    let ordered = this.#known.get(top)
    if (
      ordered?.lines.length !== lines.length ||
      !lines.every((line, at) => line === ordered?.lines[at])
    ) {
      const bits = bidiOf(top)
      const has = (bit: BidiBits): boolean => (bits & bit) !== 0
      const orders = orderParagraph(lines.map(cellsOf), {
        explicit: has(bidiBits.explicit),
        rightToLeft: has(bidiBits.rightToLeft),
        detects: has(bidiBits.detects),
        mirrorsBoxes: has(bidiBits.mirrorsBoxes),
      })
      ordered = { lines, orders }
      this.#known.set(top, ordered)
    }
    return ordered.orders[index - first] ?? null
  }

  /** Returns the order of a visible row. */
  inView(y: number): RowOrder | null {
    return this.active ? this.at(this.#buffer().ydisp + y) : null
  }

  /** Returns the column in which a cell is drawn. */
  visual(index: number, column: number): number {
    return this.at(index)?.visual[column] ?? column
  }

  /** Returns the columns in which cells of a line are drawn, as runs from left to right. */
  runs(index: number, column: number, columns: number): { column: number; columns: number }[] {
    const order = this.at(index)
    if (order === null) return [{ column, columns }]
    const drawn = [...order.visual.subarray(column, column + columns)].sort((a, b) => a - b)
    const found: { column: number; columns: number }[] = []
    for (const at of drawn) {
      const last = found.at(-1)
      if (last !== undefined && last.column + last.columns === at) last.columns += 1
      else found.push({ column: at, columns: 1 })
    }
    return found
  }

  /**
   * Extends a range of visible rows to the paragraphs of its ends and the one before, of which the
   * first row may have been a part: all their rows may change.
   */
  extended(start: number, end: number, rows: number): { start: number; end: number } {
    if (!this.active) return { start, end }
    const { ydisp } = this.#buffer()
    let [first, last] = [Math.max(0, start - 1), end]
    while (first > 0 && this.#isWrapped(ydisp + first)) first -= 1
    while (last < rows - 1 && this.#isWrapped(ydisp + last + 1)) last += 1
    return { start: first, end: last }
  }

  #isWrapped(index: number): boolean {
    return this.#buffer().lines.isWrapped(index)
  }

  /** Returns the rows of a line. In a line that is too long, each row is a paragraph. */
  #paragraph(index: number): { first: number; lines: readonly XtermLine[] } {
    const { lines } = this.#buffer()
    const line = lines.get(index)
    if (line === undefined || hasSizes(line)) return { first: index, lines: [] }
    const most = Math.min(paragraphRowsMax, Math.floor(paragraphCellsMax / line.length))
    let first = index
    while (first > 0 && index - first < most && this.#isWrapped(first)) first -= 1
    let end = index + 1
    while (end < lines.length && end - first <= most && this.#isWrapped(end)) end += 1
    if (end - first > most || (first > 0 && this.#isWrapped(first)))
      return { first: index, lines: [line] }
    const found = Array.from({ length: end - first }, (_, at) => lines.get(first + at))
    return { first, lines: found.filter((one) => one !== undefined) }
  }
}

/** Returns whether a paragraph with such a line may have another order than the program's. */
const isBidi = (bits: number): boolean => (bits & (bidiBits.letters | bidiBits.rightToLeft)) !== 0

/** Rows of double size and with text of other sizes keep their order. */
const hasSizes = (line: XtermLine): boolean =>
  rowSizeOf(line) !== 0 || blockWordsOf(line) !== undefined

function cellsOf({ length, _data: data, _combined: texts }: XtermLine): BidiRow {
  const text = (column: number): string => texts[column] ?? ''
  return {
    cols: length,
    text,
    code: (column) => {
      const content = data[3 * column] ?? 0
      if (content >>> widthShift === 0) return -1
      return (content & combined) === 0 ? content & codeMask : (text(column).codePointAt(0) ?? 0)
    },
  }
}

const known = new WeakMap<Terminal, RowOrders>()

/** Returns the orders of a terminal that has been opened. */
export function ordersOf(terminal: Terminal): RowOrders {
  const before = known.get(terminal)
  if (before !== undefined) return before
  const core = coreOf<Core>(terminal)
  const made = new RowOrders(() => core._bufferService.buffer)
  known.set(terminal, made)
  return made
}
