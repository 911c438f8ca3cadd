/** Tests the text that the user reads while output exceeds the history. */
import { expect, test } from 'vitest'
import { encodeHistory, FrameSource } from '../../src/terminal/frames/encode.ts'
import { Terminal } from '../../src/terminal/index.ts'
import { FrameTerminal } from '../support/frames/frame-terminal.ts'

const lines = (first: number, count: number) =>
  Array.from({ length: count }, (_, line) => `line ${first + line}\r\n`).join('')

function made({ cols = 20, rows = 6, scrollback = 100 } = {}) {
  const core = new Terminal({ cols, rows, scrollback })
  const page = new FrameTerminal(cols, rows)
  const source = new FrameSource(core)
  page.view.watch(true)
  const frame = (text: string) => {
    core.write(new TextEncoder().encode(text))
    page.view.take(source.next())
    page.drawn()
    expect(page.failure).toBeNull()
  }
  /** Those rows of the core's history that are there when it is asked, as far as they are there. */
  const rowsCome = (first = 0, count = 1_000) => {
    page.view.take(encodeHistory(core, first, count))
  }
  const view = () => {
    const { active } = page.terminal.buffer
    return Array.from({ length: rows }, (_, y) =>
      active.getLine(active.viewportY + y)!.translateToString(true),
    )
  }
  frame('')
  return { core, page, frame, rowsCome, view }
}

test('text being read stays visible when a flood leaves no room for its rows', () => {
  const { core, page, frame, rowsCome, view } = made()
  frame(lines(0, 50))
  rowsCome()
  page.terminal.scrollLines(-3)
  const read = view()
  expect(read).toEqual([42, 43, 44, 45, 46, 47].map((line) => `line ${line}`))
  for (let flood = 0; flood < 3; flood += 1) {
    frame(lines(1_000 * flood + 50, 1_000))
    expect(view(), `flood ${flood}`).toEqual(read)
    expect(page.terminal.buffer.active.viewportY).toBe(0)
  }
  page.terminal.scrollLines(2)
  expect(view()).toEqual([...read.slice(2), '', '']) // which have never come
  page.terminal.scrollLines(-2)
  frame('and some more\r\n')
  expect(view()).toEqual(read)
  rowsCome(core.screen.primary.history!.dropped)
  expect(view()).toEqual([2946, 2947, 2948, 2949, 2950, 2951].map((line) => `line ${line}`))
  page.terminal.scrollToBottom()
  expect(view()).toEqual([
    ...[3046, 3047, 3048, 3049].map((line) => `line ${line}`),
    'and some more',
    '',
  ])
})

test('rows that are there scroll by at the old end, as the history has no room for them', () => {
  const { frame, page, rowsCome, view } = made({ scrollback: 10 })
  frame(lines(0, 20))
  rowsCome()
  page.terminal.scrollToTop()
  expect(view()[0]).toBe('line 5')
  frame(lines(20, 2))
  expect(view()).toEqual([7, 8, 9, 10, 11, 12].map((line) => `line ${line}`))
})

test('kept rows take no more than the view, whatever comes; a new width ends it', () => {
  const { core, page, frame, view } = made({ scrollback: 10 })
  frame(lines(0, 30))
  page.terminal.scrollLines(-1)
  for (let flood = 0; flood < 200; flood += 1) frame(lines(0, 40))
  expect(view().filter((row) => row !== '').length).toBeGreaterThan(3)
  core.resize(10, 6)
  frame('')
  expect(page.terminal.cols).toBe(10)
  page.terminal.scrollToTop()
  expect(view().every((row) => row.length <= 10)).toBe(true)
})
