/**
 * The differential, chunk split, delta chain, minimality and continuation on recordings of programs
 * that redraw, scroll and split the screen.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Oracle } from '../../fuzz/support/vt-oracle.ts'
import { compare } from '../../fuzz/vt.fuzz.ts'
import {
  applyDelta,
  decode,
  encode,
  screenToAnsi,
  snapshotOf,
  Terminal,
  Viewer,
  type Delta,
  type Dirty,
  type Snapshot,
} from '../../src/terminal/index.ts'
import { expanded } from '../../src/terminal/snapshot/delta.ts'
import { rectangleGapMax, rectanglesMax } from '../../src/terminal/limits.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { messagePack } from '../../src/host/shadow/message-pack.ts'

const programs = ['htop', 'mc', 'tmux'] as const
const size = { cols: 120, rows: 40, scrollback: 200 }
const recording = (name: string): Uint8Array =>
  readFileSync(new URL(`../data/programs/${name}.raw`, import.meta.url))
const taken = (terminal: Terminal): Snapshot =>
  snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 200)

/** Pieces of at most so many bytes, of random length. */
function* pieces(bytes: Uint8Array, most: number, seed: number): Generator<Uint8Array> {
  const random = seeded(seed)
  for (let at = 0; at < bytes.length; ) {
    const step = 1 + Math.floor(random() * most)
    yield bytes.subarray(at, at + step)
    at += step
  }
}

test.each(programs)('%s, split anywhere, equals @xterm/headless after each piece', (name) => {
  const oracle = new Oracle(size.cols, size.rows, size.scrollback)
  const [ours, bytewise] = [new Terminal(size), new Terminal(size)]
  for (const piece of pieces(recording(name), 4_000, 11)) {
    oracle.write(piece)
    ours.write(piece)
    for (let at = 0; at < piece.length; at += 1) bytewise.write(piece.subarray(at, at + 1))
    expect(compare(ours.screen, oracle)).toBe(null)
  }
  expect(taken(bytewise)).toEqual(taken(ours))
})

test.each(programs)(
  'deltas of %s add up to each snapshot, and their rectangles cover only differences',
  (name) => {
    const terminal = new Terminal(size)
    const viewer = new Viewer(terminal)
    let mirror = viewer.snapshot()
    let covered = 0
    for (const piece of pieces(recording(name), 2_400, 12)) {
      terminal.write(piece)
      const dirty = viewer.dirty()
      const decoded = decode(encode(viewer.delta(mirror.rev), 'msgpack', messagePack), messagePack)
      if (!decoded.ok) throw new Error(decoded.problem)
      const before = mirror
      mirror = 'from' in decoded.value ? applyDelta(mirror, decoded.value) : decoded.value
      expect(mirror).toEqual(
        snapshotOf(terminal.screen, { epoch: mirror.epoch, rev: mirror.rev, at: mirror.at }),
      )
      if (!isWhole(decoded.value, dirty)) continue
      expect(cellsOf(dirty)).toEqual(merged(before, mirror))
      covered += 1
    }
    expect(covered).toBeGreaterThan(2)
  },
)

/**
 * Returns whether differences can be described cell by cell: no scroll in between, and not one
 * rectangle for everything because there were too many.
 */
function isWhole(delta: Delta | Snapshot, { full, scroll, rectangles }: Dirty): boolean {
  return (
    'from' in delta &&
    !full &&
    scroll === null &&
    rectangles.length < rectanglesMax &&
    (rectangles.length !== 1 || delta.rows.length === 1)
  )
}

/** `row,column` of each cell in the rectangles; one in two of them would be there twice. */
function cellsOf({ rectangles }: Dirty): string[] {
  return rectangles
    .flatMap(({ top, left, bottom, right }) =>
      Array.from(
        { length: (bottom - top + 1) * (right - left + 1) },
        (_, index) =>
          `${top + Math.floor(index / (right - left + 1))},${left + (index % (right - left + 1))}`,
      ),
    )
    .sort()
}

/**
 * Returns the differences. Wide cells are always complete, and gaps too small for another rectangle
 * are included.
 */
function merged(before: Snapshot, after: Snapshot): string[] {
  const [was, is] = [expanded(before), expanded(after)]
  return is
    .flatMap(({ cells }, y) => {
      const differs = new Set<number>()
      for (const [x, cell] of cells.entries()) {
        const old = was[y]!.cells[x]!
        if (JSON.stringify(cell) === JSON.stringify(old)) continue
        differs.add(x)
        if (cell === null) differs.add(x - 1)
        else if (cell.w === 2) differs.add(x + 1)
      }
      const columns = [...differs].sort((one, other) => one - other)
      const gaps = columns.flatMap((x, index) => {
        const gap = (columns[index + 1] ?? x) - x - 1
        return gap > 0 && gap <= rectangleGapMax
          ? Array.from({ length: gap }, (_, step) => x + 1 + step)
          : []
      })
      return [...columns, ...gaps].map((x) => `${y},${x}`)
    })
    .sort()
}

test.each(programs)(
  'a terminal handed over in the middle of %s ends like a terminal that saw everything',
  (name) => {
    const all = new Terminal(size)
    const handed: Terminal[] = []
    let index = 0
    for (const piece of pieces(recording(name), 500, 13)) {
      if (index++ % 12 === 0 && all.cleanCut === all.at) {
        const terminal = new Terminal(size)
        terminal.write(screenToAnsi(all.screen, 200).bytes, 0)
        handed.push(terminal)
      }
      all.write(piece)
      for (const terminal of handed) terminal.write(piece)
    }
    expect(handed.length).toBeGreaterThan(1)
    for (const terminal of handed) expect(taken(terminal)).toEqual(taken(all))
  },
)
