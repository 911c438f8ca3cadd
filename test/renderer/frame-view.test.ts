/**
 * Tests rows of the history on their way to the page: visible ones arrive first, pictures and texts
 * are complete, and the page stores no hidden rows.
 */
import { expect, test } from 'vitest'
import { step } from '../../src/renderer/features/copy-mode/copy-mode-state.ts'
import { rowsOf } from '../../src/renderer/grid/text/terminal-rows.ts'
import { compile } from '../../src/renderer/features/find/matcher.ts'
import { frameIntervalMs } from '../../src/terminal/frames/limits.ts'
import { kindOf } from '../../src/terminal/frames/decode.ts'
import { seeded } from '../../src/build/test/fuzz-target.mjs'
import { RowPrefilter } from '../../src/renderer/grid/text/row-sieve.ts'
import { ScrollPosition } from '../../src/renderer/grid/scroll-position.ts'
import {
  drawnWithinMs,
  floodFrameMs,
  keepHiddenMs,
  holdPictureMs,
  waitStallMs,
} from '../../src/renderer/grid/frames/limits.ts'
import type { FrameView } from '../../src/renderer/grid/frames/frame-view.ts'
import { FrameLink } from '../support/frames/frame-link.ts'
import { FrameTerminal } from '../support/frames/frame-terminal.ts'
import { lines, shown } from '../support/frames/shown-link.ts'

const topOf = ({ buffers: { normal } }: FrameView): number =>
  normal.packed.first + normal.packed.count

const all =
  ({ page: { view } }: FrameLink) =>
  () => ({ from: view.dropped, end: topOf(view) })

test('a jump to the top of 100,000 missing lines keeps the old picture until they come', () => {
  const link = shown({ count: 100_000 })
  const { clock, page, toPage } = link
  page.terminal.scrollToTop()
  expect(page.held).toBe(true)
  link.deliverToCore() // that rows have been taken arrives before the question does
  link.deliverToPage(1)
  link.deliverToCore()
  expect([page.held, toPage.length]).toEqual([true, 1])
  clock.advance(holdPictureMs / 2)
  link.deliverToPage()
  expect([page.held, link.view]).toEqual([
    false,
    Array.from({ length: 10 }, (_, line) => `line ${line}`),
  ])
})

test('missing rows hold the picture for 100 ms, then are empty until they arrive', () => {
  const link = shown({ count: 5_000 })
  const { clock, page } = link
  page.terminal.scrollToTop()
  clock.advance(holdPictureMs - 1)
  expect(page.held).toBe(true)
  clock.advance(1)
  expect([page.held, link.view[0]]).toEqual([false, ''])
  page.terminal.scrollLines(1)
  expect(page.held).toBe(false) // not again immediately: the user must see something
  link.settle(100)
  expect(link.view[0]).toBe('line 1')
})

test('rows around the view arrive before they are scrolled to, in a flood too', () => {
  const link = shown({ count: 5_000 })
  const { clock, page } = link
  link.exchange()
  let printed = 5_000
  for (let top = page.terminal.buffer.active.viewportY; top > 0; top -= 9) {
    page.terminal.scrollLines(-9)
    expect([page.held, link.view.includes('')]).toEqual([false, false])
    link.print(lines(100, printed)) // never a rest
    printed += 100
    clock.advance(10)
    link.exchange()
  }
  expect(link.view[0]).toBe('line 0')
})

test('lines read by a search are not requested one by one', () => {
  const link = shown({ count: 50_000 })
  const { page } = link
  page.sent.splice(0)
  for (let index = 0; index < 50_000; index += 1) page.terminal.buffer.active.getLine(index)
  expect(page.sent).toEqual([])
})

test('a waiting caller gets rows as the core has them, during a flood too', () => {
  const link = shown({ count: 3_000, scrollback: 3_000 })
  const { clock, page } = link
  let printed = 3_000
  let text: string[] | null = null
  const first = 2_000
  page.view.when(
    () => ({ from: first, end: first + 500 }),
    (there) => {
      if (there) text = link.rows.slice(first - page.view.dropped, first + 500 - page.view.dropped)
    },
  )
  for (let time = 0; time < 10 && text === null; time += 1) {
    link.print(lines(50, printed))
    printed += 50
    clock.advance(5)
    link.deliverToCore()
    link.deliverToPage(1)
  }
  expect(text).toEqual(Array.from({ length: 500 }, (_, line) => `line ${first + line}`))
})

test('a waiting caller learns that rows were erased, renumbered or never come', () => {
  const link = shown({ count: 5_000 })
  const { clock, page } = link
  const reported: [string, boolean][] = []
  const numberOf = (first: number) => () => ({ from: first, end: first + 100 })
  page.view.when(numberOf(100), (there) => {
    reported.push(['erased', there])
  })
  link.print('\x1b[3J')
  link.exchange()
  clock.advance(200)
  link.exchange()
  expect(reported).toEqual([['erased', true]]) // they are no more: nothing of them is to be read
  page.terminal.scrollToBottom()
  link.print(lines(5_000))
  link.exchange()
  page.view.when(all(link), (there) => {
    reported.push(['the worker is gone for good', there])
  })
  page.sent.splice(0)
  clock.advance(waitStallMs - 150)
  page.sent.splice(0)
  expect(reported.length).toBe(1)
  clock.advance(250)
  expect(reported[1]).toEqual(['the worker is gone for good', false])
})

test('rows erased by the program on their way end the wait of their reader immediately', () => {
  const link = shown({ count: 5_000 })
  const { page } = link
  page.terminal.scrollToLine(4_900)
  link.deliverToCore()
  link.toPage.splice(0) // a worker that dies with them
  const reported: boolean[] = []
  page.view.when(
    () => ({ from: 100, end: 200 }),
    (there) => {
      reported.push(there)
    },
  )
  link.print('\x1b[3J')
  link.settle(200)
  expect([reported, page.view.dropped, link.rows.length]).toEqual([[false], 0, 5_001])
  page.sent.splice(0)
  page.terminal.scrollToTop()
  expect([page.held, page.sent]).toEqual([false, []])
})

test('rows that went back to the screen and changed are waited for again', () => {
  const link = shown({ count: 100 })
  const { clock, page, toPage } = link
  link.settle(500)
  link.resize(40, 30)
  link.exchange()
  link.print('\x1b[1;1Hchanged\x1b[30;1H')
  link.resize(40, 10)
  clock.advance(20)
  link.deliverToCore()
  const frame = toPage.findIndex((bytes) => kindOf(bytes) === 'frame')
  page.view.take(toPage.splice(frame, 1)[0]!) // rows that may be on their way come later
  expect(topOf(page.view)).toBe(91)
  let text: string[] | null = null
  page.view.when(all(link), (there) => {
    if (there) text = link.rows.slice(0, 91)
  })
  expect(text).toBeNull()
  link.settle(500)
  expect([text![70], text!.indexOf('line 71'), text!.indexOf('')]).toEqual(['line 70', -1, -1])
  expect(text![71]).toBe('changed')
})

test('a worker that dies in the middle: rows are asked for again of the next one', () => {
  const link = shown({ count: 5_000 })
  const { page } = link
  let there: boolean | null = null
  page.view.when(all(link), (all) => {
    there = all
  })
  link.deliverToCore()
  link.toPage.splice(0)
  link.begin(40, 10)
  link.print(lines(2_000, 7_000))
  link.settle(1_000)
  expect([there, link.rows[0], page.view.complete]).toEqual([true, 'line 7000', true])
})

test('a hidden page keeps the rows around its view after 10 s, and shows them immediately', () => {
  const link = shown({ count: 20_000 })
  const { clock, page } = link
  link.settle(2_000)
  const full = page.view.buffers.normal.packed.words
  page.terminal.scrollToLine(700)
  link.exchange()
  const read = link.view
  page.view.watch(false)
  clock.advance(keepHiddenMs - 1)
  expect(page.view.buffers.normal.packed.words).toBe(full)
  clock.advance(1)
  expect(page.view.buffers.normal.packed.words * 500).toBeLessThan(full)
  page.view.watch(true)
  expect([page.held, link.view]).toEqual([false, read])
  link.settle(2_000)
  expect([link.view, link.rows.length, link.rows.indexOf('')]).toEqual([read, 20_001, 20_000])
  // Back before it is over: nothing is dropped.
  page.view.watch(false)
  clock.advance(keepHiddenMs / 2)
  page.view.watch(true)
  link.settle(2 * keepHiddenMs)
  expect(page.view.buffers.normal.packed.words).toBeGreaterThanOrEqual(full)
})

test("a new grid uses the old one's picture, and the old one's requests are dropped", () => {
  const link = shown({ count: 500 })
  const { clock, page } = link
  link.print('\x1b[=5u\x1b[?1000hthe end')
  link.settle(1_000)
  const read = link.view
  const pictures: (Uint8Array | null)[] = []
  const take = () => page.view.picture((picture) => pictures.push(picture))
  take() // the row is visible
  page.terminal.scrollLines(-3)
  page.view.watch(false)
  take() // scrolled up
  expect(pictures).toEqual([null, null])
  page.terminal.scrollToBottom()
  take()
  link.deliverToCore()
  link.deliverToPage(1)
  expect([pictures.length, page.sent.at(-1)]).toEqual([3, { kind: 'session/frames', on: false }])
  const next = new FrameTerminal(page.terminal.cols, page.terminal.rows, clock)
  next.view.resume(pictures[2]!)
  const { active } = next.terminal.buffer
  expect(read.map((_, y) => active.getLine(active.viewportY + y)!.translateToString(true))).toEqual(
    read,
  )
  expect([topOf(next.view), next.view.numbering, next.view.complete]).toEqual([
    topOf(page.view),
    page.view.numbering,
    true,
  ])
  expect(next.terminal.modes.mouseTrackingMode).toBe('vt200')
  expect(next.sent).toEqual([])
  expect(next.shown).toEqual([0]) // no flood
})

test('a grid that is parked with its picture leaves nothing', () => {
  const link = shown({ count: 500 })
  const { clock, page } = link
  link.settle(1_000)
  page.view.watch(false)
  link.settle(keepHiddenMs)
  page.view.picture(() => page.view.dispose())
  link.settle(1_000)
  expect([page.sent, page.view.complete]).toEqual([[], true])
  expect(clock.timers).toBe(0)
})

test('searching a hidden grid, even one never shown, finds all that the core has', async () => {
  const link = new FrameLink({ cols: 40, rows: 10 })
  const { page } = link
  link.print(lines(5_000))
  const whole = page.view.whole()
  link.settle(1_000)
  expect([await whole, link.rows.slice(0, 5_000)]).toEqual([
    true,
    Array.from({ length: 5_000 }, (_, line) => `line ${line}`),
  ])
  link.deliverToCore()
  page.view.dropHidden()
  expect(page.view.buffers.normal.packed.words).toBeLessThan(1_000)
  link.print(lines(100, 5_000))
  link.clock.advance(1_000)
  // nothing comes out of view
  expect([link.toPage.length, page.sent.length, link.rows.length]).toEqual([0, 0, 5_001])
})

test('a jump to the top after a width change shows renumbered rows only', () => {
  const link = shown({ count: 5_000 })
  const { page } = link
  link.settle(1_000)
  link.resize(30, 10)
  link.deliverToPage(1)
  page.terminal.scrollToTop()
  expect(page.held).toBe(true)
  link.exchange()
  expect([page.held, link.view[0]]).toEqual([false, 'line 0'])
})

test('erased text that is read stays as laid out when the width changes', () => {
  for (const together of [false, true]) {
    const link = shown({ count: 100, cols: 40 })
    const { page } = link
    link.settle(500)
    page.terminal.scrollToLine(50)
    const read = link.view
    link.print('\x1b[2J\x1b[3J\x1b[Hanew\r\n')
    if (!together) link.exchange()
    expect(link.view).toEqual(read)
    for (const cols of [30, 50, 20]) {
      link.resize(cols, 10)
      link.settle(200)
    }
    expect([together, link.view]).toEqual([together, read])
    link.print(lines(30, 1_000))
    link.settle(200)
    expect(link.view).toEqual(read)
    page.terminal.scrollToBottom()
    link.exchange()
    expect([link.rows[0], link.rows.includes('line 50'), link.rows.slice(-2)]).toEqual([
      'anew',
      false,
      ['line 1029', ''],
    ])
    page.terminal.scrollToTop()
    expect([page.held, link.view[0]]).toEqual([false, 'anew'])
  }
})

test('a copy-mode key waits for the rows it crosses and ends where it should', () => {
  const link = shown()
  link.print(`${lines(200)}\r\n${lines(4_000, 200)}`)
  link.clock.advance(20) // no rest: what is above the screen has not come
  link.exchange()
  const { page } = link
  const state = { cursor: { row: 4_195, column: 0 }, anchor: null, kind: 'characters' } as const
  const press = {
    key: '{',
    code: 'BracketLeft',
    ctrl: false,
    shift: true,
    alt: false,
    meta: false,
    altGraph: false,
  }
  const read = () =>
    step(state, press, rowsOf(page.terminal as never), { top: 4_192, rows: 10 })?.state.cursor.row
  expect(read()).toBeGreaterThan(4_000) // stops at what is blank since it is missing
  const reported: unknown[] = []
  page.view.whenRead(read, (row) => {
    reported.push(row)
  })
  expect(reported).toEqual([])
  for (let time = 0; time < 200 && reported.length === 0; time += 1) {
    link.print('.')
    link.exchange()
    link.clock.advance(5)
  }
  expect([reported, page.terminal.buffer.active.getLine(200)?.translateToString(true)]).toEqual([
    [200],
    '',
  ])
})

test('a search filters packed rows as it filters lines', () => {
  const random = seeded(5)
  const below = (count: number) => Math.floor(random() * count)
  const link = shown({ cols: 12 })
  const pieces = [
    ...['ab', 'a b', 'B', 'é', '日', 'e\u0301', ' ', 'abc', '\x1b[1mab\x1b[m'],
    'x'.repeat(11),
    '\x1b[3C',
  ]
  for (let line = 0; line < 2_000; line += 1)
    link.print(
      `${Array.from({ length: below(12) }, () => pieces[below(pieces.length)]).join('')}\r\n`,
    )
  link.settle(1_000)
  const { normal } = link.page.view.buffers
  const asLines = { get: (index: number) => normal.get(index) }
  for (const wanted of ['ab', 'abc', 'b a', 'xb', 'é', '日', ' a', 'zz']) {
    const compiled = compile(wanted, {
      regex: false,
      wholeWord: false,
      case: 'insensitive',
    } as never)
    if (!compiled.ok) throw new Error(compiled.problem)
    if (compiled.matcher.sieve === null) continue
    const sieve = new RowPrefilter(compiled.matcher.sieve)
    for (let index = 0; index < normal.length - 4; index += 1) {
      expect(normal.isWrapped(index)).toBe(normal.get(index)!.isWrapped)
      const rows = 1 + below(4)
      if (sieve.holds(normal as never, index, rows) !== sieve.holds(asLines as never, index, rows))
        throw new Error(`${wanted}: ${rows} rows from ${index}`)
    }
  }
})

test('new lines are counted through width changes while the user reads', () => {
  const link = shown({ count: 1_000 })
  const { page } = link
  link.settle(500)
  let left = 0
  const { normal } = page.view.buffers
  ;(normal.onTrim as (listener: (count: number) => void) => void)((count) => {
    left += count
  })
  const position = new ScrollPosition(
    page.terminal as never,
    { rowAt: (index: number) => left + index } as never,
    () => undefined,
  )
  page.renumber = (change) => {
    position.renumber(change)
  }
  page.terminal.scrollLines(-100)
  link.print(lines(5, 1_000))
  link.settle(100)
  expect(position.newLines).toBe(5)
  for (const cols of [30, 60]) {
    link.resize(cols, 10)
    link.settle(200)
    expect([cols, position.away, position.newLines]).toEqual([cols, true, 5])
  }
  link.print(lines(2, 1_005))
  link.settle(100)
  expect(position.newLines).toBe(7)
})

test('rows of a thousand columns in colors of their own: visible ones come first', () => {
  const link = new FrameLink({ cols: 1_000, rows: 4 })
  const row = (seed: number) =>
    Array.from(
      { length: 1_000 },
      (_, x) =>
        `\x1b[38;2;${seed % 256};${x % 256};${x >> 8}m${String.fromCharCode(97 + (seed % 26))}`,
    ).join('')
  for (let line = 0; line < 400; line += 1) link.print(`${row(line)}\r\n`)
  link.page.view.watch(true)
  link.deliverToCore()
  link.deliverToPage()
  link.page.terminal.scrollToTop()
  expect(link.page.held).toBe(true)
  for (let part = 0; part < 2; part += 1) {
    link.deliverToCore()
    link.deliverToPage()
  } // one was on its way
  expect([link.page.held, link.view.map((text) => text.slice(0, 2))]).toEqual([
    false,
    ['aa', 'bb', 'cc', 'dd'],
  ])
})

test('a mode change keeps mouse protocol, colors and cursor style', () => {
  const link = shown()
  const { page } = link
  link.print('\x1b[?1002h\x1b[?1006h\x1b]4;1;#123456\x07\x1b]11;#222222\x07\x1b[4 q')
  link.settle(100)
  const events: string[] = []
  page.core.coreMouseService.onProtocolChange(() => events.push('mouse'))
  page.core._inputHandler.onColor(() => events.push('colour'))
  page.terminal.parser.registerCsiHandler({ intermediates: ' ', final: 'q' }, () => {
    events.push('style')
    return false
  })
  link.print('\x1b[?25l\x1b[?2004h')
  link.settle(100)
  page.view.watch(false)
  link.settle(100)
  page.view.watch(true)
  link.settle(100)
  expect([
    events,
    page.core.coreService.isCursorHidden,
    page.core.coreService.decPrivateModes.bracketedPasteMode,
  ]).toEqual([[], true, true])
  link.print('\x1b[?1003h\x1b]11;#333333\x07')
  link.settle(100)
  expect(events).toEqual(['mouse', 'colour'])
  page.view.state.restoreColors() // another theme has taken them
  expect(events.filter((event) => event === 'colour').length).toBeGreaterThan(2)
  expect(page.failure).toBe(null)
})

test('a frame that cannot be applied makes the page request everything again', () => {
  const link = shown({ count: 30 })
  const { page } = link
  const { switchTo } = page.view.buffers
  for (const times of [1, 3]) {
    let left = times
    page.view.buffers.switchTo = (alternate) => {
      if (left > 0) {
        left -= 1
        throw new Error('another xterm.js')
      }
      switchTo.call(page.view.buffers, alternate)
    }
    for (let frame = 0; frame < 5; frame += 1) {
      link.print(`${times}, ${frame}\r\n`)
      link.settle(100)
    }
    expect([page.failure, link.view.at(-2)]).toEqual(['Error: another xterm.js', `${times}, 4`])
    page.failure = null
  }
})

test('rows that left the history leave the page too when no frame is drawn', () => {
  const link = shown({ scrollback: 1_000 })
  const { clock, page } = link
  page.drawn = () => undefined // from now on
  for (let part = 0; part < 40; part += 1) {
    link.print(lines(500, part * 500))
    clock.advance(600)
    link.deliverToCore()
    link.deliverToPage()
  }
  clock.advance(10_000)
  link.settle(3_000)
  expect(page.view.buffers.normal.packed.count).toBe(link.terminal.screen.primary.history?.count)
  expect(page.view.buffers.normal.packed.words).toBeLessThan(100_000)
})

test('frames in a flood are taken without being drawn, others wait to be drawn', () => {
  const link = shown()
  const { clock, page } = link
  const taken = (ms: number) => {
    page.drawn()
    const from = page.view.at
    for (let time = 0; time < ms; time += 4) {
      link.print('x')
      link.deliverToCore()
      link.deliverToPage()
      clock.advance(4)
    }
    return page.view.at - from
  }
  page.flooded = true
  expect(taken(400)).toBeGreaterThan(80)
  page.flooded = false
  clock.advance(floodFrameMs)
  link.deliverToCore()
  link.deliverToPage()
  expect(taken(400)).toBeLessThan(20)
})

test.each([false, true])('a picture in parts is drawn to its end (flooded: %s)', (flooded) => {
  const link = shown()
  const { clock, page } = link
  const count = () => page.sent.filter(({ kind }) => kind === 'session/drawn').length
  const frame = (): void => {
    link.print('x')
    link.deliverToCore()
    link.deliverToPage()
  }
  const parts = new Set<() => void>()
  const part = (): void => {
    for (const look of [...parts]) look()
  }
  Object.assign(page.terminal, {
    onRender: (look: () => void) => {
      parts.add(look)
      return { dispose: () => parts.delete(look) }
    },
  })
  page.drawn()
  clock.advance(drawnWithinMs)
  page.flooded = flooded
  frame()
  expect(count()).toBe(0)
  page.whole = false
  clock.advance(floodFrameMs)
  page.drawn()
  part()
  part()
  expect(count()).toBe(0)
  page.whole = true
  part()
  part()
  expect([count(), parts.size]).toEqual([1, 0])
  // but not forever
  link.deliverToCore()
  clock.advance(frameIntervalMs)
  frame()
  page.whole = false
  page.drawn()
  clock.advance(drawnWithinMs - 1)
  expect(count()).toBe(0)
  clock.advance(1)
  expect([count(), parts.size]).toEqual([1, 0])
})
