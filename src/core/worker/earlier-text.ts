/**
 * Excludes text that was on the primary screen before an agent came to the foreground from its
 * screen rules. Rows are identified by number, so scrolling keeps them; a row counts again when its
 * text changes. The alternate screen is the agent's own.
 */
import { rowText } from '../../terminal/history/row-text.ts'
import type { Screen } from '../../terminal/screen/screen.ts'
import type { Terminal } from '../../terminal/index.ts'

export class EarlierText {
  /** Text by row number (`Grid.numbers`). */
  #rows: ReadonlyMap<number, string> = new Map()
  #marked = false
  #given: readonly string[] = []

  /** Excludes the text down to the cursor. */
  mark({ screen }: Terminal): void {
    this.#marked = true
    this.#keep(screen, cursorRow(screen))
  }

  /** Returns the data that `restore` needs; `null` if there is no mark. */
  kept({ screen }: Terminal): readonly (readonly [y: number, text: string])[] | null {
    if (!this.#marked) return null
    return Array.from(
      { length: this.#rows.size === 0 ? 0 : screen.rows },
      (_, y) => [y, this.#rows.get(screen.primary.grid.numberOf(y)) ?? ''] as const,
    ).filter(([, text]) => text !== '')
  }

  /** Restores the marks in a restored terminal. */
  restore({ screen }: Terminal, rows: readonly (readonly [y: number, text: string])[]): void {
    this.#marked = true
    this.#rows = new Map(rows.map(([y, text]) => [screen.primary.grid.numberOf(y), text]))
  }

  /** Returns the active screen's rows, with earlier text removed; the same array if unchanged. */
  rowTexts(terminal: Terminal): readonly string[] {
    const texts = terminal.rowTexts()
    const { screen } = terminal
    if (this.#rows.size === 0 || screen.isAlternate) return texts
    const rows = texts.slice()
    const left = new Map<number, string>()
    texts.forEach((text, y) => {
      const number = screen.primary.grid.numberOf(y)
      if (this.#rows.get(number) !== text) return
      left.set(number, text)
      rows[y] = ''
    })
    this.#rows = left
    if (rows.length !== this.#given.length || rows.some((row, y) => row !== this.#given[y]))
      this.#given = rows
    return this.#given
  }

  /**
   * Resizes the terminal. Lines are laid out again and rows return from history; everything above
   * the first cell after earlier text is earlier text.
   */
  resize(terminal: Terminal, cols: number, rows: number): void {
    const { screen } = terminal
    if (!this.#marked) {
      terminal.resize(cols, rows)
      return
    }
    let last = screen.rows - 1
    const { grid } = screen.primary
    while (last >= 0 && this.#rows.get(grid.numberOf(last)) !== primaryText(screen, last)) last -= 1
    const [next] = terminal.resize(cols, rows, [{ number: screen.firstRow + last + 1, column: 0 }])
    if (next !== undefined) this.#keep(screen, next.number - screen.firstRow - 1)
  }

  /** Excludes rows down to this one. */
  #keep(screen: Screen, last: number): void {
    const rows = new Map<number, string>()
    for (let y = Math.min(last, screen.rows - 1); y >= 0; y -= 1) {
      const text = primaryText(screen, y)
      if (text !== '') rows.set(screen.primary.grid.numberOf(y), text)
    }
    this.#rows = rows
  }
}

function cursorRow(screen: Screen): number {
  return screen.isAlternate ? screen.primary.y : screen.y
}

function primaryText({ primary: { grid }, clusters, cols }: Screen, y: number): string {
  return rowText({ grid, clusters, cols }, y)
}
