/**
 * Lays out history at another width than it was packed at. Continued rows form a line, which is
 * split on each reading; packed rows never change, so no width loses text. A new width takes one
 * walk over the row summaries, which counts the resulting rows exactly and notes the start of every
 * 64th. Cells are checked only where a wide one may be at an edge.
 *
 * A line ends with its last text; colored blanks after it are shown as far as their row reaches. A
 * wide cell that does not fit moves to the next row.
 */
import { tailBit, wideBit } from '../screen/cell.ts'
import { bidiMask, promptMarks } from './grid-rows.ts'
import type { Line } from './line.ts'
import { checkpointRows, checkpointSources } from '../limits.ts'
import {
  cutRow,
  endOfRow,
  goesOn,
  isFull,
  isPiece,
  isPlain,
  marksOfRow,
  runsOf,
  unpackCells,
  widthOfRow,
  type Runs,
} from './packed-row.ts'
import type { PackedRows } from './packed-rows.ts'

/** A cell of a packed row, independent of the width. */
export interface SourceCell {
  readonly source: number
  readonly column: number
}

/** Number of a line's packed rows, and of the rows that result. */
interface LineSize {
  readonly sources: number
  readonly rows: number
}

/** Numbers of a checkpoint: row, source, column, and its line's endSource, endColumn, stop. */
const step = 6

export class ReflowLayout {
  readonly #rows: PackedRows
  readonly #cols: number
  #sources: number
  /** First source whose lines of one row are clipped at the edge instead of split. */
  #clipFrom: number
  /** First source from which on each row is a line of its own. */
  #splitFrom: number
  #count = 0
  readonly #checkpoints: number[] = []
  /** Rows and sources dropped since the checkpoints were made. */
  #goneRows = 0
  #goneSources = 0
  /** Cached, because it is requested with each new row and may be the complete history. */
  #oldest: LineSize | null = null

  // The last found row: its start and its end.
  #row = -1
  #source = 0
  #column = 0
  #afterSource = 0
  #afterColumn = 0
  #over = false
  // Its line: end of its last text, and the first source after it.
  #endSource = 0
  #endColumn = 0
  #stop = 0

  /** Lays out all rows, or only the oldest `sources`. */
  constructor(
    rows: PackedRows,
    cols: number,
    sources = rows.count,
    clipFrom = Number.POSITIVE_INFINITY,
    splitFrom = Number.POSITIVE_INFINITY,
  ) {
    this.#rows = rows
    this.#cols = cols
    this.#sources = sources
    this.#clipFrom = clipFrom
    this.#splitFrom = splitFrom
    let note = 0
    let noteSource = 0
    for (let source = 0; source < this.#sources; source = this.#stop) {
      const end = this.#endOf(source)
      const isShort = end <= cols && !this.#continues(source + 1)
      if (isShort) this.#line(source, source, end, source + 1)
      else this.#enter(source)
      for (;;) {
        if (this.#count >= note || this.#source >= noteSource) {
          this.#checkpoints.push(
            this.#count,
            this.#source,
            this.#column,
            this.#endSource,
            this.#endColumn,
            this.#stop,
          )
          note = this.#count + checkpointRows
          noteSource = this.#source + checkpointSources
        }
        this.#count += 1
        if (isShort) break
        this.#measure()
        if (this.#over) break
        this.#source = this.#afterSource
        this.#column = this.#afterColumn
      }
    }
  }

  /** Number of the oldest packed rows that are laid out. */
  get sources(): number {
    return this.#sources
  }

  /** First source whose lines of one row are clipped at the edge instead of split. */
  get clipFrom(): number {
    return this.#clipFrom
  }

  /** First source from which on each row is a line of its own. */
  get splitFrom(): number {
    return this.#splitFrom
  }

  /** Number of resulting rows. */
  get count(): number {
    return this.#count
  }

  /** Reads row `index` into `line`, which has room for it. */
  read(index: number, line: Line): void {
    this.#find(index)
    const rows = this.#rows
    line.wrapped = this.#continues(this.#source) || this.#column > 0
    let marks = this.#column === 0 ? marksOfRow(rows.head(this.#source)) : 0
    let x = 0
    for (
      let source = this.#source, from = this.#column;
      source < this.#afterSource || (source === this.#afterSource && from < this.#afterColumn);
      source += 1, from = 0
    ) {
      x = unpackCells(
        rows.block(source),
        rows.offset(source),
        from,
        source === this.#afterSource ? this.#afterColumn : this.#cellsOf(source),
        line,
        x,
      )
      if (source > this.#source) marks |= marksOfRow(rows.head(source)) & ~bidiMask
    }
    if (this.#over && !this.#isClipped) {
      for (let source = this.#afterSource + 1; source < this.#stop; source += 1)
        marks |= marksOfRow(rows.head(source)) & ~bidiMask
      const blanks = Math.min(
        (rows.head(this.#endSource) & 0xffff) - this.#endColumn,
        this.#cols - x,
      )
      if (blanks > 0 && !isPiece(rows.summary(this.#endSource)))
        x = unpackCells(
          rows.block(this.#endSource),
          rows.offset(this.#endSource),
          this.#endColumn,
          this.#endColumn + blanks,
          line,
          x,
        )
    }
    const { content, foreground, background } = line
    while (x > 0 && content[x - 1] === 0 && foreground[x - 1] === 0 && background[x - 1] === 0)
      x -= 1
    line.length = x
    // a split row loses its size; continued rows never have one
    line.marks = this.#over && this.#column === 0 ? marks : marks & (promptMarks | bidiMask)
  }

  /** Returns the packed row of which row `index` shows only the start; -1 if it shows all. */
  clippedSource(index: number): number {
    this.#find(index)
    return this.#isClipped ? this.#source : -1
  }

  /** See `runsOf`. Also returns `false` if the row is not exactly one packed row. */
  runs(index: number, row: Runs): boolean {
    this.#find(index)
    return (
      this.#over &&
      !this.#isClipped &&
      this.#column === 0 &&
      this.#stop === this.#source + 1 &&
      runsOf(this.#rows.block(this.#source), this.#rows.offset(this.#source), row)
    )
  }

  isWrapped(index: number): boolean {
    this.#find(index)
    return this.#column > 0 || this.#continues(this.#source)
  }

  /** Returns the cell in a column of row `index`, or as far after its line's text. */
  sourceOf(index: number, column: number): SourceCell {
    this.#find(index)
    let left = column
    let source = this.#source
    let from = this.#column
    for (; source < this.#afterSource; source += 1, from = 0) {
      const cells = this.#cellsOf(source) - from
      if (left < cells) return { source, column: from + left }
      left -= cells
    }
    return { source, column: this.#over ? from + left : Math.min(from + left, this.#afterColumn) }
  }

  placeOf({ source, column }: SourceCell): { readonly index: number; readonly column: number } {
    const first = this.#firstAfter((at) =>
      before(
        source,
        column,
        this.#checkpoints[at + 1]! - this.#goneSources,
        this.#checkpoints[at + 2]!,
      ),
    )
    this.#load(first)
    while (!this.#holds(source, column)) {
      this.#advance()
      this.#row += 1
      this.#measure()
    }
    let x = 0
    let from = this.#column
    let at = this.#source
    for (; at < source && at < this.#afterSource; at += 1, from = 0) x += this.#cellsOf(at) - from
    return {
      index: this.#row,
      column: Math.min(
        this.#cols - 1,
        x + (at === source ? column - from : this.#afterColumn - from + column),
      ),
    }
  }

  /** Removes rows from `index` on. The start of a packed row may remain. */
  cut(index: number): void {
    if (index >= this.#count) return
    this.#find(index)
    const [source, column] = [this.#source, this.#column]
    const rows = this.#rows
    if (column > 0)
      rows.change(source, (block, at) => {
        cutRow(block, at, column)
      })
    else if (source > 0 && this.#continues(source)) {
      const cells = this.#cellsOf(source - 1)
      rows.change(source - 1, (block, at) => {
        cutRow(block, at, cells)
      })
    }
    this.#sources = column > 0 ? source + 1 : source
    rows.truncate(this.#sources)
    this.#count = index
    this.#row = -1
    this.#oldest = null
    while (
      this.#checkpoints.length > 0 &&
      this.#checkpoints[this.#checkpoints.length - step]! - this.#goneRows >= index
    )
      this.#checkpoints.length -= step
  }

  oldestLine(): LineSize {
    if (this.#oldest !== null) return this.#oldest
    this.#load(-1)
    while (!this.#over) {
      this.#advance()
      this.#row += 1
      this.#measure()
    }
    this.#oldest = { sources: this.#stop, rows: this.#row + 1 }
    return this.#oldest
  }

  /** Accounts for the oldest line, whose packed rows were dropped. */
  dropped({ sources, rows }: LineSize): void {
    this.#oldest = null
    this.#sources -= sources
    this.#clipFrom = Math.max(0, this.#clipFrom - sources)
    this.#splitFrom = Math.max(0, this.#splitFrom - sources)
    this.#count -= rows
    this.#goneSources += sources
    this.#goneRows += rows
    this.#row = -1
  }

  // ---- finding rows ----

  #find(index: number): void {
    if (this.#row < 0 || this.#row > index || index - this.#row > checkpointRows)
      this.#load(this.#firstAfter((at) => this.#checkpoints[at]! - this.#goneRows > index))
    while (this.#row < index) {
      this.#advance()
      this.#row += 1
      this.#measure()
    }
  }

  /** Returns the checkpoint before the first one that satisfies `isBehind`; negative if none. */
  #firstAfter(isBehind: (at: number) => boolean): number {
    let low = 0
    let high = this.#checkpoints.length / step
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBehind(middle * step)) high = middle
      else low = middle + 1
    }
    return (low - 1) * step
  }

  /** Starts at a checkpoint, or at the oldest line if the checkpoint's line was dropped. */
  #load(at: number): void {
    const [row = -1, source = 0, column = 0, endSource = 0, endColumn = 0, stop = 0] =
      at < 0 ? [] : this.#checkpoints.slice(at, at + step)
    if (at < 0 || row < this.#goneRows) {
      this.#row = 0
      this.#enter(0)
    } else {
      this.#row = row - this.#goneRows
      this.#source = source - this.#goneSources
      this.#column = column
      this.#stop = Math.min(stop - this.#goneSources, this.#sources)
      // A cut since then was the end of a line.
      this.#endSource = Math.min(endSource - this.#goneSources, this.#sources - 1)
      this.#endColumn = this.#isCut(this.#endSource) ? this.#endOf(this.#endSource) : endColumn
    }
    this.#measure()
  }

  #advance(): void {
    if (this.#over) this.#enter(this.#stop)
    else {
      this.#source = this.#afterSource
      this.#column = this.#afterColumn
    }
  }

  #enter(first: number): void {
    let endSource = first
    let endColumn = 0
    let source = first
    for (; ; source += 1) {
      const end = this.#endOf(source)
      if (end > 0) {
        endSource = source
        endColumn = end
      }
      if (!this.#continues(source + 1)) break
    }
    this.#line(first, endSource, endColumn, source + 1)
  }

  #line(first: number, endSource: number, endColumn: number, stop: number): void {
    this.#source = first
    this.#column = 0
    this.#endSource = endSource
    this.#endColumn = endColumn
    this.#stop = stop
  }

  /** Finds the end of the row that starts here. */
  #measure(): void {
    let source = this.#source
    let from = this.#column
    let need = this.#cols
    for (;;) {
      const isLast = source === this.#endSource
      const cells = (isLast ? this.#endColumn : this.#cellsOf(source)) - from
      if (isLast && cells <= need) {
        this.#ends(source, this.#endColumn, true)
        return
      }
      if (cells > need) {
        const edge = from + need
        let end = edge
        while (end > from && this.#has(source, end, tailBit)) end -= 1
        // a block wider than the screen is cut
        if (end === from && need === this.#cols) end = edge
        this.#ends(source, end, this.#clips(source))
        return
      }
      source += 1
      from = 0
      need -= cells
      if (need === 0) {
        this.#ends(source, 0, false)
        return
      }
    }
  }

  /** Returns whether this source is a line of one row that is clipped. */
  #clips(source: number): boolean {
    return (
      source >= this.#clipFrom &&
      !this.#continues(source) &&
      !this.#continues(source + 1) &&
      !this.#isCut(source)
    )
  }

  /** Whether the found row lacks the end of its line. */
  get #isClipped(): boolean {
    return this.#over && this.#afterColumn < this.#endColumn
  }

  #ends(source: number, column: number, over: boolean): void {
    this.#afterSource = source
    this.#afterColumn = column
    this.#over = over
  }

  /** Returns the cells a continued source contributes: without cells that a wide one left. */
  #cellsOf(source: number): number {
    const summary = this.#rows.summary(source)
    const width = widthOfRow(summary)
    const next = source + 1
    if (isFull(summary) || next >= this.#sources || !this.#has(next, 0, wideBit)) return width
    let columns = 1
    while (columns < width && this.#has(next, columns, tailBit)) columns += 1
    return Math.max(endOfRow(summary), width - columns + 1)
  }

  /** Returns the columns up to the end of its text, or of its remaining cells. */
  #endOf(source: number): number {
    const summary = this.#rows.summary(source)
    return this.#isCut(source) ? widthOfRow(summary) : endOfRow(summary)
  }

  /** Returns whether its line continues on the screen, so that all cells count, even blanks. */
  #isCut(source: number): boolean {
    return source === this.#sources - 1 && isPiece(this.#rows.summary(source))
  }

  #continues(source: number): boolean {
    return (
      source < Math.min(this.#sources, this.#splitFrom) &&
      (this.#rows.summary(source) & goesOn) !== 0
    )
  }

  #has(source: number, column: number, bits: number): boolean {
    return !isPlain(this.#rows.summary(source)) && this.#rows.has(source, column, bits)
  }

  /** Returns whether the cell is in the found row, or after the text of its line. */
  #holds(source: number, column: number): boolean {
    return this.#over
      ? source < this.#stop
      : before(source, column, this.#afterSource, this.#afterColumn)
  }
}

function before(source: number, column: number, otherSource: number, otherColumn: number): boolean {
  return source < otherSource || (source === otherSource && column < otherColumn)
}
