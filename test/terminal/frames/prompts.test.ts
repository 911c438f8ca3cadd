/**
 * Compares marked commands, and the state that a page's terminal is set to, with xterm.js after the
 * same bytes.
 */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import { expect, test } from 'vitest'
import { promptsMax } from '../../../src/terminal/frames/limits.ts'
import { Prompts } from '../../../src/terminal/frames/prompts.ts'
import { stateParts } from '../../../src/terminal/frames/state.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'

const { Terminal: Xterm } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}
const bytes = (text: string) => new TextEncoder().encode(text)
const parsed = (terminal: Headless, text: string) =>
  new Promise<void>((resolve) => {
    terminal.write(text, resolve)
  })

const mark = (data: string) => `\x1b]133;${data}\x07`
const ran = (command: string, output: string, exit: string) =>
  `${mark('A')}$ ${mark('B')}${command}\r\n${mark('C')}${output}${mark(`D${exit}`)}`

/**
 * Returns the known commands after these bytes, as [prompt, output, row of the end, its column,
 * exit].
 */
function known(text: string, scrollback = 100): (number | null)[][] {
  const prompts = new Prompts()
  const core = new Terminal({ cols: 20, rows: 6, scrollback, marks: prompts })
  for (const byte of bytes(text)) core.write(Uint8Array.of(byte))
  const whole = new Prompts()
  const other = new Terminal({ cols: 20, rows: 6, scrollback, marks: whole })
  other.write(bytes(text))
  const dropped = core.screen.primary.history?.dropped ?? 0
  expect(prompts.commands(dropped), 'split at each byte').toEqual(whole.commands(dropped))
  return prompts
    .commands(dropped)
    .map(({ prompt, output, end, exit }) => [
      prompt,
      output,
      end?.row ?? null,
      end?.column ?? null,
      exit,
    ])
}

test.each([
  [
    'each with its output and how it ended',
    `${ran('ls', 'a\r\nb\r\n', ';0')}${ran('false', 'x', ';130;aid=1')}\r\n${ran('true', '', '')}`,
    [
      [0, 1, 3, 0, 0],
      [3, 4, 4, 1, 130],
      [5, 6, 6, 0, null],
    ],
  ],
  [
    'one that goes on',
    `${mark('A')}$ ${mark('B')}top\r\n${mark('C')}x\r\n`,
    [[0, 1, null, null, null]],
  ],
  [
    'a prompt that is drawn again is the same one',
    `${mark('A')}$ ls\r\n${mark('A')}$ `,
    [[1, null, null, null, null]],
  ],
  [
    'marks without those before them are none, and the last end before a prompt counts',
    `${mark('C')}${mark('D;0')}${mark('AB')}${mark('P;k=i')}${mark('A')}$ ${mark('D;0')}` +
      `${mark('C')}${mark('D;x')}${mark('C')}${mark('D;7')}`,
    [[0, 0, 0, 2, 7]],
  ],
  ['those of the alternate screen are none', `\x1b[?1049h${ran('ls', '', ';0')}\x1b[?1049l`, []],
  [
    'ED 2 takes along what stood on the screen',
    `${ran('ls', 'a\r\n', ';0')}\x1b[H\x1b[2J${mark('A')}$ `,
    [[0, null, null, null, null]],
  ],
  [
    'ED 0 takes along what stood below the row of the cursor',
    `${ran('ls', 'a\r\n', ';0')}${mark('A')}$ \x1b[2;1H\x1b[J`,
    [[0, 1, -1, 0, 0]],
  ],
  [
    'ED 3 takes along what stood in the history',
    `${ran('ls', '\r\n'.repeat(8), ';0')}${mark('A')}$ \x1b[3J`,
    [[9, null, null, null, null]],
  ],
  ...['\x1b[H\x1b[2J\x1b[3J', '\x1b[2J\x1b[H', '\x1bc'].map(
    (clear) =>
      [
        `output of one that clears the screen by ${JSON.stringify(clear)} begins there`,
        `${ran('ls', 'a\r\n', ';0')}${ran('make', `x\r\n${clear}y\r\nz\r\n`, ';1')}${mark('A')}$ `,
        [
          [0, 0, 2, 0, 1],
          [2, null, null, null, null],
        ],
      ] as const,
  ),
  [
    'output of one that clears it by ED 0 begins in the row of the cursor',
    `${ran('make', 'x\r\n\x1b[H\x1b[Jy\r\n', ';1')}`,
    [[0, 0, 1, 0, 1]],
  ],
  [
    'one that clears the screen and prints nothing is none',
    `${ran('ls', 'a\r\n', ';0')}${ran('clear', '\x1b[H\x1b[2J\x1b[3J', ';0')}${mark('A')}$ `,
    [[0, null, null, null, null]],
  ],
  [
    'RIS takes all along',
    `${ran('ls', 'a\r\n', ';0')}${mark('A')}\x1bc${mark('C')}${mark('D;0')}`,
    [],
  ],
] as const)('commands: %s', (_name, text, expected) => {
  expect(known(text)).toEqual(expected)
})

/** Returns the known commands after these bytes, written at this size. */
function marked(text: string, cols = 20): readonly unknown[] {
  const prompts = new Prompts()
  const core = new Terminal({ cols, rows: 6, scrollback: 100, marks: prompts })
  core.write(bytes(text))
  return prompts.commands(0)
}

test('the end of a nested application leaves the outer command open', () => {
  const outer = `${mark('A;aid=1')}$ ${mark('B')}bash\r\n${mark('C')}`
  const nested = `${mark('A;aid=2')}> ${mark('B')}ls\r\n${mark('C')}x\r\n`
  const closed = { prompt: 1, output: 2, end: { row: 3, column: 0 }, exit: 3, aid: '2' }
  const open = { prompt: 0, output: 1, end: null, exit: null, aid: '1' }
  expect(marked(`${outer}${nested}${mark('D;3;aid=2')}`)).toEqual([open, closed])
  expect(marked(`${outer}${mark('D;3;aid=2')}`)).toEqual([open])
  const end = { row: 3, column: 0 }
  expect(marked(`${outer}${nested}${mark('D;4;aid=1')}`)).toEqual([
    { ...open, end, exit: 4 },
    { ...closed, end, exit: null },
  ])
  expect(marked(`${outer}${nested}${mark('D;5')}`)).toEqual([open, { ...closed, exit: 5 }])
})

test('a prompt of a further line is not another prompt', () => {
  const further = ['k=s', 'k=c', 'k=r'].map((k) => `\r\n${mark(`A;${k}`)}> ${mark('B')}`).join('')
  expect(marked(`${mark('A;cl=m')}$ ${mark('B')}for i${further}`)).toMatchObject([
    { prompt: 0, output: null, click: 'm' },
  ])
})

test('a prompt keeps how it takes clicks until its command starts', () => {
  const prompt = `x\r\n${mark('A;click_events=1')}$ ${mark('B')}`
  const input = { row: 1, column: 2 }
  expect(marked(prompt)).toMatchObject([{ click: 'absolute', input }])
  expect(marked(`${prompt}\r\n${mark('C')}`)[0]).not.toHaveProperty('click')
  const twoRows = `${mark('A;cl=v')}top\r\n$ ${mark('B')}`
  expect(marked(`${twoRows}\x1b[A\x1b[J`)[0]).not.toHaveProperty('input')
  expect(marked(`\x1b[?1049h${prompt}`)).toEqual([])
})

test('the input of a prompt stays with its text at another width', () => {
  const prompts = new Prompts()
  const core = new Terminal({ cols: 20, rows: 6, scrollback: 100, marks: prompts })
  core.write(bytes(`${'long '.repeat(10)}\r\n${mark('A;cl=line;redraw=0')}$ ${mark('B')}ls`))
  core.resize(60, 6)
  expect(prompts.commands(0)).toMatchObject([{ prompt: 1, input: { row: 1, column: 2 } }])
})

test('a prompt that its shell does not draw again wraps at another width', () => {
  const shown = (parameter: string) => {
    const core = new Terminal({ cols: 20, rows: 6, scrollback: 100, marks: new Prompts() })
    core.write(bytes(`${mark(`A${parameter}`)}$ ${mark('B')}0123456789`))
    core.resize(8, 6)
    return core.screen.y
  }
  expect([shown(''), shown(';redraw=0'), shown(';redraw=1')]).toEqual([0, 1, 0])
})

test('contexts of a shell mark commands until it marks them itself', () => {
  const context = (text: string) => `\x1b]3008;${text}\x1b\\`
  const ls = `${context('start=s;type=shell')}$ ls\r\n${context('start=c;type=command')}x\r\n`
  const end = context('end=c;exit=failure;status=2')
  const command = { prompt: 0, output: 1, end: { row: 2, column: 0 }, exit: 2 }
  expect(marked(`${ls}${end}`)).toEqual([command])
  expect(marked(`${mark('D')}${ls}${end}`)).toEqual([])
  expect(marked(`${ls}${mark('D;3')}${end}`)).toEqual([{ ...command, exit: 3 }])
  expect(marked(context('start=n;type=container'))).toEqual([])
})

test('a flood of marks keeps up to the limit of commands', () => {
  const flood = `${mark('A;aid=1')}${mark('C')}${mark('A;aid=2')}${mark('C')}${mark('D;0;aid=9')}`
  expect(marked(flood.repeat(2_000))).toHaveLength(promptsMax)
})

test('commands go with rows that the history has no room for', () => {
  expect(
    known(`${ran('ls', '\r\n'.repeat(8), ';0')}${ran('ls', 'a\r\n', ';1')}`, 4).map(
      ([, , , , exit]) => exit,
    ),
  ).toEqual([1])
})

test('after another width commands and the visible row stay with their text', () => {
  const prompts = new Prompts()
  const core = new Terminal({ cols: 20, rows: 6, scrollback: 100, marks: prompts })
  core.write(
    bytes(
      `\x1b]133;A\x07$ a\x1b]133;C\x07\r\n${'long '.repeat(20)}` +
        '\r\n\x1b]133;D;0\x07\x1b]133;A\x07$ ',
    ),
  )
  prompts.view = 6 // the second prompt
  core.resize(30, 6)
  const commands = [
    { prompt: 0, output: 0, end: { row: 5, column: 0 }, exit: 0 },
    { prompt: 5, output: null, end: null, exit: null },
  ]
  expect([prompts.commands(0), prompts.view]).toEqual([commands, 5])
  core.resize(30, 3)
  core.resize(30, 6)
  expect([prompts.commands(0), prompts.view]).toEqual([commands, 5])
})

const modes = [
  ...['1', '66', '9', '1000', '1002', '1003', '1006', '1015', '1016', '1004', '2004', '1007'],
  ...['25', '12'],
] as const
const others = [
  ...['\x1b[0 q', '\x1b[3 q', '\x1b[6 q', '\x1b[=5;1u', '\x1b[>1u', '\x1b[<u'],
  ...['\x1b]4;1;#010203\x07', '\x1b]104;1\x07', '\x1b]10;#0a0b0c\x07', '\x1b]110\x07'],
  ...['\x1b]11;#111111\x07', '\x1b]112\x07', '\x1b=', '\x1b>', '\x1b[20h', '\x1b[20l', '\x1b[!p'],
  '\x1bc',
] as const

test('the state sets only the modes of the core in xterm.js, whatever its modes were', async () => {
  const random = seeded(2)
  const change = () =>
    random() < 0.6
      ? `\x1b[?${modes[Math.floor(random() * modes.length)]!}${random() < 0.6 ? 'h' : 'l'}`
      : others[Math.floor(random() * others.length)]!
  const core = new Terminal({ cols: 20, rows: 5, scrollback: 0 })
  const theirs = new Xterm({ cols: 20, rows: 5, allowProposedApi: true })
  for (let round = 0; round < 100; round += 1) {
    for (let step = 0; step < 4; step += 1) core.write(bytes(change()))
    await parsed(theirs, Array.from({ length: 4 }, change).join(''))
    await parsed(theirs, `\x1b[2;3Hab${Object.values(stateParts(core.screen)).join('')}`)
    const { modes: wanted } = core.screen
    const {
      applicationCursorKeysMode,
      applicationKeypadMode,
      bracketedPasteMode,
      mouseTrackingMode,
      sendFocusMode,
    } = theirs.modes
    const inside = (
      theirs as unknown as {
        readonly _core: {
          readonly coreMouseService: { readonly activeEncoding: string }
          readonly coreService: { readonly isCursorHidden: boolean }
        }
      }
    )._core // what the page's grid looks at
    expect([
      applicationCursorKeysMode,
      applicationKeypadMode,
      bracketedPasteMode,
      mouseTrackingMode,
      sendFocusMode,
      inside.coreMouseService.activeEncoding,
      inside.coreService.isCursorHidden,
      theirs.options.convertEol,
      theirs.buffer.active.cursorX,
    ]).toEqual([
      wanted.applicationCursor,
      wanted.applicationKeypad,
      wanted.bracketedPaste,
      wanted.mouse,
      wanted.focusReports,
      { default: 'DEFAULT', urxvt: 'DEFAULT', sgr: 'SGR', 'sgr-pixels': 'SGR_PIXELS' }[
        wanted.mouseEncoding
      ],
      !core.screen.cursorVisible,
      wanted.newline,
      4,
    ])
  }
  theirs.dispose()
})
