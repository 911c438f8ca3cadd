/** Quick select of one grid. Typing a target's label copies, opens, inserts or edits the text. */
import type { KeyPress } from '../../../core/config/keys/chords.ts'
import { usCharacter } from '../../../core/config/keys/us-layout.ts'
import type { QuickAction } from '../../../core/config/sections/quick-select.ts'
import {
  actionOf,
  quickLines,
  standsAt,
  type QuickLine,
  type QuickTarget,
} from './quick-targets.ts'
import { endOf, type RowReader } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'
import { isSeenWhole, mayGoOn } from '../../grid/text/sight.ts'
import type { GridMode } from '../../grid/grid-ports.ts'
import type { Grid } from '../../grid/grid.ts'
import { ModeMark } from './mode-mark.ts'
import type { SeenCells } from '../../grid/text/seen-cells.ts'
import { rowsOf } from '../../grid/text/terminal-rows.ts'

/**
 * Performs the action, or reports that it cannot. The mode has ended in either case.
 * @param isWhole whether the user has seen the complete text and where it ends
 */
type ActOn = (action: QuickAction, target: QuickTarget, isWhole: boolean) => void

const words: Readonly<Record<QuickAction, string>> = {
  copy: 'copy',
  open: 'open',
  insert: 'insert',
  edit: 'edit',
}

/** Returns the help text of the mode. */
function keysOf(plain: QuickAction): string {
  return [
    `Type a label to ${words[plain]}`,
    ...(['Shift', 'Alt', 'Ctrl'] as const).map((key) => {
      const held = { shift: key === 'Shift', alt: key === 'Alt', ctrl: key === 'Ctrl', meta: false }
      return `${key}: ${words[actionOf(held, plain) ?? plain]}`
    }),
    'Esc: cancel',
  ].join(' · ')
}

interface Label {
  readonly target: QuickTarget
  readonly place: HTMLElement
  readonly label: HTMLElement
  /** Whether the complete text was visible when it was labeled. */
  readonly isWhole: boolean
}

export class QuickSelect implements GridMode {
  readonly #grid: Grid
  readonly #act: ActOn
  readonly #plain: QuickAction
  readonly #mark: ModeMark
  readonly #labels: readonly Label[]
  /** Rows that the history has dropped since. */
  #trimmed = 0
  #typed = ''

  /** @param plain action of a label without a modifier */
  constructor(grid: Grid, targets: readonly QuickTarget[], plain: QuickAction, act: ActOn) {
    this.#grid = grid
    this.#plain = plain
    this.#act = act
    this.#mark = new ModeMark(grid, keysOf(plain), {
      trimmed: (by) => {
        this.#trimmed += by
      },
      moved: () => this.#draw(),
      fitted: (fewerRows) => this.#fitted(fewerRows),
      lost: () => this.end(),
    })
    const look = grid.rows.look()
    const rows = seenRows(grid, look)
    this.#labels = targets.map((target) => {
      const place = document.createElement('div')
      place.className = 'quick-target'
      const label = document.createElement('span')
      label.className = 'quick-label'
      label.style.fontSize = `${grid.terminal.options.fontSize ?? 14}px`
      place.append(label)
      this.#mark.layer.append(place)
      return { target, place, label, isWhole: !target.isCut && isWhole(grid, look, rows, target) }
    })
    this.#draw()
  }

  static lines(grid: Grid): readonly QuickLine[] {
    return quickLines(
      seenRows(grid, grid.rows.look()),
      grid.terminal.buffer.active.viewportY,
      grid.terminal.rows,
    )
  }

  key(press: KeyPress): boolean {
    const { key, code } = press
    if (key === 'Escape') {
      this.end()
      return true
    }
    if (key === 'Backspace') {
      this.#typed = this.#typed.slice(0, -1)
      this.#draw()
      return true
    }
    const held = press.shift || press.alt || press.ctrl
    const action = actionOf(press, this.#plain)
    if (action === null || [...key].length !== 1) return false
    const letter = key.charCodeAt(0) > 0x7f ? (usCharacter(code) ?? key) : key.toLowerCase()
    const typed = this.#typed + letter
    const meant = this.#labels.filter(({ target }) => target.label.startsWith(typed))
    const [first] = meant
    // not the start of a label: a letter is ignored, a shortcut performs its action
    if (first === undefined) return !press.ctrl && !press.alt
    if (first.target.label === typed) {
      // if started for copying, a pattern's own action applies
      const own = this.#plain === 'copy' && !held ? first.target.pattern?.action : undefined
      this.#take(first, own ?? action)
      return true
    }
    this.#typed = typed
    this.#draw()
    return true
  }

  end(): void {
    if (this.#grid.mode !== this) return
    this.#grid.mode = null
    this.#mark.remove(this.#mark.fromEnd)
  }

  /** Stays at the end of the output if the view was there. */
  #fitted(fewerRows: number): void {
    const { terminal, inside } = this.#grid
    if (this.#grid.mode !== this) return
    if (this.#mark.fromEnd) terminal.scrollLines(Math.max(0, fewerRows))
    inside.buffer.holdPosition()
    this.#draw()
  }

  #take({ target, isWhole: wasWhole }: Label, action: QuickAction): void {
    const look = this.#grid.rows.look()
    const rows = seenRows(this.#grid, look)
    const now = ({ row, column }: CellPlace): CellPlace => ({ row: row - this.#trimmed, column })
    const more = target.more.map((span) => ({ ...span, ...now(span) }))
    const moved = { ...target, at: now(target.at), end: now(target.end), more }
    if (standsAt(rows, moved)) {
      const isSeen = wasWhole && isWhole(this.#grid, look, rows, moved)
      this.end()
      this.#act(action, target, isSeen)
      return
    }
    this.#typed = ''
    this.#mark.say('Canceled: the text under the label changed')
    this.#draw()
  }

  #draw(): void {
    for (const {
      target: { text, label: name, at },
      place,
      label,
    } of this.#labels) {
      this.#mark.put(place, { row: at.row - this.#trimmed, column: at.column }, text.length)
      label.textContent = name.slice(this.#typed.length)
      label.style.height = place.style.height
      label.style.lineHeight = place.style.height
      label.style.minWidth = `${this.#grid.cell.width}px`
      if (!name.startsWith(this.#typed)) place.hidden = true
    }
    this.#mark.clear(this.#labels.map(({ place }) => place))
  }
}

/**
 * Holds keys until a mode starts, so that none reaches the program: the grid's newest frame or rows
 * have not arrived, or the user's patterns run.
 */
export class Looking implements GridMode {
  readonly #grid: Grid
  readonly #perform: (press: KeyPress) => void
  readonly #held: KeyPress[] = []

  /** @param perform performs the shortcut of a held key that is not one of the mode */
  constructor(grid: Grid, perform: (press: KeyPress) => void) {
    this.#grid = grid
    this.#perform = perform
    grid.mode = this
  }

  key(press: KeyPress): boolean {
    if (press.key === 'Escape') this.end()
    else this.#held.push(press)
    return true
  }

  end(): void {
    if (this.#grid.mode === this) this.#grid.mode = null
  }

  /** Starts the mode, and passes it the held keys. */
  replaceBy(mode: GridMode): void {
    this.#grid.mode = mode
    for (const press of this.#held)
      if (this.#grid.mode !== mode || !mode.key(press)) this.#perform(press)
  }
}

/** Returns rows with spaces for cells that are not visible. */
function seenRows(grid: Grid, look: SeenCells): RowReader {
  return rowsOf(
    grid.terminal,
    (cell, row, column) => look.isDrawn(grid.rows.rowAt(row), column, cell),
    (cell) => grid.inside.buffer.linkOf(cell),
  )
}

/** Returns whether the complete text is visible, and where it ends. */
function isWhole(
  grid: Grid,
  look: SeenCells,
  rows: RowReader,
  { at, end, link }: QuickTarget,
): boolean {
  const numbered = ({ row, column }: CellPlace): CellPlace => ({
    row: grid.rows.rowAt(row),
    column,
  })
  const last = numbered({ row: end.row, column: endOf(rows, end) - 1 })
  return isSeenWhole(look, numbered(at), last) && !(link === null && mayGoOn(look, last))
}
