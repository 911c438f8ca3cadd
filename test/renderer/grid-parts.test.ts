/** Small pure parts of the grids and of the words around them. */
import { describe, expect, test } from 'vitest'
import { filterTabs } from '../../src/core/windows/tabs/filter-tabs.ts'
import type { TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { fitGrid } from '../../src/renderer/grid/fit.ts'
import { GridSize } from '../../src/renderer/grid/grid-size.ts'
import { asSession } from '../support/windows/ids.ts'

describe('fit', () => {
  test('counts whole cells inside the padding', () => {
    expect(fitGrid({ width: 960, height: 552 }, { width: 8, height: 16 }, { x: 4, y: 4 })).toEqual({
      cols: 119,
      rows: 34,
    })
  })
  test('never gives less than 2 x 1 or more than 1000 x 1000', () => {
    expect([
      fitGrid({ width: 3, height: 3 }, { width: 8, height: 16 }, { x: 4, y: 4 }),
      fitGrid({ width: 99_999, height: 99_999 }, { width: 4, height: 8 }, { x: 4, y: 4 }),
    ]).toEqual([
      { cols: 2, rows: 1 },
      { cols: 1_000, rows: 1_000 },
    ])
  })
  test('has no answer for a pane or a cell without size', () => {
    expect([
      fitGrid({ width: 0, height: 0 }, { width: 8, height: 16 }, { x: 4, y: 4 }),
      fitGrid({ width: 800, height: 600 }, { width: 0, height: 0 }, { x: 4, y: 4 }),
      fitGrid({ width: Number.NaN, height: 1 }, { width: 1, height: 1 }, { x: 4, y: 4 }),
    ]).toEqual([null, null, null])
  })
})

describe('GridSize', () => {
  test('reports a new size of the window or a client once, before others get it', () => {
    const log: string[] = []
    const text = ({ cols, rows }: { readonly cols: number; readonly rows: number }) =>
      `${cols}x${rows}`
    const size = new GridSize(
      { cols: 80, rows: 24 },
      {
        about: () => log.push('about'),
        give: (given) => log.push(`give ${text(given)}`),
        send: (sent) => log.push(`send ${text(sent)}`),
      },
    )
    size.fits({ cols: 70, rows: 20 })
    size.send()
    expect(log.splice(0)).toEqual(['about', 'give 70x20', 'about', 'send 70x20'])
    size.send()
    size.hold({ cols: 40, rows: 10 })
    size.hold(null)
    expect(log.splice(0)).toEqual(['about', 'give 40x10', 'about', 'give 70x20'])
    size.hold({ cols: 40, rows: 10 })
    log.splice(0)
    size.fits({ cols: 60, rows: 20 }) // a client decides
    expect(log).toEqual([])
  })

  test('a grid whose program has ended gives the size whenever it comes into view', () => {
    const log: string[] = []
    const size = new GridSize(
      { cols: 80, rows: 24 },
      {
        about: () => undefined,
        give: ({ cols, rows }) => log.push(`give ${cols}x${rows}`),
        send: () => log.push('send'),
      },
    )
    size.freeze(true)
    size.send() // a client released its size while there was no grid
    size.fits({ cols: 80, rows: 20 })
    size.send()
    size.hold({ cols: 40, rows: 10 })
    size.send()
    size.hold(null)
    expect(log).toEqual(['80x24', '80x20', '40x10', '40x10', '80x20'].map((one) => `give ${one}`))
  })
})

describe('filterTabs', () => {
  const view = (id: string, title: string, place: string, state: TabView['state']): TabView => ({
    id: asSession(id),
    title,
    place,
    project: place,
    state,
    phase: 'running',
  })
  const views = [
    view('1', 'claude', 'api', 'waiting'),
    view('2', 'vim', 'web', 'idle'),
    { ...view('3', 'Codex', 'api server', 'working'), branch: 'fix/login' },
  ]
  const found = (text: string) =>
    filterTabs(views, text)
      .map(({ id }) => id)
      .join('')
  test('finds every word in title, subtitle or state, whatever the case', () => {
    expect([
      found(''),
      found('API'),
      found('api needs'),
      found('co ser'),
      found('nothing'),
      found('  working '),
      found('login'),
    ]).toEqual(['123', '13', '1', '3', '', '3', '3'])
  })
})
