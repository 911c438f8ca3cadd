/** Writes the parts of a snapshot as sequences and tracks the terminal's pen. */
import { bidiSequences } from '../../history/bidi.ts'
import { bidiShift, sizeOfMarks } from '../../history/grid-rows.ts'
import { charsetTable } from '../../screen/charsets.ts'
import { expanded, type FlatRow } from '../delta.ts'
import { openersMax } from '../../limits.ts'
import { isBlank, plainPen, samePen } from '../snapshot.ts'
import type { Cell, ScrollMargins, OtherScreen, Pen, Saved, Snapshot } from '../snapshot.ts'
import {
  firstCell,
  isNarrowed,
  isNarrowEmoji,
  isOfRectangle,
  isOrdinary,
  isStyledBlank,
  onlyBackground,
  rectangleNumbers,
  withoutCutBlocks,
} from './to-ansi-cells.ts'
import { flags } from './to-ansi-modes.ts'
import { sgr } from './to-ansi-sgr.ts'
import { columnsOfBlock, rowInBlock, sizingText } from '../../screen/sized/sizing.ts'
import { widthOf } from '../../screen/width.ts'

/** Rows written before the first row. */
export interface Earlier {
  readonly count: number
  readonly last: FlatRow | null
}

const sgrsMax = 256

export class Writer {
  text = ''
  readonly #cols: number
  readonly #screenRows: number
  readonly #linkOf: (number: number) => { readonly uri: string; readonly id: string } | undefined
  readonly #alive: () => void
  #pen: Pen = {}
  readonly #sgrs = new Map<Pen, string>()
  /** Characters of link openers on this screen. */
  #openers = 0
  readonly #charactersMax: number
  /** Whether the screen is too long, so that styles, links and marks are omitted. */
  #plain = false

  constructor(
    cols: number,
    rows: number,
    linkOf: (number: number) => { readonly uri: string; readonly id: string } | undefined,
    alive: () => void = () => undefined,
    charactersMax = Number.POSITIVE_INFINITY,
  ) {
    this.#cols = cols
    this.#alive = alive
    this.#screenRows = rows
    this.#linkOf = linkOf
    this.#charactersMax = charactersMax
  }

  add(text: string): void {
    this.text += text
  }

  /** Writes everything before the cells. */
  head(snapshot: Snapshot): void {
    this.colors(snapshot.colors)
  }

  colors(colors: Snapshot['colors']): void {
    for (const [index, color] of colors.palette) this.add(`\x1b]4;${index};${color}\x1b\\`)
    for (const [index, color] of colors.special ?? []) this.add(`\x1b]5;${index};${color}\x1b\\`)
    for (const [number, color] of [
      [10, colors.fg],
      [11, colors.bg],
      [12, colors.cursor],
      ...(colors.dynamic ?? []),
    ] as const)
      if (color !== undefined) this.add(`\x1b]${number};${color}\x1b\\`)
  }

  /**
   * Writes rows from the cursor's on, after `earlier` ones; rows that leave at the top become
   * history.
   * @param sized writes row sizes, which the screen gets last (`sizes`)
   */
  rows(rows: readonly FlatRow[], earlier: Earlier = { count: 0, last: null }, sized = false): void {
    this.#openers = 0
    const from = this.text.length
    if (earlier.count === 0) this.first(rows[0]?.wr === true)
    for (const [place, row] of rows.entries()) {
      this.#alive()
      const index = earlier.count + place
      const above = rows[place - 1] ?? earlier.last
      const share = (this.text.length - from) / this.#charactersMax
      this.#plain = share > 1
      if (above !== null) this.next(row, above, Math.min(index, this.#screenRows) - 1)
      // even plain rows can be too much: a million cells that each need a cursor move
      const whole = sized ? row : withoutCutBlocks(rows, place)
      if (share <= 2) this.row(whole, Math.min(index, this.#screenRows - 1))
      if (sized) this.add(sizeSequence(row.pm))
    }
    this.#plain = false
    this.style({})
  }

  /** Prepares a first row that continues a missing one: writes that, then removes it. */
  first(goesOn: boolean): void {
    if (goesOn && this.#screenRows > 1) this.add(`\x1b[${this.#cols}Gxx\x1b[D\x1b[X\x1b[A\x1b[M`)
  }

  /** Writes the cells and marks of the cursor's row, at `y`. */
  row(row: FlatRow, y: number): void {
    this.add(bidiSequences(row.pm >> bidiShift, true))
    this.#cells(row, y)
    this.add(bidiSequences(row.pm >> bidiShift, false))
    for (const [bit, letter] of [
      [1, 'A'],
      [2, 'B'],
      [4, 'C'],
      [8, 'D'],
    ] as const)
      if ((row.pm & bit) !== 0) this.add(`\x1b]133;${letter}\x1b\\`)
  }

  /** Writes double-width sizes after the cells, because they limit the cursor. */
  sizes(rows: readonly FlatRow[]): void {
    for (const [y, row] of rows.entries())
      if (sizeOfMarks(row.pm) !== 0) this.add(`\x1b[${y + 1}H${sizeSequence(row.pm)}`)
  }

  /** Moves to the next row after `above` at `y`, with an automatic wrap if it continues. */
  next(row: FlatRow, above: FlatRow, y: number): void {
    this.style({})
    // what wraps into a block moves past it
    if (!row.wr || row.cells.some((cell) => rowInBlock(cell?.s ?? 0) > 0)) {
      this.add('\r\n')
      return
    }
    const edge = this.#cols - 1
    if (this.#screenRows === 1) {
      this.#leave(above)
      return
    }
    // Prints a character in the last column and one more, which wraps; then restores both cells.
    this.add(`\x1b[${edge + 1}Gxx\x1b[D\x1b[X\x1b[A\x1b[${edge + 1}G\x1b[X`)
    this.#again(above, edge, y === this.#screenRows - 1 ? y - 1 : y)
    this.style({})
    this.add('\r\x1b[B')
  }

  /**
   * Wraps on a one-row screen. The row that leaves cannot be changed later, so its last cell is
   * written again, or left blank by a character that does not fit.
   */
  #leave(above: FlatRow): void {
    const edge = this.#cols - 1
    const last = above.cells[edge]
    if (last === null || last?.c !== undefined) {
      this.#again(above, edge, 0)
      this.style({})
      this.add('x')
    } else {
      this.style(last ?? {})
      this.add(`\x1b[${this.#cols}G世`)
      this.style({})
    }
    this.add(`\r\x1b[${this.#cols}X`)
  }

  /** Rewrites the cell at column `x` of an otherwise correct row. */
  #again(row: FlatRow, x: number, y: number): void {
    const at = firstCell(row.cells, x)
    const cell = row.cells[at] ?? {}
    if (cell.s !== undefined && cell.c === undefined) return
    if (cell.c !== undefined) {
      this.style(cell)
      this.add(`\x1b[${at + 1}G`)
      this.#place(cell, at, y)
    } else if (onlyBackground(cell)) this.#erased(cell, at, 1)
    else this.#cells(row, y, this.#styledFrom(row, at)) // includes its neighbors
  }

  #cells(row: FlatRow, y: number, from = 0): void {
    const { cells } = row
    let reached = from === 0 ? 0 : -1
    for (let x = from; x < cells.length; x += 1) {
      const cell = cells[x]
      if (cell === null || cell === undefined || isBlank(cell)) continue
      if (cell.s !== undefined && cell.c === undefined) continue
      if (cell.c === undefined && this.#plain) {
        reached = -1
        continue
      }
      if (cell.c === undefined) {
        if (onlyBackground(cell)) {
          const run = this.#run(cells, x)
          this.#erased(cell, x, run)
          x += run - 1
        } else if (this.#styledTo(row, x) < this.#cols) this.#blank(cell, x)
        else {
          this.#edge(row, x, y)
          return
        }
        reached = -1
        continue
      }
      this.style(cell)
      if (reached !== x) this.add(`\x1b[${x + 1}G`)
      this.#place(cell, x, y)
      const columns = cell.s === undefined || this.#plain ? (cell.w ?? 1) : columnsOfBlock(cell.s)
      reached = isNarrowed(cell) ? -1 : x + columns // a wrap is pending after it
    }
  }

  #run(cells: FlatRow['cells'], from: number): number {
    const first = cells[from]!
    let to = from + 1
    while (
      to < cells.length &&
      cells[to] !== null &&
      cells[to]!.c === undefined &&
      samePen(cells[to]!, first)
    )
      to += 1
    return to - from
  }

  /** Writes blank cells with only a background. */
  #erased(cell: Cell, x: number, count: number): void {
    this.style(cell)
    this.add(`\x1b[${x + 1}G\x1b[${count === 1 ? '' : count}X`)
  }

  /** Returns the first of the styled blanks up to `x`. */
  #styledFrom({ cells }: FlatRow, x: number): number {
    let from = x
    while (from > 0 && isStyledBlank(cells[from - 1])) from -= 1
    return from
  }

  /** Returns the first column after `x` that is not a styled blank. */
  #styledTo({ cells }: FlatRow, x: number): number {
    let to = x + 1
    while (to < this.#cols && isStyledBlank(cells[to])) to += 1
    return to
  }

  /**
   * Writes a styled blank with a cell to its right, as half of a wide character whose other half is
   * overwritten. The following cells repair that.
   */
  #blank(cell: Cell, x: number): void {
    this.style(cell)
    this.add(`\x1b[${x + 1}G世\x1b[${x + 2}G `)
    this.#erased({}, x + 1, 1)
  }

  /** Writes styled blanks up to the edge as halves of wide characters, from right to left. */
  #edge(row: FlatRow, from: number, y: number): void {
    const edge = this.#cols - 1
    const styles = row.cells.slice(from) as readonly Cell[] // no right halves
    if (from === 0 || (from < edge && styles.every(isOfRectangle))) {
      // Several of them up to the edge usually come from DECCARA, which is used here too. If no
      // other cell remains, only it can make the last.
      for (const [index, cell] of styles.slice(0, -1).entries()) this.#blank(cell, from + index)
      const cell = styles.at(-1)!
      const numbers = rectangleNumbers(cell)
      this.#erased(cell.bg === undefined ? {} : { bg: cell.bg }, edge, 1)
      if (numbers.length > 0)
        this.add(`\x1b[${y + 1};${edge + 1};${y + 1};${edge + 1};${numbers.join(';')}$r`)
      return
    }
    this.style(styles.at(-1)!)
    this.add(`\x1b[${edge}G世`)
    for (let x = edge; x >= from; x -= 1) {
      this.style(styles[x - from]!)
      this.add(x > from ? `\x1b[${x - 1}G世` : `\x1b[${x}G `)
    }
    this.#erased({}, from - 1, 1)
    this.#again(row, from - 1, y)
  }

  /** Prints a cell's character at the cursor. A narrowed one needs an edge without autowrap. */
  #place(cell: Cell, x: number, y: number): void {
    if (!isNarrowed(cell)) {
      this.#print(x === this.#cols - 1 && isNarrowEmoji(cell) ? { c: ' ' } : cell)
      return
    }
    const margin = x > 0 && x < this.#cols - 1
    this.add(margin ? `\x1b[?69h\x1b[1;${x + 1}s\x1b[${y + 1};${x + 1}H\x1b[?7l` : '\x1b[?7l')
    this.#print(cell)
    this.add(margin ? '\x1b[?7h\x1b[?69l' : '\x1b[?7h')
  }

  /** Prints a cell. Clusters beyond ordinary marks need mode 2027. */
  #print(cell: Cell): void {
    const { s } = cell
    const c = withBase(cell.c ?? '')
    if (s !== undefined && !this.#plain) this.add(`\x1b]66;${sizingText(s)};${c}\x1b\\`)
    else if (this.#plain) {
      const code = c.codePointAt(0) ?? 0x20
      const wide = cell.w === 2
      this.add((widthOf(code) === 2) === wide ? String.fromCodePoint(code) : wide ? '  ' : ' ')
    } else this.add(isOrdinary(cell) ? c : `\x1b[?2027h${c}\x1b[?2027l`)
  }

  /** Returns one SGR for the complete pen, cached, because a log repeats the same few. */
  #sgr(pen: Pen): string {
    let text = this.#sgrs.get(pen)
    if (text === undefined) {
      text = `\x1b[${sgr(pen.a ?? 0, pen.fg, pen.bg, pen.ul)}m`
      if (this.#sgrs.size < sgrsMax) this.#sgrs.set(pen, text)
    }
    return text
  }

  style(wanted: Pen): void {
    const pen = this.#plain ? plainPen : wanted
    const { a = 0, fg, bg, ul, l } = pen
    const before = this.#pen
    if (before.a !== pen.a || before.fg !== fg || before.bg !== bg || before.ul !== ul)
      this.add(
        `${this.#sgr(pen)}` +
          `${(before.a ?? 0) >= 16_384 || a >= 16_384 ? `\x1b[${a >= 16_384 ? 1 : 0}"q` : ''}`,
      )
    if (before.l !== l) {
      const link = l === undefined || this.#openers > openersMax ? undefined : this.#linkOf(l)
      const opener =
        link === undefined
          ? '\x1b]8;;\x1b\\'
          : `\x1b]8;${link.id === '' ? '' : `id=${link.id}`};${link.uri}\x1b\\`
      this.#openers += opener.length
      this.add(opener)
    }
    this.#pen = pen
  }

  screen({ saved, keyboard, pointers, cursor }: OtherScreen, rows: readonly FlatRow[]): void {
    if (saved !== undefined) this.saved(saved, rows)
    this.sizes(rows)
    this.keyboard(keyboard)
    this.pointers(pointers)
    this.add(`\x1b[${cursor.row + 1};${cursor.col + 1}H`)
  }

  /** Writes DECSC at its position. A pending wrap needs a character, which is removed again. */
  saved(saved: Saved, rows: readonly FlatRow[]): void {
    const to = `\x1b[${saved.row + 1};${saved.col + 1}H`
    const row = rows[saved.row]
    const waits = saved.pending && row !== undefined
    const margin = waits && saved.col < this.#cols - 1
    this.style(saved.pen)
    this.add(
      `${margin ? `\x1b[?69h\x1b[1;${saved.col + 1}s` : ''}${saved.origin ? '\x1b[?6h' : ''}` +
        `${to}${waits ? 'x' : ''}`,
    )
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
    for (const [index, one] of stack.entries())
      this.add(index === 0 ? `\x1b[=${one};1u` : `\x1b[>${one}u`)
  }

  pointers(stack: Snapshot['pointers']): void {
    if (stack !== undefined) this.add(`\x1b]22;>${stack.join(',')}\x1b\\`)
  }

  titles({ titles, title }: Snapshot): void {
    for (const one of titles) this.add(`\x1b]2;${one}\x1b\\\x1b[22;2t`)
    if (title !== '' || titles.length > 0) this.add(`\x1b]2;${title}\x1b\\`)
  }

  margins({ top, bottom, left, right }: ScrollMargins): void {
    if (left !== 0 || right !== this.#cols - 1) this.add(`\x1b[?69h\x1b[${left + 1};${right + 1}s`)
    this.add(
      top === 0 && bottom === this.#screenRows - 1 ? '\x1b[r' : `\x1b[${top + 1};${bottom + 1}r`,
    )
  }

  /** Writes tab stops, margins, cursor, charsets, pen and modes; a pending wrap last. */
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the order of the sequences matters
  rest(snapshot: Snapshot): void {
    const { tabs, margins, modes, cursor, charsets, level, pen } = snapshot
    const { joins = 0, pending = false } = cursor
    this.#openers = 0 // a few may follow: the cell at the cursor, and the pen
    this.add('\x1b[3g')
    for (const x of tabs) this.add(`\x1b[${x + 1}G\x1bH`)
    const rows = expanded(snapshot)
    this.sizes(rows)
    // A saved cursor may have needed the mode.
    this.add(modes.leftRightMargins ? '\x1b[?69h' : '\x1b[?69l')
    this.margins(margins)
    if (modes.origin) this.add('\x1b[?6h')
    const cells = rows[cursor.row]?.cells ?? []
    const at = pending ? firstCell(cells, cursor.col) : cursor.col - joins
    const preceding = cells[at] ?? {}
    const reprint = (pending || joins > 0) && preceding.c !== undefined
    const narrowed = reprint && isNarrowed(preceding)
    const inserted = modes.insert && at >= margins.left && at <= margins.right
    const last =
      reprint &&
      joins > 0 &&
      !(narrowed && modes.autowrap) &&
      !(at === this.#cols - 1 && isNarrowEmoji(preceding)) &&
      (cells[at] as Cell).l === pen.l &&
      samePen(preceding, pen)
    if (reprint && !last && pending) {
      this.#to(snapshot, at)
      this.style(preceding)
      this.#place(preceding, this.#cols - 1, cursor.row) // at an edge if a wrap is pending
    } else if (pending && !reprint) {
      // Prints a character for the pending wrap on a blank cell, and erases it without moving.
      this.#to(snapshot, cursor.col)
      const cell = cells[cursor.col] ?? {}
      this.style(cell.bg === undefined ? {} : { bg: cell.bg })
      const [row, col] = placeOf(snapshot, cursor.col)
      const rectangle = `${row};${col};${row};${col}`
      this.add(`x\x1b[${rectangle}$z`)
      const numbers = rectangleNumbers(cell)
      if (numbers.length > 0) this.add(`\x1b[${rectangle};${numbers.join(';')}$r`)
    } else this.#to(snapshot, last ? at : cursor.col)
    if (last && inserted)
      // its first code point will be inserted
      this.add(`\x1b[${Math.max(1, widthOf(preceding.c?.codePointAt(0) ?? 0))}P`)
    this.#charsets(charsets, level)
    this.style(pen)
    this.add(flags(snapshot))
    if (last) {
      const { shift, text } = typedAs(snapshot, preceding.c ?? '')
      this.add(shift)
      if (modes.graphemes) this.add(withBase(text))
      else this.#print({ ...preceding, c: text })
    }
    if (snapshot.single !== undefined) this.add(snapshot.single === 2 ? '\x1bN' : '\x1bO')
  }

  /** Moves the cursor; in origin mode counted from the margins. */
  #to(snapshot: Snapshot, col: number): void {
    this.add(`\x1b[${placeOf(snapshot, col).join(';')}H`)
  }

  #charsets(charsets: readonly string[], level: number): void {
    for (const [index, one] of charsets.entries()) this.add(`\x1b${'()*+'[index]}${one}`)
    this.add(['\x0f', '\x0e', '\x1bn', '\x1bo'][level] ?? '')
  }
}

/** Puts a space before a mark, which would join the previous cell. Only older snapshots need it. */
function withBase(text: string): string {
  return widthOf(text.codePointAt(0) ?? 0x20) === 0 ? ` ${text}` : text
}

/** Returns the sequence that sets a row's size. */
export function sizeSequence(marks: number): string {
  return ['', '\x1b#6', '\x1b#3', '\x1b#4'][sizeOfMarks(marks)] ?? ''
}

/** Returns a column of the cursor's row from 1; in origin mode from the margins. */
function placeOf({ modes, margins, cursor }: Snapshot, col: number): [row: number, col: number] {
  return modes.origin
    ? [cursor.row - margins.top + 1, col - margins.left + 1]
    : [cursor.row + 1, col + 1]
}

/** Returns the input for this text with the active charsets and a single shift. */
function typedAs(
  { charsets, level }: Snapshot,
  text: string,
): { readonly shift: string; readonly text: string } {
  const code = text.charCodeAt(0)
  for (const [place, shift] of [
    [level, ''],
    [2, '\x1bN'],
    [3, '\x1bO'],
  ] as const) {
    const table = charsetTable(charsets[place] ?? 'B')
    const typed = table === null || code >= 127 || table[code] === 0 ? code : table.indexOf(code)
    if (typed > 0) return { shift, text: String.fromCharCode(typed) + text.slice(1) }
  }
  return { shift: '', text }
}
