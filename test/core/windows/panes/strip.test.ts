/** Order and activity of tabs. */
import { describe, expect, it } from 'vitest'
import {
  activateTab,
  addTab,
  emptyStrip,
  moveTab,
  removeTab,
} from '../../../../src/core/windows/panes/tab-order.ts'

const strip = { order: ['a', 'b', 'c', 'd'], active: 'b' }

describe('tab strip', () => {
  it('opens after the active tab and shows the new one', () => {
    const first = addTab(emptyStrip, 'a')
    expect(first).toEqual({ order: ['a'], active: 'a' })
    expect(addTab(first, 'b')).toEqual({ order: ['a', 'b'], active: 'b', opener: 'a' })
    expect(addTab(strip, 'n')).toMatchObject({ order: ['a', 'b', 'n', 'c', 'd'], active: 'n' })
  })

  it('shows the right neighbour of a closed tab, else the left one', () => {
    expect(removeTab(strip, 'b')).toEqual({ order: ['a', 'c', 'd'], active: 'c' })
    expect(removeTab({ ...strip, active: 'd' }, 'd')).toEqual({
      order: ['a', 'b', 'c'],
      active: 'c',
    })
    expect(removeTab({ order: ['a'], active: 'a' }, 'a')).toEqual(emptyStrip)
  })

  it('goes back to the tab that the closed one was opened from', () => {
    expect(removeTab(addTab(strip, 'n'), 'n')).toEqual(strip)
    expect(removeTab(addTab({ ...strip, active: 'a' }, 'n', 'end'), 'n').active).toBe('a')
  })

  it('shows the neighbour when another tab was gone to since, or that one is gone', () => {
    const there = activateTab(activateTab(addTab(strip, 'n'), 'd'), 'n')
    expect(removeTab(there, 'n').active).toBe('c')
    expect(removeTab(removeTab(addTab(strip, 'n'), 'b'), 'n').active).toBe('c')
    // once closed, the one before is as any other
    expect(removeTab(removeTab(addTab(addTab(strip, 'n'), 'm'), 'm'), 'n').active).toBe('c')
  })

  it('shows one that the bar shows, if it shows another', () => {
    expect(removeTab(addTab(strip, 'n'), 'n', ['a', 'n', 'd']).active).toBe('d')
    expect(removeTab(addTab(strip, 'n'), 'n', ['a', 'b', 'n', 'd']).active).toBe('b')
  })

  it('keeps the active tab when another closes', () => {
    expect(removeTab(strip, 'a')).toEqual({ order: ['b', 'c', 'd'], active: 'b' })
  })

  it('moves a tab to a place, clamped to the ends', () => {
    expect(moveTab(strip, 'a', 2).order).toEqual(['b', 'c', 'a', 'd'])
    expect(moveTab(strip, 'd', 0).order).toEqual(['d', 'a', 'b', 'c'])
    expect(moveTab(strip, 'b', 99).order).toEqual(['a', 'c', 'd', 'b'])
  })

  it('passes over tabs that it does not have', () => {
    expect([removeTab(strip, 'x'), activateTab(strip, 'x'), moveTab(strip, 'x', 0)]).toEqual([
      strip,
      strip,
      strip,
    ])
  })
})
