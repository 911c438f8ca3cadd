/** Scrolls a grid to matches, and back to where the user was. */
import type { Grid } from '../../grid/grid.ts'
import { topFor, type FindMatch } from './find-matches.ts'

export class FindPlace {
  readonly #grid: Grid
  /** Top row when the search opened; `null` at the end of the output. */
  readonly #home: number | null
  /** Top row where the search has scrolled to; `null` if it has not. */
  #left: number | null = null
  /** Top row when the user's position was last read. */
  #known: number

  constructor(grid: Grid) {
    this.#grid = grid
    const { viewportY, baseY } = grid.terminal.buffer.active
    this.#home = viewportY === baseY ? null : grid.rows.rowAt(viewportY)
    this.#known = this.#top
  }

  /** Returns the last visible row if output or the user has scrolled since the last call. */
  newPosition(): number | null {
    const top = this.#top
    if (top === this.#known) return null
    this.#known = top
    return top + this.#grid.terminal.rows - 1
  }

  bringIntoView(match: FindMatch | null): void {
    const { alternate, rows, terminal } = this.#grid
    if (match === null || alternate) return
    const top = topFor(match.row, {
      top: this.#top,
      rows: terminal.rows,
      first: rows.first,
      last: rows.rowAt(terminal.buffer.active.baseY),
    })
    if (top !== null) terminal.scrollToLine(rows.indexOf(top))
    this.#left = this.#top
    this.#known = this.#left
  }

  /** Returns whether the next match is out of view and the search has not scrolled. */
  isAhead(match: FindMatch | null, by: 1 | -1): boolean {
    if (match === null || this.#left !== null) return false
    return by === 1 ? match.row >= this.#top + this.#grid.terminal.rows : match.row < this.#top
  }

  /** Scrolls back, unless the user has scrolled since. */
  goHome(): void {
    const { alternate, mode, rows, terminal } = this.#grid
    if (this.#left === null || mode !== null || alternate || this.#top !== this.#left) return
    const row = this.#home === null ? -1 : rows.indexOf(this.#home)
    if (this.#home === null) terminal.scrollToBottom()
    else if (row >= 0) terminal.scrollToLine(row)
  }

  get #top(): number {
    return this.#grid.rows.rowAt(this.#grid.terminal.buffer.active.viewportY)
  }
}
