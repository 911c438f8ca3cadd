/** Geometry of the tab bar. */
import { describe, expect, it } from 'vitest'
import {
  barHeight,
  columnLayout,
  gapStart,
  rowHeight,
  scrollToTab,
  stripLength,
  tabStart,
  tabsInView,
  tabLayout,
} from '../../../../src/core/windows/tabs/tab-layout.ts'
import { defaults } from '../../../../src/core/config/table.ts'
import { groupAround, groupTabs, groupsOf } from '../../../../src/core/windows/tabs/groups.ts'
import { vectors } from '../../../support/vectors.ts'

describe('tab layout', () => {
  it.each(vectors('tab_layout').map((vector) => [vector.id, vector] as const))(
    'is as vector %s expects',
    (_id, vector) => {
      const expected = vector['expect'] as { bar_height?: number; tab_w?: number }
      if (expected.bar_height !== undefined)
        expect(barHeight(vector['cell_h'] as number)).toBe(expected.bar_height)
      if (expected.tab_w !== undefined) {
        expect(
          tabLayout({
            barWidth: vector['window_w'] as number,
            tabs: vector['tabs'] as number,
          }).tabSize,
        ).toBe(expected.tab_w)
      }
    },
  )

  it('has rows of 20 px at the default font size', () => {
    expect(rowHeight(13)).toBe(20)
  })

  it('lets tabs overflow only below their smallest width', () => {
    expect(tabLayout({ barWidth: 832, tabs: 10 })).toMatchObject({
      tabSize: 80,
      overflow: false,
      stripSize: 800,
    })
    expect(tabLayout({ barWidth: 831, tabs: 10 })).toMatchObject({
      tabSize: 80,
      overflow: true,
      stripSize: 715,
    })
  })

  it('scrolls no further than it must to show a tab', () => {
    const layout = tabLayout({ barWidth: 400, tabs: 20 }) // strip of 284 px
    expect([
      scrollToTab(layout, 0, 500),
      scrollToTab(layout, 5, 300),
      scrollToTab(layout, 9, 0),
    ]).toEqual([0, 300, 516])
  })
})

describe('groups in a sidebar', () => {
  const groups = [
    { name: 'api', tabs: 2 },
    { name: 'web', tabs: 3 },
  ]
  // rows of 68 px, headings of 28, in a strip of 168
  const layout = columnLayout({
    barHeight: 200,
    tabs: 5,
    row: 20,
    options: defaults.tabs,
    groups,
    pills: 0,
  })

  it('are below their headings', () => {
    expect([0, 1, 2, 3, 4].map((index) => tabStart(layout, index))).toEqual([28, 96, 192, 260, 328])
    expect([0, 1, 2, 3, 5].map((index) => gapStart(layout, index))).toEqual([0, 96, 164, 260, 396])
    expect([stripLength(layout, 5), layout.overflow]).toEqual([396, true])
  })

  it('scroll with their heading to their first tab, clear of the marks at the ends', () => {
    expect([
      scrollToTab(layout, 2, 300),
      scrollToTab(layout, 2, 0),
      scrollToTab(layout, 0, 9),
    ]).toEqual([164 - 24, 92 + 24, 0])
    const low = columnLayout({
      ...{ barHeight: 140, tabs: 5, row: 20, options: defaults.tabs, groups, pills: 0 },
    })
    expect(scrollToTab(low, 2, 300)).toBe(164) // too low for a tab between both marks
  })

  it('are visible by halves of their tabs', () => {
    expect([0, 63, 228, 396].map((scroll) => tabsInView(layout, 5, scroll))).toEqual([
      { from: 0, to: 2 },
      { from: 1, to: 3 },
      { from: 3, to: 5 },
      { from: 5, to: 5 },
    ])
  })

  it('are lines in a collapsed one, and none where nothing is grouped', () => {
    const options = { ...defaults.tabs, sidebar_collapsed: true }
    const collapsed = columnLayout({
      ...{ barHeight: 200, tabs: 5, row: 20, pills: 1 },
      ...{ options, groups },
    })
    expect([0, 2].map((index) => tabStart(collapsed, index))).toEqual([9, 74])
    expect([collapsed.stripSize, layout.stripSize]).toEqual([200 - 3 * 32, 200 - 32])
    const plain = columnLayout({
      barHeight: 200,
      tabs: 5,
      row: 20,
      options: defaults.tabs,
      groups: [],
      pills: 0,
    })
    expect([0, 2].map((index) => tabStart(plain, index))).toEqual([0, 136])
    // the middle of the first one is at 34, and no heading moves it
    expect([34, 35].map((scroll) => tabsInView(plain, 5, scroll).from)).toEqual([0, 1])
  })
})

describe('tabs of one project', () => {
  const nameOf = (tab: string) => tab.slice(0, 1)

  it('are next to each other, groups in the order of their first tabs', () => {
    const order = groupTabs(['b1', 'a1', 'b2', 'c1', 'a2'], nameOf)
    expect(order).toEqual(['b1', 'b2', 'a1', 'a2', 'c1'])
    const groups = groupsOf(order, nameOf)
    expect(groups).toEqual([
      { name: 'b', tabs: 2 },
      { name: 'a', tabs: 2 },
      { name: 'c', tabs: 1 },
    ])
    expect([0, 1, 2, 4].map((index) => groupAround(groups, index))).toEqual([
      { from: 0, to: 2 },
      { from: 0, to: 2 },
      { from: 2, to: 4 },
      { from: 4, to: 5 },
    ])
  })
})
