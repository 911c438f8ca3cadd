/**
 * Links (OSC 8) take what their limits say and no more, whatever is printed: 2,083 bytes of
 * address, 250 of id, 10,000 links of a terminal; one is made when a character is printed in it.
 * That the page shows the cells of the core: fuzz target page-frames.
 */
import { describe, expect, it } from 'vitest'
import {
  applyDelta,
  screenToAnsi,
  snapshotOf,
  Terminal,
  toAnsi,
  Viewer,
  type Delta,
  type Snapshot,
} from '../../../src/terminal/index.ts'
import { snapshotBytesMax } from '../../../src/core/clients/socket/limits.ts'
import { linksMax } from '../../../src/terminal/limits.ts'
import { keptBytes } from '../../support/heap.ts'
import { slow } from '../../slow.ts'

const MB = 1e6

const encoder = new TextEncoder()

/** In chunks, as it comes. */
function written(into: (bytes: Uint8Array) => void): (text: string) => void {
  return (text) => {
    const bytes = encoder.encode(text)
    for (let at = 0; at < bytes.length; at += 65_536) into(bytes.subarray(at, at + 65_536))
  }
}

function core() {
  const terminal = new Terminal({ cols: 80, rows: 24, scrollback: 10_000 })
  const { screen } = terminal
  return {
    terminal,
    write: written((bytes) => {
      terminal.write(bytes)
    }),
    links: screen.links,
    /** Address of the link of a cell of the screen, "" for none. */
    linkAt: (y: number, x: number) =>
      screen.links.get(screen.extras.link(screen.grid.extra(screen.grid.at(y) + x)))?.uri ?? '',
  }
}

const open = (uri: string, id = '') => `\x1b]8;${id === '' ? '' : `id=${id}`};${uri}\x07`
const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('')

describe('the VT core', () => {
  const make = core
  it('makes no link of a MiB of empty openers, and forgets none for them', () => {
    const one = make()
    one.write(`${open('http://first')}x`)
    const before = keptBytes()
    one.write(many(149_796, () => open('x')))
    const kept = keptBytes() - before
    expect([one.links.size, one.linkAt(0, 0), kept < 5 * MB]).toEqual([1, 'http://first', true])
    one.write('y')
    expect([one.links.size, one.linkAt(0, 1)]).toEqual([2, 'x'])
  })

  it('keeps the newest 10,000 of 100,000 one-cell links; others become plain text', slow, () => {
    const one = make()
    const before = keptBytes()
    one.write(many(100_000, (index) => `${open(`http://a/${index}`)}x`))
    const kept = keptBytes() - before
    expect([one.links.size, one.links.get(90_000), one.links.get(90_001)?.uri]).toEqual([
      linksMax,
      undefined,
      'http://a/90000',
    ])
    expect([one.linkAt(23, 0), one.linkAt(23, 79)]).toEqual(['http://a/99920', 'http://a/99999'])
    expect(kept).toBeLessThan(60 * MB)
  })

  it('frees the addresses of freed links, whatever cells remain', slow, () => {
    const one = make()
    const before = keptBytes()
    for (let part = 0; part < 16; part += 1)
      one.write(
        many(
          1_000,
          (index) => `${open(`h:${String(part * 1_000 + index).padStart(2_081, '.')}`)}x`,
        ),
      )
    const kept = keptBytes() - before
    expect([one.links.size, kept < 28 * MB]).toEqual([linksMax, true])
  })

  it('keeps distinct ids up to the limit, and one link for an equal id and address', () => {
    const one = make()
    one.write(many(20_000, (index) => `${open('http://a', String(index))}x`))
    one.write(
      `\r\n${open('http://same', 'b')}x${open('')}y${open('http://same', 'b')}z` +
        `${open('http://other', 'b')}z`,
    )
    expect([one.links.size, one.linkAt(23, 0), one.linkAt(23, 1), one.linkAt(23, 2)]).toEqual([
      linksMax,
      'http://same',
      '',
      'http://same',
    ])
    const last = [20_001, 20_002, 20_003].map((number) => one.links.get(number)?.uri)
    expect(last).toEqual(['http://same', 'http://other', undefined])
  })

  it.each([
    ['an address of 2,083 bytes', `h:${'a'.repeat(2_081)}`, '', true],
    ['one of 2,084', `h:${'a'.repeat(2_082)}`, '', false],
    ['one of 2,084 in 1,043 characters', `h:${'é'.repeat(1_041)}`, '', false],
    ['one of 4 MB', `h:${'a'.repeat(4e6)}`, '', false],
    ['an id of 250 bytes', 'h:a', 'i'.repeat(250), true],
    ['one of 251', 'h:a', 'i'.repeat(251), false],
    ['one of 100 KB', 'h:a', 'i'.repeat(100_000), false],
  ])('%s', (_name, uri, id, isLink) => {
    const one = make()
    one.write(`${open('h:before')}${open(uri, id)}x`)
    // A string over 128 KiB is swallowed and changes nothing.
    expect([one.linkAt(0, 0), one.links.size]).toEqual(
      isLink ? [uri, 1] : uri.length > 131_072 ? ['h:before', 1] : ['', 0],
    )
  })

  it('keeps nothing of the text around an address', () => {
    const one = make()
    const before = keptBytes()
    one.write(
      many(
        200,
        (index) => `\x1b]8;junk=${String(index).padStart(100_000, '.')};http://a/${index}\x07x`,
      ),
    )
    expect([one.links.size, keptBytes() - before < 3 * MB]).toEqual([200, true])
  })

  it('holds one string of an endless opener, and continues after it', () => {
    const one = make()
    const [opener, more] = [open('h:never').slice(0, -1), 'a'.repeat(65_536)]
    one.write(opener)
    const before = keptBytes()
    for (let chunk = 0; chunk < 160; chunk += 1) one.write(more)
    const kept = keptBytes() - before
    one.write(`${'b'.repeat(100)}\x07x${open('h:a')}y`)
    expect([kept < 2 * MB, one.links.size, one.linkAt(0, 0), one.linkAt(0, 1)]).toEqual([
      true,
      1,
      '',
      'h:a',
    ])
  })

  it('makes one link of an opener left open while 12,000 rows scroll', () => {
    const one = make()
    one.write(`${open('h:a')}${many(12_000, (index) => `${index}\r\n`)}`)
    expect([one.links.size, one.linkAt(22, 0)]).toEqual([1, 'h:a'])
  })

  it('frees the links of an erased history as newer links come', () => {
    const one = make()
    one.write(many(15_000, (index) => `${open(`h:${index}`)}x`))
    one.write(`\x1b[2J\x1b[3J\x1b[H${many(linksMax, (index) => `${open(`h:new${index}`)}x\b`)}`)
    expect([
      one.links.size,
      one.links.get(15_000),
      one.links.get(15_001)?.uri,
      one.linkAt(0, 0),
    ]).toEqual([linksMax, undefined, 'h:new0', `h:new${linksMax - 1}`])
  })

  it('keeps a link through SGR, DECSC and DECRC, and ends it with RIS', () => {
    const one = make()
    one.write(`\x1b7${open('h:a')}a\x1b[1;4:3mb\x1b[mc\x1b8\x1b[3Cd\x1b[!pe\x1b]8;;h:b\x07\x1bcf`)
    expect([one.linkAt(0, 0), one.links.size]).toEqual(['', 1])
    one.write(`\x1b[H\x1b7${open('h:a')}a\x1b[1;4:3mb\x1b[mc\x1b8\x1b[3Cd`)
    expect([0, 1, 2, 3].map((x) => one.linkAt(0, x))).toEqual(['h:a', 'h:a', 'h:a', 'h:a'])
  })
})

it('shows the same links in another core after a hand-over', () => {
  const one = core()
  one.write(
    many(
      3_000,
      (index) =>
        `${open(`h:${index}`, index % 3 === 0 ? `n${index % 7}` : '')}link ${index}` +
        `${open('')} text${index % 5 === 0 ? '\r\n' : ''}`,
    ),
  )
  one.write(open('h:open'))
  const made = core()
  made.write(toAnsi(snapshotOf(one.terminal.screen, { epoch: 0, rev: 0, at: 0 }, 10_000)))
  const rows = Array.from({ length: 24 }, (_, y) => y)
  const cols = Array.from({ length: 80 }, (_, x) => x)
  expect(rows.map((y) => cols.map((x) => made.linkAt(y, x)))).toEqual(
    rows.map((y) => cols.map((x) => one.linkAt(y, x))),
  )
  made.write('x')
  one.write('x')
  const { x, y } = one.terminal.screen
  expect([made.linkAt(y, x - 1), one.linkAt(y, x - 1)]).toEqual(['h:open', 'h:open'])
})

it('hands over screens of the longest addresses, one per cell, within its bound', () => {
  const terminal = new Terminal({ cols: 200, rows: 60, scrollback: 1_000 })
  const row = many(200, (index) => `${open(`h:${String(index % 2).padStart(2_081, '.')}`)}x`)
  // DECCRA: some 20 bytes for 400 KB of addresses
  const copies = many(59, (index) => `\x1b[1;1;1;200;1;${index + 2};1$v`)
  terminal.write(encoder.encode(`\x1b[H${row}${copies}\x1b[?47h\x1b[H${row}${copies}`))
  const { bytes } = screenToAnsi(terminal.screen, 1_000, { bytesMax: snapshotBytesMax })
  expect([terminal.screen.links.size, bytes.length < snapshotBytesMax]).toEqual([400, true])
  const made = new Terminal({ cols: 200, rows: 60, scrollback: 1_000 })
  made.write(bytes)
  const at = made.screen.grid.at(0) + 199
  expect(
    made.screen.links.get(made.screen.extras.link(made.screen.grid.extra(at)))?.uri.length,
  ).toBe(2_083)
})

it("redraws a viewer's screen for a freed link only where it is visible", () => {
  const { terminal, write } = core()
  write(
    `${open('h:first')}first${open('')}\r\n` +
      `${many(linksMax - 1, (index) => `${open(`h:${index}`)}x\b`)}${open('')}\r\n`,
  )
  const viewer = new Viewer(terminal)
  const first = viewer.snapshot()
  write(`${open('h:frees the first')}y`)
  const whole = viewer.delta(first.rev)
  expect(['lines' in whole, terminal.screen.links.get(1)]).toEqual([true, undefined])
  write(`${open('h:frees another')}z`)
  const delta = viewer.delta(whole.rev) as Delta
  expect('lines' in delta).toBe(false)
  expect(applyDelta(whole as Snapshot, delta)).toEqual(
    snapshotOf(terminal.screen, { epoch: 0, rev: delta.rev, at: delta.at }),
  )
})
