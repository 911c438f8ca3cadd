/**
 * Everything a terminal knows: its two screens, cursor, pen, margins, modes, charsets, tab stops,
 * titles and colours. The operations on it stand in files of their own (print, cursor, erase, edit,
 * scroll, rectangles, alternate, reset); all of them are called by the parser only.
 *
 * The cursor stands on a column of the screen; `pending` says that the next character wraps first.
 * (xterm.js puts such a cursor one column beyond the edge: what it does there is done here when
 * `pending` is set.)
 */
import type { Compression } from '../history/compression.ts'
import { extraBit } from './cell.ts'
import { charsetTable, type Charset } from './charsets.ts'
import { CellGrid, type Changes, type Fill } from './cell-grid.ts'
import { History } from '../history/history.ts'
import { Clusters, Extras } from './interned.ts'
import { colsMax } from '../limits.ts'
import { Links, type Link } from './links.ts'
import { defaultModes, type Modes } from '../../base/sequences/modes.ts'
import { Pictures } from '../images/store.ts'
import { unknownFacts, type Facts, type TerminalQuery } from '../replies/facts.ts'

/** What DECSC keeps. */
export interface SavedCursor {
  x: number
  y: number
  pending: boolean
  foreground: number
  background: number
  underline: number
  charsets: string[]
  level: number
  origin: boolean
}

/** One of the two screens, with what each has for itself. */
export interface Buffer {
  grid: CellGrid
  /** Only the primary screen has one. */
  readonly history: History | null
  saved: SavedCursor | null
  // Cursor and margins while the other screen is in use; those of the present one are fields of
  // Screen.
  x: number
  y: number
  top: number
  bottom: number
  left: number
  right: number
  /** Kitty keyboard flags, newest last; empty: 0. */
  keyboard: number[]
}

/** Colours that a program has set: palette index -> RGB, and foreground, background, cursor. */
export interface ProgramColors {
  readonly palette: Map<number, number>
  /** OSC 5, by its number: bold 0, underline 1, blink 2, reverse 3, italic 4. */
  readonly special: Map<number, number>
  /** OSC 13 to 19, by the command. */
  readonly dynamic: Map<number, number>
  foreground: number | null
  background: number | null
  cursor: number | null
}

/**
 * Notified of the shell's marks (OSC 133) on the primary screen, by row numbers
 * (`Screen.firstRow`).
 */
export interface MarkListener {
  /**
   * `body` stands behind `133;`. `column`: 0-based; the screen's columns while the next character
   * wraps first.
   */
  mark(body: string, row: number, column: number): void
  /** Rows [from, end) have been erased as a whole (ED). `row`: the cursor's. */
  erase(from: number, end: number, row: number): void
  /** RIS: no row is left, and the next text stands in this one. */
  reset(row: number): void
  rows(): readonly number[]
  /** They have other numbers. `moved`: the new one for each; null: that is not known. */
  renumber(moved: (row: number) => number | null): void
}

export interface ScreenEvents {
  /**
   * The alternate screen was entered ("grid") or left ("stream"): really changed, not merely asked
   * for.
   */
  screen(kind: 'grid' | 'stream'): void
  /** A synchronized update is about to begin (`CSI ? 2026 h`). */
  updating(): void
  /** A synchronized update has ended (`CSI ? 2026 l`). */
  updated(): void
  readonly marks: MarkListener | undefined
  /** A program asks the terminal something, or has asked for a report of what has just changed. */
  asked(query: TerminalQuery): void
}

export class Screen {
  cols: number
  rows: number
  readonly changes: Changes = { stamp: 1, nextRow: 1 }
  /**
   * `changes.stamp` when something happened that no set of cells shows: buffer switch, resize, RIS,
   * palette.
   */
  fullStamp = 1
  readonly primary: Buffer
  readonly alternate: Buffer
  buffer: Buffer
  grid: CellGrid
  /** The alternate screen holds nothing from an earlier use. */
  alternateFresh = true
  #alternateGrid: CellGrid | null = null

  x = 0
  y = 0
  pending = false
  cursorVisible = true
  /** DECSCUSR 0-6; 0 is the user's own. */
  cursorStyle = 0

  // Pen: words of cell.ts, underline colour and link; `extra` is their number, `bits` what they add
  // to a cell's content.
  foreground = 0
  background = 0
  underline = 0
  link = 0
  extra = 0
  bits = 0
  /**
   * A link that has been opened and that nothing was printed in: it has no number yet, and costs
   * nothing else.
   */
  opened: Link | null = null

  /**
   * A row, of history too, may be of another size than single: from DECDWL or DECDHL on, until RIS.
   */
  mixedSizes = false

  // Margins, inclusive.
  top = 0
  bottom: number
  left = 0
  right: number

  modes: Modes = defaultModes()
  /** Private modes as XTSAVE found them: numbers of mode-state.ts only. */
  readonly savedModes = new Map<number, boolean>()
  charsets: string[] = ['B', 'B', 'B', 'B']
  level = 0
  /** The next character is of G2 or G3; 0: as `level` says. */
  single: 0 | 2 | 3 = 0
  /** The table of the charset in use, null for ASCII. */
  charset: Charset | null = null
  readonly tabs = new Uint8Array(colsMax + 1)
  /** Runs of ASCII need no look at each character. */
  plain = true

  /**
   * Width of the character printed last, 0 when anything else came since: what a combining mark
   * joins and REP repeats.
   */
  joinWidth = 0
  /** State of graphemes.ts behind that character. */
  cluster = 0

  /** How many times the program has reset the terminal (RIS), or erased its history (`CSI 3 J`). */
  erasures = 0
  /** Changes whenever rows of the primary screen and its history have other numbers than before. */
  numbering: number

  title = ''
  readonly titles: string[] = []
  readonly colors: ProgramColors = {
    palette: new Map(),
    special: new Map(),
    dynamic: new Map(),
    foreground: null,
    background: null,
    cursor: null,
  }

  /** From outside, for queries. */
  facts: Facts = unknownFacts

  // A number that is used anew means something else than in the images of viewers: they begin
  // afresh.
  readonly clusters = new Clusters((use) => {
    this.#usedClusters(use)
    this.fullStamp = this.changes.stamp
  })
  readonly links = new Links()
  readonly extras = new Extras(
    (replace) => {
      this.#replaceExtras(replace)
      this.fullStamp = this.changes.stamp
    },
    (link) => this.links.get(link) !== undefined,
  )
  readonly events: ScreenEvents
  readonly pictures = new Pictures()

  /**
   * @param shared its history lies in memory that other threads can be given @param compression of
   * its history
   */
  constructor(
    cols: number,
    rows: number,
    scrollback: number,
    events: ScreenEvents,
    numbering: number,
    shared = false,
    compression: Compression | undefined = undefined,
  ) {
    this.numbering = numbering
    this.cols = cols
    this.rows = rows
    this.bottom = rows - 1
    this.right = cols - 1
    this.events = events
    this.primary = {
      grid: new CellGrid(cols, rows, this.changes),
      history: new History(scrollback, shared, compression),
      ...freshBuffer(cols, rows),
    }
    this.alternate = this.#alternateOf(cols, rows)
    this.buffer = this.primary
    this.grid = this.primary.grid
    this.resetTabs()
  }

  /** Its cells are made when they are first asked for: most programs use one screen. */
  #alternateOf(cols: number, rows: number): Buffer {
    const grid = () => (this.#alternateGrid ??= new CellGrid(this.cols, this.rows, this.changes))
    const setGrid = (cells: CellGrid) => (this.#alternateGrid = cells)
    return {
      get grid() {
        return grid()
      },
      set grid(cells) {
        setGrid(cells)
      },
      history: null,
      ...freshBuffer(cols, rows),
    }
  }

  /** The alternate screen has something in it, or may have. */
  get holdsAlternate(): boolean {
    return this.isAlternate || !this.alternateFresh
  }

  /** The alternate screen's cells go, if there is nothing in them. */
  forgetFresh(): void {
    if (!this.holdsAlternate) this.#alternateGrid = null
  }

  get isAlternate(): boolean {
    return this.buffer === this.alternate
  }

  /**
   * Number of the primary screen's first row: the oldest row since the beginning is 0. A row keeps
   * its number in the same `numbering`.
   */
  get firstRow(): number {
    const { history } = this.primary
    return history === null ? 0 : history.dropped + history.count
  }

  /** Are left and right margins the screen's edges? */
  get fullWidth(): boolean {
    return this.left === 0 && this.right === this.cols - 1
  }

  /** Blank in the pen's background: what erasing leaves. */
  get eraseBackground(): number {
    return this.background & 0x3ffffff
  }

  /** What is printed from now on belongs to it; null: to none. */
  openLink(link: Link | null): void {
    this.opened = link
    this.link = 0
    this.settlePen()
  }

  /** A cell is about to be printed in the pen's style. */
  makeLink(): void {
    if (this.opened === null) return
    this.link = this.links.make(this.opened)
    this.opened = null
    this.settlePen()
  }

  /** The pen's link, with the number that it would have if something were printed now; 0: none. */
  get penLink(): number {
    return this.opened === null ? this.link : this.links.numberOf(this.opened)
  }

  linkOf(number: number): Link | undefined {
    return (
      this.links.get(number) ??
      (number !== 0 && number === this.penLink ? (this.opened ?? undefined) : undefined)
    )
  }

  /** After the pen's underline colour or link has changed. */
  settlePen(): void {
    this.extra = this.extras.intern(this.underline, this.link)
    this.bits = this.extra === 0 ? 0 : extraBit
  }

  /** After charsets or modes have changed. */
  settle(): void {
    this.charset = charsetTable(this.charsets[this.single || this.level]!)
    this.plain =
      this.charset === null && this.single === 0 && !this.modes.insert && !this.modes.graphemes
  }

  resetTabs(): void {
    this.tabs.fill(0)
    for (let x = 0; x < this.cols; x += 8) this.tabs[x] = 1
  }

  resetMargins(): void {
    this.top = 0
    this.bottom = this.rows - 1
    this.left = 0
    this.right = this.cols - 1
  }

  /**
   * What a wide cell's half becomes when the other half is overwritten: blank, in the pen's style
   * (as in xterm.js).
   */
  penBlank(): Fill {
    return {
      content: this.bits,
      foreground: this.foreground,
      background: this.background,
      extra: this.extra,
    }
  }

  eraseFill(): Fill {
    return { content: 0, foreground: 0, background: this.eraseBackground, extra: 0 }
  }

  refreshAll(): void {
    this.fullStamp = this.changes.stamp
    this.grid.touchAll()
  }

  #grids(): CellGrid[] {
    return [this.primary.grid, this.#alternateGrid].filter((one) => one !== null)
  }

  #histories(): History[] {
    return [this.primary.history, ...this.#grids().map(({ below }) => below)].filter(
      (one) => one !== null,
    )
  }

  #usedClusters(use: (index: number) => void): void {
    const content = (word: number) => {
      if ((word & (1 << 21)) !== 0) use(word & 0x1fffff)
    }
    for (const { cells, plane } of this.#grids())
      for (let at = 0; at < plane; at += 1) content(cells[at]!)
    for (const history of this.#histories()) history.eachContent(content)
  }

  #replaceExtras(replace: (index: number) => number): void {
    this.extra = replace(this.extra)
    for (const grid of this.#grids())
      if (grid.extras !== null)
        for (let at = 0; at < grid.plane; at += 1) grid.extras[at] = replace(grid.extra(at))
    for (const history of this.#histories()) history.replaceExtras(replace)
  }
}

function freshBuffer(cols: number, rows: number): Omit<Buffer, 'grid' | 'history'> {
  const margins = { top: 0, bottom: rows - 1, left: 0, right: cols - 1 }
  return { saved: null, x: 0, y: 0, ...margins, keyboard: [] }
}
