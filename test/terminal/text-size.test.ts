/**
 * OSC 66, kitty's text sizing protocol. Values are from its specification and kitty's tests
 * (kitty_tests/multicell.py), on a screen of six columns and rows: the text of each cell, `_` for
 * the other cells of a block, `.` for an empty cell.
 */
import { expect, test } from 'vitest'
import { Terminal, toAnsi, toHtml, toSvg, toText } from '../../src/terminal/index.ts'
import { decodeUpdate } from '../../src/terminal/frames/decode.ts'
import { FrameSource } from '../../src/terminal/frames/encode.ts'
import { clusterBit, codeMask, textMask, tailBit } from '../../src/terminal/screen/cell.ts'
import { blockAt } from '../../src/terminal/screen/sized/blocks.ts'
import { sizingOf } from '../../src/terminal/screen/sized/sizing.ts'
import { bytes, snapshot, terminal } from './terminals.ts'
import { slow } from '../slow.ts'

const size = { cols: 6, rows: 6, scrollback: 20 }

/** Writes an OSC 66. */
const sized = (metadata: string, text: string) => `\x1b]66;${metadata};${text}\x1b\\`
const [double, wide] = [(text: string) => sized('s=2', text), (text: string) => sized('w=2', text)]

/** Returns the rows of the screen up to the last with text, and the cursor. */
function screenOf(made: Terminal): string {
  const { screen } = made
  const rows = Array.from({ length: screen.rows }, (_, y) =>
    Array.from({ length: screen.cols }, (_unused, x) => {
      const word = screen.grid.cells[screen.grid.at(y) + x]!
      if ((word & textMask) === 0)
        return blockAt(screen, y, x) !== 0 ? '_' : (word & tailBit) !== 0 ? '' : '.'
      return (word & clusterBit) === 0
        ? String.fromCodePoint(word & codeMask)
        : screen.clusters.text(word & codeMask)
    })
      .join('')
      .replace(/\.+$/, ''),
  )
  const text = rows.join('|').replace(/\|+$/, '')
  return `${text} @${screen.x},${screen.y}${screen.pending ? '+' : ''}`
}

test.each([
  // the specification
  ['a width', wide('a'), 'a_ @2,0'],
  ['detection of the width part', `\r${wide(' ')}`, ' _ @2,0'],
  ['detection of the scale part', `\r${wide(' ')}${double(' ')}`, ' _ _|..__ @4,0'],
  ['text in one block', sized('w=3', 'abcdef'), 'abcdef__ @3,0'],
  ['cells of a scaled text', double('abc'), 'a_b_c_|______ @5,0+'],
  ['a scale and a width', sized('s=2:w=2', 'a'), 'a___|____ @4,0'],
  ['text of natural width', sized('', 'a世'), 'a世 @3,0'],
  ['a wide character of double size', double('世'), '世___|____ @4,0'],
  ['marks and flags in scaled cells', double('n\u0302🇮🇳'), 'n\u0302_🇮🇳___|______ @5,0+'],
  ['a fraction takes no more cells', sized('n=1:d=2:w=1', 'ab'), 'ab @1,0'],
  ['a fraction of natural width', sized('n=1:d=2', 'ab'), 'ab @2,0'],
  ['a block larger than the screen is ignored', sized('s=7', 'a'), ' @0,0'],
  ['a wide block larger than the screen is ignored', sized('w=7', 'a'), ' @0,0'],
  ['wraps as a whole', `xxxxx${double('a')}`, 'xxxxx|a_|__ @2,1'],
  ['moves back without autowrap', `\x1b[?7lxxxxx${wide('a')}`, 'xxxxa_ @5,0+'],
  ['scrolls where rows are missing', `\x1b[6H${double('a')}`, '||||a_|__ @2,4'],
  // overwriting
  ['a mark joins the block', `${double('a')}\u0301`, 'a\u0301_|__ @2,0'],
  ['a mark joins from any column', `${double('a')}\x1b[2G\u0301`, 'a\u0301_|__ @1,0'],
  ['a mark in the second row is dropped', `${double('a')}\x1b[2;2H\u0301`, 'a_|__ @1,1'],
  ['the first cell removes the block', `${double('12')}\rx`, 'x.2_|..__ @1,0'],
  ['another cell of the first row leaves spaces', `${double('a')}\x1b[2Gx`, ' x|   @2,0'],
  ['text moves past lower rows', `${sized('s=2:w=2', 'a')}\x1b[2;2Hb`, 'a___|____b @5,1'],
  ['and wraps there', `${double('a')}\x1b[C${double('b')}世`, 'a_.b_|__.__|世 @2,2'],
  ['around a block of several rows', `${double('a')}xxxxxx`, 'a_xxxx|__xx @4,1'],
  [
    'a wide character that wraps at a block keeps it',
    `xxx${sized('w=3', 'a')}世`,
    'xxxa__|世 @2,1',
  ],
  [
    'a wide character on the last cell of a block',
    `xxx${sized('w=3', 'a')}\x1b[6G世`,
    'xxxa__|世 @2,1',
  ],
  ['a mark that widens a character into a block', `a${double('b')}\r❤\ufe0f`, '❤\ufe0f @2,0'],
  // editing
  ['ICH moves a block of one row', `${wide('a')}\r\x1b[@`, '.a_ @0,0'],
  ['ICH within a block removes it', `${wide('a')}\x1b[2G\x1b[@`, ' @1,0'],
  ['ICH removes a block that it cuts', `\x1b[5G${wide('a')}\r\x1b[@`, ' @0,0'],
  ['ICH removes blocks of several rows', `a${double('b')}\r\x1b[@`, '.a @0,0'],
  ['ICH after a block keeps it', `${double('a')}\x1b[4G\x1b[@`, 'a_|__ @3,0'],
  ['DCH of the first cell', `${wide('a')}\r\x1b[P`, ' @0,0'],
  ['DCH moves a block of one row', `ab${wide('a')}\r\x1b[2P`, 'a_ @0,0'],
  ['DCH removes a block that it cuts', `a${wide('b')}c\r\x1b[2P`, '.c @0,0'],
  ['DCH removes blocks of several rows', `a${double('b')}c\r\x1b[P`, '..c @0,0'],
  ['ECH', `\x1b[2Ga${double('b')}c\x1b[1;2H\x1b[2X`, '....c @1,0'],
  ['EL 0', `a${double('b')}c\x1b[3G\x1b[K`, 'a @2,0'],
  ['EL 1', `a${wide('b')}c\x1b[2G\x1b[1K`, '...c @1,0'],
  ['EL 2 in the second row', `a${double('b')}c\x1b[2H\x1b[2K`, 'a..c @0,1'],
  ['ED 0', `a${double('b')}c\x1b[2;3H\x1b[J`, 'a..c @2,1'],
  ['IL', `${double('a')}\x1b[5H${double('b')}\x1b[2H\x1b[L`, ' @0,1'],
  ['IL above', `${double('a')}\r\x1b[2L`, '||a_|__ @0,0'],
  ['DL', `${double('a')}\x1b[2;3H${double('b')}\x1b[M`, ' @0,1'],
  ['SU in a region', `\x1b[2H${double('a')}\x1b[3;6r\x1b[S`, ' @0,0'],
  ['RI', `\x1b[5H${double('a')}\x1b[H\x1bM`, ' @0,0'],
  ['DECERA', `${double('a')}\x1b[2;2;2;2$z`, ' @2,0'],
  ['DECFRA', `${double('a')}\x1b[88;2;2;2;2$x`, '|.X @2,0'],
  [
    'DECSED of protected text',
    `\x1b[1"q${double('a')}\x1b[0"q${double('b')}\x1b[?2J`,
    'a_|__ @4,0',
  ],
  ['RIS', `${double('a')}\x1bcb`, 'b @1,0'],
  // refused
  ['an unknown key is ignored', sized('w=2:q=1', 'a'), 'a_ @2,0'],
  ['a value out of range', sized('s=8', 'a'), ' @0,0'],
  ['a scale of 0', sized('s=0', 'a'), ' @0,0'],
  ['a fraction of one or more', sized('w=1:n=3:d=2', 'a'), ' @0,0'],
  ['metadata that is none', sized('w=2:x', 'a'), ' @0,0'],
  ['no text', sized('w=2', ''), ' @0,0'],
  ['no second separator', '\x1b]66;w=2\x1b\\', ' @0,0'],
  ['text over 4,096 bytes', sized('w=1', 'a'.repeat(4_097)), ' @0,0'],
  ['controls in the text', sized('w=2', 'a\x7fb'), 'ab_ @2,0'],
])('%s', (_, text, expected) => {
  expect(screenOf(terminal(text, size))).toBe(expected)
})

test('text removes a block of a row that a new size has clipped and output has wrapped', () => {
  const made = terminal(`\r\n\r\n\x1b[A\x1b[2K\x1b[5;4H${double('b')}`, size)
  made.resize(2, 5)
  expect(screenOf(made)).toBe(' @1,3')
  made.write(bytes('\n\n'))
  expect(screenOf(made)).toBe('||b_ @1,4')
  made.write(bytes('\x1b[3;2Hx'))
  expect(screenOf(made)).toBe('|| x @1,2+')
})

test('the text of a block has up to 16 code points', () => {
  expect(screenOf(terminal(sized('w=2', 'abcdefghijklmnopqrstuvwxyz'), size))).toBe(
    'abcdefghijklmnop_ @2,0',
  )
})

test('text has single size while the table of extras is full', slow, () => {
  const colors = Array.from(
    { length: 65_536 },
    (_, at) => `\x1b[58:2::1:${at >> 8}:${at & 255}m${at === 0 ? '\x1b[H' : 'x'}`,
  )
  const made = terminal(`${colors.join('')}\x1b[59m\x1b[H`, { cols: 300, rows: 250 })
  made.write(bytes(`${sized('s=3', 'a')}b`))
  expect(screenOf(made)).toMatch(/^a\.\.bx+\|\.\.\.x+\|\.\.\.x+\|xxx/)
  expect(toText(snapshot(made)).slice(0, 5)).toBe('a  bx')
})

test('the whole protocol works split anywhere', () => {
  const text = bytes(`x${sized('s=2:w=2:n=1:d=2:v=2:h=1', 'é🎉')}y`)
  const expected = screenOf(terminal(new TextDecoder().decode(text), size))
  for (let cut = 1; cut < text.length; cut += 1) {
    const made = new Terminal(size)
    made.write(text.subarray(0, cut))
    made.write(text.subarray(cut))
    expect(screenOf(made)).toBe(expected)
  }
})

test('a block has its size in a frame, and it scrolls into the history as one', () => {
  const made = terminal(`${sized('s=2:w=1:n=1:d=3:v=1:h=2', 'a')}\r\n\n\n\n\n\n`, size)
  expect(screenOf(made)).toBe('__ @0,5')
  const { extras } = decodeUpdate(new FrameSource(made).next()).fresh
  expect([...extras.values()].map(({ sizing = 0 }) => sizingOf(sizing))).toEqual(
    Array.from({ length: 2 }, () => ({
      ...{ scale: 2, width: 1, numerator: 1, denominator: 3, vertical: 1, horizontal: 2 },
    })),
  )
  made.write(bytes('\x1b[3J'))
  expect(screenOf(made)).toBe(' @0,5') // the text of the block is erased
})

test.each([
  ['widths', `x${wide('ab')}${sized('w=3', '世')}y`],
  ['a size', `a\x1b[31m${sized('s=2:w=2:n=1:d=2:v=2:h=1', 'é')}\x1b[m\x1b[2;6Hz`],
  ['a size in the last rows', `\x1b[5Hab${double('c')}\x1b[6Hd`],
  ['the last column', `xxxx${wide('a')}`],
  ['a wrapped row', `xxxx${wide('a')}yy${wide('b')}`],
  ['a link in a block', `\x1b]8;;https://a.example\x1b\\${double('a')}\x1b]8;;\x1b\\`],
])('a snapshot and its sequences restore %s', (_, text) => {
  const made = terminal(text, size)
  const before = snapshot(made)
  const restored = terminal(toAnsi(before), size)
  expect(screenOf(restored)).toBe(screenOf(made))
  expect(snapshot(restored).lines).toEqual(before.lines)
})

test('sequences leave out a block that the screen cuts', () => {
  const made = terminal(`x\r\n${double('a')}`, size)
  made.resize(6, 1)
  expect(screenOf(made)).toBe('a_ @2,0')
  const narrow = terminal(`x${sized('w=4', 'a')}\r\ny`, { ...size, cols: 10 })
  narrow.resize(4, 6)
  for (const [one, expected] of [
    [made, ' @2,0'],
    [narrow, 'x|a___|y @1,2'],
  ] as const) {
    const { cols, rows } = one.screen
    expect(screenOf(terminal(toAnsi(snapshot(one)), { cols, rows }))).toBe(expected)
  }
})

test('a snapshot with history restores blocks in it', () => {
  const made = terminal(`${double('ab')}\r\n\n\n${double('c')}\r\n\n\n\n\n\n`, size)
  const before = snapshot(made, 20)
  const restored = terminal(toAnsi(before), size)
  expect(snapshot(restored, 20).scrollback).toEqual(before.scrollback)
  expect(screenOf(restored)).toBe(screenOf(made))
})

test('text of blocks is copied once, without the cells around it', () => {
  const made = terminal(`a${sized('w=3', 'bcd')}e${double('f')}`, { ...size, cols: 12 })
  expect(toText(snapshot(made))).toMatch(/^abcdef\n/)
})

test('a new width keeps blocks of one row whole', () => {
  const made = terminal(`xxxx${wide('a')}yyyy${sized('w=4', 'b')}`, { ...size, cols: 14 })
  made.resize(5, 6)
  expect(screenOf(made)).toBe('xxxx|a_yyy|yb___ @4,2+')
  made.resize(14, 6)
  expect(screenOf(made)).toBe('xxxxa_yyyyb___ @13,0+')
  made.resize(3, 6) // one is wider than the screen now
  expect(screenOf(made)).toContain('a_')
})

test('a new width keeps blocks of several rows that fit', () => {
  const made = terminal(`${double('ab')}\r\n\nend`, { ...size, cols: 8 })
  made.resize(5, 6)
  expect(screenOf(made)).toBe('a_b_|____|end @3,2')
  made.resize(20, 4)
  expect(screenOf(made)).toBe('a_b_|____|end @3,2')
})

test('printing is fast again when the last block has been erased', () => {
  const made = terminal(double('a'), size)
  expect(made.screen.plain).toBe(false)
  made.write(bytes('\x1b[2J'))
  expect(made.screen.plain).toBe(true)
})

test('printing is fast again when blocks left the screen and it is erased', () => {
  const made = terminal(`${double('a')}${'\r\n'.repeat(20)}\x1b[H\x1b[2J\x1b[3J`, size)
  expect(made.screen.plain).toBe(true)
})

test('a higher screen that shows blocks of the history again knows of them', () => {
  const made = terminal(`${sized('s=2', 'ab')}${'\r\n'.repeat(8)}`, { ...size, cols: 20 })
  made.resize(20, 5)
  made.write(bytes(`\x1b[2J${'\r\n'.repeat(5)}`))
  expect(made.screen.grid.hasBlocks).toBe(false)
  made.resize(20, 14)
  expect(made.screen.grid.hasBlocks).toBe(true)
})

test('SVG and HTML have the text of blocks', () => {
  const shown = snapshot(terminal(`${double('a')}b`, size))
  expect(toSvg(shown)).toContain('<svg x="0" y="0" width="16" height="34" viewBox="0 0 8 17"><text')
  expect(toHtml(shown)).toContain('a')
})
