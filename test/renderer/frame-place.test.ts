/**
 * The text that the user reads, or the end, stays visible when the window or others set the size.
 */
import { expect, test } from 'vitest'
import type { FrameLink } from '../support/frames/frame-link.ts'
import { shown } from '../support/frames/shown-link.ts'

/** 300 lines that wrap at less than 35 columns. */
function longLines(): FrameLink {
  const link = shown()
  link.print(Array.from({ length: 300 }, (_, line) => `${line} ${'a'.repeat(30)}\r\n`).join(''))
  link.settle()
  return link
}

test("the end stays visible through a client's size, after the history was read", () => {
  const link = longLines()
  const {
    page: { terminal },
  } = link
  terminal.scrollToLine(50)
  link.resize(39, 10)
  link.settle()
  terminal.scrollToBottom()
  link.resize(30, 10, 'client')
  link.settle()
  const { viewportY, baseY } = terminal.buffer.active
  expect([viewportY, link.prompts.view]).toEqual([baseY, null])
})

test('the end stays visible where the core does not know yet that the user is there', () => {
  const link = longLines()
  const {
    page: { terminal, sent },
  } = link
  terminal.scrollToLine(50)
  link.settle()
  terminal.scrollToBottom()
  sent.splice(0, sent.length, ...sent.filter(({ kind }) => kind !== 'session/view'))
  link.resize(30, 10, 'client')
  link.settle()
  const { viewportY, baseY } = terminal.buffer.active
  expect(viewportY).toBe(baseY)
})

test("the text the user reads stays visible through a client's sizes once scrolling rests", () => {
  const link = longLines()
  const {
    page: { terminal },
  } = link
  terminal.scrollToLine(100)
  link.settle(200)
  for (const cols of [30, 17, 40, 12, 80]) {
    link.resize(cols, 10, 'client')
    link.settle(200)
    expect(link.view[0]?.slice(0, 10)).toBe('100 aaaaaaaaaaa'.slice(0, 10))
  }
})

test('scrolling reports the view to the core ten times a second at most, and the end once', () => {
  const link = longLines()
  const {
    clock,
    page: { terminal },
  } = link
  const reported: (number | null)[] = []
  const tellsIn = (ms: number) => {
    clock.advance(ms)
    reported.push(
      ...link.page.sent.flatMap((message) =>
        message.kind === 'session/view' ? [message.row] : [],
      ),
    )
    link.exchange()
  }
  for (let turn = 0; turn < 100; turn += 1) {
    terminal.scrollLines(-1)
    tellsIn(10)
  }
  expect([reported.length <= 11, reported.length > 5]).toEqual([true, true])
  tellsIn(500)
  reported.splice(0)
  for (let turn = 0; turn < 100; turn += 1) {
    link.print(`flood ${turn}\r\n`)
    tellsIn(20)
  }
  expect(reported).toEqual([]) // the row has its number still
  for (let turn = 0; turn < 50; turn += 1) {
    link.print(turn % 2 === 0 ? '\x1b[?1049h' : '\x1b[?1049l')
    tellsIn(20)
  }
  expect(reported.length).toBeLessThan(25)
  terminal.scrollToBottom()
  tellsIn(500)
  reported.splice(0)
  for (let turn = 0; turn < 20; turn += 1) {
    link.print(`flood ${turn}\r\n`)
    terminal.scrollToBottom()
    tellsIn(20)
  }
  expect(reported).toEqual([])
})

test('the text the user reads is visible again after a size set while hidden', () => {
  const link = longLines()
  const {
    page: { terminal, view },
  } = link
  terminal.scrollToLine(100)
  view.watch(false) // scrolling has not rested yet
  link.settle(200)
  link.resize(30, 10, 'client')
  link.settle(200)
  view.watch(true)
  link.settle(200)
  expect(link.view[0]).toBe(`100 ${'a'.repeat(26)}`)
})

test('a frame reports how much output it contains, and none when shown again or resized', () => {
  const link = longLines()
  const {
    page: { shown: bytes, view },
  } = link
  const brought = (act: () => void) => {
    bytes.splice(0)
    act()
    link.settle(200)
    return bytes.splice(0)
  }
  expect(
    brought(() => {
      view.watch(false)
      link.settle(200)
      view.watch(true)
    }),
  ).toEqual([0])
  expect(
    brought(() => {
      link.resize(30, 8)
    }),
  ).toEqual([0])
  expect(
    brought(() => {
      link.setScrollback(20)
    }),
  ).toEqual([0])
  expect(
    brought(() => {
      link.print('more')
    }),
  ).toEqual([4])
})
