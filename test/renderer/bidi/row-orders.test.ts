/** Order of rows in a page that draws the frames of a core, and cells below the pointer. */
import { describe, expect, test } from 'vitest'
import type { Terminal } from '@xterm/xterm'
import { orderPointer } from '../../../src/renderer/grid/bidi/pointer-order.ts'
import { ordersOf } from '../../../src/renderer/grid/bidi/row-orders.ts'
import { paragraphRowsMax } from '../../../src/renderer/grid/bidi/limits.ts'
import { shown } from '../../support/frames/shown-link.ts'

function drawn(text: string, { cols = 8, rows = 6 } = {}) {
  const link = shown({ cols, rows })
  const print = (more: string) => {
    link.print(more)
    link.settle(100)
  }
  print(text)
  const orders = ordersOf(link.page.terminal as unknown as Terminal)
  /** Logical columns of visible rows from left to right, or `-` for the order of the program. */
  const view = () =>
    Array.from({ length: rows }, (_, y) => orders.inView(y)?.logical.join('') ?? '-')
  return { link, orders, print, view }
}

test('rows have an order only if they have letters from right to left', () => {
  const { view, print, orders } = drawn('plain\r\nאבג\r\na ( )')
  expect(view()).toEqual(['-', '21034567', '-', '-', '-', '-'])
  print('\x1b[2;1Hxyz')
  expect(view()[1]).toBe('-')
  print('\x1b[2;1Hxאב')
  expect(view()[1]).toBe('02134567')
  orders.enabled = false
  expect(view()[1]).toBe('-')
})

test('rows of a line follow a letter that arrives in another of its rows', () => {
  const { orders, view, print } = drawn('\x1b[?2501h12345678ab cdefgh1\r\nend')
  expect(view()).toEqual(['-', '-', '-', '-', '-', '-'])
  print('\x1b[Hא')
  expect(view().slice(0, 3)).toEqual(['12345670', '01234567', '76543201'])
  expect(orders.inView(1)?.rightToLeft).toBe(true)
  expect(orders.extended(1, 1, 6)).toEqual({ start: 0, end: 2 })
  expect(orders.extended(4, 4, 6)).toEqual({ start: 3, end: 4 })
})

test('rows before a change are drawn again when a line ends there', () => {
  const { link, orders, view, print } = drawn('abc א !!!בגד\r\nend')
  expect(view()[0]).toBe('01237654')
  print('\x1b[2;1H\x1b[2K')
  expect(view()[0]).toBe('01234567')
  expect(link.page.terminal.buffer.active.getLine(1)?.isWrapped).toBe(false)
  expect(orders.extended(1, 1, 6)).toEqual({ start: 0, end: 1 })
})

test('rows keep their order in the history', () => {
  const { link, view, print } = drawn('\x1b[2 kabc\x1b[ k\r\nאבג\r\n')
  print('line\r\n'.repeat(20))
  link.page.terminal.scrollToTop()
  link.settle(100)
  expect(view().slice(0, 3)).toEqual(['76543012', '21034567', '-'])
})

test('a line that is too long is ordered row by row', () => {
  const { link, view, print } = drawn('')
  print(`\x1b[?2501h${'אבגדהוז '.repeat(paragraphRowsMax + 20)}`)
  expect(view().slice(0, 5)).toEqual(Array.from({ length: 5 }, () => '76543210'))
  print(`\r\n${'x'.repeat(100_000)}א`)
  expect(view()).toEqual([...Array.from({ length: 5 }, () => '-'), '76543210'])
  link.page.terminal.scrollToTop()
  link.settle(100)
  expect(view()[0]).toBe('76543210')
})

test('cells that are drawn apart are runs', () => {
  const { orders } = drawn('aאבb')
  expect(orders.runs(0, 0, 2)).toEqual([
    { column: 0, columns: 1 },
    { column: 2, columns: 1 },
  ])
  expect(orders.runs(0, 0, 4)).toEqual([{ column: 0, columns: 4 }])
  expect([orders.visual(0, 1), orders.visual(0, 8), orders.visual(1, 1)]).toEqual([2, 8, 1])
})

describe('the pointer', () => {
  const { orders } = drawn('aאבb')
  /** Positions are in cells. */
  const mouse = {
    getCoords: (
      { clientX: x, clientY: y }: { clientX: number; clientY: number },
      _element: HTMLElement,
      _cols: number,
      _rows: number,
      isSelection?: boolean,
    ): [number, number] => [Math.ceil(x + (isSelection === true ? 1 / 2 : 0)), Math.floor(y) + 1],
    getMouseReportCoords: ({ clientX, clientY }: MouseEvent) => ({
      ...{ col: Math.floor(clientX), row: Math.floor(clientY) },
      ...{ x: clientX, y: clientY },
    }),
  }
  orderPointer(mouse, orders)
  const element = {} as HTMLElement
  const at = (clientX: number, isSelection?: boolean) =>
    mouse.getCoords({ clientX, clientY: 0 }, element, 8, 6, isSelection)[0]

  test('is at the cell of the program', () => {
    expect([0.5, 1.5, 2.5, 3.5].map((x) => at(x))).toEqual([1, 3, 2, 4])
    const report = (clientX: number) =>
      mouse.getMouseReportCoords({ clientX, clientY: 0 } as MouseEvent).col
    expect([0.5, 1.5, 2.5, 3.5].map(report)).toEqual([0, 2, 1, 3])
  })

  test('selects from the side of a cell that is read first', () => {
    // left and right half of each cell
    const ends = [0.2, 0.8, 1.2, 1.8, 2.2, 2.8, 3.2, 3.8].map((x) => at(x, true))
    expect(ends).toEqual([1, 2, 4, 3, 3, 2, 4, 5])
  })
})
