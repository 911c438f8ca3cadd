/**
 * Tests properties of the VT core on recordings of real agents (test/data/traces): cuts, deltas,
 * hand-over at each read, minimality.
 */
import { expect, test } from 'vitest'
import {
  applyDelta,
  decode,
  encode,
  screenToAnsi,
  snapshotOf,
  Terminal,
  Viewer,
  type Cell,
  type Snapshot,
} from '../../src/terminal/index.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import { recording } from '../support/recorded/recorded-agent.ts'

const traces = [
  ['codex', 'codex-0.169.0'],
  ['claude', 'claude-2.1.328'],
  ['opencode', 'opencode-1.18.33'],
] as const
/** Each is looked at so often, at equal distances: a look costs more than the bytes between two. */
const looks = 6
const isLook = (index: number, count: number): boolean => index % Math.ceil(count / looks) === 0
const size = { cols: 120, rows: 40, scrollback: 200 }
const taken = (terminal: Terminal): Snapshot =>
  snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: terminal.at }, 200)

/** Returns the content of each cell by `y,x`. */
function cells({ lines }: Pick<Snapshot, 'lines'>): Map<string, string> {
  const found = new Map<string, string>()
  for (const { y, x, cells: spans } of lines) {
    let at = x
    for (const { n = 1, ...cell } of spans) {
      for (let count = 0; count < n; count += 1, at += cell.w ?? 1)
        found.set(`${y},${at}`, JSON.stringify(cell satisfies Cell))
    }
  }
  return found
}

test.each(traces)('chunk split: %s byte by byte has the same state', (_, name) => {
  const { reads } = recording(name)
  const [whole, cut] = [new Terminal(size), new Terminal(size)]
  for (const { bytes } of reads) {
    whole.write(bytes)
    for (let at = 0; at < bytes.length; at += 1) cut.write(bytes.subarray(at, at + 1))
  }
  expect(taken(cut)).toEqual(taken(whole))
})

test.each(traces)('delta chain: %s through MessagePack, adds up to each snapshot', (_, name) => {
  const terminal = new Terminal(size)
  const viewer = new Viewer(terminal)
  let mirror = viewer.snapshot()
  const { reads } = recording(name)
  for (const [index, { bytes }] of reads.entries()) {
    terminal.write(bytes)
    if (!isLook(index, reads.length)) continue
    const decoded = decode(encode(viewer.delta(mirror.rev), 'msgpack', messagePack), messagePack)
    if (!decoded.ok) throw new Error(decoded.problem)
    mirror = 'from' in decoded.value ? applyDelta(mirror, decoded.value) : decoded.value
    expect(mirror).toEqual(
      snapshotOf(terminal.screen, { epoch: mirror.epoch, rev: mirror.rev, at: mirror.at }),
    )
  }
})

test.each(traces)('minimality: a delta of %s has a cell if and only if it differs', (_, name) => {
  const terminal = new Terminal(size)
  const viewer = new Viewer(terminal)
  let before = viewer.snapshot()
  const { reads } = recording(name)
  for (const [index, { bytes }] of reads.entries()) {
    terminal.write(bytes)
    if (!isLook(index, reads.length)) continue
    const delta = viewer.delta(before.rev)
    if (!('from' in delta)) {
      before = delta
      continue
    }
    const after = applyDelta(before, delta)
    if (delta.scroll === undefined) {
      const [was, is, reported] = [cells(before), cells(after), cells({ lines: delta.rows })]
      const blank = '{}'
      const differ = [...new Set([...was.keys(), ...is.keys()])].filter(
        (place) => (was.get(place) ?? blank) !== (is.get(place) ?? blank),
      )
      expect(
        differ.filter((place) => !reported.has(place)),
        'a cell is missing',
      ).toEqual([])
      expect(
        [...reported]
          .filter(([place, cell]) => (was.get(place) ?? blank) === cell)
          .map(([place]) => place),
        'a cell is reported for nothing',
      ).toEqual([])
    }
    before = after
  }
})

test.each(traces)(
  'a terminal handed over at a read of %s ends like a terminal that saw everything',
  (_, name) => {
    const { reads } = recording(name)
    const all = new Terminal(size)
    const handed: Terminal[] = []
    for (const [index, { bytes }] of reads.entries()) {
      if (isLook(index, reads.length) && all.cleanCut === all.at) {
        const terminal = new Terminal(size)
        terminal.write(screenToAnsi(all.screen, 200).bytes, 0)
        handed.push(terminal)
      }
      all.write(bytes)
      for (const terminal of handed) terminal.write(bytes)
    }
    const plain = ({ rev: _rev, at: _at, links: _links, ...rest }: Snapshot) => rest
    expect(handed.length).toBeGreaterThan(4)
    for (const [index, terminal] of handed.entries())
      expect(plain(taken(terminal)), `handed over at number ${index}`).toEqual(plain(taken(all)))
  },
)
