/** Order of a search through a grid's lines: from a row to one end, then to the other. Pure. */
import {
  lineRowCount,
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
  /** Rejects a line of `rows` rows without reading it. */
  readonly #mayMatch: (row: number, rows: number) => boolean
  /** Rows skipped per call, about a microsecond each. */
  static readonly #skipMax = 256

  /** The line of `from` comes first in either direction. */
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
    this.#down = direction === 'down' ? start : start + lineRowCount(source, start)
  }

  /** Returns the next line and its direction, 'pause' to be called again, or null at the end. */
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
    if (this.#down < first) this.#down = first // the row has left the history since
    if (this.#direction === 'up') return up ? 'up' : down ? 'down' : null
    return down ? 'down' : up ? 'up' : null
  }
}
