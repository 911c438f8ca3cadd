/**
 * What shows that a grid's keys are not the program's: a frame, a word at its foot, and a layer
 * over the cells for marks.
 */
import type { CellPlace } from '../../grid/text/line.ts'
import type { Grid } from '../../grid/grid.ts'

interface ModeEvents {
  /** So many of the oldest rows have left the history. */
  readonly trimmed: (rows: number) => void
  /** Rows are elsewhere in the view. */
  readonly moved: () => void
  /** Another number of rows is laid in, by so many fewer. */
  readonly fitted: (fewerRows: number) => void
  /** Lines are others: with other columns they change. */
  readonly lost: () => void
}

export class ModeMark {
  readonly layer: HTMLElement
  readonly #grid: Grid
  readonly #word: HTMLElement
  readonly #disposables: { dispose(): void }[]
  /** What was in view when it began was the end of the output. */
  readonly fromEnd: boolean

  constructor(grid: Grid, words: string, events: ModeEvents) {
    this.#grid = grid
    const { terminal, inside } = grid
    this.fromEnd = terminal.buffer.active.viewportY === terminal.buffer.active.baseY
    inside.holdPosition()
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
      inside.onTrim((by) => {
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

  /**
   * Puts an element over a character, or over so many cells of a row; one that is out of view is
   * hidden.
   */
  put(element: HTMLElement, { row, column }: CellPlace, cells?: number): void {
    const { terminal, cell } = this.#grid
    const line = row - terminal.buffer.active.viewportY
    element.hidden = line < 0 || line >= terminal.rows
    const width = Math.min(
      cells ?? (terminal.buffer.active.getLine(row)?.getCell(column)?.getWidth() === 2 ? 2 : 1),
      terminal.cols - column,
    )
    element.style.transform = `translate(${column * cell.width}px, ${line * cell.height}px)`
    element.style.width = `${width * cell.width}px`
    element.style.height = `${cell.height}px`
  }

  /** The words stand at the foot, or at the top if fewer marks in view are below them there. */
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

  /** @param toEnd the end of the output comes into view */
  remove(toEnd: boolean): void {
    for (const disposable of this.#disposables) disposable.dispose()
    this.layer.remove()
    this.#word.remove()
    this.#grid.host.classList.remove('grid-mode')
    const { terminal, inside } = this.#grid
    if (toEnd) terminal.scrollToBottom()
    inside.release(terminal.buffer.active.viewportY === terminal.buffer.active.baseY)
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
