/** How programs want the text of rows to be ordered (BDSM, SCP, modes 2500 and 2501). */
import { describe, expect, test } from 'vitest'
import { bidiShift } from '../../src/terminal/history/grid-rows.ts'
import { bidiBits } from '../../src/terminal/history/bidi.ts'
import { Terminal, toAnsi } from '../../src/terminal/index.ts'
import { bytes, snapshot, terminal } from './terminals.ts'

const { explicit, rightToLeft, detects, mirrorsBoxes } = bidiBits

/** Returns the bits of each row, history included, from the oldest with text. */
function rowsOf(made: ReturnType<typeof terminal>): number[] {
  const { lines, scrollback } = snapshot(made, 10)
  return [...(scrollback?.lines ?? []), ...lines].map(({ pm = 0 }) => pm >> bidiShift)
}

test.each([
  ['BDSM', '\x1b[8la\r\nb\x1b[8h\r\nc', [explicit, explicit, 0]],
  ['SCP', '\x1b[2 ka\r\n\x1b[1 kb\x1b[2 k\r\nc\r\n\x1b[ kd', [rightToLeft, 0, rightToLeft, 0]],
  ['unknown values of SCP', '\x1b[2 ka\x1b[3 k\r\nb', [rightToLeft, rightToLeft]],
  ['mode 2501', '\x1b[?2501ha', [detects]],
  ['all together', '\x1b[8;4l\x1b[2 k\x1b[?2500;2501ha', [15]],
  ['a reset', '\x1b[8l\x1bca', [0]],
  ['a soft reset', '\x1b[8l\x1b[?2500h\x1b[2 k\x1b[!pa', [0]],
  ['saved modes', '\x1b[?2501h\x1b[?2501s\x1b[?2501la\r\n\x1b[?2501rb', [0, detects]],
  ['text over a row', '\x1b[8la\x1b[8h\rb', [0]],
  ['text, not a mode alone', 'a\x1b[8l', [0]],
])('%s decides about the rows that are printed', (_, text, expected) => {
  expect(rowsOf(terminal(text))).toEqual(expected)
})

test('text of each kind gets it: runs of ASCII, wide characters, repetitions and inserts', () => {
  for (const text of ['abcdefghijk', '世界世界世界', 'a\x1b[12b', '\x1b[4habcdefghijk'])
    expect(rowsOf(terminal(`\x1b[8l${text}`)), text).toEqual([explicit, explicit])
})

test('repetitions that copy rows have it', () => {
  expect(rowsOf(terminal('\x1b[8la\x1b[95b'))).toEqual(Array.from({ length: 10 }, () => explicit))
})

test('printing stays fast, and lines that go directly to the history have it', () => {
  const lines = '\x1b[2 k' + 'word one\r\n世界界\r\n\r\n'.repeat(200)
  const [made, slow] = [terminal(lines), terminal('')]
  for (const byte of bytes(lines)) slow.write(Uint8Array.of(byte))
  expect(made.screen.plain).toBe(true)
  expect(rowsOf(made)).toEqual(rowsOf(slow))
  expect(rowsOf(made)).toContain(rightToLeft)
  made.write(bytes(`\x1b[ k${lines.slice(5)}`))
  expect(rowsOf(made)).not.toContain(rightToLeft)
})

describe('the order of a row is kept', () => {
  const text = '\x1b[8lone\r\n\x1b[8h\x1b[?2500htwo\r\n\x1b[?2500lthree\r\nfour\r\n\x1b[2 kfive'
  const bits = [explicit, mirrorsBoxes, 0, 0, rightToLeft]

  test('in the history', () => {
    expect(rowsOf(terminal(text))).toEqual(bits)
  })

  test('at another width', () => {
    const made = terminal(text)
    made.resize(3, 4)
    made.resize(10, 4)
    expect(rowsOf(made)).toEqual(bits)
    made.resize(4, 4)
    expect(rowsOf(made)).toEqual([explicit, mirrorsBoxes, 0, 0, 0, rightToLeft])
  })

  test('in a terminal that is made from a snapshot', () => {
    const made = terminal(text)
    const again = terminal('')
    again.write(bytes(toAnsi(snapshot(made, 10))))
    expect(rowsOf(again)).toEqual(bits)
    expect(snapshot(again).modes).toEqual(snapshot(made).modes)
  })
})

test('a terminal that another thread continues has the same rows and modes', () => {
  const made = new Terminal({ cols: 10, rows: 4, scrollback: 10, shared: true })
  made.write(bytes('\x1b[8la\x1b[8h\r'))
  const { state, tables, blocks } = made.keep(true)
  const other = new Terminal({
    ...{ cols: 10, rows: 4, scrollback: 10, shared: true },
    kept: {
      ...{ state, tables: tables === null ? [] : [tables] },
      blocks: blocks.memories.map(([, memory]) => memory),
    },
  })
  expect(rowsOf(other)).toEqual([explicit])
  other.write(bytes('b'))
  expect(rowsOf(other)).toEqual([0])
})

test('a sequence that is split anywhere sets the same modes', () => {
  const text = '\x1b[8l\x1b[2 k\x1b[?2500;2501hא'
  for (let at = 1; at < text.length; at += 1) {
    const made = terminal(text.slice(0, at))
    made.write(bytes(text.slice(at)))
    expect(rowsOf(made)).toEqual([15])
  }
})
