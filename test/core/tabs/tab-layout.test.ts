/** Geometry of the tab bar. */
import { describe, expect, it } from 'vitest'
import {
  barHeight,
  rowHeight,
  scrollToTab,
  tabAt,
  tabLayout,
} from '../../../src/core/tabs/tab-layout.ts'
import { vectors } from '../../support/vectors.ts'

const limits = { widthMin: 80, widthMax: 250 }

describe('tab layout', () => {
  it.each(vectors('tab_layout').map((vector) => [vector.id, vector] as const))(
    'is as vector %s says',
    (_id, vector) => {
      const expected = vector['expect'] as { bar_height?: number; tab_w?: number }
      if (expected.bar_height !== undefined)
        expect(barHeight(vector['cell_h'] as number)).toBe(expected.bar_height)
      if (expected.tab_w !== undefined) {
        expect(
          tabLayout({
            barWidth: vector['window_w'] as number,
            tabs: vector['tabs'] as number,
            ...limits,
          }).tabSize,
        ).toBe(expected.tab_w)
      }
    },
  )

  it('has rows of 20 px at the default font size', () => {
    expect(rowHeight(13)).toBe(20)
  })

  it('lets tabs overflow only below their smallest width', () => {
    expect(tabLayout({ barWidth: 832, tabs: 10, ...limits })).toEqual({
      tabSize: 80,
      overflow: false,
      stripSize: 800,
    })
    expect(tabLayout({ barWidth: 831, tabs: 10, ...limits })).toEqual({
      tabSize: 80,
      overflow: true,
      stripSize: 715,
    })
  })

  it('finds the tab under a point', () => {
    const layout = tabLayout({ barWidth: 960, tabs: 4, ...limits })
    expect([-1, 0, 231, 232, 927, 928].map((x) => tabAt(layout, 4, x))).toEqual([
      null,
      0,
      0,
      1,
      3,
      null,
    ])
  })

  it('scrolls no further than it must to show a tab', () => {
    const layout = tabLayout({ barWidth: 400, tabs: 20, ...limits }) // strip of 284 px
    expect([
      scrollToTab(layout, 0, 500),
      scrollToTab(layout, 5, 300),
      scrollToTab(layout, 9, 0),
    ]).toEqual([0, 300, 516])
  })
})
