/**
 * A snapshot as the bytes that bring a fresh terminal of its size to the same state: how a page, a second window or a socket client begins. Everything
 * that the VT core knows is in it; what xterm.js does not know (rectangles, left and right margins, clusters, kitty keyboard) it ignores.
 */
import { expanded, type FlatRow } from './delta.ts'
import type { Screen } from './screen.ts'
import { isBlank, snapshotOf, type Cell, type Color, type Margins, type OtherScreen, type Pen, type Saved, type Snapshot } from './snapshot.ts'
import { newestRow, writeHistory } from './to-ansi-history.ts'
import { flags } from './to-ansi-modes.ts'
import { widthOf } from './width.ts'

export function toAnsi(snapshot: Snapshot): string {
  const { cols, rows, scrollback, links } = snapshot
  const known = new Map(links.map(([number, uri, id]) => [number, { uri, id }]))
  const history = scrollback === undefined ? [] : expanded({ cols, rows: scrollback.rows, lines: scrollback.lines })
  const writer = new Writer(cols, rows, (number) => known.get(number))
  writer.colors(snapshot)
  writer.rows(history)
  writeScreen(snapshot, writer, { count: history.length, last: history.at(-1) ?? null })
  return writer.text
}

export interface AnsiOptions {
  /** Beyond this the oldest history is left out; the screen itself comes whole. */
  readonly bytesMax?: number
  /** Called now and then while it writes, which may take seconds. */
  readonly alive?: () => void
  /** UTF-8 if absent. What it makes of a text must be what it makes of its parts. */
  readonly encode?: (text: string) => Uint8Array
}

/** As `toAnsi` of a snapshot with so many rows of history at most, without making one. */
export function screenToAnsi(screen: Screen, scrollback: number, { bytesMax = Number.MAX_SAFE_INTEGER, alive = () => undefined, encode = utf8 }: AnsiOptions = {}): { readonly bytes: Uint8Array; readonly history: number } {
  const snapshot = snapshotOf(screen, { epoch: 0, rev: 0, at: 0 })
  const { history } = screen.primary
  const writer = () => { alive(); return new Writer(screen.cols, screen.rows, (number) => screen.links.get(number), alive) }
  const colors = writer()
  colors.colors(snapshot)
  const head = encode(colors.text)
  const last = history === null ? null : newestRow(screen, history)
  const behind = (count: number) => {
    const rest = writer()
    writeScreen(snapshot, rest, { count, last: count === 0 ? null : last })
    return encode(rest.text)
  }
  const wanted = Math.min(scrollback, history?.count ?? 0)
  let tail = behind(wanted)
  const earlier = history === null ? { parts: [], count: 0 } : writeHistory(screen, history, wanted, { bytesMax: bytesMax - head.length - tail.length, writer, encode })
  if (Math.min(earlier.count, screen.rows) < Math.min(wanted, screen.rows)) tail = behind(earlier.count) // not scrolled as far
  return { bytes: joined([head, ...earlier.parts, tail]), history: earlier.count }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) { whole.set(part, at); at += part.length }
  return whole
}

interface Earlier {
  readonly count: number
  readonly last: FlatRow | null
}

function writeScreen(snapshot: Snapshot, writer: Writer, earlier: Earlier): void {
  const { cols, rows, other } = snapshot
  if (snapshot.screen === 'grid') {
    writer.rows(other === undefined ? [] : expanded({ cols, rows, lines: other.lines }), earlier)
    if (other !== undefined) writer.screen(other, expanded({ cols, rows, lines: other.lines }))
    writer.add('\x1b[?47h\x1b[H')
    writer.rows(expanded(snapshot))
  } else {
    writer.rows(expanded(snapshot), earlier)
    if (other !== undefined) {
      writer.add('\x1b[?47h\x1b[H')
      writer.rows(expanded({ cols, rows, lines: other.lines }))
      writer.screen(other, expanded({ cols, rows, lines: other.lines }))
      writer.add('\x1b[?47l')
    }
  }
  if (snapshot.saved !== undefined) writer.saved(snapshot.saved, expanded(snapshot))
  writer.keyboard(snapshot.keyboard)
  writer.titles(snapshot)
  writer.rest(snapshot)
}

/** SGRs that are kept, by pen. */
const sgrsMax = 256

export class Writer {
  text = ''
  readonly #cols: number
  readonly #screenRows: number
  readonly #linkOf: (number: number) => { readonly uri: string; readonly id: string } | undefined
  readonly #alive: () => void
  #pen: Pen = {}
  readonly #sgrs = new Map<Pen, string>()

  constructor(cols: number, rows: number, linkOf: (number: number) => { readonly uri: string; readonly id: string } | undefined, alive: () => void = () => undefined) {
    this.#cols = cols
    this.#alive = alive
    this.#screenRows = rows
    this.#linkOf = linkOf
  }

  add(text: string): void {
    this.text += text
  }

  colors({ colors }: Snapshot): void {
    for (const [index, color] of colors.palette) this.add(`\x1b]4;${index};${color}\x1b\\`)
    for (const [number, color] of [[10, colors.fg], [11, colors.bg], [12, colors.cursor]] as const) if (color !== undefined) this.add(`\x1b]${number};${color}\x1b\\`)
  }

  /** Rows from the cursor's on, one after the other, behind `earlier` ones; what passes the top becomes history. */
  rows(rows: readonly FlatRow[], earlier: Earlier = { count: 0, last: null }): void {
    if (earlier.count === 0) this.first(rows[0]?.wr === true)
    for (const [place, row] of rows.entries()) {
      this.#alive()
      const index = earlier.count + place
      const above = rows[place - 1] ?? earlier.last
      if (above !== null) this.next(row, above, Math.min(index, this.#screenRows) - 1)
      this.row(row, Math.min(index, this.#screenRows - 1))
    }
    this.style({})
  }

  /** Before the first row of all: one that goes on a row which is not there any more needs one to go on, which is taken away. */
  first(goesOn: boolean): void {
    if (goesOn && this.#screenRows > 1) this.add(`\x1b[${this.#cols}Gxx\x1b[D\x1b[X\x1b[A\x1b[M`)
  }

  /** The cells and marks of the row that the cursor is in, at `y`. */
  row(row: FlatRow, y: number): void {
    this.#cells(row, y)
    for (const [bit, letter] of [[1, 'A'], [2, 'B'], [4, 'C'], [8, 'D']] as const) if ((row.pm & bit) !== 0) this.add(`\x1b]133;${letter}\x1b\\`)
  }

  /** To the next row; if it goes on, by an automatic wrap. `y` is where the row above stands now. */
  next(row: FlatRow, above: FlatRow, y: number): void {
    this.style({})
    if (!row.wr) { this.add('\r\n'); return }
    const edge = this.#cols - 1
    // A character in the last column and one more, which wraps; then both become what they were.
    this.add(`\x1b[${edge + 1}Gxx\x1b[D\x1b[X`)
    if (this.#screenRows === 1) return
    this.add(`\x1b[A\x1b[${edge + 1}G\x1b[X`)
    this.#again(above, edge, y === this.#screenRows - 1 ? y - 1 : y)
    this.style({})
    this.add('\r\x1b[B')
  }

  /** The cell at column `x` of a row of which the others are right. */
  #again(row: FlatRow, x: number, y: number): void {
    const at = row.cells[x] === null ? x - 1 : x
    const cell = row.cells[at] ?? {}
    if (cell.c === undefined) this.#blank(row, at, y)
    else { this.style(cell); this.add(`\x1b[${at + 1}G`); this.#print(cell) }
  }

  #cells(row: FlatRow, y: number): void {
    const { cells } = row
    let reached = 0
    for (let x = 0; x < cells.length; x += 1) {
      const cell = cells[x]
      if (cell === null || cell === undefined || isBlank(cell)) continue
      if (cell.c === undefined) {
        const run = this.#run(cells, x)
        if (onlyBackground(cell)) { this.style(cell); this.add(`\x1b[${x + 1}G\x1b[${run}X`); x += run - 1 } else this.#blank(row, x, y)
        reached = -1
        continue
      }
      this.style(cell)
      if (reached !== x || widthOf(cell.c.codePointAt(0) ?? 0) === 0) this.add(`\x1b[${x + 1}G`) // also keeps a mark from joining the cell before
      this.#print(cell)
      reached = x + (cell.w ?? 1)
    }
  }

  #run(cells: FlatRow['cells'], from: number): number {
    const first = cells[from]!
    let to = from + 1
    while (to < cells.length && cells[to] !== null && cells[to]!.c === undefined && sameStyle(cells[to]!, first)) to += 1
    return to - from
  }

  /**
   * A blank cell in any style: what is left of a wide one when its other half is overwritten. What becomes of the cell beside it is
   * made good: to its right by what follows, to its left here.
   */
  #blank(row: FlatRow, x: number, y: number): void {
    const cell = row.cells[x] ?? {}
    this.style(cell)
    if (onlyBackground(cell)) { this.add(`\x1b[${x + 1}G\x1b[X`); return }
    if (x < this.#cols - 1) {
      this.add(`\x1b[${x + 1}G世\x1b[${x + 2}G `)
      this.style({})
      this.add(`\x1b[${x + 2}G\x1b[X`)
      return
    }
    const before = row.cells[x - 1]
    if (before !== null && before !== undefined && before.c === undefined && !onlyBackground(before)) {
      // Several of them up to the edge come from DECCARA only: so do these.
      this.style(cell.bg === undefined ? {} : { bg: cell.bg })
      this.add(`\x1b[${x + 1}G\x1b[X\x1b[${y + 1};${x + 1};${y + 1};${x + 1};${rectangleNumbers(cell).join(';')}$r`)
      return
    }
    this.add(`\x1b[${x}G世\x1b[${x}G `)
    this.style({})
    this.add(`\x1b[${x}G\x1b[X`)
    this.#again(row, x - 1, y)
  }

  /** Clusters that ordinary marks do not make need mode 2027. */
  #print(cell: Cell): void {
    const { c = '' } = cell
    const [first = 0, ...others] = [...c].map((character) => character.codePointAt(0) ?? 0)
    const ordinary = others.every((code) => widthOf(code) === 0) && Math.max(1, widthOf(first)) === (cell.w ?? 1)
    this.add(ordinary ? c : `\x1b[?2027h${c}\x1b[?2027l`)
  }

  /** One SGR that sets everything; kept by pen, since a log has the same few in each line. */
  #sgr(pen: Pen): string {
    let text = this.#sgrs.get(pen)
    if (text === undefined) {
      text = `\x1b[${sgr(pen.a ?? 0, pen.fg, pen.bg, pen.ul)}m`
      if (this.#sgrs.size < sgrsMax) this.#sgrs.set(pen, text)
    }
    return text
  }

  style(pen: Pen): void {
    const { a = 0, fg, bg, ul, l } = pen
    const before = this.#pen
    if (before.a !== pen.a || before.fg !== fg || before.bg !== bg || before.ul !== ul) this.add(`${this.#sgr(pen)}${(before.a ?? 0) >= 16_384 || a >= 16_384 ? `\x1b[${a >= 16_384 ? 1 : 0}"q` : ''}`)
    if (before.l !== l) {
      const link = l === undefined ? undefined : this.#linkOf(l)
      this.add(link === undefined ? '\x1b]8;;\x1b\\' : `\x1b]8;${link.id === '' ? '' : `id=${link.id}`};${link.uri}\x1b\\`)
    }
    this.#pen = pen
  }

  screen({ saved, keyboard, margins, cursor }: OtherScreen, rows: readonly FlatRow[]): void {
    if (saved !== undefined) this.saved(saved, rows)
    this.keyboard(keyboard)
    this.margins(margins)
    this.add(`\x1b[${cursor.row + 1};${cursor.col + 1}H`)
  }

  /** DECSC where it was done; one that waited to wrap waits behind a character, which is taken away again. */
  saved(saved: Saved, rows: readonly FlatRow[]): void {
    const to = `\x1b[${saved.row + 1};${saved.col + 1}H`
    const row = rows[saved.row]
    const waits = saved.pending && row !== undefined
    const margin = waits && saved.col < this.#cols - 1
    this.style(saved.pen)
    this.add(`${margin ? `\x1b[?69h\x1b[1;${saved.col + 1}s` : ''}${saved.origin ? '\x1b[?6h' : ''}${to}${waits ? 'x' : ''}`)
    this.#charsets(saved.charsets, saved.level)
    this.add(`\x1b7${saved.origin ? '\x1b[?6l' : ''}${margin ? '\x1b[?69l' : ''}`)
    this.#charsets(['B', 'B', 'B', 'B'], 0)
    this.style({})
    if (!waits) return
    this.add(`${to}\x1b[X`)
    this.#again(row, saved.col, saved.row)
    this.style({})
  }

  keyboard(stack: readonly number[]): void {
    for (const [index, one] of stack.entries()) this.add(index === 0 ? `\x1b[=${one};1u` : `\x1b[>${one}u`)
  }

  titles({ titles, title }: Snapshot): void {
    for (const one of titles) this.add(`\x1b]2;${one}\x1b\\\x1b[22;2t`)
    if (title !== '' || titles.length > 0) this.add(`\x1b]2;${title}\x1b\\`)
  }

  margins({ top, bottom, left, right }: Margins): void {
    if (left !== 0 || right !== this.#cols - 1) this.add(`\x1b[?69h\x1b[${left + 1};${right + 1}s`)
    this.add(top === 0 && bottom === this.#screenRows - 1 ? '\x1b[r' : `\x1b[${top + 1};${bottom + 1}r`)
  }

  /** Tab stops, margins, cursor, charsets, pen and modes; a pending wrap last of all. */
  rest(snapshot: Snapshot): void {
    const { tabs, margins, modes, cursor, charsets, level, pen } = snapshot
    const { joins = 0, pending = false } = cursor
    this.add('\x1b[3g')
    for (const x of tabs) this.add(`\x1b[${x + 1}G\x1bH`)
    // The other screen's margins may have needed the mode.
    this.add(modes.leftRightMargins ? '\x1b[?69h' : '\x1b[?69l')
    this.margins(margins)
    if (modes.origin) this.add('\x1b[?6h')
    const rows = expanded(snapshot)
    const cells = rows[cursor.row]?.cells ?? []
    const at = pending ? (cells[cursor.col] === null ? cursor.col - 1 : cursor.col) : cursor.col - joins
    const preceding = cells[at] ?? {}
    const reprint = (pending || joins > 0) && preceding.c !== undefined
    const last = reprint && joins > 0 && !modes.insert && (cells[at] as Cell).l === pen.l && sameStyle(preceding, pen)
    if (reprint && !last && pending) {
      this.#to(snapshot, at)
      this.style(preceding)
      this.#print(preceding)
    } else if (pending && !reprint) {
      // Nothing stands there: a character to wait behind, taken away without a move.
      this.#to(snapshot, cursor.col)
      const cell = cells[cursor.col] ?? {}
      this.style(cell.bg === undefined ? {} : { bg: cell.bg })
      const [row, col] = placeOf(snapshot, cursor.col)
      const numbers = rectangleNumbers(cell)
      this.add(`x\x1b[${row};${col};${row};${col}$z${numbers.length === 0 ? '' : `\x1b[${row};${col};${row};${col};${numbers.join(';')}$r`}`)
    } else this.#to(snapshot, last ? at : cursor.col)
    this.#charsets(charsets, level)
    this.style(pen)
    this.add(flags(snapshot))
    if (last && modes.graphemes) this.add(preceding.c ?? '')
    else if (last) this.#print(preceding)
  }

  /** In origin mode counted from the margins. */
  #to(snapshot: Snapshot, col: number): void {
    this.add(`\x1b[${placeOf(snapshot, col).join(';')}H`)
  }

  #charsets(charsets: readonly string[], level: number): void {
    for (const [index, one] of charsets.entries()) this.add(`\x1b${'()*+'[index]}${one}`)
    this.add(['\x0f', '\x0e', '\x1bn', '\x1bo'][level] ?? '')
  }
}

/** A column of the cursor's row, as a sequence counts: from 1, in origin mode from the margins. */
function placeOf({ modes, margins, cursor }: Snapshot, col: number): [row: number, col: number] {
  return modes.origin ? [cursor.row - margins.top + 1, col - margins.left + 1] : [cursor.row + 1, col + 1]
}

/** The attributes of a blank cell as DECCARA sets them. */
function rectangleNumbers({ a = 0 }: Cell): number[] {
  return [[1, 1], [4, 4], [128, 5], [32, 7], [64, 8]].filter(([bit = 0]) => (a & bit) !== 0).map(([, number = 0]) => number)
}

function onlyBackground({ a, fg, ul, l }: Cell): boolean {
  return a === undefined && fg === undefined && ul === undefined && l === undefined
}

function sameStyle(one: Pen, other: Pen): boolean {
  return one.a === other.a && one.fg === other.fg && one.bg === other.bg && one.ul === other.ul && one.l === other.l
}

const attributeNumbers = [[1, 1], [16, 2], [2, 3], [128, 5], [32, 7], [64, 8], [8, 9], [256, 53]] as const

/** The parameters of one SGR that sets everything. No arrays: pictures made of cells need one for each. */
function sgr(attributes: number, fg?: Color, bg?: Color, ul?: Color): string {
  let text = '0'
  if (attributes !== 0) {
    for (const [bit, number] of attributeNumbers) if ((attributes & bit) !== 0) text += `;${number}`
    const style = attributes >> 9 & 7
    if (style > 0) text += `;4:${style}`
  }
  if (fg !== undefined) text += `;${color(fg, 30, 38)}`
  if (bg !== undefined) text += `;${color(bg, 40, 48)}`
  if (ul !== undefined) text += typeof ul === 'number' ? `;58:5:${ul}` : `;58:2::${channels(ul, ':')}`
  return text
}

function color(value: Color, base: number, extended: number): string {
  if (typeof value !== 'number') return `${extended};2;${channels(value, ';')}`
  return value < 8 ? String(base + value) : value < 16 ? String(base + 52 + value) : `${extended};5;${value}`
}

function channels(hex: string, separator: string): string {
  const value = Number.parseInt(hex.slice(1), 16)
  return `${value >> 16}${separator}${value >> 8 & 0xff}${separator}${value & 0xff}`
}
