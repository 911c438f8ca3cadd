/** Marks the hits of a search in one grid: those in and near the view by decorations, all of them on the scrollbar. */
import type { IDecoration } from '@xterm/xterm'
import type { Hit } from '../../core/search/hits.ts'
import type { Grid } from '../grid/grid.ts'
import type { Looks } from '../look/looks.ts'

export class Highlights {
  readonly #grid: Grid
  readonly #looks: Looks
  readonly #ends: { dispose(): void }[]
  #hits: readonly Hit[] = []
  #current: Hit | null = null
  #drawn: IDecoration[] = []
  /** Rows for which decorations have been made. */
  #from = 0
  #to = -1

  constructor(grid: Grid, looks: Looks) {
    this.#grid = grid
    this.#looks = looks
    const recoloured = looks.now.subscribe(() => this.#draw())
    this.#ends = [{ dispose: recoloured }, grid.terminal.onScroll(() => this.#follow()), grid.terminal.onRender(() => this.#follow())]
    grid.host.classList.add('finding')
  }

  set(hits: readonly Hit[], current: Hit | null): void {
    this.#hits = hits
    this.#current = current
    this.#grid.margins.hits = hits.map(({ row }) => this.#grid.rows.indexOf(row)).filter((index) => index >= 0)
    this.#draw()
  }

  dispose(): void {
    for (const end of this.#ends) end.dispose()
    this.#clear()
    this.#grid.margins.hits = []
    this.#grid.host.classList.remove('finding')
  }

  /** Those of another part of the history come when it is looked at. */
  #follow(): void {
    const { rows, terminal } = this.#grid
    const top = rows.rowAt(terminal.buffer.active.viewportY)
    if (top < this.#from || top + terminal.rows > this.#to) this.#draw()
  }

  #draw(): void {
    const { rows, terminal } = this.#grid
    const { viewportY, baseY, cursorY } = terminal.buffer.active
    this.#clear()
    this.#from = rows.rowAt(viewportY - terminal.rows)
    this.#to = rows.rowAt(viewportY + terminal.rows * 2)
    const { css } = this.#looks.now.value
    for (const hit of this.#hits) {
      for (const { row, column, columns } of hit.spans) {
        if (row < this.#from || row >= this.#to || row < rows.first) continue
        const marker = terminal.registerMarker(rows.indexOf(row) - baseY - cursorY)
        const now = hit === this.#current
        const made = terminal.registerDecoration({
          marker, x: column, width: columns, layer: 'top',
          backgroundColor: css[now ? 'hit-now' : 'hit'].slice(0, 7), foregroundColor: css[now ? 'hit-now-text' : 'hit-text'].slice(0, 7),
        })
        if (made === undefined) marker.dispose()
        else this.#drawn.push(made)
      }
    }
  }

  #clear(): void {
    for (const decoration of this.#drawn) {
      decoration.dispose()
      decoration.marker.dispose()
    }
    this.#drawn = []
  }
}
