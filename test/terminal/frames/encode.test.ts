/** Frames and parts of history as bytes. The random version is the fuzz target `frames`. */
import { expect, test } from 'vitest'
import { replay } from '../../../fuzz/frames.fuzz.ts'
import { decodeUpdate, decodeHistory, kindOf } from '../../../src/terminal/frames/decode.ts'
import { encodeHistory, FrameSource } from '../../../src/terminal/frames/encode.ts'
import { newRow } from '../../../src/terminal/frames/frame.ts'
import { linkCharactersMax, promptsMax } from '../../../src/terminal/frames/limits.ts'
import { Prompts } from '../../../src/terminal/frames/prompts.ts'
import { linksMax } from '../../../src/terminal/limits.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import { FramePage, historyRows, rowOf, screenRows } from '../../support/frames/frame-page.ts'
import { slow } from '../../slow.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function make({ cols = 20, rows = 5, scrollback = 100 } = {}) {
  const prompts = new Prompts()
  const terminal = new Terminal({ cols, rows, scrollback, marks: prompts })
  const source = new FrameSource(terminal, prompts)
  const page = new FramePage()
  const print = (text: string) => {
    terminal.write(bytes(text))
  }
  /** Returns the next frame, which the page has taken. Expects the core's rows in the page. */
  const next = () => {
    const frame = source.next()
    page.take(frame)
    expect(page.rows).toEqual(screenRows(terminal.screen))
    return { ...decodeUpdate(frame), length: frame.length }
  }
  return { next, page, print, prompts, source, terminal }
}

test(
  'random changes are encoded exactly, with history, marks, sizes and skipped frames',
  slow,
  () => {
    const random = seeded(3)
    for (let round = 0; round < 50; round += 1)
      replay(Uint8Array.from({ length: 150 }, () => Math.floor(random() * 256)))
  },
)

test('moved rows are sent as their old positions, and untouched rows not at all', () => {
  const { next, print, source } = make()
  print('one\r\ntwo\r\nthree\r\nfour\r\nfive')
  expect([source.changed, [...next().map], source.changed]).toEqual([
    true,
    [newRow, newRow, newRow, newRow, newRow],
    false,
  ])
  print('\r\n')
  const scrolled = next()
  expect([
    [...scrolled.map],
    scrolled.count,
    scrolled.state,
    scrolled.commands,
    scrolled.erased,
  ]).toEqual([[1, 2, 3, 4, newRow], 1, null, null, false])
  print('\x1b[2;3H')
  const moved = next()
  expect([[...moved.map], moved.x, moved.y, moved.fresh.starts.length, moved.length < 120]).toEqual(
    [[0, 1, 2, 3, 4], 2, 1, 0, true],
  )
  print('\x1b[2;4r\x1b[2;1H\x1bM\x1b[r')
  expect([...next().map]).toEqual([0, newRow, 1, 2, 4])
})

test.each<[string, string]>([
  ['another screen', '\x1b[?1049h'],
  ['a reset', '\x1bc'],
  ['a colour', '\x1b]4;1;#ffffff\x07'],
])('%s is a full frame', (_, text) => {
  const { next, print } = make()
  next()
  print(text)
  expect([...next().map]).toEqual([newRow, newRow, newRow, newRow, newRow])
  print('a')
  expect([...next().map].filter((from) => from === newRow)).toEqual([newRow])
})

test('a new size is a full frame of its rows', () => {
  const { next, print, terminal } = make()
  print('a\r\nb')
  next()
  terminal.resize(20, 3)
  expect([[...next().map], terminal.screen.numbering]).toEqual([[newRow, newRow, newRow], 0])
  terminal.resize(12, 3)
  expect([[...next().map], terminal.screen.numbering]).toEqual([[newRow, newRow, newRow], 1])
})

test('history that a program resets or erases is reported once; outside clearing is not', () => {
  const { next, print, terminal } = make()
  const erased = (text: string) => {
    print(text)
    return [next().erased, next().erased]
  }
  expect([
    erased('\n\n\n\n\n\n\x1b[3J'),
    erased('\x1bc'),
    erased('\x1b[2J'),
    erased('\x1b[?1049h\x1b[3J'),
  ]).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [false, false],
  ])
  terminal.setScrollback(0)
  expect(next().erased).toBe(false)
})

test('numbers beyond 2^32 are kept, and bytes at any offset are read', () => {
  const terminal = new Terminal({ cols: 10, rows: 2, scrollback: 10, numbering: 7 * 2 ** 32 })
  const history = terminal.screen.primary.history!
  // to drop as many takes hours
  const dropped = 2 ** 33 + 5
  Object.defineProperty(history, 'dropped', { value: dropped })
  Object.defineProperty(history, 'end', { get: () => dropped + history.count })
  terminal.write(bytes('a\r\nb\r\nc'), 2 ** 45)
  const shifted = (whole: Uint8Array) => {
    const place = new Uint8Array(whole.length + 1)
    place.set(whole, 1)
    return place.subarray(1)
  }
  const frame = shifted(new FrameSource(terminal).next())
  const rows = shifted(encodeHistory(terminal, 0, Number.MAX_SAFE_INTEGER))
  expect([kindOf(frame), kindOf(rows), kindOf(new Uint8Array(3)), kindOf(bytes('what?'))]).toEqual([
    'frame',
    'rows',
    null,
    null,
  ])
  expect(decodeUpdate(frame)).toMatchObject({
    at: 2 ** 45 + 7,
    numbering: 7 * 2 ** 32,
    dropped,
    count: 1,
  })
  expect([
    decodeHistory(rows).first,
    decodeHistory(rows).numbering,
    decodeHistory(rows).rows.starts.length,
  ]).toEqual([dropped, 7 * 2 ** 32, 1])
})

test.each<[string, number, number, number]>([
  ['before all', -5, 3, 0],
  ['behind all', 500, 10, 0],
  ['across the old end', 0, 60, 10],
  ['across the new end', 140, 60, 10],
  ['none', 60, 0, 0],
])('missing rows are omitted: %s', (_, first, count, there) => {
  const { page, print, terminal } = make({ scrollback: 100 })
  print('\r\n'.repeat(154)) // 150 rows have left, 50 of them permanently
  page.take(encodeHistory(terminal, first, count))
  expect(page.parts[0]?.rows).toBe(there)
})

test('a screen of 1,000 x 1,000 styled cells takes about 20 MB once, then a few KB', slow, () => {
  const { print, source, terminal } = make({ cols: 1_000, rows: 1_000, scrollback: 0 })
  print(
    Array.from(
      { length: 1_000 },
      (_, x) => `\x1b[38;2;${x % 256};7;${x >> 8};4:3;58:5:${x % 256}m${x % 7 === 0 ? '─' : 'x'}`,
    ).join(''),
  )
  for (let row = 2; row <= 1_000; row += 1) print(`\x1b[1;1;1;1000;1;${row};1;1$v`)
  const whole = source.next()
  expect([whole.length > 15e6, whole.length < 21e6]).toEqual([true, true])
  print('\x1b[500;500Hy')
  const one = source.next()
  const { fresh } = decodeUpdate(whole)
  const rows = screenRows(terminal.screen)
  expect([
    one.length < 30_000,
    fresh.starts.length,
    rowOf(fresh, 0),
    rowOf(fresh, 999),
    rowOf(decodeUpdate(one).fresh, 0),
  ]).toEqual([true, 1_000, rows[0], rows[999], rows[499]])
})

test('endless clusters and links are swept, and freed ones stay as in the core', slow, () => {
  const { next, page, print, terminal } = make({ cols: 100, rows: 10, scrollback: 1_000 })
  let sweeps = 0
  let before = 0
  for (let row = 0; row < 1_700; row += 1) {
    let text = ''
    for (let x = 0; x < 40; x += 1)
      text += `${String.fromCodePoint(0x4e00 + row)}${String.fromCodePoint(0x300 + x)}`
    print(`${text}\r\n`)
    if (row % 100 === 0 || (row > 1_630 && row < 1_645)) {
      next()
      page.take(encodeHistory(terminal, terminal.screen.firstRow - 20, 20))
    }
    sweeps += terminal.screen.clusters.size < before ? 1 : 0
    before = terminal.screen.clusters.size
  }
  expect(sweeps).toBeGreaterThan(0)
  print('\x1b[H\x1b[2J\x1b]8;;http://first\x07link\x1b]8;;\x07\x1b[5;1H')
  next()
  expect(page.rows[0]).toContain('http://first')
  for (let link = 0; link < linksMax + 5; link += 1)
    print(`\x1b]8;;http://${link}\x07x\x1b]8;;\x07\x1b[5;1H`)
  // though nothing has touched that row
  expect([next().map[0], page.rows[0]]).toEqual([newRow, '-0<0,0{}>link'])
  const [[, row] = []] = [...page.history].slice(-1)
  expect([...historyRows(terminal.screen).values()]).toContain(row)
})

test('addresses take up to 2 MiB of a frame, and further cells are plain text', slow, () => {
  const prompts = new Prompts()
  const terminal = new Terminal({ cols: 200, rows: 80, scrollback: 0 })
  for (let y = 0; y < 80; y += 1) {
    let row = `\x1b[${y + 1}H`
    for (let x = 0; x < 100; x += 1) row += `\x1b]8;;http://${y}/${x}/${'a'.repeat(2_000)}\x07x`
    terminal.write(bytes(row))
  }
  const page = new FramePage()
  const frame = new FrameSource(terminal, prompts).next()
  page.take(frame)
  expect([
    frame.length < linkCharactersMax + 1_048_576,
    page.rows[0]?.includes('http://0/0/'),
    page.rows[79]?.includes('http'),
  ]).toEqual([true, true, false])
})

test('100,000 marks cost little, and the newest are kept', slow, () => {
  const { next, print, prompts } = make({ scrollback: 1_000_000 })
  const text = Array.from(
    { length: 100_000 },
    (_, command) => `\x1b]133;A\x07$ \x1b]133;C\x07\r\n\x1b]133;D;${command % 3}\x07`,
  ).join('')
  const [without, withMarks] = [
    () => {
      new Terminal({ cols: 20, rows: 5, scrollback: 1_000_000 }).write(bytes(text))
    },
    () => {
      print(text)
    },
  ].map((write) => {
    const began = performance.now()
    write()
    return performance.now() - began
  })
  const first = next()
  expect([
    withMarks! < 3 * without! + 500,
    first.commands?.length,
    first.length < 100 * promptsMax,
  ]).toEqual([true, promptsMax, true])
  expect(prompts.commands(0).at(-1)).toEqual({
    prompt: 99_999,
    output: 99_999,
    end: { row: 100_000, column: 0 },
    exit: 0,
  })
  print('\x1b]133;A\x07'.repeat(100_000)) // one prompt, drawn again and again
  expect([next().commands?.length, next().commands]).toEqual([promptsMax, null])
})
