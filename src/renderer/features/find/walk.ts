/**
 * The order in which a search goes through the lines of a grid: from a row to one end, then from
 * there to the other. Pure.
 */
import {
  lineRowCount,
  lineRowsMax,
  lineStart,
  readTextLine,
  type TextLine,
  type RowSource,
} from '../../grid/text/line.ts'

export type FindDirection = 'up' | 'down'

export class Walk {
  readonly #source: RowSource
  readonly #direction: FindDirection
  /** Next rows upwards and downwards. */
  #up: number
  #down: number
  /** Judges a line of so many rows without reading it. */
  readonly #mayMatch: (row: number, rows: number) => boolean
  /** Rows left out before the caller gets its turn again: a microsecond each. */
  static readonly #skipMax = 256

  /** `from`: a row of the source. Upwards its line comes first, downwards too. */
  constructor(
    source: RowSource,
    from: number,
    direction: FindDirection,
    mayMatch: (row: number, rows: number) => boolean = () => true,
  ) {
    this.#source = source
    this.#direction = direction
    this.#mayMatch = mayMatch
    const start = lineStart(source, Math.max(source.first, Math.min(from, source.end - 1)))
    this.#up = direction === 'up' ? start : start - 1
    this.#down = direction === 'down' ? start : behind(source, start)
  }

  /** The next line and the way to it; 'pause': none yet, call again; null: there are no more. */
  next(): { readonly line: TextLine; readonly going: FindDirection } | 'pause' | null {
    for (let skipped = 0; skipped < Walk.#skipMax; ) {
      const going = this.#going()
      if (going === null) return null
      const row = going === 'up' ? lineStart(this.#source, this.#up) : this.#down
      const rows = lineRowCount(this.#source, row)
      skipped += rows
      if (going === 'up') this.#up = row - 1
      else this.#down = row + rows
      if (this.#mayMatch(row, rows)) return { line: readTextLine(this.#source, row), going }
    }
    return 'pause'
  }

  #going(): FindDirection | null {
    const { first, end } = this.#source
    const up = this.#up >= first
    const down = this.#down < end
    if (this.#down < first) this.#down = first // it has left the history meanwhile
    if (this.#direction === 'up') return up ? 'up' : down ? 'down' : null
    return down ? 'down' : up ? 'up' : null
  }
}

function behind(source: RowSource, start: number): number {
  let row = start + 1
  while (row < source.end && source.isWrapped(row) && row - start < lineRowsMax) row += 1
  return row
}
