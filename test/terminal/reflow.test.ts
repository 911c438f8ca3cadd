/**
 * Tests new sizes: lines are laid out again, nothing is lost, positions stay with their text. The
 * fuzz target `vt-reflow` has random sequences of output and sizes.
 */
import { expect, test } from 'vitest'
import { gridRow, rowsOf, type PlainRow } from '../../fuzz/support/eager-reflow.ts'
import { run } from '../../fuzz/vt-reflow.fuzz.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { codeMask, tailBit } from '../../src/terminal/screen/cell.ts'
import { toText, type Terminal } from '../../src/terminal/index.ts'
import { bytes, snapshot, terminal } from './terminals.ts'
import { slow } from '../slow.ts'

const textOf = ({ cells, wrapped }: PlainRow) =>
  `${wrapped ? '+' : ''}${cells
    .filter(([content]) => (content & tailBit) === 0)
    .map(([content]) => String.fromCodePoint(content & codeMask || 0x20))
    .join('')
    .trimEnd()}`
const joined = (rows: readonly string[]) => rows.join('|').replace(/\|+$/, '')
/**
 * Returns all rows, including rows that wait below the screen, with `+` before rows that continue.
 */
const all = ({ screen }: Terminal) => joined(rowsOf(screen).map(textOf))
/** History, screen, and the cursor as column,row, with `+` while a wrap is pending. */
const shown = ({ screen }: Terminal) => {
  const rows = rowsOf(screen).map(textOf)
  const { count } = screen.primary.history!
  return (
    `${rows.slice(0, count).join('|')} # ` +
    `${joined(Array.from({ length: screen.rows }, (_, y) => textOf(gridRow(screen.grid, y))))}` +
    ` @${screen.x},${screen.y}${screen.pending ? '+' : ''}`
  )
}
const numbered = (rows: number) =>
  Array.from({ length: rows }, (_, row) => `row ${row + 1}`).join('\r\n')

test('lines laid out when read, in any order, equal joining and cutting all of them', slow, () => {
  let inputs = 0
  run({
    random: seeded(16),
    iterations: 150,
    deadlineMs: Infinity,
    attempt: (_, property) => {
      inputs += 1
      property()
    },
  })
  expect(inputs).toBe(150)
})

test("the cursor's line is also laid out again, and the cursor stays after its text", () => {
  const made = terminal('$ make a long command', { cols: 30, rows: 4 })
  made.resize(10, 4)
  expect(shown(made)).toBe(' # $ make a l|+ong comman|+d @1,2')
  made.resize(7, 4)
  expect(shown(made)).toBe(' # $ make|+a long|+command @6,2+')
  made.resize(21, 4)
  expect(shown(made)).toBe(' # $ make a long command @20,0+') // full: the next character wraps
  made.resize(30, 4)
  expect(shown(made)).toBe(' # $ make a long command @21,0')
})

test.each([
  [
    'the cursor on the last row: rows go to history and come back',
    numbered(6),
    { cols: 10, rows: 6 },
    [10, 3],
    'row 1|row 2|row 3 # row 4|row 5|row 6 @5,2',
  ],
  [
    'blank rows below the cursor go first',
    numbered(3),
    { cols: 10, rows: 6 },
    [10, 4],
    ' # row 1|row 2|row 3 @5,2',
  ],
  [
    'text below the cursor is not lost',
    `${numbered(6)}\x1b[2;2H`,
    { cols: 10, rows: 6 },
    [10, 3],
    'row 1 # row 2|row 3|row 4 @1,0',
  ],
  [
    'narrower and lower',
    `${numbered(6)}\x1b[4;6H`,
    { cols: 10, rows: 6 },
    [4, 2],
    'row|+1|row|+2|row|+3|row # +4|row @1,0',
  ],
])('a window that shrinks and grows again: %s', (_, text, size, [cols, rows], small) => {
  const made = terminal(text, { ...size, scrollback: 100 })
  const before = [shown(made), all(made)]
  made.resize(cols!, rows!)
  expect(shown(made)).toBe(small)
  made.resize(size.cols, size.rows)
  expect([shown(made), all(made)]).toEqual(before)
})

test.each([
  [
    'lower and back',
    [
      [10, 3],
      [10, 6],
    ],
  ],
  [
    'narrower and back',
    [
      [4, 6],
      [10, 6],
    ],
  ],
  [
    'another shape each time',
    [
      [4, 2],
      [20, 3],
      [7, 9],
      [10, 6],
    ],
  ],
] as const)('a program on the alternate screen returns the cursor to its text: %s', (_, sizes) => {
  for (const text of [
    `${numbered(9)}\r\n$ vi`,
    '$ vi',
    '0123456789',
    `${numbered(4)}\r\n\n\n\x1b[2;3H`,
    `${numbered(6)}\x1b[3;9H`,
  ]) {
    const made = terminal(text, { cols: 10, rows: 6, scrollback: 100 })
    const twin = terminal(text, { cols: 10, rows: 6, scrollback: 100 })
    made.write(bytes('\x1b[?1049h\x1b[2Jalternate'))
    for (const [cols, rows] of sizes) for (const each of [made, twin]) each.resize(cols, rows)
    made.write(bytes('\x1b[?1049l'))
    expect(shown(made), JSON.stringify(text)).toBe(shown(twin))
  }
})

test('a saved cursor stays with its text, or on the screen when that has left', () => {
  const made = terminal(`${numbered(6)}\x1b[5;6H\x1b7\x1b[6;6H`, {
    cols: 10,
    rows: 6,
    scrollback: 100,
  })
  made.resize(3, 4)
  made.write(bytes('\x1b8'))
  expect(shown(made)).toBe('row|+ 1|row|+ 2|row|+ 3|row|+ 4 # row|+ 5|row|+ 6 @2,1')
  made.resize(10, 6)
  made.write(bytes('\x1b[H\x1b7\x1b[6;6H'))
  made.resize(10, 2)
  made.write(bytes('\x1b8'))
  expect([made.screen.x, made.screen.y]).toEqual([0, 0])
})

test('rows waiting below the screen are gone when a program clears or scrolls', () => {
  for (const [sequence, left] of [
    ['\x1b[J', 'row 1|row 2|row 3'],
    ['\x1b[3;1H\r\nnew', 'row 1|row 2|row 3|row 4|new'],
    ['\x1bc', ''],
    ['\x1b[A', 'row 1|row 2|row 3|row 4|row 5|row 6'],
  ] as const) {
    const made = terminal(`${numbered(6)}\x1b[3;6H`, { cols: 10, rows: 6 })
    made.resize(10, 2)
    made.write(bytes(sequence))
    made.resize(10, 6)
    expect(all(made), JSON.stringify(sequence)).toBe(left)
  }
})

test('the alternate screen keeps the rows that do not fit', () => {
  const made = terminal(`\x1b[?1049h${numbered(6)}\x1b[2;3H`, { cols: 10, rows: 6 })
  const before = snapshot(made)
  made.resize(10, 3)
  expect(snapshot(made).lines).toHaveLength(3)
  made.resize(10, 6)
  expect(snapshot(made).lines).toEqual(before.lines)
})

test('a left alternate screen is blank at another size, and one kept (47) is not', () => {
  for (const [mode, left] of [
    [1049, ''],
    [1047, ''],
    [47, 'row 1\nrow 2'],
  ] as const) {
    const made = terminal(`\x1b[?${mode}h\x1b[H${numbered(2)}\x1b[?${mode}l`, { rows: 2 })
    made.rest()
    made.resize(12, 3)
    expect(toText(snapshot(made)).trimEnd()).toBe('')
    made.write(bytes('\x1b[?47h'))
    expect(toText(snapshot(made)).trimEnd(), `mode ${mode}`).toBe(left)
    expect(snapshot(made)).toMatchObject({ cols: 12, rows: 3 })
  }
})

test('any sequence of widths gives the same history, with colors and wide characters', () => {
  const lines = Array.from(
    { length: 300 },
    (_, row) =>
      `\x1b[${31 + (row % 6)}m${row}\x1b[m ${'世界'.repeat(row % 9)} ` +
      `${'long '.repeat(row % 13)}\x1b[44m${row % 5 === 0 ? '\x1b[K' : ''}\x1b[m`,
  ).join('\r\n')
  const made = terminal(lines, { cols: 40, rows: 5, scrollback: 2_000 })
  const before = snapshot(made, 2_000)
  const random = seeded(4)
  for (let turn = 0; turn < 40; turn += 1) made.resize(2 + Math.floor(random() * 120), 5)
  made.resize(40, 5)
  expect(snapshot(made, 2_000)).toEqual(before)
})

test('history that is too long at a narrow width returns at a wide one', () => {
  const made = terminal(
    Array.from({ length: 104 }, (_, row) => `row ${row} ${'x'.repeat(20)}`).join('\r\n'),
    { cols: 40, rows: 4, scrollback: 100 },
  )
  const before = [all(made), made.screen.primary.history!.count]
  made.resize(14, 4)
  expect(made.screen.primary.history!.count).toBe(100)
  made.resize(40, 4)
  expect([all(made), made.screen.primary.history!.count]).toEqual(before)
  // New output replaces the oldest rows.
  made.resize(14, 4)
  made.write(bytes('\r\nnew'.repeat(60)))
  made.resize(40, 4)
  expect([
    made.screen.primary.history!.count,
    all(made).split('|').length,
    all(made).endsWith('|new|new'),
  ]).toEqual([100, 104, true])
})

test('positions and marks follow their text, and the oldest cell replaces a gone row', () => {
  const made = terminal(
    'quick brown fox jumps\r\n\x1b]133;A\x07$ lazy ends\r\n\x1b]133;C\x07every',
    { cols: 12, rows: 3, scrollback: 100 },
  )
  const { primary } = made.screen
  const at = (text: string) => {
    const rows = rowsOf(made.screen).map(textOf)
    const row = rows.findIndex((one) => one.replace('+', '').includes(text))
    return {
      number: primary.history!.dropped + row,
      column: rows[row]!.replace('+', '').indexOf(text),
    }
  }
  const words = ['q', 'w', 'x', 'p', '$', 'z', 'd', 'v']
  for (const cols of [7, 30, 5, 12]) {
    const moved = made.resize(cols, 3, words.map(at))
    expect(moved, String(cols)).toEqual(words.map(at))
    expect(
      rowsOf(made.screen)
        .filter(({ marks }) => marks !== 0)
        .map((row) => [textOf(row).slice(0, 1), row.marks]),
    ).toEqual([
      ['$', 1],
      ['e', 4],
    ])
  }
  made.setScrollback(1)
  made.write(bytes('\r\nmore'.repeat(20)))
  const history = primary.history!
  expect(made.resize(20, 3, [{ number: 0, column: 3 }])).toEqual([
    { number: history.dropped, column: 0 },
  ])
})

test('rows keep their numbers while output comes and old rows leave', () => {
  const made = terminal(numbered(20), { cols: 10, rows: 4, scrollback: 10 })
  const { history } = made.screen.primary
  expect([history!.dropped, history!.count]).toEqual([6, 10])
  made.write(bytes(`\r\n${numbered(5_000)}`)) // in a flood
  expect([history!.dropped, history!.count]).toEqual([5_006, 10])
  made.write(bytes('\x1b[3J'))
  expect([history!.dropped, history!.count]).toEqual([5_016, 0])
})

test('rows kept for a wider window stay bounded whatever comes between sizes', () => {
  const made = terminal('', { cols: 80, rows: 24, scrollback: 500 })
  const random = seeded(8)
  let most = 0
  for (let turn = 0; turn < 50; turn += 1) {
    made.resize(2 + Math.floor(random() * 150), 1 + Math.floor(random() * 40))
    made.write(
      bytes(turn % 3 === 0 ? 'x'.repeat(30_000) : 'a line\r\n'.repeat(Math.floor(random() * 900))),
    )
    most = Math.max(most, made.screen.primary.history!.bytes)
    expect(made.screen.primary.history!.count).toBeLessThanOrEqual(500)
  }
  // 500 rows and some thousand short ones; 50 turns are 0.5 MB of text in 80,000 rows
  expect(most).toBeLessThan(2_000_000)
})

/**
 * The bound is the 16 ms, of processor time and ten times over, since tests share the
 * machine; joining and cutting took seconds.
 */
const isFast = 'a new width at 100,000 rows of %s is fast, and reading a row is too'
test.each([
  ['a log', (row: number) => `${row} ${'word '.repeat(row % 30)}\r\n`],
  ['one line of wide characters', () => '世'.repeat(60)],
])(isFast, (_, make) => widen(make))
test.each([
  ['one line without end', () => 'x'.repeat(117)],
  ['blank lines that go on', () => `${'x'.repeat(120)}\x1b[1K\x1b[120X`],
  ['lines of one character', () => 'x\r\n'],
])(isFast, slow, (_, make) => widen(make))

function widen(make: (row: number) => string): void {
  const made = terminal('', { cols: 120, rows: 40, scrollback: 100_000 })
  const part = bytes(Array.from({ length: 1_000 }, (_, row) => make(row)).join(''))
  while (made.screen.primary.history!.count < 100_000) made.write(part)
  const places = Array.from({ length: 300 }, (_, place) => ({
    number: made.screen.primary.history!.dropped + place * 300,
    column: 5,
  }))
  for (const cols of [119, 60, 200, 120]) {
    const before = process.cpuUsage()
    made.resize(cols, 40, places)
    snapshot(made, 100)
    made.write(bytes('more\r\n'.repeat(500)))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e3, String(cols)).toBeLessThan(640)
  }
}
