/**
 * Text that an input method composes, in the cells from the cursor on, with its caret and marked
 * segment. xterm.js would draw it white on black in one line, which scrolls the grid at its edge.
 */
import type { Terminal } from '@xterm/xterm'
import { clamp } from '../../../base/numbers/clamp.ts'
import { columnsOf } from '../../../terminal/screen/width.ts'
import { fontFeatures } from '../../look/font-features.ts'
import type { FittedSize, PixelSize } from '../fit.ts'
import { soon } from '../next-task.ts'
import type { XtermBuffer } from '../xterm-buffer.ts'
import type { XtermColours } from '../xterm-colours.ts'
import { coreOf } from '../xterm-names.ts'

interface Core {
  readonly _compositionHelper: {
    readonly isComposing: boolean
    compositionupdate(event: Pick<CompositionEvent, 'data'>): void
    updateCompositionElements(): void
  }
  readonly _compositionView: HTMLElement
}

interface PreeditCell {
  readonly text: string
  readonly column: number
  readonly columns: number
  readonly marked: boolean
}

interface PreeditRow {
  readonly row: number
  readonly cells: readonly PreeditCell[]
}

interface Preedit {
  readonly rows: readonly PreeditRow[]
  readonly caret: { readonly row: number; readonly column: number }
}

/** A range of UTF-16 units; the caret is at its end. */
interface Marked {
  readonly start: number
  readonly end: number
}

/** Created with the first text: it takes 10 ms. */
let clusters: Intl.Segmenter | null = null

/**
 * Places text in cells from `at` on. It wraps at the last column. What would be below the last row
 * moves up, so that the row of the caret is always visible.
 */
export function layOutPreedit(
  text: string,
  marked: Marked,
  at: { readonly row: number; readonly column: number },
  grid: FittedSize,
): Preedit {
  const rows: { row: number; cells: PreeditCell[] }[] = [{ row: at.row, cells: [] }]
  let { row, column } = at
  let caret: { row: number; column: number } | null = null
  clusters ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment, index } of clusters.segment(text)) {
    const columns = clamp(columnsOf(segment), 1, Math.min(2, grid.cols))
    if (column + columns > grid.cols) {
      row += 1
      column = 0
      rows.push({ row, cells: [] })
    }
    if (caret === null && marked.end <= index) caret = { row, column }
    const isMarked = index >= marked.start && index < marked.end
    const shown = segment.replace(/\p{Cc}/gu, ' ')
    rows.at(-1)?.cells.push({ text: shown, column, columns, marked: isMarked })
    column += columns
  }
  caret ??= { row, column }
  // the row of the caret counts more than the rows after it
  const last = Math.min(row, caret.row + grid.rows - 1)
  const up = Math.max(0, last - grid.rows + 1)
  return {
    rows: rows
      .map(({ row: from, cells }) => ({ row: from - up, cells }))
      .filter((one) => one.row >= 0 && one.row < grid.rows && one.cells.length > 0),
    caret: { row: caret.row - up, column: caret.column },
  }
}

/** The part of `XtermInside` that it reads. */
interface Inside {
  readonly buffer: XtermBuffer
  readonly colours: XtermColours
  readonly cell: PixelSize
  readonly cursorColumn: number
}

/** Draws the composed text of a grid instead of xterm.js. */
export class PreeditLayer {
  readonly #terminal: Terminal
  readonly #inside: Inside
  readonly #core: Core
  #text = ''
  #waits = false

  /** @param terminal has been opened */
  constructor(terminal: Terminal, inside: Inside) {
    this.#terminal = terminal
    this.#inside = inside
    this.#core = coreOf<Core>(terminal)
    const helper = this.#core._compositionHelper
    helper.compositionupdate = ({ data }) => {
      this.#text = data
      this.#draw()
      this.#drawSoon()
    }
    helper.updateCompositionElements = () => this.#draw()
  }

  /** Draws again when the field has the new text, and with it the caret. */
  #drawSoon(): void {
    if (this.#waits) return
    this.#waits = true
    soon(() => {
      this.#waits = false
      this.#draw()
    })
  }

  #draw(): void {
    if (!this.#core._compositionHelper.isComposing) return
    const view = this.#core._compositionView
    const { cell, buffer } = this.#inside
    const { y, ybase, ydisp } = buffer.active
    const scale = buffer.cursorRowSize === 0 ? 1 : 2
    const grid = { cols: Math.floor(this.#terminal.cols / scale), rows: this.#terminal.rows }
    const column = this.#inside.cursorColumn
    const at = { row: clamp(ybase + y - ydisp, 0, grid.rows - 1), column }
    const { rows, caret } = layOutPreedit(this.#text, this.#marked, at, grid)
    const width = cell.width * scale
    const left = (rows[0]?.cells[0]?.column ?? Math.min(column, grid.cols - 1)) * width
    const top = (rows[0]?.row ?? at.row) * cell.height
    this.#style(view)
    const place = ({ row, from, to }: { row: number; from: number; to: number }) => ({
      left: `${from * width - left}px`,
      top: `${row * cell.height - top}px`,
      width: `${(to - from) * width}px`,
    })
    view.replaceChildren(
      ...rows.map(({ row, cells }) => {
        const end = cells.reduce((last, one) => Math.max(last, one.column + one.columns), 0)
        const line = element('preedit-row', place({ row, from: cells[0]?.column ?? 0, to: end }))
        for (const one of cells) {
          const shown = element('preedit-cell', { width: `${one.columns * width}px` })
          shown.textContent = one.text
          shown.toggleAttribute('data-marked', one.marked)
          line.append(shown)
        }
        return line
      }),
      element('preedit-caret', place({ ...caret, from: caret.column, to: caret.column })),
    )
    const [first, of] = [rows[0]?.cells ?? [], rows.find(({ row }) => row === caret.row)?.cells]
    const size = (cells: readonly PreeditCell[] = []): number =>
      Math.max(1, cells.reduce((sum, { columns }) => sum + columns, 0) * width)
    Object.assign(view.style, { left: `${left}px`, top: `${top}px`, width: `${size(first)}px` })
    this.#moveField({
      left: (of?.[0]?.column ?? Math.min(caret.column, grid.cols - 1)) * width,
      top: caret.row * cell.height,
      width: size(of),
    })
  }

  /** The range in the composed text that the field has selected; only a caret after a change. */
  get #marked(): Marked {
    const { length } = this.#text
    const field = this.#terminal.textarea
    if (field === undefined || !field.value.endsWith(this.#text))
      return { start: length, end: length }
    const before = field.value.length - length
    return {
      start: clamp(field.selectionStart - before, 0, length),
      end: clamp(field.selectionEnd - before, 0, length),
    }
  }

  #style(view: HTMLElement): void {
    const { colours, cell } = this.#inside
    const { fontFamily = '', fontSize = 1, fontWeight = 'normal' } = this.#terminal.options
    const color = (code: 10 | 11 | 12): string => `rgb(${colours.dynamic(code).join(' ')})`
    view.style.font = `${fontWeight} ${fontSize}px/${cell.height}px ${fontFamily}`
    view.style.fontFeatureSettings = fontFeatures(fontFamily) // `font` has reset it
    view.style.height = `${cell.height}px`
    for (const [name, code] of [
      ['text', 10],
      ['ground', 11],
      ['caret', 12],
    ] as const)
      view.style.setProperty(`--preedit-${name}`, color(code))
  }

  /** An input method opens its window at the field, which may not reach over the grid's edge. */
  #moveField(box: { readonly left: number; readonly top: number; readonly width: number }): void {
    const { textarea } = this.#terminal
    if (textarea === undefined) return
    const height = `${this.#inside.cell.height}px`
    Object.assign(textarea.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height,
      lineHeight: height,
    })
  }
}

function element(name: string, style: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement('span')
  made.className = name
  Object.assign(made.style, style)
  return made
}
