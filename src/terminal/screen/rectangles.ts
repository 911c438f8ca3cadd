/**
 * Rectangular operations of the VT400: DECCRA, DECFRA, DECERA, DECSERA, DECCARA, DECRARA.
 * Coordinates count from 1 and are clamped to the screen (in origin mode to the margins), whose
 * edges are the defaults. An inverted rectangle does nothing.
 */
import {
  BLINK,
  BOLD,
  colorMask,
  HIDDEN,
  INVERSE,
  PROTECTED,
  tailBit,
  underlineMask,
  underlineShift,
  wideBit,
} from './cell.ts'
import { eraseCells } from './erase.ts'
import { removeBlocks } from './sized/blocks.ts'
import { STYLED } from '../history/grid-rows.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'
import { settlePending } from './scroll.ts'
import { widthOf } from './width.ts'

/** Inclusive. */
interface Area {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Reads four parameters from `first` on; `null` if the area is empty. */
function area(screen: Screen, parameters: Parameters, first: number): Area | null {
  const { origin } = screen.modes
  const bounds = origin
    ? { top: screen.top, left: screen.left, bottom: screen.bottom, right: screen.right }
    : { top: 0, left: 0, bottom: screen.rows - 1, right: screen.cols - 1 }
  const read = (index: number, from: number, to: number, absent: number) => {
    const value = parameters.value(index)
    return value === 0 ? absent : Math.min(to, from + value - 1)
  }
  const found = {
    top: read(first, bounds.top, bounds.bottom, bounds.top),
    left: read(first + 1, bounds.left, bounds.right, bounds.left),
    bottom: read(first + 2, bounds.top, bounds.bottom, bounds.bottom),
    right: read(first + 3, bounds.left, bounds.right, bounds.right),
  }
  const outside =
    parameters.value(first) > bounds.bottom - bounds.top + 1 ||
    parameters.value(first + 1) > bounds.right - bounds.left + 1
  return found.top > found.bottom || found.left > found.right || outside ? null : found
}

/** DECCRA: copies a rectangle, which may overlap. There is one page. */
export function copyRectangle(screen: Screen, parameters: Parameters): void {
  const from = area(screen, parameters, 0)
  if (from === null) return
  const { origin } = screen.modes
  const top = (origin ? screen.top : 0) + Math.max(1, parameters.value(5)) - 1
  const left = (origin ? screen.left : 0) + Math.max(1, parameters.value(6)) - 1
  const lastRow = origin ? screen.bottom : screen.rows - 1
  const lastColumn = origin ? screen.right : screen.cols - 1
  const width = Math.min(from.right - from.left, lastColumn - left) + 1
  const height = Math.min(from.bottom - from.top, lastRow - top) + 1
  if (width <= 0 || height <= 0) return
  const { grid } = screen
  for (let row = 0; row < height; row += 1) removeBlocks(screen, top + row, left, left + width)
  for (let index = 0; index < height; index += 1) {
    // so that nothing is overwritten before it is copied
    const row = top > from.top ? height - 1 - index : index
    // before halves are blanked, which may be in cells to copy
    grid.copy(from.top + row, from.left, top + row, left, width)
    blankHalves(screen, top + row, left, left + width - 1)
  }
  settlePending(screen)
}

/** DECFRA: fills with a Latin-1 character in the pen's style. */
export function fillRectangle(screen: Screen, parameters: Parameters): void {
  const code = parameters.value(0)
  if (!((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) || widthOf(code) !== 1)
    return
  each(area(screen, parameters, 1), (y, left, right) => {
    removeBlocks(screen, y, left, right + 1)
    clipNeighbors(screen, y, left, right)
    screen.makeLink()
    screen.grid.fill(y, left, right + 1, {
      content: code | screen.bits,
      foreground: screen.foreground,
      background: screen.background,
      extra: screen.extra,
    })
  })
}

/** DECERA, and DECSERA, which keeps cells protected by DECSCA, but not by SPA. */
export function eraseRectangle(screen: Screen, parameters: Parameters, selective: boolean): void {
  const keeps = selective && !screen.modes.isoProtection
  each(area(screen, parameters, 0), (y, left, right) => {
    eraseCells(screen, y, left, right + 1, keeps)
  })
}

/**
 * Attributes that DECCARA sets (20 more: clears) and DECRARA toggles: those of the VT400, and
 * invisible. Underline is in the other word.
 */
const changeable: Readonly<Record<number, number>> = { 1: BOLD, 5: BLINK, 7: INVERSE, 8: HIDDEN }
const UNDERLINE = 4
const ALL = BOLD | BLINK | INVERSE

/** Change of each cell: bits to clear, then to set, then to toggle. */
interface Change {
  clear: number
  set: number
  turn: number
  underline: 'stays' | 'none' | 'single' | 'turned'
}

/** Combines the numbers of DECCARA; later ones win. `22` clears bold, as in SGR. */
function changeOf(parameters: Parameters): Change {
  const change: Change = { clear: 0, set: 0, turn: 0, underline: 'stays' }
  for (let index = 4; index < Math.max(5, parameters.count); index += 1) {
    const number = parameters.value(index)
    const [on, off] = [
      changeable[number] ?? 0,
      number === 0
        ? ALL | HIDDEN
        : number === 22
          ? BOLD
          : number === 21
            ? 0
            : (changeable[number - 20] ?? 0),
    ]
    change.clear |= off
    change.set = (change.set & ~off) | on
    if (number === UNDERLINE) change.underline = 'single'
    else if (number === 0 || number === UNDERLINE + 20) change.underline = 'none'
  }
  return change
}

/** Combines the numbers of DECRARA; toggling twice has no effect. */
function turnOf(parameters: Parameters): Change {
  const change: Change = { clear: 0, set: 0, turn: 0, underline: 'stays' }
  for (let index = 4; index < Math.max(5, parameters.count); index += 1) {
    const number = parameters.value(index)
    change.turn ^= number === 0 ? ALL : (changeable[number] ?? 0)
    if (number === 0 || number === UNDERLINE)
      change.underline = change.underline === 'turned' ? 'stays' : 'turned'
  }
  return change
}

/**
 * DECCARA and DECRARA. By DECSACE, the area is the stream of cells from the first corner to the
 * second, or (2) the rectangle. Blank cells change too, as in xterm's rectangle.
 */
export function changeAttributes(screen: Screen, parameters: Parameters, reverse: boolean): void {
  const found = area(screen, parameters, 0)
  if (found === null) return
  const { clear, set, turn, underline } = reverse ? turnOf(parameters) : changeOf(parameters)
  const single = 1 << underlineShift
  const [stays, sets, turns] = [
    underline === 'stays',
    underline === 'single',
    underline === 'turned',
  ]
  const {
    grid: { cells, plane, flags },
    grid,
  } = screen
  for (let y = found.top; y <= found.bottom; y += 1) {
    const left = screen.modes.rectangleExtent || y === found.top ? found.left : 0
    const right = screen.modes.rectangleExtent || y === found.bottom ? found.right : screen.cols - 1
    for (let at = grid.at(y) + left, end = grid.at(y) + right; at <= end; at += 1) {
      const foreground = plane + at
      cells[foreground] = ((cells[foreground]! & ~clear) | set) ^ turn
      if (stays) continue
      const background = foreground + plane
      const before = cells[background]!
      cells[background] =
        (before & ~underlineMask) | (sets || (turns && (before & underlineMask) === 0) ? single : 0)
    }
    const row = grid.row(y)
    flags[row] = flags[row]! | STYLED
    grid.reach(row, right + 1)
    grid.touch(y)
  }
}

/** Returns the attributes and colors that all cells of a rectangle share; none of an empty one. */
export function commonStyle(
  screen: Screen,
  parameters: Parameters,
): Pick<Screen, 'foreground' | 'background'> {
  const { grid } = screen
  const { cells, plane } = grid
  let [first, foreground, background] = [true, 0, 0]
  each(area(screen, parameters, 0), (y, left, right) => {
    if (!first && foreground === 0 && background === 0) return // nothing is left to share
    for (let at = grid.at(y) + left, end = grid.at(y) + right; at <= end; at += 1) {
      const [text, back] = [cells[plane + at]!, cells[2 * plane + at]!]
      foreground = first ? text : shared(foreground, text, 0)
      background = first ? back : shared(background, back, underlineMask)
      first = false
    }
  })
  return { foreground, background }
}

/** Returns the common bits of two words, whose color and whose `field` are equal or none. */
function shared(one: number, other: number, field: number): number {
  const differs = one ^ other
  const dropped =
    ((differs & colorMask) === 0 ? 0 : colorMask) | ((differs & field) === 0 ? 0 : field)
  return (one & other & ~dropped) >>> 0
}

/** DECSCA: later text is protected from selective erase (1) or not (0, 2). */
export function selectProtection(screen: Screen, how: number): void {
  if (how > 2) return
  screen.modes.isoProtection = false
  protect(screen, how === 1)
}

/** SPA, EPA: later text is protected or not, now also from ED, EL and ECH (as in xterm 379). */
export function protectIso(screen: Screen, on: boolean): void {
  if (on) screen.modes.isoProtection = true
  protect(screen, on)
}

function protect(screen: Screen, on: boolean): void {
  if (on) screen.background = (screen.background | PROTECTED) >>> 0
  else screen.background = (screen.background & ~PROTECTED) >>> 0
}

function each(found: Area | null, row: (y: number, left: number, right: number) => void): void {
  if (found === null) return
  for (let y = found.top; y <= found.bottom; y += 1) row(y, found.left, found.right)
}

/** Wide cells that extend into columns `left` to `right` lose the outer half. */
function clipNeighbors(screen: Screen, y: number, left: number, right: number): void {
  const { grid } = screen
  const start = grid.at(y)
  const fill = screen.eraseFill()
  if (left > 0 && (grid.cells[start + left]! & tailBit) !== 0) grid.fill(y, left - 1, left, fill)
  if (right + 1 < screen.cols && (grid.cells[start + right + 1]! & tailBit) !== 0)
    grid.fill(y, right + 1, right + 2, fill)
}

/** Blanks halves at the edges of the copied columns. */
function blankHalves(screen: Screen, y: number, left: number, right: number): void {
  const { grid } = screen
  const start = grid.at(y)
  const fill = screen.eraseFill()
  if ((grid.cells[start + left]! & tailBit) !== 0) grid.fill(y, left, left + 1, fill)
  if ((grid.cells[start + right]! & wideBit) !== 0) grid.fill(y, right, right + 1, fill)
  // Also blanks outer halves whose other half was overwritten.
  if (left > 0 && (grid.cells[start + left - 1]! & wideBit) !== 0)
    grid.fill(y, left - 1, left, fill)
  if (right + 1 < screen.cols && (grid.cells[start + right + 1]! & tailBit) !== 0)
    grid.fill(y, right + 1, right + 2, fill)
}
