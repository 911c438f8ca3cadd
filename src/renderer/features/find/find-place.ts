/**
 * The view of a grid while it is searched: brings matches into view, and goes back to where the
 * user was.
 */
import type { Grid } from '../../grid/grid.ts'
import { topFor, type FindMatch } from './find-matches.ts'

export class FindPlace {
  readonly #grid: Grid
  /** Row at the top of the view when the search came; `null` if that was the end of the output. */
  readonly #home: number | null
  /** Row at the top of the view where the search has put it; `null` if it has not moved it. */
  #left: number | null = null

  constructor(grid: Grid) {
    this.#grid = grid
    const { viewportY, baseY } = grid.terminal.buffer.active
    this.#home = viewportY === baseY ? null : grid.rows.rowAt(viewportY)
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
  }

  /** Returns whether a match is out of view where the user now steps to, and was never in view. */
  isAhead(match: FindMatch | null, by: 1 | -1): boolean {
    if (match === null || this.#left !== null) return false
    return by === 1 ? match.row >= this.#top + this.#grid.terminal.rows : match.row < this.#top
  }

  /** Goes back, unless the user has scrolled away from where the search led. */
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
