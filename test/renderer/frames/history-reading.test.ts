/**
 * Rows of the history that a reader needs: a search, copy mode, or a user who scrolled back while
 * the width changes.
 */
import { expect, test } from 'vitest'
import { step } from '../../../src/renderer/features/copy-mode/copy-mode-state.ts'
import { rowsOf } from '../../../src/renderer/grid/text/terminal-rows.ts'
import { compile } from '../../../src/renderer/features/find/matcher.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'
import { RowPrefilter } from '../../../src/renderer/grid/text/row-sieve.ts'
import { ScrollPosition } from '../../../src/renderer/grid/scroll-position.ts'
import { FrameLink } from '../../support/frames/frame-link.ts'
import { lines, shown } from '../../support/frames/shown-link.ts'

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
