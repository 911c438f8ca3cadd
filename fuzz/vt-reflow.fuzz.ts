/**
 * Output and new sizes in any order: history that is laid out when it is read, in any order, is
 * what joining and cutting all rows at each new size gives (eager-reflow.ts); the cursor and places
 * stay with their text; the state and each viewer's deltas stay right.
 */
import {
  applyDelta,
  snapshotOf,
  Terminal,
  Viewer,
  type HistoryPlace,
} from '../src/terminal/index.ts'
import { emptyLine } from '../src/terminal/history/history.ts'
import { forgetFrame } from '../src/terminal/history/inline-frame.ts'
import type { Screen } from '../src/terminal/screen/screen.ts'
import { isDeepStrictEqual } from 'node:util'
import {
  hasText,
  laidOut,
  plain,
  rowsOf,
  withoutBlanks,
  type PlainRow,
} from './support/eager-reflow.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { written } from './support/vt-input.ts'

export const name = 'vt-reflow'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 120, 600)
}

const common = [
  'hello ',
  'a',
  ' ',
  'x'.repeat(9),
  '0123456789abcdefghijklmnopqrstuvwxyz',
  '─'.repeat(12),
  'e\u0301',
  '\x1b[31m',
  '\x1b[m',
  '\x1b[44m',
  '\x1b[4:3;58:5:9m',
  '\x1b]8;;http://a\x07',
  '\x1b]8;;\x07',
  '\x1b]133;A\x07',
  '\x1b]133;C\x07',
  '\r\n',
  '\r\n',
  '\r\n',
  '\x1bc',
  '\x1b[3J',
  '\x1b[2J\x1b[H',
] as const

/**
 * Two alphabets: wide characters, and moves to earlier output. If a wide character did not fit and
 * the text after it is overwritten, the shown rows have an empty cell, which the packed rows know
 * as a gap.
 */
const alphabets = [
  [...common, '世', '世界'.repeat(7), '👩\u200d💻', 'か'],
  [
    ...common,
    '\x1b[?1049h\x1b[2Jalternate',
    '\x1b[?1049l',
    '\n',
    '\x1b[J',
    '\x1b[H',
    '\x1b[2A',
    '\x1b[3B',
  ],
] as const

/** In every fourth run anything; then only what must hold whatever was printed is looked at. */
export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const sizes = { cols: [8, 10, 13, 20, 5, 40, 2, 3], rows: [4, 5, 7, 3, 1, 12] }
  const anything = choices.byte() % 4 === 0
  const alphabet = choices.pick(alphabets)
  const scrollback = choices.pick([500, 500, 50, 7, 0])
  const made = new Terminal({
    cols: choices.pick(sizes.cols),
    rows: choices.pick(sizes.rows),
    scrollback,
  })
  const viewer = new Viewer(made)
  let mirror = viewer.snapshot()
  const text = new Choices(input.subarray(headBytes))
  for (let turn = 2 + (choices.byte() % 6); turn > 0; turn -= 1) {
    made.write(
      new TextEncoder().encode(anything ? written(text, 40, true) : output(text, alphabet)),
    )
    const cols = choices.byte() % 4 === 0 ? made.screen.cols : choices.pick(sizes.cols)
    const rows = choices.byte() % 3 === 0 ? made.screen.rows : choices.pick(sizes.rows)
    resized(made, cols, rows, choices, anything)
    const reported = viewer.delta(mirror.rev)
    mirror = 'from' in reported ? applyDelta(mirror, reported) : reported
    holds(
      isDeepStrictEqual(
        mirror,
        snapshotOf(made.screen, { epoch: 0, rev: mirror.rev, at: made.at }),
      ),
      'the viewer has another screen',
    )
  }
}

function output(choices: Choices, alphabet: readonly string[]): string {
  let text = ''
  for (let piece = choices.byte() % 40; piece > 0; piece -= 1)
    text += choices.pick(alphabet).repeat(choices.byte() % 16 === 0 ? 30 : 1)
  return text
}

/** Sets a new size, and checks that nothing was lost. */
function resized(
  made: Terminal,
  cols: number,
  rows: number,
  choices: Choices,
  anything: boolean,
): void {
  const { screen } = made
  const { primary } = screen
  const history = primary.history! // the primary screen has one
  const before = rowsOf(screen)
  const [oldCols, oldRows, dropped, isAlternate] = [
    screen.cols,
    screen.rows,
    history.dropped,
    screen.isAlternate,
  ]
  // rows that a program redraws in place are clipped, which the model does not
  if (!anything) forgetFrame(screen)
  const [x, y] = isAlternate ? [primary.x, primary.y] : [screen.x, screen.y]
  const last = lastUsed(before, history.count + y)
  const places = Array.from(
    { length: 12 },
    (): HistoryPlace => ({
      number: dropped + ((choices.byte() * 7) % (last + 1)),
      column: choices.byte() % oldCols,
    }),
  )
  const textLength = primary.grid.textLength(y)
  const pending = !isAlternate && screen.pending
  const behind = pending || (cols !== oldCols && x > 0 && x === textLength)
  const keeps = x <= textLength || primary.grid.isWrapped(y)
  const cursor = { row: history.count + y, column: behind && !pending ? x - 1 : x }
  const moved = made.resize(cols, rows, places)
  if (cols === oldCols && rows === oldRows) return

  const after = rowsOf(screen)
  consistent(screen, after, choices)
  holds(
    history.dropped >= 0 && history.count <= history.limit,
    'too many rows are kept, or more than there were',
  )
  // A cursor that waits to wrap behind a cell that was erased goes behind the text that is left.
  if (anything || (pending && x >= textLength)) return

  const reported =
    cols === oldCols
      ? { rows: before, keep: cursor }
      : laidOut(before.slice(0, last + 1), oldCols, cols, keeps ? cursor : { row: -1, column: 0 })
  const expected = byLine(reported.rows.map(withoutBlanks))
  const shown = byLine(
    after
      .slice(
        0,
        Math.max(0, lastUsed(after, history.count + (isAlternate ? primary.y : screen.y)) + 1),
      )
      .map(withoutBlanks),
  )
  for (const rows of [expected, shown]) while (rows.length > 0 && isEmpty(rows.at(-1)!)) rows.pop()
  // At the old end rows may have left, or be back; a line that is whole again is another one.
  const whole =
    Math.min(expected.length, shown.length) -
    (shown.length === expected.length && expected[0]?.wrapped !== true
      ? 0
      : oldestLine(expected) + oldestLine(shown))
  if (whole > 0)
    same(shown.slice(-whole), expected.slice(-whole), `${oldCols}x${oldRows} to ${cols}x${rows}`)
  holds(
    dropped > 0 ||
      history.dropped > 0 ||
      history.count === history.limit ||
      shown.length === expected.length,
    `${shown.length} rows, not ${expected.length}`,
  )

  const offset = shown.length - expected.length
  if (
    keeps &&
    whole > 0 &&
    reported.keep.row >= expected.length - whole &&
    reported.keep.row + offset >= history.count
  ) {
    const [nowX, nowY] = isAlternate ? [primary.x, primary.y] : [screen.x, screen.y]
    const column = Math.min(cols - 1, reported.keep.column + (behind ? 1 : 0))
    holds(
      nowX === column && nowY === reported.keep.row + offset - history.count,
      `the cursor is at ${nowX},${nowY}, not at ${column},` +
        `${reported.keep.row + offset - history.count}`,
    )
    holds(
      isAlternate || screen.pending === (behind && reported.keep.column === cols - 1),
      'the cursor waits to wrap, or does not',
    )
  }
  for (const [at, place] of places.entries()) {
    const old = before[place.number - dropped]!.cells[place.column]
    const { number, column } = moved[at]!
    holds(number >= history.dropped && column < cols, 'a place is nowhere')
    if (old === undefined || !hasText(old) || (number === history.dropped && column === 0)) continue
    const now = after[number - history.dropped]?.cells[column]
    holds(
      isDeepStrictEqual(now, old),
      `a place has other text: ${JSON.stringify([place, moved[at], old, now])}`,
    )
  }
}

/** Rows read in any order equal rows read in order, and each is correct. */
function consistent(screen: Screen, after: readonly PlainRow[], choices: Choices): void {
  const history = screen.primary.history!
  const line = emptyLine(screen.cols)
  for (let turn = Math.min(20, history.count); turn > 0; turn -= 1) {
    const row = (choices.byte() * 256 + choices.byte()) % history.count
    history.read(row, line)
    holds(
      isDeepStrictEqual(plain(line), after[row]),
      `row ${row} is another one when it is read alone`,
    )
    holds(
      history.isWrapped(row) === line.wrapped && line.length <= screen.cols,
      `row ${row} goes on and does not`,
    )
  }
  const [x, y] = screen.isAlternate ? [screen.primary.x, screen.primary.y] : [screen.x, screen.y]
  for (const one of [{ x, y }, screen.primary.saved, screen.alternate.saved]) {
    holds(
      one === null || (one.x >= 0 && one.y >= 0 && one.x < screen.cols && one.y < screen.rows),
      `a cursor is outside: ${one?.x},${one?.y}`,
    )
  }
}

/**
 * All marks of a line at its beginning: rows as they were shown do not say in which of their
 * columns a row with a mark once began.
 */
function byLine(rows: readonly PlainRow[]): PlainRow[] {
  const result: PlainRow[] = []
  let first = 0
  for (const [row, one] of rows.entries()) {
    if (!one.wrapped) first = row
    result.push(row === first ? one : { ...one, marks: 0 })
    if (row !== first)
      result[first] = { ...result[first]!, marks: result[first]!.marks | one.marks }
  }
  return result
}

function isEmpty({ cells, wrapped, marks }: PlainRow): boolean {
  return cells.length === 0 && !wrapped && marks === 0
}

/** The last row that holds anything, or the cursor's. */
function lastUsed(rows: readonly PlainRow[], cursor: number): number {
  let last = rows.length - 1
  while (last > cursor && isEmpty(rows[last]!)) last -= 1
  return last
}

/** Rows of the oldest line. */
function oldestLine(rows: readonly PlainRow[]): number {
  const next = rows.findIndex(({ wrapped }, row) => row > 0 && !wrapped)
  return next === -1 ? rows.length : next
}

function same(one: readonly PlainRow[], other: readonly PlainRow[], what: string): void {
  const row = one.findIndex((each, at) => !isDeepStrictEqual(each, other[at]))
  holds(
    row === -1,
    `${what}: row ${row} of ${one.length}: ${JSON.stringify(one[row])}, not ` +
      `${JSON.stringify(other[row])}`,
  )
}
