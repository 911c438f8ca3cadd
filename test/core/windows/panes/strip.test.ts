/** Order and activity of tabs. */
import { describe, expect, it } from 'vitest'
import {
  activateTab,
  addTab,
  emptyArrangement,
  moveTab,
  removeTab,
  tabOrder,
  type Arrangement,
} from '../../../../src/core/windows/panes/tab-order.ts'
import { tabOfOne } from '../../../../src/core/windows/panes/arrangement.ts'
import { asPane, asTab } from '../../../support/windows/ids.ts'

const tab = (id: string) => tabOfOne(asTab(id), asPane(id))
const strip: Arrangement = { tabs: ['a', 'b', 'c', 'd'].map(tab), active: asTab('b') }
const add = (to: Arrangement, id: string, position?: 'end') => addTab(to, tab(id), position)
const remove = (from: Arrangement, id: string, shown?: readonly string[]) =>
  removeTab(from, asTab(id), shown?.map(asTab))
const activate = (of: Arrangement, id: string) => activateTab(of, asTab(id))
/** The tabs, and the active one. */
const short = ({ tabs, active, opener }: Arrangement) => [
  tabOrder({ tabs }).join(''),
  active,
  ...(opener === undefined ? [] : [opener]),
]

describe('tab strip', () => {
  it('opens after the active tab and shows the new one', () => {
    const first = add(emptyArrangement, 'a')
    expect(short(first)).toEqual(['a', 'a'])
    expect(short(add(first, 'b'))).toEqual(['ab', 'b', 'a'])
    expect(short(add(strip, 'n'))).toEqual(['abncd', 'n', 'b'])
  })

  it('shows the right neighbor of a closed tab, else the left one', () => {
    expect(short(remove(strip, 'b'))).toEqual(['acd', 'c'])
    expect(short(remove({ ...strip, active: asTab('d') }, 'd'))).toEqual(['abc', 'c'])
    expect(remove({ tabs: [tab('a')], active: asTab('a') }, 'a')).toEqual(emptyArrangement)
  })

  it('goes back to the tab that the closed one was opened from', () => {
    expect(remove(add(strip, 'n'), 'n')).toEqual(strip)
    expect(remove(add({ ...strip, active: asTab('a') }, 'n', 'end'), 'n').active).toBe('a')
  })

  it('shows the neighbor when another tab was active since, or the opener is gone', () => {
    const there = activate(activate(add(strip, 'n'), 'd'), 'n')
    expect(remove(there, 'n').active).toBe('c')
    expect(remove(remove(add(strip, 'n'), 'b'), 'n').active).toBe('c')
    // once closed, the one before is as any other
    expect(remove(remove(add(add(strip, 'n'), 'm'), 'm'), 'n').active).toBe('c')
  })

  it('activates a tab that the bar shows, if it shows another', () => {
    expect(remove(add(strip, 'n'), 'n', ['a', 'n', 'd']).active).toBe('d')
    expect(remove(add(strip, 'n'), 'n', ['a', 'b', 'n', 'd']).active).toBe('b')
  })

  it('keeps the active tab when another closes', () => {
    expect(short(remove(strip, 'a'))).toEqual(['bcd', 'b'])
  })

  it('moves a tab to a place, clamped to the ends', () => {
    const moved = (id: string, to: number) => tabOrder(moveTab(strip, asTab(id), to)).join('')
    expect([moved('a', 2), moved('d', 0), moved('b', 99)]).toEqual(['bcad', 'dabc', 'acdb'])
  })

  it('ignores tabs that it does not have', () => {
    const moved = moveTab(strip, asTab('x'), 0)
    expect([remove(strip, 'x'), activate(strip, 'x'), moved]).toEqual([strip, strip, strip])
  })
})
