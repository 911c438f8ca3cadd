/**
 * Rows of the history on their way to the page: visible ones first, whole pictures, whole texts,
 * and nothing kept out of view.
 */
import { expect, test } from 'vitest'
import { frameIntervalMs } from '../../../src/terminal/frames/limits.ts'
import { kindOf } from '../../../src/terminal/frames/decode.ts'
import {
  drawnWithinMs,
  floodFrameMs,
  keepHiddenMs,
  holdPictureMs,
  waitStallMs,
} from '../../../src/renderer/grid/frames/limits.ts'
import { FrameLink } from '../../support/frames/frame-link.ts'
import { FrameTerminal } from '../../support/frames/frame-terminal.ts'
import { lines, shown } from '../../support/frames/shown-link.ts'
import { all, topOf } from './view-rows.ts'

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

test('missing rows hold the picture for 100 ms, then are drawn empty until they come', () => {
  const link = shown({ count: 5_000 })
  const { clock, page } = link
  page.terminal.scrollToTop()
  clock.advance(holdPictureMs - 1)
  expect(page.held).toBe(true)
  clock.advance(1)
  expect([page.held, link.view[0]]).toEqual([false, ''])
  page.terminal.scrollLines(1)
  expect(page.held).toBe(false) // not again immediately: something has to be seen
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

test("a new grid takes the old one's picture, and the old one's requests are dropped", () => {
  const link = shown({ count: 500 })
  const { clock, page } = link
  link.print('\x1b[=5u\x1b[?1000hthe end')
  link.settle(1_000)
  const read = link.view
  const pictures: (Uint8Array | null)[] = []
  const take = () => page.view.picture((picture) => pictures.push(picture))
  take() // visible
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

test('rows of a thousand columns in colors of their own: the visible ones come first', () => {
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
  page.drawn()
  clock.advance(drawnWithinMs)
  page.flooded = flooded
  frame()
  expect(count()).toBe(0)
  page.whole = false
  clock.advance(floodFrameMs)
  page.drawn()
  page.drawn()
  expect(count()).toBe(0)
  page.whole = true
  page.drawn()
  // drawing so much gets only a part of the time of heavy output
  expect(count()).toBe(flooded ? 0 : 1)
  if (flooded) page.typing = true // the next frame may have the echo
  clock.advance(floodFrameMs)
  page.typing = page.flooded = false
  expect(count()).toBe(1)
  // but not forever
  link.deliverToCore()
  clock.advance(frameIntervalMs)
  frame()
  page.whole = false
  page.drawn()
  clock.advance(drawnWithinMs - 1)
  expect(count()).toBe(0)
  clock.advance(1)
  expect(count()).toBe(1)
})
