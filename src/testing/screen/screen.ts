/**
 * A screen at one moment, as a value: rows, cells with styles, cursor, and conversions to text,
 * SVG, HTML and sequences. Made from a snapshot of the VT core (docs/contributing/internals/vt.md).
 * Rows and columns count from 0.
 */
import type { Snapshot } from '../../terminal/snapshot/snapshot.ts'
import type { FlatRow } from '../../terminal/snapshot/delta.ts'
import { toAnsi } from '../../terminal/snapshot/write/to-ansi.ts'
import { toHtml, toSvg } from '../../terminal/snapshot/write/to-html.ts'
import { allRows, flatRowText, textOf } from '../../terminal/snapshot/write/to-text.ts'

/** 0 to 255 for the palette, `#rrggbb`, or `null` for the default. */
export type ScreenColor = number | string | null

export interface ScreenCell {
  /** A space where nothing was printed; empty for the right half of a wide character. */
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
  /** Address of its link (OSC 8), or `null`. */
  readonly link: string | null
}

export interface ScreenPlace {
  readonly row: number
  readonly column: number
}

export class ScreenText {
  /** All details: docs/contributing/internals/vt.md, "Snapshots and deltas". */
  readonly snapshot: Snapshot
  readonly #rows: readonly FlatRow[]
  readonly #texts: readonly string[]

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot
    this.#rows = allRows(snapshot)
    this.#texts = this.#rows.map(flatRowText)
  }

  /** Size of the terminal. With history, `lines` has more rows. */
  get columns(): number {
    return this.snapshot.cols
  }
  get rows(): number {
    return this.snapshot.rows
  }

  get title(): string {
    return this.snapshot.title
  }

  /** Whether the alternate screen is active. */
  get isAlternate(): boolean {
    return this.snapshot.screen === 'grid'
  }

  get cursor(): ScreenPlace & { readonly isVisible: boolean } {
    const { row, col, visible } = this.snapshot.cursor
    return { row, column: col, isVisible: visible !== false }
  }

  /** Text of each row without trailing spaces. History comes first, if requested. */
  get lines(): readonly string[] {
    return this.#texts
  }

  /** All rows without trailing empty ones. */
  text(): string {
    return this.#texts.join('\n').trimEnd()
  }

  /** All rows, with wrapped rows joined. */
  unwrappedText(): string {
    return this.#rows
      .map(({ wr }, at) => (wr && at > 0 ? '' : '\n') + (this.#texts[at] ?? ''))
      .join('')
      .slice(1)
      .trimEnd()
  }

  /** Whether the text is on the screen, also across wrapped rows. */
  includes(wanted: string | RegExp): boolean {
    return [this.text(), this.unwrappedText()].some((text) =>
      typeof wanted === 'string'
        ? text.includes(wanted)
        : new RegExp(wanted, wanted.flags.replace(/[gy]/g, '')).test(text),
    )
  }

  /** Returns the position of the first match within a row, or `null`. */
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

  /** @throws RangeError if there is no such cell */
  cell(row: number, column: number): ScreenCell {
    const found = this.#rows[row]?.cells[column]
    if (found === undefined)
      throw new RangeError(
        `there is no cell in row ${row}, column ${column}: rows are 0 to ` +
          `${this.#rows.length - 1}, columns 0 to ${this.columns - 1}`,
      )
    const { w = 1, a = 0, fg = null, bg = null, l } = found ?? {}
    const text = found === null ? '' : textOf(found)
    return {
      text,
      width: text === '' ? 0 : w,
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

  /** Rows in which a shell's prompt starts (OSC 133). */
  get prompts(): readonly number[] {
    return this.#rows.flatMap(({ pm }, row) => ((pm & 1) === 0 ? [] : [row]))
  }

  /** Whether a shell waits for a command: the last mark at or above the cursor is its prompt's. */
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

  /** Returns a sequence that restores this state in a terminal of the same size. */
  ansi(): string {
    return toAnsi(this.snapshot)
  }

  /** Converts an index in a row's text to a column. */
  #columnOf(row: number, at: number): number {
    let units = 0
    const cells = this.#rows[row]?.cells ?? []
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue
      units += textOf(cell).length
      if (units > at) return column
    }
    return cells.length
  }
}
