/**
 * A cell holds 16 code points at most, whatever marks, joiners and selectors are printed on it;
 * what people write stays whole. That the page shows the cells of the core: fuzz target
 * page-frames.
 */
import { describe, expect, it } from 'vitest'
import {
  applyDelta,
  decode,
  encode,
  snapshotOf,
  Terminal,
  toAnsi,
  Viewer,
  type Delta,
} from '../../../src/terminal/index.ts'
import { clusterCodesMax } from '../../../src/terminal/limits.ts'
import { codeMask } from '../../../src/terminal/screen/cell.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { keptBytes } from '../../support/heap.ts'

const encoder = new TextEncoder()
const size = { cols: 80, rows: 24, scrollback: 1_000 }

interface Attacked {
  write(text: string): void
  text(y: number, x: number): string
}

function core(): Attacked & { readonly terminal: Terminal } {
  const terminal = new Terminal(size)
  const { screen } = terminal
  return {
    terminal,
    write: (text) => {
      terminal.write(encoder.encode(text))
    },
    text: (y, x) => {
      const content = screen.grid.cells[screen.grid.at(y) + x]!
      return (content & (1 << 21)) === 0
        ? String.fromCodePoint(content & codeMask)
        : screen.clusters.text(content & codeMask)
    },
  }
}

const codes = (text: string) => [...text].length
/** Different marks, so that their order shows. */
const marks = (count: number) =>
  Array.from({ length: count }, (_, index) => String.fromCodePoint(0x300 + (index % 80))).join('')
const fifteen = marks(15)
const every = {
  y: Array.from({ length: size.rows }, (_, y) => y),
  x: Array.from({ length: size.cols }, (_, x) => x),
}
const shown = (one: Attacked) =>
  every.y.map((y) => every.x.map((x) => one.text(y, x).replace('\0', '')))

describe('the VT core', () => {
  const make = core
  it('keeps the first 15 of a MiB of marks on one cell', () => {
    const one = make()
    const before = keptBytes()
    one.write('e')
    for (let part = 0; part < 64; part += 1) one.write(marks(8_192))
    expect([one.text(0, 0), keptBytes() - before < 2e6]).toEqual([`e${fifteen}`, true])
    one.write('x')
    expect(one.text(0, 1)).toBe('x')
  })

  it.each([14, 15, 16])('takes %i marks as far as 15', (count) => {
    const one = make()
    one.write(`世${marks(count)}!`)
    expect([one.text(0, 0), one.text(0, 2)]).toEqual([`世${marks(Math.min(15, count))}`, '!'])
  })

  it('keeps 15 on each cell, wide ones and those with joiners too, however cut', () => {
    const one = make()
    const text = Array.from(
      { length: 40 * size.rows - 1 },
      (_, index) => `${index % 2 === 0 ? 'e' : '世'}\u200d\ufe0f${marks(60)}`,
    ).join('')
    for (let at = 0; at < text.length; at += 7) one.write(text.slice(at, at + 7))
    const found = new Set(shown(one).flat().map(codes))
    expect([Math.max(...found), one.text(0, 0)]).toEqual([
      clusterCodesMax,
      `e\u200d\ufe0f${marks(13)}`,
    ])
  })

  it('repeats a full cell within the limit, and no mark without a base', () => {
    const one = make()
    one.write(`e${marks(40)}\x1b[5b\r\n\u0301\x1b[9999b\r\n世${marks(3)}\x1b[2b`)
    expect([0, 1, 5].map((x) => one.text(0, x))).toEqual([
      `e${fifteen}`,
      `e${fifteen}`,
      `e${fifteen}`,
    ])
    expect([one.text(1, 0), [0, 2, 4].map((x) => one.text(2, x))]).toEqual([
      '\0',
      Array.from({ length: 3 }, () => `世${marks(3)}`),
    ])
  })

  it('lets a history full of the largest cells cost what their characters cost', () => {
    const one = make()
    one.write(`x\x1b[81920bx\r\ne${fifteen}`)
    const before = keptBytes()
    one.write('\x1b[81920b')
    expect(keptBytes() - before).toBeLessThan(4e6)
  })
})

it.each([
  ['a family', '👨\u200d👩\u200d👧\u200d👦'],
  ['one of eleven code points', '👨🏽\u200d👩🏽\u200d👧🏽\u200d👦🏽'],
  ['a kiss in two colours', '👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏿'],
  ['a flag', '🇩🇪'],
  ['England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['a Hindi syllable', 'क्षि'],
  ['a stacked Tibetan syllable', 'རྒྱུད'.slice(0, 4)],
])('%s stays whole, in one cell of the core where a program asks for clusters', (_name, text) => {
  const one = core()
  one.write(`\x1b[?2027h${text}.`)
  const y = snapshotOf(one.terminal.screen, { epoch: 0, rev: 0, at: 0 }).lines[0]
  expect(y?.cells.map(({ c }) => c)).toEqual([text, '.'])
})

it('snapshots, deltas and hand-over hold the cells as they are', () => {
  const one = core()
  const viewer = new Viewer(one.terminal)
  const first = viewer.snapshot()
  one.write(`a${marks(99)}世${marks(99)}`)
  const delta = viewer.delta(first.rev) as Delta
  const now = snapshotOf(one.terminal.screen, { epoch: 0, rev: delta.rev, at: delta.at })
  expect(applyDelta(first, delta)).toEqual(now)
  expect(decode(encode(now, 'msgpack', messagePack), messagePack)).toEqual({ ok: true, value: now })
  const other = core()
  other.write(toAnsi(now))
  expect(shown(other)).toEqual(shown(one))
})
