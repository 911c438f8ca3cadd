/** Small pure parts of the grids and of the words around them. */
import { describe, expect, test } from 'vitest'
import type { TabView } from '../../src/core/ipc/contract.ts'
import { colourParts } from '../../src/renderer/grid/colour-parts.ts'
import { fit } from '../../src/renderer/grid/fit.ts'
import { queryTerminators } from '../../src/renderer/grid/terminators.ts'
import { filterTabs } from '../../src/renderer/overlay/filter-tabs.ts'

const bytes = (words: string) => new TextEncoder().encode(words)
const none = new Uint8Array(0)

describe('fit', () => {
  test('counts whole cells inside the padding', () => {
    expect(fit({ width: 960, height: 552 }, { width: 8, height: 16 }, { x: 4, y: 4 })).toEqual({ cols: 119, rows: 34 })
  })
  test('never gives less than 2 x 1 or more than 1000 x 1000', () => {
    expect([fit({ width: 3, height: 3 }, { width: 8, height: 16 }, { x: 4, y: 4 }), fit({ width: 99_999, height: 99_999 }, { width: 4, height: 8 }, { x: 4, y: 4 })])
      .toEqual([{ cols: 2, rows: 1 }, { cols: 1_000, rows: 1_000 }])
  })
  test('has no answer for a pane or a cell without size', () => {
    expect([fit({ width: 0, height: 0 }, { width: 8, height: 16 }, { x: 4, y: 4 }), fit({ width: 800, height: 600 }, { width: 0, height: 0 }, { x: 4, y: 4 }), fit({ width: Number.NaN, height: 1 }, { width: 1, height: 1 }, { x: 4, y: 4 })]).toEqual([null, null, null])
  })
})

describe('queryTerminators', () => {
  test('gives one for each sequence that asks, in order', () => {
    expect(queryTerminators(none, bytes('\x1b]11;?\x07text\x1b]4;1;?;2;?\x1b\\\x1b]10;?\x07'))).toEqual(['bel', 'st', 'bel'])
  })
  test('passes over settings and other strings', () => {
    expect(queryTerminators(none, bytes('\x1b]0;what?\x07\x1b]11;#000\x07\x1b]7;?\x07?\x07\x1b]112;?\x07\x1b]12;?\x1b\\'))).toEqual(['st'])
  })
  test('finds one that began in the chunk before, and none that ended there', () => {
    expect([queryTerminators(bytes('\x1b]11;?\x07\x1b]10;'), bytes('?\x07')), queryTerminators(bytes('\x1b]11;?\x1b'), bytes('\\x'))]).toEqual([['bel'], ['st']])
  })
  test('goes on after a string that another escape cut', () => {
    expect(queryTerminators(none, bytes('\x1b]11;?\x1b[m\x1b]11;?\x1b]11;?\x07'))).toEqual(['bel'])
  })
})

describe('colourParts', () => {
  test('drops what is no palette entry', () => {
    expect(colourParts(4, '256;?;-1;?;x;?;5')).toEqual([])
  })
  test('goes from slot to slot and stops behind the cursor colour', () => {
    expect(colourParts(11, '#fff;?;?;?')).toEqual([{ kind: 'set', code: 11, data: '#fff' }, { kind: 'dynamic', code: 12 }])
  })
  test('looks at 256 entries and no more', () => {
    expect(colourParts(4, '1;?;'.repeat(1_000)).length).toBe(256)
  })
})

describe('filterTabs', () => {
  const view = (id: string, title: string, place: string, state: TabView['state']): TabView => ({ id, title, place, project: place, state, phase: 'running' })
  const views = [view('1', 'claude', 'api', 'waiting'), view('2', 'vim', 'web', 'idle'), view('3', 'Codex', 'api server', 'working')]
  const found = (text: string) => filterTabs(views, text).map(({ id }) => id).join('')
  test('finds every word in title, subtitle or state, whatever the case', () => {
    expect([found(''), found('API'), found('api needs'), found('co ser'), found('nothing'), found('  working ')]).toEqual(['123', '13', '1', '3', '', '3'])
  })
})
