/** Marks a grid whose keys do not reach the program: frame, label, and a layer over the cells. */
import type { CellPlace } from '../../grid/text/line.ts'
import type { Grid } from '../../grid/grid.ts'

interface ModeEvents {
  /** Called when the history has dropped its oldest rows. */
  readonly trimmed: (rows: number) => void
  readonly moved: () => void
  /** Called when the number of rows changes. */
  readonly fitted: (fewerRows: number) => void
  /** Called when lines have changed, as they do with other columns. */
  readonly lost: () => void
}

export class ModeMark {
  readonly layer: HTMLElement
  readonly #grid: Grid
  readonly #word: HTMLElement
  readonly #disposables: { dispose(): void }[]
  /** Whether the view was at the end of the output when the mode started. */
  readonly fromEnd: boolean

  constructor(grid: Grid, words: string, events: ModeEvents) {
    this.#grid = grid
    const { terminal, inside } = grid
    this.fromEnd = terminal.buffer.active.viewportY === terminal.buffer.active.baseY
    inside.buffer.holdPosition()
    this.layer = document.createElement('div')
    this.layer.className = 'mode-layer'
    this.#word = document.createElement('div')
    this.#word.className = 'mode-word'
    this.#word.setAttribute('role', 'status')
    grid.host.append(this.#word)
    this.say(words)
    grid.host.classList.add('grid-mode')
    grid.host.querySelector('.xterm-screen')?.append(this.layer)
    this.#disposables = [
      inside.buffer.onTrim((by) => {
        if (!grid.alternate) events.trimmed(by)
      }),
      terminal.onRender(events.moved),
      terminal.onScroll(events.moved),
      onResize(grid, events),
      terminal.buffer.onBufferChange(events.lost),
    ]
  }

  say(words: string): void {
    if (this.#word.textContent !== words) this.#word.textContent = words
  }

  /** Places an element over a character or some cells of a row. Hides it outside the view. */
  put(element: HTMLElement, { row, column }: CellPlace, cells?: number): void {
    const { terminal, cell, inside } = this.#grid
    const line = row - terminal.buffer.active.viewportY
    element.hidden = line < 0 || line >= terminal.rows
    const width = Math.min(
      cells ?? (terminal.buffer.active.getLine(row)?.getCell(column)?.getWidth() === 2 ? 2 : 1),
      terminal.cols - column,
    )
    // cells that are drawn apart are marked together
    const runs = inside.orders.runs(row, column, width)
    const [first, last] = [runs[0] ?? { column, columns: width }, runs.at(-1)]
    const end = last === undefined ? first.column + width : last.column + last.columns
    const left = first.column * cell.width
    element.style.transform = `translate(${left}px, ${line * cell.height}px)`
    element.style.width = `${(end - first.column) * cell.width}px`
    element.style.height = `${cell.height}px`
  }

  /** Moves the label to the top if it covers fewer marks there. */
  clear(marks: readonly HTMLElement[]): void {
    const shown = marks.filter(({ hidden }) => !hidden).map((mark) => mark.getBoundingClientRect())
    const below = (atTop: boolean): number => {
      this.#word.classList.toggle('mode-word-top', atTop)
      const word = this.#word.getBoundingClientRect()
      return shown.filter(
        ({ left, right, top, bottom }) =>
          left < word.right && right > word.left && top < word.bottom && bottom > word.top,
      ).length
    }
    const atFoot = below(false)
    if (atFoot > 0 && below(true) >= atFoot) below(false)
  }

  /** @param toEnd whether to scroll to the end of the output */
  remove(toEnd: boolean): void {
    for (const disposable of this.#disposables) disposable.dispose()
    this.layer.remove()
    this.#word.remove()
    this.#grid.host.classList.remove('grid-mode')
    const { terminal, inside } = this.#grid
    if (toEnd) terminal.scrollToBottom()
    inside.buffer.release(terminal.buffer.active.viewportY === terminal.buffer.active.baseY)
  }
}

function onResize({ terminal, inside }: Grid, to: ModeEvents): { dispose(): void } {
  let before = { cols: terminal.cols, rows: terminal.rows }
  return terminal.onResize((now) => {
    const fewerRows = before.rows - now.rows
    if (before.cols === now.cols) inside.inNextFrame(() => to.fitted(fewerRows))
    else to.lost()
    before = now
  })
}
