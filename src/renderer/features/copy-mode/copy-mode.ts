/** Copy mode of one grid. Draws the state of the reducer and keeps output from moving the view. */
import type { KeyPress } from '../../../core/config/keys/chords.ts'
import { rangeOf, step, trimmed, within, type CopyState } from './copy-mode-state.ts'
import { startOf } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'
import type { GridMode } from '../../grid/grid-ports.ts'
import type { Grid } from '../../grid/grid.ts'
import { ModeMark } from './mode-mark.ts'
import { rowsOf } from '../../grid/text/terminal-rows.ts'

interface CopyModePorts {
  /** Copies a text to the clipboard. Null, if it could not be read, is reported as an error. */
  readonly copy: (text: string | null) => void
  /** Opens or continues the search. @returns false if there is nothing to continue */
  readonly find: (action: 'find' | 'find_next' | 'find_previous') => boolean
  /** The search's current match in this grid, by row of the buffer. */
  readonly match: () => CellPlace | null
  readonly left: () => void
}

export class CopyMode implements GridMode {
  readonly #grid: Grid
  readonly #ports: CopyModePorts
  readonly #mark: ModeMark
  readonly #cursor: HTMLElement
  #state: CopyState
  /** A search is open, and the cursor will go to its current match. */
  #searching = false
  #moved = false
  /** Keys held while one waits for rows of the history. Null if none waits. */
  #held: KeyPress[] | null = null

  constructor(grid: Grid, ports: CopyModePorts) {
    this.#grid = grid
    this.#ports = ports
    const { terminal } = grid
    const { active } = terminal.buffer
    const row = Math.min(active.baseY + active.cursorY, active.viewportY + terminal.rows - 1)
    this.#state = {
      cursor: startOf(rowsOf(terminal), { row, column: active.cursorX }),
      anchor: null,
      kind: 'characters',
    }
    this.#mark = new ModeMark(grid, 'Copy mode', {
      trimmed: (by) => {
        this.#state = trimmed(this.#state, by)
      },
      moved: () => this.#place(),
      fitted: () => {
        if (grid.mode !== this) return
        this.#state = within(this.#state, terminal.buffer.active.length)
        this.#draw()
      },
      lost: () => this.end(),
    })
    this.#cursor = document.createElement('div')
    this.#cursor.className = 'copy-cursor'
    this.#mark.layer.append(this.#cursor)
    terminal.clearSelection()
    this.#draw()
  }

  key(press: KeyPress): boolean {
    if (this.#held !== null) {
      this.#held.push(press)
      return true
    }
    const { terminal } = this.#grid
    if (this.#searching) this.#goToMatch()
    this.#held = []
    let known = true
    this.#grid.text.whenSeen(
      () => {
        const rows = rowsOf(terminal)
        const stepped = step(this.#state, press, rows, {
          top: terminal.buffer.active.viewportY,
          rows: terminal.rows,
        })
        if (stepped !== null) rangeOf(stepped.state, rows) // also reads the rows of complete lines
        return stepped
      },
      (stepped) => {
        const held = this.#held ?? []
        this.#held = null
        if (this.#grid.mode !== this) return
        known = this.#take(stepped)
        for (const key of held) this.key(key)
      },
    )
    return known
  }

  #take(stepped: ReturnType<typeof step>): boolean {
    if (stepped === null) return false
    this.#state = stepped.state
    switch (stepped.action) {
      case 'stay':
        this.#moved = true
        this.#draw()
        break
      case 'copy':
        this.#copy()
        break
      case 'end':
        this.end()
        this.#ports.left()
        break
      case 'find':
      case 'find_next':
      case 'find_previous':
        this.#searching = this.#ports.find(stepped.action)
        if (this.#searching && stepped.action !== 'find') {
          this.#goToMatch()
          this.#draw()
        }
        break
    }
    return true
  }

  end(): void {
    if (this.#grid.mode !== this) return
    this.#grid.mode = null
    if (this.#state.anchor !== null) this.#grid.terminal.clearSelection()
    // Follows the output again only if the view was at its end and has not moved.
    this.#mark.remove(this.#mark.fromEnd && !this.#moved)
  }

  /** Copies and ends the mode. Does nothing without a selection. */
  #copy(): void {
    if (this.#state.anchor === null) return
    this.#grid.text.readSelection((text) => {
      if (this.#grid.mode !== this || text === '') return
      this.#ports.copy(text)
      if (text === null) return
      this.#moved = false // done, so the view returns to where it started
      this.end()
      this.#ports.left()
    })
  }

  #goToMatch(): void {
    const match = this.#ports.match()
    if (match === null) return
    this.#searching = false
    this.#moved = true
    this.#state = { ...this.#state, cursor: match }
  }

  /** Scrolls to the cursor and draws it, the selection and the label. */
  #draw(): void {
    const { terminal, inside } = this.#grid
    const { row } = this.#state.cursor
    const { viewportY } = terminal.buffer.active
    if (row < viewportY) terminal.scrollToLine(row)
    else if (row > viewportY + terminal.rows - 1) terminal.scrollToLine(row - terminal.rows + 1)
    inside.buffer.holdPosition()
    const range = rangeOf(this.#state, rowsOf(terminal))
    if (range === null) terminal.clearSelection()
    else
      inside.buffer.select(
        [range.start.column, range.start.row],
        [range.end.column, range.end.row],
        range.block,
      )
    this.#mark.say(
      this.#state.anchor === null
        ? 'Copy mode'
        : {
            characters: 'Copy mode: selecting',
            lines: 'Copy mode: selecting lines',
            block: 'Copy mode: selecting a block',
          }[this.#state.kind],
    )
    this.#place()
  }

  #place(): void {
    this.#mark.put(this.#cursor, this.#state.cursor)
  }
}
