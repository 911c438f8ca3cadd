/**
 * What stood on a terminal at one moment, as a value: rows, cells with their styles, cursor, and
 * the same as text, SVG, HTML or sequences. Made of a snapshot of the VT core (docs/vt.md).
 * Rows and columns are counted from 0.
 */
import type { Snapshot } from '../terminal/snapshot/snapshot.ts'
import type { FlatRow } from '../terminal/snapshot/delta.ts'
import { toAnsi } from '../terminal/write/to-ansi.ts'
import { toHtml, toSvg } from '../terminal/write/to-html.ts'
import { allRows, flatRowText } from '../terminal/write/to-text.ts'

/** 0 to 255: of the palette; `#rrggbb`; null: the terminal's default. */
export type ScreenColor = number | string | null

export interface ScreenCell {
  /** ' ' where nothing was printed; '' for the right half of a wide character. */
  readonly text: string
  readonly width: 0 | 1 | 2
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly strikethrough: boolean
  readonly dim: boolean
  readonly inverse: boolean
  readonly foreground: ScreenColor
  readonly background: ScreenColor
  /** The address that it leads to (OSC 8); null: none. */
  readonly link: string | null
}

export interface ScreenPlace {
  readonly row: number
  readonly column: number
}

export class ScreenText {
  /** All that is known of it: docs/vt.md, "Snapshots and deltas". */
  readonly snapshot: Snapshot
  readonly #rows: readonly FlatRow[]
  readonly #texts: readonly string[]

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.#rows = allRows(snapshot)
    this.#texts = this.#rows.map(flatRowText)
  }

  /** Columns of the terminal, and its rows: with history there are more in `lines`. */
  get columns(): number {
    return this.snapshot.cols
  }
  get rows(): number {
    return this.snapshot.rows
  }

  get title(): string {
    return this.snapshot.title
  }

  /** A program for the whole screen is on: the alternate screen. */
  get isAlternate(): boolean {
    return this.snapshot.screen === 'grid'
  }

  get cursor(): ScreenPlace & { readonly isVisible: boolean } {
    const { row, col, visible } = this.snapshot.cursor
    return { row, column: col, isVisible: visible !== false }
  }

  /** A row a text, blanks at its end cut; history first, if it was asked for. */
  get lines(): readonly string[] {
    return this.#texts
  }

  /** All rows, without the blank ones at the end. */
  text(): string {
    return this.#texts.join('\n').trimEnd()
  }

  /** The same with rows joined that are one line, which was too long for the terminal's width. */
  unwrappedText(): string {
    return this.#rows
      .map(({ wr }, at) => (wr && at > 0 ? '' : '\n') + (this.#texts[at] ?? ''))
      .join('')
      .slice(1)
      .trimEnd()
  }

  /** Whether it stands there, also where it goes on in the next row. */
  includes(wanted: string | RegExp): boolean {
    return [this.text(), this.unwrappedText()].some((text) =>
      typeof wanted === 'string'
        ? text.includes(wanted)
        : new RegExp(wanted, wanted.flags.replace(/[gy]/g, '')).test(text),
    )
  }

  /** Where it begins, in one row, the uppermost; null: nowhere. */
  find(wanted: string | RegExp): ScreenPlace | null {
    for (const [row, text] of this.#texts.entries()) {
      const at =
        typeof wanted === 'string'
          ? text.indexOf(wanted)
          : text.search(new RegExp(wanted, wanted.flags.replace(/[gy]/g, '')))
      if (at !== -1) return { row, column: this.#columnOf(row, at) }
    }
    return null
  }

  /** @throws RangeError where there is no such cell */
  cell(row: number, column: number): ScreenCell {
    const found = this.#rows[row]?.cells[column]
    if (found === undefined)
      throw new RangeError(
        `there is no cell in row ${row}, column ${column}: rows are 0 to ` +
          `${this.#rows.length - 1}, columns 0 to ${this.columns - 1}`,
      )
    const { c = ' ', w = 1, a = 0, fg = null, bg = null, l } = found ?? {}
    return {
      text: found === null ? '' : c,
      width: found === null ? 0 : w,
      bold: (a & 1) !== 0,
      italic: (a & 2) !== 0,
      underline: (a & 4) !== 0,
      strikethrough: (a & 8) !== 0,
      dim: (a & 16) !== 0,
      inverse: (a & 32) !== 0,
      foreground: fg,
      background: bg,
      link: this.snapshot.links.find(([number]) => number === l)?.[1] ?? null,
    }
  }

  /** Rows in which a shell's prompt begins, as its marks say (OSC 133). */
  get prompts(): readonly number[] {
    return this.#rows.flatMap(({ pm }, row) => ((pm & 1) === 0 ? [] : [row]))
  }

  /** A shell waits for a command: of the marks at or above the cursor the last is its prompt's. */
  get isAtPrompt(): boolean {
    const last = this.#rows.length - this.rows + this.snapshot.cursor.row
    const marked = this.#rows.slice(0, last + 1).findLast(({ pm }) => (pm & 15) !== 0)
    return marked !== undefined && (marked.pm & 2) !== 0
  }

  svg(): string {
    return toSvg(this.snapshot)
  }

  html(): string {
    return toHtml(this.snapshot)
  }

  /** Bytes that bring another terminal of this size to the same state. */
  ansi(): string {
    return toAnsi(this.snapshot)
  }

  /** The column of a place in a row's text: wide characters take two, clusters several units. */
  #columnOf(row: number, at: number): number {
    let units = 0
    const cells = this.#rows[row]?.cells ?? []
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue
      units += (cell.c ?? ' ').length
      if (units > at) return column
    }
    return cells.length
  }
}
