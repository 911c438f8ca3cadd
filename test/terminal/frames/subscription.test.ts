/**
 * When a page is sent frames, and when which rows of history: through the worker's terminal, with a
 * clock that is wound by hand.
 */
import { afterEach, expect, test } from 'vitest'
import {
  floodPartMs,
  frameIntervalMs,
  partBytesMax,
  partRowsMax,
  historyAfterMs,
} from '../../../src/terminal/frames/limits.ts'
import { RowRanges } from '../../../src/terminal/frames/row-ranges.ts'
import { heldForViewersMs } from '../../../src/terminal/frames/limits.ts'
import type { FromShadow, ToShadow } from '../../../src/core/worker/messages.ts'
import { WorkerTerminal } from '../../../src/core/worker/worker-terminal.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FramePage, historyRows, screenRows } from '../../support/frames/frame-page.ts'
import { unlimited } from '../../support/fake/limit.ts'
import { begin } from '../../support/frames/begin.ts'

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

/**
 * A worker's terminal and a page that acknowledges by hand; `core` is a terminal that is notified
 * the same.
 */
function make({ cols = 20, rows = 4, scrollback = 100_000 } = {}) {
  const clock = new FakeClock()
  const page = new FramePage()
  const sent: string[] = []
  const waiting = { frame: 0, rows: 0 }
  let most = 0
  const post = (message: FromShadow) => {
    if (message.kind !== 'frame' && message.kind !== 'rows') return
    waiting[message.kind] += 1
    most = Math.max(most, waiting[message.kind])
    page.take(message.bytes)
    sent.push(`${clock.now()} ${message.kind}`)
  }
  const worker = new WorkerTerminal({ clock, codec: messagePack, limited: unlimited, post })
  const core = new Terminal({ cols, rows, scrollback })
  const receive = (message: ToShadow) => {
    worker.receive(message)
  }
  receive(begin({ cols, rows, scrollback }))
  let at = 0
  const print = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    receive({ kind: 'write', at, bytes })
    core.write(bytes)
    at += bytes.length
  }
  const resize = (columns: number, lines: number) => {
    receive({ kind: 'resize', cols: columns, rows: lines })
    core.resize(columns, lines)
  }
  const drawn = () => {
    waiting.frame -= 1
    receive({ kind: 'drawn' })
  }
  const rowsTaken = () => {
    waiting.rows -= 1
    receive({ kind: 'rows-taken' })
  }
  const acknowledge = () => {
    if (waiting.frame > 0) drawn()
    if (waiting.rows > 0) rowsTaken()
  }
  /** Everything comes, and is acknowledged. */
  const settle = () => {
    for (
      let round = 0;
      round < 2_000 && (clock.timers > 0 || waiting.frame + waiting.rows > 0);
      round += 1
    ) {
      acknowledge()
      clock.advance(historyAfterMs)
    }
  }
  ended.push(() => {
    receive({ kind: 'end' })
    expect(clock.timers).toBe(0)
  })
  return {
    acknowledge,
    clock,
    core,
    drawn,
    most: () => most,
    page,
    print,
    resize,
    rowsTaken,
    sent,
    settle,
    receive,
    waiting,
  }
}

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, line) => `line ${from + line}\r\n`).join('')
const on: ToShadow = { kind: 'frames', on: true }

test('a first frame and an echo after quiet come immediately, others 16 ms apart', () => {
  const { clock, drawn, page, print, sent, receive } = make()
  print('before')
  expect(sent).toEqual([])
  receive(on)
  expect([sent, page.rows[0]?.endsWith('before')]).toEqual([['0 frame'], true])
  drawn()
  clock.advance(100)
  print('a')
  expect(sent).toEqual(['0 frame', '100 frame'])
  print('b')
  clock.advance(50) // not drawn yet
  drawn()
  expect([sent.slice(2), page.rows[0]?.endsWith('beforeab')]).toEqual([['150 frame'], true])
  drawn()
  clock.advance(2)
  print('c')
  print('d')
  clock.advance(13)
  expect(sent.length).toBe(3)
  clock.advance(1)
  expect([sent.at(-1), page.rows[0]?.endsWith('beforeabcd')]).toEqual(['166 frame', true])
  drawn()
  clock.advance(1_000)
  expect(sent.length).toBe(4)
})

test('a tab without a viewer sends nothing', () => {
  const { clock, print, sent, receive } = make()
  receive(on)
  receive({ kind: 'frames', on: false })
  print(lines(100))
  receive({ kind: 'drawn' })
  receive({ kind: 'want-rows', numbering: 2 ** 32, first: 0, count: 10 })
  clock.advance(1_000)
  expect([sent, clock.timers]).toEqual([['0 frame'], 0])
})

test('a synchronized update holds frames until its end, and not for longer than 150 ms', () => {
  const { clock, drawn, page, print, sent, receive } = make()
  receive(on)
  drawn()
  clock.advance(100)
  print('\x1b[?2026hhalf')
  clock.advance(60)
  print(' of it')
  expect(sent.length).toBe(1)
  print(' and all\x1b[?2026l')
  expect([sent.slice(1), page.rows[0]?.endsWith('half of it and all')]).toEqual([
    ['160 frame'],
    true,
  ])
  drawn()
  clock.advance(40)
  print('\x1b[?2026h\rnever ends')
  for (let time = 0; time < 14; time += 1) {
    clock.advance(10)
    print('.')
  }
  expect(sent.slice(2)).toEqual([])
  clock.advance(10)
  expect(sent.at(-1)).toBe(`${200 + heldForViewersMs} frame`)
})

test('updates that follow each other without a rest are shown as each was meant', () => {
  const { clock, drawn, page, print, receive } = make({ cols: 20, rows: 2 })
  receive(on)
  const seen: (string | undefined)[] = []
  for (let update = 0; update < 20; update += 1) {
    drawn()
    clock.advance(frameIntervalMs)
    print(`\x1b[H${update}\x1b[?2026l\x1b[?2026h\x1b[H\x1b[2J`)
    seen.push(page.rows[0]?.slice(-String(update).length))
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, update) => String(update)))
})

test('a renewed subscription restarts with a full frame, 16 ms apart however often', () => {
  const { clock, drawn, page, print, sent, receive } = make()
  print('\x1b]133;A\x07$ \x1b]133;C\x07\r\nout\x1b]133;D;3\x07\x1b[?1000h')
  receive(on)
  drawn()
  for (let time = 0; time < 10_000; time += 1) receive(on)
  clock.advance(frameIntervalMs)
  expect([
    sent,
    page.fresh,
    page.frame?.commands,
    page.frame?.state?.['mouse'] === '\x1b[?1000h',
  ]).toEqual([
    ['0 frame', '16 frame'],
    8,
    [{ prompt: 0, output: 0, end: { row: 1, column: 3 }, exit: 3 }],
    true,
  ])
})

test('a first frame is followed by rows above the screen, then all, newest first', () => {
  const { clock, core, drawn, most, page, print, rowsTaken, settle, receive } = make({ rows: 10 })
  print(lines(5_000))
  clock.advance(1_000)
  receive(on)
  expect(page.parts).toEqual([{ first: 5_000 - 9 - 20, rows: 20, bytes: page.parts[0]?.bytes }])
  drawn()
  clock.advance(1_000)
  expect(page.parts.length).toBe(1)
  rowsTaken()
  expect(page.parts.at(-1)).toMatchObject({ first: 5_000 - 29 - partRowsMax, rows: partRowsMax })
  settle()
  expect([page.parts.length, most(), page.history.size]).toEqual([6, 1, 4_991])
  expect([...page.history].sort(([one], [other]) => one - other)).toEqual([
    ...historyRows(core.screen),
  ])
})

test("a flood's newest rows come each half second, and the rest once when it rests", () => {
  const { acknowledge, clock, core, page, print, sent, settle, receive } = make({
    rows: 10,
    scrollback: 5_000,
  })
  receive(on)
  let printed = 0
  for (let time = 0; time < 1_200; time += 10) {
    print(lines(30, printed))
    printed += 30
    clock.advance(10)
    acknowledge()
  }
  const parts = sent.filter((one) => one.endsWith('rows')).map((one) => Number(one.split(' ')[0]))
  expect(parts).toEqual([floodPartMs, 2 * floodPartMs])
  expect(page.parts.map(({ rows }) => rows)).toEqual([partRowsMax, partRowsMax])
  settle()
  expect([page.rows, [...page.history].sort(([one], [other]) => one - other)]).toEqual([
    screenRows(core.screen),
    [...historyRows(core.screen)],
  ])
  expect(page.parts.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(printed)
})

test('rows that the page will show go before others, and again on request', () => {
  const { clock, page, print, rowsTaken, receive } = make({ rows: 10 })
  print(lines(5_000))
  clock.advance(1_000)
  receive(on)
  const numbering = page.frame?.numbering ?? 0
  receive({ kind: 'want-rows', numbering, first: 100, count: 50 })
  rowsTaken()
  receive({ kind: 'want-rows', numbering: numbering + 1, first: 0, count: 50 }) // of another time
  receive({ kind: 'want-rows', numbering, first: 100, count: 10 })
  rowsTaken()
  expect(page.parts.slice(1).map(({ first, rows }) => [first, rows])).toEqual([
    [100, 50],
    [100, 10],
  ])
  receive({ kind: 'want-rows', numbering, first: 0, count: 2_500 })
  for (let part = 0; part < 3; part += 1) rowsTaken()
  expect(page.parts.slice(3).map(({ first, rows }) => [first, rows])).toEqual([
    [1_500, 1_000],
    [500, 1_000],
    [0, 500],
  ])
  for (let time = 0; time < 100_000; time += 1)
    receive({ kind: 'want-rows', numbering, first: time % 5_000, count: 1 })
  expect(page.parts.length).toBe(6)
})

test('rows requested repeatedly while late are sent once, the latest first', () => {
  const { page, print, rowsTaken, receive } = make({ rows: 10 })
  print(lines(5_000))
  receive(on)
  const numbering = page.frame?.numbering ?? 0
  for (let time = 0; time < 50; time += 1)
    receive({ kind: 'want-rows', numbering, first: 0, count: 2_000 })
  receive({ kind: 'want-rows', numbering, first: 1_100, count: 100 })
  for (let part = 0; part < 4; part += 1) rowsTaken()
  expect(page.parts.slice(1).map(({ first, rows }) => [first, rows])).toEqual([
    [1_100, 100],
    [1_200, 800],
    [100, 1_000],
    [0, 100],
  ])
})

test('a new width sends everything again, and a new height the former screen', () => {
  const { core, page, print, resize, settle, receive } = make({ rows: 10 })
  print(lines(300))
  receive(on)
  settle()
  const before = page.parts.length
  resize(20, 30)
  settle()
  expect(page.parts.length).toBe(before) // rows went back to the screen
  print(`\x1b[HX\x1b[30;1H\r\n${lines(30, 300)}`)
  resize(20, 10)
  settle()
  expect([...page.history].sort(([one], [other]) => one - other)).toEqual([
    ...historyRows(core.screen),
  ])
  resize(30, 10)
  settle()
  expect([page.frame?.numbering, page.history.size]).toEqual([
    2 ** 32 + 1,
    core.screen.primary.history?.count,
  ])
  expect([...page.history].sort(([one], [other]) => one - other)).toEqual([
    ...historyRows(core.screen),
  ])
})

test('a cleared history is gone from the page and keeps its numbers', () => {
  const { core, page, print, settle, receive } = make({ rows: 4 })
  receive(on)
  print(lines(50))
  settle()
  print('\x1b[3J')
  settle()
  expect([page.history.size, page.frame?.dropped, page.frame?.erased]).toEqual([0, 47, true])
  print(lines(10))
  settle()
  expect([
    [...page.history.keys()].sort((one, other) => one - other)[0],
    page.frame?.erased,
  ]).toEqual([47, false])
  for (const count of [0, 100_000]) receive({ kind: 'scrollback', lines: count })
  core.setScrollback(0)
  core.setScrollback(100_000)
  settle()
  expect([page.history.size, page.frame?.dropped, page.frame?.erased]).toEqual([
    0,
    core.screen.firstRow,
    false,
  ])
})

test('a part holds about a MiB whatever the rows contain, one row at least', () => {
  const { page, print, settle, receive } = make({ cols: 1_000, rows: 2 })
  const row = (seed: number) =>
    Array.from(
      { length: 1_000 },
      (_, x) =>
        `\x1b[38;2;${seed % 256};${x % 256};${x >> 8}m${String.fromCharCode(97 + (x % 26))}`,
    ).join('')
  for (let line = 0; line < 120; line += 1) print(`${row(line)}\r\n`)
  receive(on)
  settle()
  expect([
    page.history.size,
    page.parts.length >= 2,
    page.parts.every(({ bytes }) => bytes < partBytesMax + 32_768),
  ]).toEqual([119, true, true])
})

test('whatever is printed and asked, in the end the page has all rows, each as it is', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const random = seeded(seed)
    const below = (count: number) => Math.floor(random() * count)
    const { acknowledge, clock, core, most, page, print, resize, settle, receive } = make({
      rows: 6,
      scrollback: [50, 3_000, 0][seed % 3]!,
    })
    receive(on)
    let printed = 0
    for (let step = 0; step < 300; step += 1) {
      const what = below(40)
      if (what < 20) {
        const count = below(what < 2 ? 3_000 : 20)
        print(lines(count, printed))
        printed += count
      } else if (what < 22) resize(20, 2 + below(10))
      else if (what === 22) resize(15 + below(10), 2 + below(10))
      else if (what === 23)
        print(
          ['\x1b[3J', '\x1bc', '\x1b[?1049h', '\x1b[?1049l', '\x1b[2;4r', '\x1b[r', '\x1b[H'][
            below(7)
          ]!,
        )
      else if (what === 24 && page.frame !== null)
        receive({
          kind: 'want-rows',
          numbering: page.frame.numbering,
          first: below(printed + 1),
          count: below(2_000),
        })
      else if (what < 34) clock.advance(below(80))
      else acknowledge()
    }
    print('\x1b[?1049l')
    settle()
    expect([page.rows, [...page.history].sort(([one], [other]) => one - other), most()]).toEqual([
      screenRows(core.screen),
      [...historyRows(core.screen)],
      1,
    ])
  }
})

test('ranges of rows: the sent ones, and the missing ones', () => {
  const random = seeded(9)
  const ranges = new RowRanges()
  let model = new Set<number>()
  for (let step = 0; step < 3_000; step += 1) {
    const [one, other] = [Math.floor(random() * 60), Math.floor(random() * 60)]
    const [from, end] = [Math.min(one, other), Math.max(one, other)]
    if (random() < 0.6) {
      const [first, last] = [from, Math.min(end, from + 6)]
      ranges.add(first, last)
      for (let row = first; row < last; row += 1) model.add(row)
    } else if (random() < 0.2) {
      ranges.clip(from, end)
      model = new Set([...model].filter((row) => row >= from && row < end))
    }
    let last = end
    while (last > from && model.has(last - 1)) last -= 1
    let first = last
    while (first > from && !model.has(first - 1)) first -= 1
    expect(ranges.newestGap(from, end)).toEqual(last === from ? null : { from: first, end: last })
    expect(
      ranges.all.every(
        (range, index, all) =>
          range.from < range.end && (index === 0 || all[index - 1]!.end < range.from),
      ),
    ).toBe(true)
  }
})
