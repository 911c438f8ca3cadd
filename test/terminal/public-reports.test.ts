/**
 * Inputs of public bug reports about terminals and agents, one row per report. The number is in the
 * first column; docs/contributing/reports/public-reports.md lists all reports that were tried.
 */
import { expect, test } from 'vitest'
import { rowsOf } from '../../fuzz/support/eager-reflow.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { codeMask } from '../../src/terminal/screen/cell.ts'
import type { Size } from '../../src/base/sizes/size.ts'
import { Terminal, toText } from '../../src/terminal/index.ts'
import { toAnsi } from '../../src/terminal/snapshot/write/to-ansi.ts'
import { drawing, kitty, pixels } from './images/support.ts'
import { inlineAgents } from './inline/agents.ts'
import { simulate } from './inline/simulation.ts'
import { bytes, shown, snapshot, terminal } from './terminals.ts'

const clusters = '\x1b[?2027h'

test.each([
  ['ghostty#8538', 'VS15 leaves no extra column', `${clusters}⌚\ufe0ex`, '⌚\ufe0ex @2,0'],
  [
    'ghostty#8538',
    'VS15 ends a pending wrap',
    `${clusters}abcdefgh⌚\ufe0exy`,
    'abcdefgh⌚\ufe0ex|y @1,1',
  ],
  ['ghostty#13631', 'VS15 at its base is dropped', `${clusters}⌚\x1b[G\ufe0ex`, 'x @1,0'],
  ['ghostty#13631', 'VS15 after a move', `${clusters}⌚\x1b[9G\x1b[3G\ufe0ex`, '⌚\ufe0ex @2,0'],
  ['ghostty#13631', 'a mark after SGR', 'e\x1b[31m\u0301x', 'e\u0301x @2,0'],
  ['ghostty#13631', 'a mark after CUP', 'ab\x1b[1;2H\u0301x', 'a\u0301x @2,0'],
  ['ghostty#13631', 'a mark after an empty cell', '\x1b[5G\u0301x', '    x @5,0'],
  ['ghostty#13631', 'a mark after CR', 'ab\r\u0301x', 'xb @1,0'],
  ['ghostty#13631', 'a mark on a new row', 'ab\r\n\u0301x', 'ab|x @1,1'],
  ['ghostty#13631', 'a mark at a pending wrap', 'abcdefghij\x1b[m\u0301', 'abcdefghij\u0301 @9,0+'],
  ['ghostty#13631', 'isolates after SGR', '\x1b[1m\u2068ab\u2069\x1b[mx', 'ab\u2069x @3,0'],
  ['ghostty#13631', 'VS16 after SGR', '⚠\x1b[m\ufe0fx', '⚠\ufe0fx @3,0'],
  ['ghostty#13631', 'ZWJ after SGR', `${clusters}👩\x1b[m\u200d👧x`, '👩\u200d👧x @3,0'],
  ['claude-code#69093', 'U+1FAEA is two columns', '\u{1faea}x', '\u{1faea}x @3,0'],
  ['claude-code#80475', 'U+1FAEA before a border', '│\u{1faea}│', '│\u{1faea}│ @4,0'],
  ['claude-code#84986', 'VS16 wraps as a whole', 'aaaaaaaaa➡️b', 'aaaaaaaaa|➡️b @3,1'],
  ['kitty#10477', 'Thai U+0E33 has a column', 'จำx', 'จำx @3,0'],
  ['kitty#10477', 'Thai U+0E33 joins with mode 2027', `${clusters}จำx`, 'จำx @2,0'],
  [
    'ghostty#11132',
    'ICH moves a wide character off the margin',
    '\x1b[1;5H世\x1b[?69h\x1b[1;5s\x1b[1;2H\x1b[@x',
    ' x @2,0',
  ],
  [
    'ghostty#11137',
    'ICH clears up to a wide character across the margin',
    '\x1b[1;5H世\x1b[?69h\x1b[1;5s\x1b[1;2H\x1b[9@x',
    ' x @2,0',
  ],
  [
    'ghostty#11136',
    'DL clears up to a wide character across the margin',
    '\x1b[1;5H世\x1b[?69h\x1b[1;5s\x1b[1;1H\x1b[9Mx',
    'x @1,0',
  ],
  [
    'ghostty#11136',
    'IL clears up to a wide character across the margin',
    '\x1b[2;5H世\x1b[?69h\x1b[1;5s\x1b[1;1H\x1b[9Lx',
    'x @1,0',
  ],
  [
    'ghostty#10544',
    'a prompt mark starts no row',
    '$ ec\x1b]133;D\x07\x1b]133;A\x07\r\x1b[K$ \x1b]133;B\x07x',
    '$ x @3,0',
  ],
  [
    'ghostty#7553',
    'mode 1048 saves the cursor',
    'ab\x1b[?1048h\x1b[3;3Hc\x1b[?1048lx',
    'abx||  c @3,0',
  ],
  ['ghostty#11216', 'text beyond ASCII in a DCS', 'a\x1bP1000p日本é\x1b\\b', 'ab @2,0'],
  ['ghostty#7471', 'mode 47 moves the cursor', '\x1b[?47h\x1b[2;3H\x1b[?47lx', '|  x @3,1'],
  ['ghostty#7471', 'mode 1049 restores it', 'ab\x1b[?1049h\x1b[3;3H\x1b[?1049lx', 'abx @3,0'],
  ['claude-code#68461', 'CUU beyond the top', 'a\r\n\x1b[999Ab', 'b @1,0'],
  ['claude-code#83701', 'mode 2031 prints nothing', 'a\x1b[?2031hb', 'ab @2,0'],
  ['ghostty#7386', 'mode 47', 'ab\x1b[?47hXX\x1b[?47lc', 'ab  c @5,0'],
  ['claude-code#26492', 'unknown modes', 'a\x1b[?630088h\x1b[?630306lb', 'ab @2,0'],
  ['claude-code#37975', 'BEL ends an OSC', 'a\x1b]0;t\x07b', 'ab @2,0'],
  ['kitty#9282', 'DECSERA and DECERA', 'abcd\r\nefgh\x1b[1;1;1;2${\x1b[2;3;2;4$z', '  cd|ef @4,1'],
  [
    'claude-code#14613',
    'a redraw in a scroll region scrolls nothing',
    'l1\r\nl2\r\nl3\x1b[1;3r\x1b[3;1Hl3\x1b[1;1Hl1\x1b[r\x1b[4;1Hbar',
    'l1|l2|l3|bar @3,3',
  ],
])('%s: %s', (_, _name, input, expected) => {
  expect(shown(input)).toBe(expected)
})

const grays =
  '\x1b]4;1;rgb:7f7f/7f7f/7f7f\x07\x1b]4;2;rgb:ffff/0000/0000\x07\x1b]4;3;rgb:c4c4/a0a0/0000\x07'
test.each([
  ['codex#6081', '\x1b]10;?\x1b\\', '\x1b]10;rgb:ffff/ffff/ffff\x1b\\'],
  [
    'claude-code#12910',
    '\x1b]11;?\x07\x1b]10;?\x07\x1b[6n\x1b[c',
    '\x1b]11;rgb:0000/0000/0000\x07\x1b]10;rgb:ffff/ffff/ffff\x07\x1b[1;1R\x1b[?62;4;22;52c',
  ],
  [
    'ghostty#8590',
    '\x1b]4;1;rgb:ff/00/00;1;?\x1b\\\x1b]10;?;?\x07',
    '\x1b]4;1;rgb:ffff/0000/0000\x1b\\\x1b]10;rgb:ffff/ffff/ffff\x07\x1b]11;rgb:0000/0000/0000\x07',
  ],
  [
    'ghostty#8590',
    '\x1b]4;1;#ff0000\x07\x1b]104;999;1\x07\x1b]4;1;?\x07',
    '\x1b]4;1;rgb:cccc/0000/0000\x07',
  ],
  ['ghostty#8590', '\x1b]11; Light Sea Green \x07\x1b]11;?\x07', '\x1b]11;rgb:2020/b2b2/aaaa\x07'],
  ['ghostty#8590', '\x1b]4;1;grey50;2;red;3;nocolor\x07\x1b]4;1;?;2;?;3;?\x07', grays],
  ['ghostty#13632', '\x1b]2;id\x07\x1b[21t', ''],
  ['ghostty#5770', '\x1b]21;foreground=#123456\x1b\\\x1b]21;foreground=\x1b\\', ''],
  ['ghostty#12660', '\x1b[?117$p', '\x1b[?117;4$y'],
  ['ghostty#12459', '\x1b[?2031h\x1b[?2031l\x1b[?996n', '\x1b[?997;1n'],
  ['kitty#8304', '\x1bP+q2531\x1b\\\x1bP+q2638\x1b\\\x1bP+q4b34\x1b\\', '\x1bP0+r\x1b\\'.repeat(3)],
  ['kitty#8345', '\x1b]22;?__current__\x1b\\', '\x1b]22;0\x1b\\'],
  ['kitty#8345', '\x1b]22;?pointer,nothing\x07', '\x1b]22;1,0\x07'],
  ['codex#24543', '\x1b[?2026$p\x1b[?2026h\x1b[?2026$p', '\x1b[?2026;2$y\x1b[?2026;1$y'],
])('%s: the replies to %j are %j', (_, input, expected) => {
  const { reported, write } = drawing()
  write(input)
  expect(reported()).toBe(expected)
})

test.each([
  // A link sets no attribute, and erased cells do not belong to it.
  ['claude-code#23698', '\x1b]8;;http://a/\x07ab\x1b]8;;\x07c', ['a1', 'b1', 'c']],
  ['claude-code#61575', '\x1b]8;;http://a/\x07ab\x1b[K\x1b]8;;\x07', ['a1', 'b1']],
  ['claude-code#61575', '\x1b]8;;http://a/\x07ab\x1b[2X\x1b[4Gc', ['a1', 'b1', '', 'c1']],
  ['kitty#8796', '\x1b]8;;http://a/\x07状p\x1b]8;;\x07', ['状1', 'p1']],
])('%s: the links of %j are %j', (_, input, expected) => {
  const [row] = snapshot(terminal(input)).lines
  expect(row?.cells.map(({ c = '', l = '' }) => `${c}${l}`)).toEqual(expected)
  expect(row?.cells.every(({ a }) => a === undefined)).toBe(true)
})

test('ghostty#8417: SGR has more than 16 parameters', () => {
  const [row] = snapshot(
    terminal('\x1b[4:3;38;2;51;51;51;48;2;170;170;170;58;2;255;97;136mx'),
  ).lines
  expect(row?.cells).toEqual([{ c: 'x', a: 1540, fg: '#333333', bg: '#aaaaaa', ul: '#ff6188' }])
})

/** All rows after these sizes, `+` before each that continues the previous one. */
function resized(text: string, sizes: readonly (readonly [number, number])[], end = ''): string {
  const made = terminal(text)
  for (const [cols, rows] of sizes) made.resize(cols, rows)
  made.write(bytes(end))
  const rows = rowsOf(made.screen).map(({ cells, wrapped }) => {
    const row = cells.map(([content]) => String.fromCodePoint(content & codeMask || 0x20)).join('')
    return `${wrapped ? '+' : ''}${row.trimEnd()}`
  })
  return rows.join('|').replace(/\|+$/, '')
}

const wider = [[20, 4]] as const
test.each([
  ['xterm.js#5995', 'ED 1 at the last column', 'abcdefghijKLM\x1b[1;10H\x1b[1J', wider, '|KLM'],
  ['xterm.js#5995', 'EL 1 at the last column', 'abcdefghijKLM\x1b[1;10H\x1b[1K', wider, '|KLM'],
  [
    'xterm.js#5995',
    'the row below columns that DECIC inserts',
    "abcdefghijklmnopqrstuvw\x1b[1;2r\x1b[1;3H\x1b[2'}",
    wider,
    'ab  cdefgh|kl  mnopqr|uvw',
  ],
  [
    'xterm.js#5995',
    'the row below columns that SL shifts',
    'abcdefghijklmnopqrstuvw\x1b[1;2r\x1b[2 @',
    wider,
    'cdefghij|mnopqrst|uvw',
  ],
  [
    'ghostty#12653',
    'a prompt',
    '\x1b]133;A\x07$ \x1b]133;B\x07ls',
    [
      [6, 4],
      [10, 4],
    ],
    '$ ls',
  ],
  [
    'ghostty#10455',
    'a prompt with redraw=0',
    '\x1b]133;A;redraw=0\x07one>\r\ntwo> \x1b]133;B\x07ls',
    [
      [12, 3],
      [10, 4],
    ],
    'one>|two> ls',
  ],
] as const)('%s: %s is kept at a new size', (_, _name, text, sizes, expected) => {
  expect(resized(text, sizes)).toBe(expected)
})

test.each([
  ['ghostty#5718', 'abcdefghijKL\x1b7M', [[20, 4]], 'abcdefghijKLx'],
  ['ghostty#5718', 'abcdefgh\x1b7i\x1b[H', [[5, 4]], 'abcde|+fghx'],
  [
    'ghostty#5718',
    'abcdefghijKL\x1b7M',
    [
      [20, 4],
      [5, 4],
    ],
    'abcde|+fghij|+KLx',
  ],
  ['kitty#8325', 'abcdefghijKLM\x1b[D\x1b7\r\n$', [[20, 4]], 'abcdefghijKLx|$'],
] as const)('%s: the cursor that %j saved is restored at its text', (_, text, sizes, expected) => {
  expect(resized(text, sizes, '\x1b8x')).toBe(expected)
})

/** New sizes while an agent draws in place: its rows and its lines are there once. */
const drags: readonly (readonly [string, string, (turn: number, size: Size) => Size])[] = [
  ['claude-code#57504', 'only the height', (_, { rows }) => ({ cols: 80, rows })],
  ['claude-code#40555', 'only the width', (_, { cols }) => ({ cols, rows: 24 })],
  ['claude-code#84247', 'narrow and wide', (turn) => ({ cols: turn % 2 ? 22 : 120, rows: 24 })],
  ['claude-code#13545', 'a row more and less', (turn) => ({ cols: 80, rows: 24 + (turn % 2) })],
]
test.each(
  drags.flatMap(([report, name, next]) =>
    ['Claude Code', 'Codex'].map((agent) => [report, name, agent, next] as const),
  ),
)('%s: %s changes while %s works', (_, _name, agent, next) => {
  const made = new Terminal({ cols: 80, rows: 24, scrollback: 10_000 })
  const resize = made.resize.bind(made)
  let turn = 0
  made.resize = (cols, rows) => {
    const size = next((turn += 1), { cols, rows })
    return resize(size.cols, size.rows)
  }
  expect(simulate(made, inlineAgents[agent]!, 11, 20)).toEqual({ ghosts: 0, lost: 0, repeated: 0 })
})

/** [report, commands, the number of placements, replies] */
type ImageCase = readonly [report: string, commands: string, count: number, replies: string]

const one = 's=10,v=20'
const data = pixels(10, 20)
const send = (control: string) => kitty(`${control},${one},q=2`, data)
const sendAll = (action: string) => [1, 2, 3, 4].map((id) => send(`a=${action},i=${id}`)).join('')
const ok = (id: string) => `\x1b_G${id};OK\x1b\\`
const pieces = (control: string, last = 'm=0') => {
  const text = Buffer.from(data).toString('base64')
  return `\x1b_G${control},m=1;${text.slice(0, 400)}\x1b\\\x1b_G${last};${text.slice(400)}\x1b\\`
}

const images: readonly ImageCase[] = [
  ['ghostty#13723', send('a=T,i=1').repeat(5), 1, ''],
  ['ghostty#13723', send('a=T,i=1') + send('a=t,i=1'), 0, ''],
  ['ghostty#13895', send('a=t,i=1') + kitty('a=d,d=A') + kitty('a=p,i=1'), 1, ok('i=1')],
  ['ghostty#13895', send('a=T,U=1,c=2,r=1,i=1') + kitty('a=d,d=a'), 1, ''],
  [
    'ghostty#13895',
    sendAll('t') + kitty('a=d,d=R,y=2') + kitty('a=p,i=2') + kitty('a=p,i=3'),
    1,
    `\x1b_Gi=2;ENOENT:no such picture\x1b\\${ok('i=3')}`,
  ],
  ['ghostty#13898', send('a=t,i=1') + kitty('a=d,d=I,i=1,p=7') + kitty('a=p,i=1'), 1, ok('i=1')],
  ['ghostty#13897', pieces(`a=T,I=13,p=4,${one}`), 1, ok('i=1,I=13,p=4')],
  [
    'ghostty#13897',
    pieces('a=T,i=9,p=4,s=10,v=21'),
    0,
    '\x1b_Gi=9,p=4;EINVAL:not understood\x1b\\',
  ],
  ['codex#37454', pieces(`a=T,q=2,${one}`) + pieces(`a=T,q=2,i=3,${one}`), 2, ''],
  ['xterm.js#5884', send('a=q,i=1') + send('a=t,i=2') + send('a=T,i=3'), 1, ''],
  ['ghostty#5937', sendAll('T') + kitty('a=d,d=r,x=2,y=3'), 2, ''],
  [
    'kitty#10450',
    sendAll('t') +
      kitty('a=p,i=1,q=2') +
      kitty('a=p,i=2,q=2') +
      kitty('a=d,d=I,i=1') +
      kitty('a=p,i=3') +
      kitty('a=p,i=4'),
    3,
    ok('i=3') + ok('i=4'),
  ],
  ['ghostty#6711', send('a=T,i=1') + send('a=q,i=1'), 1, ''],
  [
    'ghostty#5441',
    `${send('a=T,i=1')}\x1bc${kitty('a=p,i=1')}`,
    0,
    '\x1b_Gi=1;ENOENT:no such picture\x1b\\',
  ],
]

test.each(images)('%s: images', (_, commands, count, replies) => {
  const { terminal: made, reported, write } = drawing()
  write(commands)
  expect([made.screen.pictures.placements.length, reported()]).toEqual([count, replies])
})

test.each([
  // As Codex inserts lines above its input: a newline at the end of a region, or SU.
  ['codex#24849', (line: string) => `\x1b7\x1b[1;7r\x1b[7;1H\r\n${line}\x1b[r\x1b8`],
  ['codex#24849', (line: string) => `\x1b[1;7r\x1b[S\x1b[7;1H${line}\x1b[K\x1b[r`],
])('%s: each line that is inserted above an input is in the scrollback once', (_, insert) => {
  const lines = Array.from({ length: 400 }, (_line, index) => `S-${index}`)
  const made = terminal('\x1b[8;1Hinput', { cols: 40, rows: 10, scrollback: 1_000 })
  for (const line of lines) made.write(bytes(`\x1b[?2026h${insert(line)}\x1b[?2026l`))
  const rows = toText(snapshot(made, 1_000)).split('\n')
  expect(rows.filter((row) => row.startsWith('S-'))).toEqual(lines)
})

test.each(['\x1b[=0;1u', '\x1b[<u', '\x1b[>0u', '\x1b[!p', '\x1bc'])(
  'wezterm#7312: %j ends the kitty keyboard protocol',
  (end) => {
    const { primary } = terminal(`\x1b[>31u${end}`).screen
    expect(primary.keyboard.at(-1) ?? 0).toBe(0)
  },
)

test('ghostty#10282: colored output with newlines from the top row ends in a valid screen', () => {
  const random = seeded(10_282)
  const made = terminal('', { cols: 20, rows: 10, scrollback: 100 })
  for (let round = 0; round < 200; round += 1) {
    const cells = Array.from({ length: 200 }, () => {
      const color = Math.floor(random() * 256)
      return `\x1b[38;5;${color}m${random() < 0.25 ? '\n' : 'A'}`
    })
    made.write(bytes(`\x1b[H${cells.join('')}`))
  }
  expect(rowsOf(made.screen)).toHaveLength(110)
})

test('ghostty#13633: marks without end stay in one cell of 16 code points', () => {
  const made = terminal(`a${'\u0301'.repeat(100_000)}b`)
  const [first, second] = snapshot(made).lines[0]?.cells ?? []
  expect([[...(first?.c ?? '')].length, second?.c]).toEqual([16, 'b'])
})

test.each([
  '\x1b[3g\x1b[5G\x1bH\x1b[9G\x1bH\x1b[2;3Hab',
  '\x1b[3gab\x1b[10G\x1bH\x1b[3;10Hx',
  '\x1b[3g\x1b[4G\x1bH\x1b[2;3r\x1b[?6h\x1b[2;2Hab',
])('ghostty#13643: tab stops in a snapshot of %j leave cursor and text in place', (input) => {
  const made = terminal(input)
  const again = terminal(toAnsi(snapshot(made, 10)))
  expect({ ...snapshot(again, 10), at: made.at }).toEqual(snapshot(made, 10))
})
