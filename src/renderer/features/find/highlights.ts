/** Marks matches in one grid: decorations near the view, and all of them on the scrollbar. */
import type { IDecoration } from '@xterm/xterm'
import type { FindMatch } from './find-matches.ts'
import type { Grid } from '../../grid/grid.ts'
import type { Appearance } from '../../look/looks.ts'

export class Highlights {
  readonly #grid: Grid
  readonly #ends: { dispose(): void }[]
  #matches: readonly FindMatch[] = []
  #current: FindMatch | null = null
  /** By row, position and colors. Unchanged decorations are reused. */
  #drawn = new Map<string, IDecoration>()
  #from = 0
  #to = -1
  #frame: number | null = null

  constructor(grid: Grid, looks: Appearance) {
    this.#grid = grid
    const recoloured = looks.now.subscribe(() => this.#soon())
    this.#ends = [
      { dispose: recoloured },
      grid.terminal.onScroll(() => this.#follow()),
      grid.terminal.onRender(() => this.#follow()),
    ]
    grid.host.classList.add('finding')
  }

  set(matches: readonly FindMatch[], current: FindMatch | null): void {
    if (matches === this.#matches && current === this.#current) return
    if (matches !== this.#matches)
      this.#grid.margins.matches = matches
        .map(({ row }) => this.#grid.rows.indexOf(row))
        .filter((index) => index >= 0)
    this.#matches = matches
    this.#current = current
    this.#soon()
  }

  dispose(): void {
    for (const one of this.#ends) one.dispose()
    if (this.#frame !== null) window.cancelAnimationFrame(this.#frame)
    for (const decoration of this.#drawn.values()) end(decoration)
    this.#grid.margins.matches = []
    this.#grid.host.classList.remove('finding')
  }

  /** Draws again when the view leaves the rows that have decorations. */
  #follow(): void {
    const { rows, terminal } = this.#grid
    const top = rows.rowAt(terminal.buffer.active.viewportY)
    if (top < this.#from || top + terminal.rows > this.#to) this.#soon()
  }

  /** Draws once per frame. */
  #soon(): void {
    this.#frame ??= window.requestAnimationFrame(() => {
      this.#frame = null
      this.#draw()
    })
  }

  #draw(): void {
    const { rows, terminal } = this.#grid
    const { viewportY, baseY, cursorY } = terminal.buffer.active
    this.#from = rows.rowAt(viewportY - terminal.rows)
    this.#to = rows.rowAt(viewportY + terminal.rows * 2)
    const { css } = this.#grid.looks
    const before = this.#drawn
    this.#drawn = new Map()
    for (const match of this.#matches) {
      const now = match === this.#current
      const backgroundColor = css[now ? 'match-now' : 'match'].slice(0, 7)
      const foregroundColor = css[now ? 'match-now-text' : 'match-text'].slice(0, 7)
      for (const { row, column, columns } of match.spans) {
        if (row < this.#from || row >= this.#to || row < rows.first) continue
        const key = [row, column, columns, backgroundColor, foregroundColor].join()
        const kept = before.get(key)
        if (kept !== undefined && kept.marker.line === rows.indexOf(row)) {
          before.delete(key)
          this.#drawn.set(key, kept)
          continue
        }
        const marker = terminal.registerMarker(rows.indexOf(row) - baseY - cursorY)
        const decoration = terminal.registerDecoration({
          marker,
          x: column,
          width: columns,
          layer: 'top',
          backgroundColor,
          foregroundColor,
        })
        if (decoration === undefined) marker.dispose()
        else this.#drawn.set(key, decoration)
      }
    }
    for (const decoration of before.values()) end(decoration)
  }
}

function end(decoration: IDecoration): void {
  decoration.dispose()
  decoration.marker.dispose()
}
