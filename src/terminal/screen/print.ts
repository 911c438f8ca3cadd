/** Prints characters: the hot path, with a loop for runs of ASCII. */
import { clusterBit, codeMask, tailBit, textMask, wideBit, widthMask } from './cell.ts'
import {
  clusterState,
  isPartOfEmoji,
  joinsCluster,
  narrowsToText,
  widensToEmoji,
} from './graphemes.ts'
import { BROAD, STYLED } from '../history/grid-rows.ts'
import { clusterCodesMax } from '../limits.ts'
import { settleLanding } from '../history/inline-frame.ts'
import type { Screen } from './screen.ts'
import { edgeAt, scrollOne, settleColumn, settleFrame } from './scroll.ts'
import { insertCells } from './edit.ts'
import { blockAt, blockBefore, freeColumn, overwriteBlocks, removeBlocks } from './sized/blocks.ts'
import { widthOf } from './width.ts'

/** Prints a run of printable ASCII and returns its end. Requires `screen.plain`. */
export function printAsciiRun(screen: Screen, bytes: Uint8Array, from: number): number {
  if (screen.opened !== null) screen.makeLink()
  const { foreground, background, bits } = screen
  const { length } = bytes
  const styled = foreground !== 0 || background !== 0
  let at = from
  for (;;) {
    let isCut = false
    if (screen.pending) {
      if (screen.modes.autowrap) continueOnNextRow(screen)
      else {
        screen.pending = false
        isCut = true
      }
    }
    const { grid, x } = screen
    const { cells, plane } = grid
    if (screen.usesBidi) grid.setBidi(screen.y, screen.bidi)
    const edge = edgeAt(screen, x)
    const row = grid.row(screen.y)
    const start = row * grid.cols
    let flags = grid.flags[row]!
    const broad = (flags & BROAD) !== 0
    if (broad && (cells[start + x]! & tailBit) !== 0) {
      mendHalves(screen, x, x)
      flags = grid.flags[row]!
    }
    const first = start + x
    const most = Math.min(length, at + edge - x + 1)
    let cell = first
    for (; at < most; at += 1, cell += 1) {
      const byte = bytes[at]!
      if (byte < 0x20 || byte > 0x7e) break
      cells[cell] = byte | bits
    }
    const end = cell - start
    if (bits !== 0) for (let one = first; one < cell; one += 1) grid.setExtra(one, screen.extra)
    if (styled || (flags & STYLED) !== 0)
      fillStyle(cells, plane, first, cell, foreground, background)
    const kinds = flags | (styled ? STYLED : 0) | (bits !== 0 ? BROAD : 0)
    if (kinds !== flags) grid.flags[row] = kinds
    grid.reach(row, end)
    grid.stamps[row] = screen.changes.stamp
    if (broad && end < screen.cols && (cells[start + end]! & tailBit) !== 0) halve(screen, end)
    if (end <= edge) {
      screen.x = end
      break
    }
    reachEdge(screen, edge, isCut)
    if (at === length || bytes[at]! < 0x20 || bytes[at]! > 0x7e) break
  }
  screen.joinWidth = 1
  return at
}

/** Styles cells of the content plane. `fill` costs as much as thirty cells, hence the loop. */
function fillStyle(
  cells: Uint32Array,
  plane: number,
  from: number,
  to: number,
  foreground: number,
  background: number,
): void {
  if (to - from < 32) {
    for (let cell = plane + from, end = plane + to; cell < end; cell += 1) {
      cells[cell] = foreground
      cells[plane + cell] = background
    }
  } else {
    cells.fill(foreground, plane + from, plane + to)
    cells.fill(background, 2 * plane + from, 2 * plane + to)
  }
}

/**
 * Prints consecutive three-byte characters of 1 or 2 columns: ideographs, kana, Hangul, box
 * drawing. Returns where it stopped: `from` if the first one needs `printCode`. Requires
 * `screen.plain`.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over bytes, for speed
export function printThreeByteRun(screen: Screen, bytes: Uint8Array, from: number): number {
  if (screen.bits !== 0 || screen.opened !== null) return from
  const { foreground, background } = screen
  const last = bytes.length - 2
  let at = from
  for (;;) {
    const columnsFirst = threeByteWidth(bytes, at)
    if (columnsFirst === 0) return at
    if (screen.pending) {
      if (!screen.modes.autowrap) return at
      continueOnNextRow(screen)
    }
    const { grid, y } = screen
    const { cells, plane } = grid
    const first = screen.x
    const edge = edgeAt(screen, first)
    if (first + columnsFirst - 1 > edge) return at
    if (screen.usesBidi) grid.setBidi(y, screen.bidi)
    const row = grid.row(y)
    const start = row * grid.cols
    if ((cells[start + first]! & tailBit) !== 0) mendHalves(screen, first, first)
    let x = first
    let width = 0
    while (at < last) {
      const lead = bytes[at]!
      const second = bytes[at + 1]!
      const third = bytes[at + 2]!
      if (lead < 0xe1 || lead > 0xec || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) break
      const code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
      const columns = widthOf(code)
      if (columns === 0 || x + columns - 1 > edge) break
      if (columns === 2) {
        cells[start + x] = code | wideBit
        cells[start + x + 1] = tailBit
      } else cells[start + x] = code
      x += columns
      width = columns
      at += 3
    }
    const flags = grid.flags[row]!
    const styled = foreground !== 0 || background !== 0
    if (styled || (flags & STYLED) !== 0)
      fillStyle(cells, plane, start + first, start + x, foreground, background)
    grid.flags[row] = flags | BROAD | (styled ? STYLED : 0)
    grid.reach(row, x)
    grid.stamps[row] = screen.changes.stamp
    screen.joinWidth = width
    if (x < screen.cols && (cells[start + x]! & tailBit) !== 0) halve(screen, x)
    if (x <= edge) {
      screen.x = x
      return at
    }
    reachEdge(screen, edge, false)
  }
}

/** Returns the columns of the three-byte character at `at`; 0 if incomplete or without any. */
function threeByteWidth(bytes: Uint8Array, at: number): number {
  if (at + 2 >= bytes.length) return 0
  const lead = bytes[at]!
  const second = bytes[at + 1]!
  const third = bytes[at + 2]!
  if (lead < 0xe1 || lead > 0xec || (second & 0xc0) !== 0x80 || (third & 0xc0) !== 0x80) return 0
  return widthOf(((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f))
}

/** Ends a move to another row before text is printed there. Returns `screen.plain`. */
export function settleMove(screen: Screen): boolean {
  if (screen.grid.clipped !== null) settleFrame(screen)
  else if (screen.frame.landing >= 0 && !screen.isAlternate) {
    settleLanding(screen)
    screen.plain = screen.settled
  }
  return screen.plain
}

/** Prints one code point with charset, insert mode, wide cells, combining marks and clusters. */
export function printCode(screen: Screen, given: number): void {
  let code = given
  if (!screen.plain && !settleMove(screen)) {
    if (code < 127 && screen.charset !== null) code = screen.charset[code]! || code
    if (screen.single !== 0) {
      screen.single = 0
      screen.settle()
    }
  }
  const { modes } = screen
  let width = widthOf(code)
  const block = width === 0 ? blockBefore(screen) : null
  if (block !== null) {
    if (block.row === 0) joinBlock(screen, code, block.column)
    return
  }
  if (width === 0 && screen.joinWidth === 0 && !reachBack(screen)) return
  let joins: boolean
  if (modes.graphemes) {
    joins = screen.joinWidth > 0 && (joinsCluster(screen.cluster, code) || width === 0)
    screen.cluster = clusterState(joins ? screen.cluster : 0, code)
    if (joins && isPartOfEmoji(code)) width = 2
  } else joins = width === 0 && screen.joinWidth > 0
  if (joins) {
    join(screen, code, Math.max(width, screen.joinWidth))
    return
  }
  if (screen.opened !== null) screen.makeLink()
  screen.joinWidth = width
  put(screen, code, width)
}

/**
 * Lets a mark join the character before the cursor after SGR, a move or another sequence. Returns
 * `false` if that cell is empty or half of a character: the mark is dropped then, as in most
 * terminals, and never moves the cursor.
 */
function reachBack(screen: Screen): boolean {
  const { grid, modes, x, y } = screen
  const end = screen.pending ? x + 1 : x
  const start = grid.at(y)
  if (end === 0 || (end < screen.cols && (grid.cells[start + end]! & tailBit) !== 0)) return false
  const before = grid.cells[start + end - 1]!
  if ((before & (textMask | tailBit)) === 0) return false
  screen.joinWidth = (before & tailBit) === 0 ? 1 : 2
  screen.cluster = 0
  if (modes.graphemes)
    for (const character of precedingText(screen))
      screen.cluster = clusterState(screen.cluster, character.codePointAt(0)!)
  return true
}

/** Writes a character of 1 or 2 columns at the cursor. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over characters, for speed
function put(screen: Screen, content: number, width: number): void {
  let edge = edgeAt(screen, screen.x)
  let isCut = false
  if (screen.pending || screen.x + width - 1 > edge) {
    if (screen.modes.autowrap) {
      if (!screen.pending && blockAt(screen, screen.y, screen.x) === 0) {
        mendHalves(screen, screen.x, edge + 1)
        screen.grid.fill(screen.y, screen.x, edge + 1, screen.penBlank())
      }
      continueOnNextRow(screen)
      edge = edgeAt(screen, screen.x)
      if (screen.x + width - 1 > edge) return // margins of one column fit no wide character
    } else {
      isCut = screen.pending
      screen.pending = false
      screen.x = edge
      if (width === 2) {
        screen.joinWidth = 0
        screen.grid.lose(screen.y, edge, 2) // the next one is printed here and is lost too
        return
      }
    }
  }
  if (screen.grid.hasBlocks) {
    if (!makeRoom(screen, width)) return
    edge = edgeAt(screen, screen.x)
  }
  const { grid, x, y } = screen
  if (screen.modes.insert && x >= screen.left && x <= screen.right) {
    // outside the margins nothing moves
    mendHalves(screen, x, x)
    insertCells(screen, y, x, width, screen.right, screen.penBlank())
  }
  if (screen.usesBidi) grid.setBidi(y, screen.bidi)
  const { foreground, background, bits } = screen
  const row = grid.row(y)
  const at = row * grid.cols + x
  const { cells, plane } = grid
  let flags = grid.flags[row]!
  if ((flags & BROAD) !== 0) {
    mendHalves(screen, x, x + width)
    flags = grid.flags[row]!
  }
  const end = x + width
  cells[at] = content | bits | (width === 2 ? wideBit : 0)
  if (width === 2) cells[at + 1] = tailBit | bits
  if (bits !== 0)
    for (let cell = at; cell < at + width; cell += 1) grid.setExtra(cell, screen.extra)
  if (foreground !== 0 || background !== 0) flags |= STYLED
  if ((flags & STYLED) !== 0) {
    cells[plane + at] = foreground
    cells[2 * plane + at] = background
    if (width === 2) {
      cells[plane + at + 1] = foreground
      cells[2 * plane + at + 1] = background
    }
  }
  grid.flags[row] = content > 0xff || width === 2 || bits !== 0 ? flags | BROAD : flags
  grid.reach(row, end)
  grid.stamps[row] = screen.changes.stamp
  if (end > edge) reachEdge(screen, edge, isCut)
  else screen.x = end
}

/**
 * Makes room for a character of `columns` cells at the cursor: moves past lower rows of blocks, and
 * removes the blocks whose first row it overwrites.
 * @returns false if there is no room for it
 */
export function makeRoom(screen: Screen, columns: number): boolean {
  for (let rows = 0, isLast = false; rows <= screen.rows; rows += 1) {
    const free = freeColumn(screen, columns, edgeAt(screen, screen.x) - columns + 1)
    if (free !== -1) {
      screen.x = free
      overwriteBlocks(screen, columns)
      return true
    }
    if (isLast) return false
    const { x, y } = screen
    continueOnNextRow(screen)
    // outside of the margins the cursor stays in the last row, and nothing scrolls
    isLast = screen.y === y && (y !== screen.bottom || x < screen.left || x > screen.right)
  }
  return false
}

/** Sets the pending wrap at the edge. `isCut`: another character was there without wrapping. */
export function reachEdge(screen: Screen, edge: number, isCut: boolean): void {
  screen.x = edge
  screen.pending = true
  if (isCut) screen.grid.lose(screen.y, edge)
  else screen.grid.found(screen.y, edge)
}

/** Blanks column `x`, half of a wide character that lost its other half. */
function halve(screen: Screen, x: number): void {
  screen.grid.fill(screen.y, x, x + 1, screen.penBlank())
  screen.grid.lose(screen.y, x)
}

function advance(screen: Screen, x: number, edge: number): void {
  screen.pending = x > edge
  screen.x = Math.min(x, edge)
}

/** Joins a mark to the character before the cursor, which may become wider or narrower. */
function join(screen: Screen, code: number, least: number): void {
  const { grid, y } = screen
  let at = screen.pending ? screen.x : screen.x - 1
  if (at < 0) return
  if ((grid.cells[grid.at(y) + at]! & tailBit) !== 0 && at > 0) at -= 1
  const cell = grid.at(y) + at
  const content = grid.cells[cell]!
  if ((content & clusterBit) !== 0 && screen.clusters.codes(content & codeMask) >= clusterCodesMax)
    return
  const before = content & textMask
  const joined = before === 0 ? -1 : screen.clusters.joined(before, code)
  if (joined === -1) return
  const width = widensToEmoji(before, code) ? 2 : least
  const text = clusterBit | joined
  const foreground = grid.cells[grid.plane + cell]!
  const background = grid.cells[2 * grid.plane + cell]!
  const extra = grid.extra(cell)
  const bits = content & ~(textMask | widthMask)
  if (screen.modes.graphemes && narrowsToText(before, code)) {
    grid.setCell(y, at, text | bits, foreground, background, extra)
    grid.fill(y, at + 1, at + 2, screen.penBlank())
    screen.joinWidth = 1
    screen.pending = false
    screen.x = at + 1
    return
  }
  if (width === screen.joinWidth || (content & wideBit) !== 0) {
    grid.setCell(y, at, text | bits | (content & wideBit), foreground, background, extra)
    return
  }
  // One column becomes two: here, or completely on the next row.
  screen.joinWidth = width
  const edge = edgeAt(screen, at)
  if (at + 1 > edge) {
    if (!screen.modes.autowrap) {
      grid.setCell(y, at, text | bits, foreground, background, extra)
      return
    }
    grid.fill(y, at, edge + 1, screen.penBlank())
    continueOnNextRow(screen)
    at = screen.x
    if (at + 1 > edgeAt(screen, at)) return
  }
  removeBlocks(screen, screen.y, at, at + 2)
  mendHalves(screen, at, at + 2)
  screen.grid.setCell(screen.y, at, text | bits | wideBit, foreground, background, extra)
  screen.grid.setCell(screen.y, at + 1, tailBit | bits, foreground, background, extra)
  advance(screen, at + 2, edgeAt(screen, at))
}

/** Adds a mark to the text of a block (OSC 66), whose width stays. */
function joinBlock({ grid, clusters, y }: Screen, code: number, column: number): void {
  const at = grid.at(y) + column
  const content = grid.cells[at]!
  const isFull =
    (content & clusterBit) !== 0 && clusters.codes(content & codeMask) >= clusterCodesMax
  if ((content & textMask) === 0 || isFull) return
  const joined = clusters.joined(content & textMask, code)
  if (joined === -1) return
  grid.cells[at] = (content & ~textMask) | clusterBit | joined
  grid.touch(y)
}

/** Before overwriting `from` to `to`: wide cells across either edge lose their other half. */
export function mendHalves(screen: Screen, from: number, to: number): void {
  const { grid, y } = screen
  const start = grid.at(y)
  if (from > 0 && (grid.cells[start + from]! & tailBit) !== 0) halve(screen, from - 1)
  if (to > from && to < screen.cols && (grid.cells[start + to]! & tailBit) !== 0) halve(screen, to)
}

/** Moves to the first column of the next row, which continues this one. */
export function continueOnNextRow(screen: Screen): void {
  const inside = screen.x >= screen.left && screen.x <= screen.right
  const sized = screen.grid.sizeOf(screen.y) !== 0
  screen.pending = false
  screen.x = screen.x >= screen.left ? screen.left : 0
  if (screen.y === screen.bottom) {
    if (inside || screen.fullWidth) scrollOne(screen, !sized)
    return
  }
  if (screen.y < screen.rows - 1) screen.y += 1
  const { grid, y } = screen
  if (screen.fullWidth && grid.sizeOf(y) === 0 && (y === 0 || grid.sizeOf(y - 1) === 0))
    grid.setWrapped(y, true)
  settleColumn(screen)
}

/** Returns the text of the cell before the cursor, for REP. */
export function precedingText(screen: Screen): string {
  const { grid, y } = screen
  const at = (screen.pending ? screen.x + 1 : screen.x) - screen.joinWidth
  const content = at < 0 ? 0 : grid.cells[grid.at(y) + at]!
  if ((content & textMask) === 0) return ''
  return (content & clusterBit) !== 0
    ? screen.clusters.text(content & codeMask)
    : String.fromCodePoint(content & codeMask)
}
