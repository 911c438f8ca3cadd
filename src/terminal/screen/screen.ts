/**
 * Complete state of a terminal: its two screens, cursor, pen, margins, modes, charsets, tab stops,
 * titles and colors. The operations are in separate files (print, cursor, erase, edit, scroll,
 * rectangles, alternate, reset), which only the parser calls.
 *
 * The cursor is always in a column of the screen; `pending` means that the next character wraps
 * first. (xterm.js places such a cursor one column beyond the edge; its behavior there applies here
 * when `pending` is set.)
 */
import type { Compression } from '../history/compression.ts'
import { extraBit } from './cell.ts'
import { bidiOfModes } from '../history/bidi.ts'
import { charsetTable, type Charset } from './charsets.ts'
import { CellGrid, type Changes, type Fill } from './cell-grid.ts'
import { History } from '../history/history.ts'
import { Clusters, Extras } from './interned.ts'
import { colsMax } from '../limits.ts'
import { Links, type Link } from './links.ts'
import { defaultModes, type Modes } from '../../base/sequences/modes.ts'
import type { PointerShape } from '../../base/sequences/pointer-shapes.ts'
import { Pictures } from '../images/store.ts'
import { ExtraCursors } from './cursors/extra-cursors.ts'
import { unknownFacts, type Facts, type TerminalQuery } from '../replies/facts.ts'

/** State saved by DECSC. */
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

/** One of the two screens, with its own state. */
export interface Buffer {
  grid: CellGrid
  /** `null` for the alternate screen. */
  readonly history: History | null
  saved: SavedCursor | null
  // Cursor while the other screen is active; Screen has the active one.
  x: number
  y: number
  /** Kitty keyboard flags, newest last; 0 if empty. */
  keyboard: number[]
  /** Pointer shapes (OSC 22), newest last. */
  pointers: PointerShape[]
}

export interface ProgramColors {
  readonly palette: Map<number, number>
  /** OSC 5, by number: bold 0, underline 1, blink 2, reverse 3, italic 4. */
  readonly special: Map<number, number>
  /** OSC 13 to 19, by command. */
  readonly dynamic: Map<number, number>
  foreground: number | null
  background: number | null
  cursor: number | null
}

/**
 * Interface that a program redraws in place on the primary screen (inline-frame.ts). Rows are
 * numbered as in `Screen.firstRow`; -1 for none.
 */
export interface InlineFrame {
  /** Top row of what the program redraws in place; too high after it printed text above. */
  top: number
  /** Row from which it last moved up: its last row, which may be blank. */
  bottom: number
  /** Row reached by moving up, until something is printed there, and the column. */
  landing: number
  column: number
  /** Last row that was erased completely; rows erased upward without a gap, infinite for ED 0. */
  erased: number
  run: number
  /** The program hides the cursor or sends synchronized updates. */
  draws: boolean
  /** How often it has moved up and erased all from there on. */
  redraws: number
  /** Rows above this one were printed before the frame and need not be clipped. */
  finished: number
  /** Row of the cursor at the last new size, until the frame is redrawn. */
  resizedAt: number
  /** Everything was erased, so that the next move up is the way to the start. */
  cleared: boolean
}

export const noFrame = (): InlineFrame => ({
  top: -1,
  bottom: -1,
  landing: -1,
  column: 0,
  erased: -1,
  run: 0,
  draws: false,
  redraws: 0,
  finished: -1,
  resizedAt: -1,
  cleared: false,
})

/** State saved by XTPUSHSGR. `numbers`: what XTPOPSGR restores of it, everything if empty. */
export interface SavedPen {
  readonly numbers: readonly number[]
  readonly foreground: number
  readonly background: number
  readonly underline: number
}

/** Receives the shell's marks (OSC 133) on the primary screen by `Screen.firstRow` numbers. */
export interface MarkListener {
  /** `body`: text after `133;`. `column`: 0-based; all columns while a wrap is pending. */
  mark(body: string, row: number, column: number): void
  /** Rows `from` to `end`, exclusive, were erased completely (ED). `row`: the cursor's. */
  erase(from: number, end: number, row: number): void
  /** RIS: all rows are gone; new text starts in this row. */
  reset(row: number): void
  rows(): readonly number[]
  /** New rows at `row` have moved the rows from there on. */
  insert(row: number, count: number): void
  renumber(moved: (row: number) => number | null): void
}

export interface ScreenEvents {
  /** The alternate screen was really entered ("grid") or left ("stream"). */
  screen(kind: 'grid' | 'stream'): void
  /** A synchronized update is about to start (`CSI ? 2026 h`). */
  updating(): void
  /** A synchronized update has ended (`CSI ? 2026 l`). */
  updated(): void
  readonly marks: MarkListener | undefined
  /** A program sent a query, or has asked for reports of a change that just happened. */
  asked(query: TerminalQuery): void
}

export class Screen {
  cols: number
  rows: number
  readonly changes: Changes = { stamp: 1, nextRow: 1 }
  /** `changes.stamp` of the last change beyond cells: screen switch, resize, RIS, palette. */
  fullStamp = 1
  readonly primary: Buffer & { readonly history: History }
  readonly alternate: Buffer
  buffer: Buffer
  grid: CellGrid
  /** Whether the alternate screen is empty. */
  alternateFresh = true
  /** Frame of the program on the primary screen. */
  frame: InlineFrame = noFrame()
  #alternateGrid: CellGrid | null = null

  x = 0
  y = 0
  pending = false
  cursorVisible = true
  /** DECSCUSR 0 to 6; 0 is the user's style. */
  cursorStyle = 0

  // Pen: words of cell.ts, underline color and link. `extra` is the number of both, `bits` their
  // part of a cell's content.
  foreground = 0
  background = 0
  underline = 0
  link = 0
  extra = 0
  bits = 0
  /** An open link without printed text, which has no number yet. */
  opened: Link | null = null

  /** A shell has marked its prompts or commands (OSC 133), so OSC 3008 marks none. */
  hasMarks = false

  /** Whether any row, even in history, may not be single: from DECDWL or DECDHL until RIS. */
  mixedSizes = false

  /** Bits of bidi.ts for printed text. */
  bidi = 0
  /** Whether `bidi` was ever set, so that rows must get it, from then until RIS. */
  usesBidi = false

  // Margins, inclusive.
  top = 0
  bottom: number
  left = 0
  right: number

  modes: Modes = defaultModes()
  /** Private modes saved by XTSAVE; only those of mode-state.ts. */
  readonly savedModes = new Map<number, boolean>()
  charsets: string[] = ['B', 'B', 'B', 'B']
  level = 0
  /** Single shift of the next character to G2 or G3; 0 for `level`. */
  single: 0 | 2 | 3 = 0
  /** Table of the active charset, or `null` for ASCII. */
  charset: Charset | null = null
  readonly tabs = new Uint8Array(colsMax + 1)
  /** Whether runs of ASCII need no individual checks. */
  plain = true
  /** Value of `plain` when no move to another row is open. */
  settled = true
  /** Whether they need none after their first character: clusters join no ASCII (mode 2027). */
  plainAfterFirst = true

  /** Width of the last character, or 0 after anything else, for combining marks and REP. */
  joinWidth = 0
  /** State of graphemes.ts after that character. */
  cluster = 0

  /** Number of resets (RIS) and erased histories (`CSI 3 J`). */
  erasures = 0
  /** Changes when rows of the primary screen and its history are renumbered. */
  numbering: number

  title = ''
  /** Title of the icon (OSC 1), which is shown nowhere but shares the stack of titles. */
  iconTitle = ''
  readonly titles: string[] = []
  readonly iconTitles: string[] = []
  colors: ProgramColors = {
    palette: new Map(),
    special: new Map(),
    dynamic: new Map(),
    foreground: null,
    background: null,
    cursor: null,
  }

  /** Stacks of XTPUSHCOLORS and XTPUSHSGR, newest last. */
  readonly savedColors: ProgramColors[] = []
  readonly savedPens: SavedPen[] = []

  /** Set from outside, for queries. */
  facts: Facts = unknownFacts

  // Reused numbers change their meaning, so viewers must refresh.
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
  readonly extraCursors = new ExtraCursors()

  /** `shared`: history in memory for other threads. `compression`: for its history. */
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
      ...freshBuffer(),
    }
    this.alternate = this.#alternateOf()
    this.buffer = this.primary
    this.grid = this.primary.grid
    this.resetTabs()
  }

  /** Creates its cells on first use, because most programs use one screen. */
  #alternateOf(): Buffer {
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
      ...freshBuffer(),
    }
  }

  /** Whether the alternate screen may have contents. */
  get holdsAlternate(): boolean {
    return this.isAlternate || !this.alternateFresh
  }

  /** Releases the alternate screen's cells if they are empty. */
  forgetFresh(): void {
    if (!this.holdsAlternate) this.#alternateGrid = null
  }

  get isAlternate(): boolean {
    return this.buffer === this.alternate
  }

  /** Number of the primary screen's first row since the start, in this `numbering`. */
  get firstRow(): number {
    return this.primary.history.end
  }

  /** Whether left and right margins are the screen's edges. */
  get fullWidth(): boolean {
    return this.left === 0 && this.right === this.cols - 1
  }

  /** The pen's background, which erasing leaves. */
  get eraseBackground(): number {
    return this.background & 0x3ffffff
  }

  /** Opens a link for later text, or closes it with `null`. */
  openLink(link: Link | null): void {
    this.opened = link
    this.link = 0
    this.settlePen()
  }

  /** Creates the open link before a cell is printed in the pen's style. */
  makeLink(): void {
    if (this.opened === null) return
    this.link = this.links.make(this.opened)
    this.opened = null
    this.settlePen()
  }

  /** Number of the pen's link, even if it is not created yet, or 0. */
  get penLink(): number {
    return this.opened === null ? this.link : this.links.numberOf(this.opened)
  }

  linkOf(number: number): Link | undefined {
    return (
      this.links.get(number) ??
      (number !== 0 && number === this.penLink ? (this.opened ?? undefined) : undefined)
    )
  }

  /** Updates derived values after a change of underline color or link. */
  settlePen(): void {
    this.extra = this.extras.intern(this.underline, this.link)
    this.bits = this.extra === 0 ? 0 : extraBit
  }

  /** Updates derived values after a change of charsets or modes. */
  settle(): void {
    this.charset = charsetTable(this.charsets[this.single || this.level]!)
    this.settlePlain()
  }

  /** Updates `plain` after a change of the screen or its inline frame. */
  settlePlain(): void {
    this.bidi = bidiOfModes(this.modes)
    this.usesBidi ||= this.bidi !== 0
    this.plainAfterFirst =
      this.charset === null &&
      this.single === 0 &&
      !this.modes.insert &&
      this.grid.clipped === null &&
      !this.grid.hasBlocks
    this.settled = this.plainAfterFirst && !this.modes.graphemes
    this.plain = this.settled && (this.frame.landing < 0 || this.isAlternate)
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

  /** Blank in the pen's style, for halves of overwritten wide cells, as in xterm.js. */
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
    const others = this.#grids().flatMap(({ below, clipped }) => [below, clipped?.rows ?? null])
    return [this.primary.history, ...others].filter((one) => one !== null)
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

function freshBuffer(): Omit<Buffer, 'grid' | 'history'> {
  return { saved: null, x: 0, y: 0, keyboard: [], pointers: [] }
}
