/**
 * Three dim lines over an empty first tab. They are drawn above the grid and ignore the pointer.
 * They disappear permanently with the first key, the second tab, or output below the prompt.
 */
import { useEffect, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import type { Grid } from '../../grid/grid.ts'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'

const shownActions: readonly ActionName[] = ['command_palette', 'settings', 'show_keys']

/** Rows of a prompt at the top. Text below is output. */
const promptRowsMax = 4
/** Least size that has space for the lines and the prompt, cells. */
const roomMin = { cols: 44, rows: 12 } as const

export function FirstTabHint(): JSX.Element | null {
  const page = usePage()
  const [over, setOver] = useState(false)
  const typed = useCell(page.state.typed)
  const { length } = useCell(page.state.order)
  const shortcuts = useCell(page.shortcuts)
  const { panes } = useCell(page.panes.view)
  const id = panes[0]?.id
  useEffect(() => {
    const grid = id === undefined ? undefined : page.panes.get(id)
    if (over || grid === undefined) return undefined
    const look = (): void => {
      if (isUsed(grid)) setOver(true)
    }
    look()
    grid.changed.add(look)
    return () => {
      grid.changed.delete(look)
    }
  }, [id, over])
  useEffect(() => {
    if (typed || length > 1 || panes.length > 1) setOver(true)
  }, [typed, length, panes.length])
  const size = id === undefined ? undefined : page.panes.get(id)?.size
  if (over || typed || length !== 1 || size === undefined) return null
  if (size.cols < roomMin.cols || size.rows < roomMin.rows) return null
  const lines = shownActions.flatMap((name) => {
    const chord = shortcuts.label(name)
    return chord === undefined ? [] : [{ chord, label: actionTable[name].label }]
  })
  return (
    <div class="first-tab-hint soft" role="note" aria-label="Useful shortcuts">
      {lines.map(({ chord, label }) => (
        <div key={label}>
          <kbd>{chord}</kbd>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}

/** Returns whether a command has ended, or something other than a prompt was printed. */
function isUsed({ alternate, prompts, terminal }: Grid): boolean {
  const { active } = terminal.buffer
  if (prompts.commands.some(({ exit }) => exit !== null)) return true // a tab of another window
  if (alternate || active.baseY > 0 || active.cursorY >= promptRowsMax) return true
  return Array.from({ length: terminal.rows - promptRowsMax }, (_, index) =>
    active.getLine(promptRowsMax + index)?.translateToString(true),
  ).some((text) => text !== undefined && text !== '')
}
