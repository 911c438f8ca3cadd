/**
 * What shows that a grid's keys are not the program's: a frame, a word at its foot, and a layer
 * over the cells for marks.
 */
import type { Place } from '../../../core/copy-mode/rows.ts'
import type { Grid } from '../../grid/grid.ts'

export class ModeMark {
  readonly layer: HTMLElement
  readonly #grid: Grid
  readonly #word: HTMLElement

  constructor(grid: Grid, words: string) {
    this.#grid = grid
    this.layer = document.createElement('div')
    this.layer.className = 'mode-layer'
    this.#word = document.createElement('div')
    this.#word.className = 'mode-word'
    this.#word.setAttribute('role', 'status')
    grid.host.append(this.#word)
    this.say(words)
    grid.host.classList.add('grid-mode')
    grid.host.querySelector('.xterm-screen')?.append(this.layer)
  }

  say(words: string): void {
    if (this.#word.textContent !== words) this.#word.textContent = words
  }

  /**
   * Puts an element over a character, or over so many cells of a row; one that is out of view is
   * hidden.
   */
  put(element: HTMLElement, { row, column }: Place, cells?: number): void {
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

  remove(): void {
    this.layer.remove()
    this.#word.remove()
    this.#grid.host.classList.remove('grid-mode')
  }
}

/**
 * Another number of rows, as when a notice comes or goes, leaves each row its number: `fitted` is
 * called once they are laid in. With other columns lines are laid out anew.
 */
export function onResize(
  { terminal, inside }: Grid,
  to: { readonly reflowed: () => void; readonly fitted: (fewerRows: number) => void },
): { dispose(): void } {
  let before = { cols: terminal.cols, rows: terminal.rows }
  return terminal.onResize((now) => {
    const fewerRows = before.rows - now.rows
    if (before.cols === now.cols) inside.inNextFrame(() => to.fitted(fewerRows))
    else to.reflowed()
    before = now
  })
}
