/**
 * Complete state of a terminal as a plain value, version 1. JSON contains this value, MessagePack a
 * shorter shape (packed.ts). Trailing default blanks, empty rows and right halves of wide cells are
 * omitted; equal neighbors are one entry.
 */
import {
  attributesOf,
  clusterBit,
  codeMask,
  colorOf,
  extraBit,
  tailBit,
  textMask,
  widthMask,
  wideBit,
} from '../screen/cell.ts'
import { hexColor } from '../screen/color.ts'
import type { CellGrid } from '../screen/cell-grid.ts'
import { emptyLine, type Line } from '../history/history.ts'
import { readLine } from '../history/line.ts'
import { imagesOf, type PlacedImage } from './images.ts'
import type { Modes } from '../../base/sequences/modes.ts'
import type { PointerShape } from '../../base/sequences/pointer-shapes.ts'
import { cursorsOf, type Cursors } from './extra-cursors.ts'
import type { Buffer, ProgramColors, SavedCursor, Screen } from '../screen/screen.ts'

/** 0 to 255 for the palette, `#rrggbb` for RGB; absent for the default. */
export type Color = number | string

/** Absent fields have defaults: blank, 1 column, no attributes, default colors, no link, once. */
export interface Cell extends Pen {
  c?: string
  w?: 2
  n?: number
}

/** Cells of row `y` from column `x` on. */
export interface Span {
  y: number
  x: number
  /** Whether the row continues the one above. In a delta only if it changed. */
  wr?: 0 | 1
  /**
   * Prompt marks: A 1, B 2, C 4, D 8; plus the row's size times 16: 1 double width, 2 and 3 upper
   * and lower half of double height; plus the order of its text times 64 (history/bidi.ts). In a
   * delta only if it changed.
   */
  pm?: number
  cells: Cell[]
}

/** Absent fields have defaults: visible, the user's style, no blinking, nothing pending. */
export interface Cursor {
  row: number
  col: number
  visible?: false
  style?: 'block' | 'underline' | 'bar'
  blink?: true
  /** The next character wraps first. */
  pending?: true
  /** Columns of the previous character, if a combining mark would join it or REP repeat it. */
  joins?: 1 | 2
}

export interface Pen {
  /** Attributes as numbered by `attributesOf` (cell.ts). */
  a?: number
  fg?: Color
  bg?: Color
  ul?: Color
  l?: number
  /** Size, and the cell's place in its block, as a word of sized/sizing.ts; only of cells. */
  s?: number
}

export interface ScrollMargins {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Saved {
  row: number
  col: number
  pending: boolean
  origin: boolean
  pen: Pen
  charsets: string[]
  level: number
}

export interface Colors {
  palette: [index: number, color: string][]
  fg?: string
  bg?: string
  cursor?: string
  /** Attribute colors (OSC 5), for queries: bold 0, underline 1, blink 2, reverse 3, italic 4. */
  special?: [index: number, color: string][]
  /** Colors of OSC 13 to 19: pointer, Tektronix, selection. Only for queries. */
  dynamic?: [command: number, color: string][]
}

export interface OtherScreen {
  cursor: { row: number; col: number }
  margins: ScrollMargins
  saved?: Saved
  keyboard: number[]
  pointers?: PointerShape[]
  /** It was cleared on leaving; entering fills it with the then active background. */
  fresh?: true
  lines: Span[]
}

export interface Snapshot {
  v: 1
  epoch: number
  rev: number
  /** Number of the session's bytes in this state. */
  at: number
  cols: number
  rows: number
  screen: 'stream' | 'grid'
  /** Rows of history above the screen, even if not in `scrollback`. */
  baseY: number
  cursor: Cursor
  modes: Modes
  /** Kitty keyboard flags, newest last. */
  keyboard: number[]
  /** Pointer shapes (OSC 22), newest last; absent if none. */
  pointers?: PointerShape[]
  title: string
  titles: string[]
  pen: Pen
  charsets: string[]
  level: number
  /** Single shift of the next character to G2 or G3 (SS2, SS3). */
  single?: 2 | 3
  tabs: number[]
  margins: ScrollMargins
  saved?: Saved
  savedModes?: [mode: number, set: boolean][]
  colors: Colors
  /** Stacks of XTPUSHCOLORS and XTPUSHSGR, newest last; absent if empty. */
  savedColors?: Colors[]
  savedPens?: { numbers: number[]; pen: Pen }[]
  other?: OtherScreen
  /** Extra cursors (kitty) and their colors; absent without any. */
  cursors?: Cursors
  /** Images on the screen, if any. */
  images?: PlacedImage[]
  links: [number: number, uri: string, id: string][]
  /** Nonblank rows from the top. */
  lines: Span[]
  /** Newest rows of history, `y` from 0 for the oldest; absent if not requested. */
  scrollback?: { rows: number; lines: Span[] }
  /** Fewer rows of history than requested, because all would have been too large. */
  cut?: true
}

export interface Position {
  readonly epoch: number
  readonly rev: number
  readonly at: number
}

/** Includes `scrollback` rows, thousands of which take a second; calls `alive` for each. */
export function snapshotOf(
  screen: Screen,
  { epoch, rev, at }: Position,
  scrollback = 0,
  alive: () => void = () => undefined,
): Snapshot {
  const used = new Set<number>()
  const lines = linesOf(screen, screen.grid, used)
  const head = headOf(screen, used)
  const history = screen.primary.history
  const count = Math.min(scrollback, history?.count ?? 0)
  const kept: Span[] = []
  if (history !== null && count > 0) {
    const line = emptyLine(Math.max(screen.cols, 1_000))
    for (let row = 0; row < count; row += 1) {
      alive()
      history.read(history.count - count + row, line)
      const span = spanOfLine(screen, row, line, screen.cols, used)
      if (span !== null) kept.push(span)
    }
  }
  return {
    v: 1,
    epoch,
    rev,
    at,
    ...head,
    links: linkTable(screen, used),
    lines,
    ...(scrollback > 0 ? { scrollback: { rows: count, lines: kept } } : {}),
  }
}

/** Everything but cells, links, revision and offset. */
export type Head = Omit<
  Snapshot,
  'v' | 'epoch' | 'rev' | 'at' | 'links' | 'lines' | 'scrollback' | 'cut'
>

/** @param used receives the numbers of links that the value refers to */
export function headOf(screen: Screen, used: Set<number>): Head {
  const { modes, buffer } = screen
  const other = otherOf(screen, used)
  const images = imagesOf(screen)
  const tabs: number[] = []
  for (let x = 0; x < screen.cols; x += 1) if (screen.tabs[x] === 1) tabs.push(x)
  const { penLink } = screen
  if (penLink !== 0) used.add(penLink)
  return {
    cols: screen.cols,
    rows: screen.rows,
    screen: screen.isAlternate ? 'grid' : 'stream',
    baseY: screen.primary.history?.count ?? 0,
    cursor: cursorOf(screen),
    modes: { ...modes },
    keyboard: [...buffer.keyboard],
    title: screen.title,
    titles: [...screen.titles],
    pen: penOf(
      screen.foreground,
      screen.background,
      screen.underline,
      screen.linkOf(penLink) === undefined ? 0 : penLink,
    ),
    charsets: [...screen.charsets],
    level: screen.level,
    ...(screen.single === 0 ? {} : { single: screen.single }),
    ...pointersOf(buffer),
    tabs,
    margins: marginsOf(screen),
    ...(buffer.saved === null ? {} : { saved: savedOf(buffer.saved) }),
    ...(screen.savedModes.size === 0 ? {} : { savedModes: sorted(screen.savedModes) }),
    colors: colorsOf(screen.colors),
    ...stacksOf(screen),
    ...(other === null ? {} : { other }),
    ...cursorsOf(screen),
    ...(images.length === 0 ? {} : { images: [...images] }),
  }
}

/** Both screens have the same. */
function marginsOf({ top, bottom, left, right }: Screen): ScrollMargins {
  return { top, bottom, left, right }
}

const styles = [undefined, 'block', 'block', 'underline', 'underline', 'bar', 'bar'] as const

function cursorOf(screen: Screen): Cursor {
  const style = styles[screen.cursorStyle]
  const blinks = screen.cursorStyle === 0 ? screen.modes.cursorBlink : screen.cursorStyle % 2 === 1
  return {
    row: screen.y,
    col: screen.x,
    ...(screen.cursorVisible ? {} : { visible: false }),
    ...(style === undefined ? {} : { style }),
    ...(blinks ? { blink: true } : {}),
    ...(screen.pending ? { pending: true } : {}),
    ...(screen.joinWidth === 0 ? {} : { joins: screen.joinWidth === 2 ? 2 : 1 }),
  }
}

function otherOf(screen: Screen, used: Set<number>): OtherScreen | null {
  const other: Buffer = screen.isAlternate ? screen.primary : screen.alternate
  const fresh = !screen.isAlternate && screen.alternateFresh
  const isEmpty = other.keyboard.length + other.pointers.length === 0
  if (fresh && other.saved === null && isEmpty) return null
  return {
    cursor: { row: other.y, col: Math.min(other.x, screen.cols - 1) },
    margins: marginsOf(screen),
    ...(other.saved === null ? {} : { saved: savedOf(other.saved) }),
    keyboard: [...other.keyboard],
    ...pointersOf(other),
    ...(fresh ? { fresh: true } : {}),
    lines: fresh ? [] : linesOf(screen, other.grid, used),
  }
}

function pointersOf({ pointers }: Buffer): Pick<Snapshot, 'pointers'> {
  return pointers.length === 0 ? {} : { pointers: [...pointers] }
}

function savedOf(saved: SavedCursor): Saved {
  return {
    row: saved.y,
    col: saved.x,
    pending: saved.pending,
    origin: saved.origin,
    pen: penOf(saved.foreground, saved.background, saved.underline, 0),
    charsets: [...saved.charsets],
    level: saved.level,
  }
}

function stacksOf({ savedColors, savedPens }: Screen): Pick<Snapshot, 'savedColors' | 'savedPens'> {
  const pens = savedPens.map(({ numbers, foreground, background, underline }) => ({
    numbers: [...numbers],
    pen: penOf(foreground, background, underline, 0),
  }))
  return {
    ...(savedColors.length === 0 ? {} : { savedColors: savedColors.map(colorsOf) }),
    ...(pens.length === 0 ? {} : { savedPens: pens }),
  }
}

function colorsOf(colors: ProgramColors): Colors {
  const hex = (table: ReadonlyMap<number, number>) =>
    sorted(table).map(([index, color]): [number, string] => [index, hexColor(color)])
  return {
    palette: hex(colors.palette),
    ...(colors.foreground === null ? {} : { fg: hexColor(colors.foreground) }),
    ...(colors.background === null ? {} : { bg: hexColor(colors.background) }),
    ...(colors.cursor === null ? {} : { cursor: hexColor(colors.cursor) }),
    ...(colors.special.size === 0 ? {} : { special: hex(colors.special) }),
    ...(colors.dynamic.size === 0 ? {} : { dynamic: hex(colors.dynamic) }),
  }
}

function sorted<Value>(table: ReadonlyMap<number, Value>): [number, Value][] {
  return [...table].sort(([one], [other]) => one - other)
}

export function linkTable(screen: Screen, used: ReadonlySet<number>): [number, string, string][] {
  return [...used]
    .sort((one, other) => one - other)
    .flatMap((number): [number, string, string][] => {
      const link = screen.linkOf(number)
      return link === undefined ? [] : [[number, link.uri, link.id]]
    })
}

function linesOf(screen: Screen, grid: CellGrid, used: Set<number>): Span[] {
  const spans: Span[] = []
  const line = emptyLine(grid.cols)
  for (let y = 0; y < grid.rows; y += 1) {
    readLine(grid, y, line)
    const span = spanOfLine(screen, y, line, grid.cols, used)
    if (span !== null) spans.push(span)
  }
  return spans
}

/** Returns a row as a span, or `null` if it is empty. */
export function spanOfLine(
  screen: Screen,
  y: number,
  line: Line,
  cols: number,
  used: Set<number>,
): Span | null {
  const length = Math.min(line.length, cols)
  const cells = cellsOf(screen, line, 0, length, used)
  const last = cells.at(-1)
  if (last !== undefined && isBlank(last)) cells.pop()
  if (cells.length === 0 && !line.wrapped && line.marks === 0) return null
  return {
    y,
    x: 0,
    ...(line.wrapped ? { wr: 1 } : {}),
    ...(line.marks === 0 ? {} : { pm: line.marks }),
    cells,
  }
}

export const plainPen: Pen = {}

export function isBlank(cell: Cell): boolean {
  return cell.c === undefined && samePen(cell, plainPen)
}

type Words = Pick<Line, 'content' | 'foreground' | 'background' | 'extras'>

/** Returns columns `from` to `to` of a line as cells; wide cells must be completely inside. */
export function cellsOf(
  screen: Screen,
  line: Words,
  from: number,
  to: number,
  used: Set<number>,
): Cell[] {
  const cells: Cell[] = []
  const { content, foreground, background, extras } = line
  let wasOdd = false
  for (let x = from; x < to; ) {
    const word = content[x]!
    const first = foreground[x]!
    const second = background[x]!
    const extra = (word & extraBit) === 0 ? 0 : extras[x]!
    const width = (word & wideBit) === 0 ? 1 : 2
    let count = 1
    let next = x + width
    while (
      next < to &&
      content[next] === word &&
      foreground[next] === first &&
      background[next] === second &&
      (extra === 0 || extras[next] === extra)
    ) {
      count += 1
      next += width
    }
    const cell = cellOf(screen, word, first, second, extra, used)
    // Different words may mean equal cells: an unknown link, or half of a wide cell alone.
    const odd = extra !== 0 || (word & tailBit) !== 0
    const last = odd || wasOdd ? cells.at(-1) : undefined
    if (last !== undefined && sameCell(last, cell)) last.n = (last.n ?? 1) + count
    else {
      if (count > 1) cell.n = count
      cells.push(cell)
    }
    wasOdd = odd
    x = next
  }
  return cells
}

function cellOf(
  screen: Screen,
  word: number,
  first: number,
  second: number,
  extra: number,
  used: Set<number>,
): Cell {
  const cell: Cell = {}
  const code = word & codeMask
  // A half alone, which should not occur, is blank.
  if ((word & textMask) !== 0 && (word & tailBit) === 0)
    cell.c =
      (word & clusterBit) !== 0
        ? screen.clusters.text(code)
        : code < 256
          ? bytesAsText[code]!
          : String.fromCodePoint(code)
  if ((word & widthMask) === wideBit) cell.w = 2
  if (first !== 0 || second !== 0 || extra !== 0) {
    const link = extra === 0 ? 0 : screen.extras.link(extra)
    const known = link !== 0 && screen.links.get(link) !== undefined
    if (known) used.add(link)
    style(cell, first, second, extra === 0 ? 0 : screen.extras.underline(extra), known ? link : 0)
    const sizing = extra === 0 ? 0 : screen.extras.sizing(extra)
    if (sizing !== 0) cell.s = sizing
  }
  return cell
}

const bytesAsText = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))

export function sameCell(one: Cell, other: Cell): boolean {
  return one.c === other.c && one.w === other.w && samePen(one, other)
}

export function samePen(one: Pen, other: Pen): boolean {
  return (
    one.a === other.a &&
    one.fg === other.fg &&
    one.bg === other.bg &&
    one.ul === other.ul &&
    one.l === other.l &&
    one.s === other.s
  )
}

export function penOf(
  foreground: number,
  background: number,
  underline: number,
  link: number,
): Pen {
  const pen: Pen = {}
  style(pen, foreground, background, underline, link)
  return pen
}

/** Writes a style into an unstyled cell or pen. */
function style(
  pen: Pen,
  foreground: number,
  background: number,
  underline: number,
  link: number,
): void {
  const attributes = attributesOf(foreground, background)
  if (attributes !== 0) pen.a = attributes
  const fg = colorOf(foreground)
  if (fg !== undefined) pen.fg = fg < 256 ? fg : hexColor(fg)
  const bg = colorOf(background)
  if (bg !== undefined) pen.bg = bg < 256 ? bg : hexColor(bg)
  const ul = colorOf(underline)
  if (ul !== undefined) pen.ul = ul < 256 ? ul : hexColor(ul)
  if (link !== 0) pen.l = link
}
