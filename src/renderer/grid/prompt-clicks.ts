/** Clicks into a prompt whose shell moves its cursor there (OSC 133, `click_events` and `cl`). */
import type { Grid } from './grid.ts'
import type { MouseReports } from './mouse-reports.ts'
import { clickInPrompt } from './text/prompt-click.ts'

/** A press that focuses the grid, opens a link or selects is not for the prompt. */
export function listenToPromptClicks(grid: Grid, reports: MouseReports): void {
  /** Cell of a press that may become a click. */
  let pressed: ReturnType<MouseReports['cellAt']>
  const on = (kind: 'mousedown' | 'mouseup', act: (event: MouseEvent) => void): void =>
    grid.host.addEventListener(kind, act, { capture: true })
  on('mousedown', (event) => {
    const isClick = event.button === 0 && event.detail === 1 && grid.focused
    pressed =
      isClick && takesClicks(grid, event) && grid.links.target(event) === null
        ? reports.cellAt(event)
        : undefined
  })
  on('mouseup', (event) => {
    const [from, to] = [pressed, reports.cellAt(event)]
    pressed = undefined
    const prompt = grid.prompts.clicked
    if (from === undefined || from.col !== to?.col || from.row !== to.row) return
    if (prompt === null || !takesClicks(grid, event) || grid.terminal.hasSelection()) return
    const buffer = grid.terminal.buffer.normal
    const at = { row: buffer.viewportY + from.row, column: from.col }
    const { colours } = grid.inside
    const text = clickInPrompt(buffer, prompt, at, grid.modes.applicationCursor, colours)
    if (text !== '') grid.input.typeHere(text, 'session/click')
  })
}

function takesClicks({ alternate, mode, modes }: Grid, event: MouseEvent): boolean {
  const { altKey, ctrlKey, metaKey, shiftKey } = event
  const isPlain = !altKey && !ctrlKey && !metaKey && !shiftKey
  return isPlain && !alternate && mode === null && !modes.mouseTaken
}
