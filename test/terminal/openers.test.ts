/**
 * A terminal that begins in the middle of a sequence whose beginning is nowhere kept: what it is
 * given first has the rest swallowed, by us and by xterm.js.
 */
import { expect, test } from 'vitest'
import xterm from '@xterm/headless'
import { snapshotOf, Terminal, toText } from '../../src/terminal/index.ts'

const size = { cols: 40, rows: 3 }

/** Its whole screen, modes and title, as it is shown by a terminal that saw this. */
function ours(bytes: string): unknown {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(new TextEncoder().encode(bytes))
  const { at: _, ...rest } = snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 })
  return rest
}

async function theirs(bytes: string): Promise<unknown> {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true })
  const reported: string[] = []
  terminal.onTitleChange((title) => reported.push(title))
  terminal.onData((answer) => reported.push(answer))
  await new Promise<void>((resolve) => {
    terminal.write(bytes, resolve)
  })
  const line = terminal.buffer.active.getLine(0)
  const text = line?.translateToString(true)
  const shown = [
    text,
    line?.getCell(0)?.getBgColorMode(),
    line?.getCell(0)?.isBold(),
    terminal.modes,
    reported,
  ]
  terminal.dispose()
  return shown
}

test.each([
  ['text', 'text', ''],
  ['a title', '\x1b]0;ti', 't\u00e9le\x07'],
  ['a title that ends as strings do', '\x1b]0;ti', 'tle\x1b\\'],
  ['a number of a command', '\x1b]1', '1;#102030\x07'],
  ['a device control string', '\x1bPq#1', '\u00e9#\x07\r\n\x1b\\'],
  ['one that is all parameters', '\x1bP1;2', ';3qdata\x1b\\'],
  ['one with an intermediate', '\x1bP$', 'qm\x1b\\'],
  ['one that is refused', '\x1bP1<', ';3qdata\x1b\\'],
  ['an application program command', '\x1b_G', 'a=T\x07data\x1b\\'],
  ['a control sequence', '\x1b[1;', '41m'],
  ['its introducer', '\x1b[', '?1h'],
  ['one of 40 parameters', `\x1b[${'1;'.repeat(40)}`, '4m'],
  ['one that is private', '\x1b[?1;', '2004h'],
  ['one with an intermediate', '\x1b[6 ', 'q'],
  ['one that asks', '\x1b[', '6n'],
  ['one that pops', '\x1b[<', '1u'],
  ['one that is refused', '\x1b[1<', ';1m'],
  ['one that is cut by another', '\x1b[1;', '4\x1b[m'],
  ['one that is cancelled', '\x1b[1;', '4\x18'],
  ['an escape with an intermediate', '\x1b(', '0'],
  ['one with many', '\x1b((((', '((0'],
])('of %s', async (_, beginning, rest) => {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(new TextEncoder().encode(beginning))
  const late = `${terminal.opener}${rest}and on q`
  expect([ours(late), await theirs(late)]).toEqual([ours('and on q'), await theirs('and on q')])
})

test('a bare escape has done nothing yet, and is sent again', () => {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(new TextEncoder().encode('\x1b\0\0'))
  expect([ours(`${terminal.opener}=and on`), terminal.opener]).toEqual([
    ours('\x1b=and on'),
    '\x1b',
  ])
})

test('no sequence is open in the middle of text', () => {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(Uint8Array.of(0x78, 0xe2, 0x82))
  expect([
    terminal.opener,
    toText(snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 })).trim(),
  ]).toEqual(['', 'x'])
})
