/** Clicks into a prompt whose shell moves its cursor there (OSC 133, `click_events` and `cl`). */
import type { Grid } from './grid.ts'
import type { MouseReports } from './mouse-reports.ts'
import { clickInPrompt } from './text/prompt-click.ts'

type Cell = NonNullable<ReturnType<MouseReports['cellAt']>>

export class PromptClicks {
  readonly #grid: Grid
  readonly #reports: MouseReports
  /** Cell of a press that may become a click. */
  #cell: Cell | null = null

  constructor(grid: Grid, reports: MouseReports) {
    this.#grid = grid
    this.#reports = reports
  }

  /** A press that focuses the grid, opens a link or selects is not for the prompt. */
  pressed(event: MouseEvent, isLink: boolean): void {
    const { focused, modes } = this.#grid
    const isPlain = event.button === 0 && event.detail === 1 && !hasModifier(event)
    this.#cell =
      isPlain && !isLink && focused && !modes.mouseTaken
        ? (this.#reports.cellAt(event) ?? null)
        : null
  }

  released(event: MouseEvent): void {
    const cell = this.#cell
    this.#cell = null
    const { alternate, input, mode, modes, prompts, terminal } = this.#grid
    if (cell === null || alternate || mode !== null || modes.mouseTaken || hasModifier(event))
      return
    const now = this.#reports.cellAt(event)
    const prompt = prompts.clicked
    if (now?.col !== cell.col || now.row !== cell.row || prompt === null) return
    if (terminal.hasSelection()) return
    const buffer = terminal.buffer.normal
    const at = { row: buffer.viewportY + cell.row, column: cell.col }
    const text = clickInPrompt(buffer, prompt, at, modes.applicationCursor)
    if (text !== '') input.typeHere(text)
  }
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}
