/**
 * Rows of history at another width than they were packed at. Rows that go on each other are a line,
 * and a line is cut anew each time it is read: no packed row is changed, so whatever was
 * narrow is whole again when it is wide. A new width costs one walk over the heads of the rows,
 * which counts the rows that come of them exactly and notes where every 64th begins; cells are
 * looked at where a wide one may stand at an edge.
 *
 * A line ends with its last text; blanks in colour behind that are shown as far as their row
 * reaches. A wide cell that does not fit goes to the next row.
 */
import { tailBit, wideBit } from '../screen/cell.ts'
import { promptMarks } from './grid-rows.ts'
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

/** A cell of a packed row: it stays the same whatever the width is. */
export interface SourceCell {
  readonly source: number
  readonly column: number
}

/** Packed rows of a line, and rows that come of them. */
interface LineSize {
  readonly sources: number
  readonly rows: number
}

/** Numbers of a checkpoint: row, source, column, and of the line endSource, endColumn, stop. */
const step = 6

export class ReflowLayout {
  readonly #rows: PackedRows
  readonly #cols: number
  #sources: number
  #count = 0
  readonly #checkpoints: number[] = []
  /** Rows and sources that have left at the old end since the checkpoints were made. */
  #goneRows = 0
  #goneSources = 0
  /** Asked for with each row that comes, and the oldest line may be all there is. */
  #oldest: LineSize | null = null

  // The row that was found last: where it begins, and behind which cell it ends.
  #row = -1
  #source = 0
  #column = 0
  #afterSource = 0
  #afterColumn = 0
  /** The line ends with it. */
  #over = false
  // Its line: behind its last text, and the source that is no longer part of it.
  #endSource = 0
  #endColumn = 0
  #stop = 0

  /** Of all rows that there are, or of the oldest ones. */
  constructor(rows: PackedRows, cols: number, sources = rows.count) {
    this.#rows = rows
    this.#cols = cols
    this.#sources = sources
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

  /** Packed rows that it is made of: the oldest ones. */
  get sources(): number {
    return this.#sources
  }

  /** Rows that come of them. */
  get count(): number {
    return this.#count
  }

  /** Row `index` into `line`, which has room for it. */
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
      if (source > this.#source) marks |= marksOfRow(rows.head(source))
    }
    if (this.#over) {
      for (let source = this.#afterSource + 1; source < this.#stop; source += 1)
        marks |= marksOfRow(rows.head(source))
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
    // what has become several rows has no size: none of them goes on one that has
    line.marks = this.#over && this.#column === 0 ? marks : marks & promptMarks
  }

  /** As `runsOf`: false also where the row is not what was packed as one. */
  runs(index: number, row: Runs): boolean {
    this.#find(index)
    return (
      this.#over &&
      this.#column === 0 &&
      this.#stop === this.#source + 1 &&
      runsOf(this.#rows.block(this.#source), this.#rows.offset(this.#source), row)
    )
  }

  isWrapped(index: number): boolean {
    this.#find(index)
    return this.#column > 0 || this.#continues(this.#source)
  }

  /**
   * The cell that is shown in a column of row `index`; behind its line's text one that many columns
   * behind it.
   */
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

  /** Where a cell is shown. */
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

  /** Rows from `index` on leave. Of a packed row the beginning may be left. */
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

  /** The oldest line has left the packed rows. */
  dropped({ sources, rows }: LineSize): void {
    this.#oldest = null
    this.#sources -= sources
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

  /** The checkpoint before the first one that is behind something; less than 0: there is none. */
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

  /** Begins at a checkpoint, or, if its line has left, with the oldest line. */
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
      // What was cut since was the end of a line.
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

  /** The line that begins with this source. */
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

  /** Where the row ends that begins here. */
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
        this.#ends(source, this.#has(source, edge, tailBit) ? edge - 1 : edge, false)
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

  #ends(source: number, column: number, over: boolean): void {
    this.#afterSource = source
    this.#afterColumn = column
    this.#over = over
  }

  /**
   * Cells that a source gives to its line when another goes on it: all but the last one where a
   * wide cell did not fit.
   */
  #cellsOf(source: number): number {
    const summary = this.#rows.summary(source)
    const width = widthOfRow(summary)
    return !isFull(summary) && source + 1 < this.#sources && this.#has(source + 1, 0, wideBit)
      ? width - 1
      : width
  }

  /** Columns up to the end of its text, or of all that is left of it. */
  #endOf(source: number): number {
    const summary = this.#rows.summary(source)
    return this.#isCut(source) ? widthOfRow(summary) : endOfRow(summary)
  }

  /** Its line goes on on the screen: all its cells are shown, blanks too. */
  #isCut(source: number): boolean {
    return source === this.#sources - 1 && isPiece(this.#rows.summary(source))
  }

  #continues(source: number): boolean {
    return source < this.#sources && (this.#rows.summary(source) & goesOn) !== 0
  }

  #has(source: number, column: number, bits: number): boolean {
    return !isPlain(this.#rows.summary(source)) && this.#rows.has(source, column, bits)
  }

  /** Is the cell in the row that was found, or behind the text of its line? */
  #holds(source: number, column: number): boolean {
    return this.#over
      ? source < this.#stop
      : before(source, column, this.#afterSource, this.#afterColumn)
  }
}

/** Does cell `column` of `source` come before another one? */
function before(source: number, column: number, otherSource: number, otherColumn: number): boolean {
  return source < otherSource || (source === otherSource && column < otherColumn)
}
