/** Tabs and their panes: focus, coming and going. */
import { describe, expect, it } from 'vitest'
import {
  allPanes,
  focusOf,
  focusPane,
  intoTab,
  ownTab,
  panesInSameTab,
  rearrange,
  tabOfOne,
  tabWith,
  together,
  withoutPane,
  withPane,
} from '../../../../src/core/windows/panes/arrangement.ts'
import { panesMax } from '../../../../src/core/windows/panes/limits.ts'
import {
  addTab,
  emptyArrangement,
  tabOrder,
  type Arrangement,
} from '../../../../src/core/windows/panes/tab-order.ts'
import { swapPanes, type SplitAxis, type Split } from '../../../../src/core/windows/panes/tree.ts'
import { asPane, asTab } from '../../../support/windows/ids.ts'

/** Each in a tab of one pane: the tab `A` has the pane `a`. */
const tabs = ['a', 'b', 'c'].reduce(
  (made, id) => addTab(made, tabOfOne(asTab(id.toUpperCase()), asPane(id)), 'end'),
  emptyArrangement,
)
const focus = (of: Arrangement, pane: string) => focusPane(of, asPane(pane))
const without = (of: Arrangement, pane: string) => withoutPane(of, asPane(pane))
const divide = (of: Arrangement, at: string, added: string, axis: SplitAxis) =>
  withPane(of, asPane(at), asPane(added), axis)
const tabIn = (of: Arrangement, pane: string) => tabWith(of, asPane(pane))
/** A · B = b | b2 above b3 · C, with b3 in focus */
const split = divide(divide(focus(tabs, 'b'), 'b', 'b2', 'row'), 'b2', 'b3', 'column')

/** The tabs, the focus of each, and the pane that has the focus of the window. */
const short = (of: Arrangement) => [
  tabOrder(of).join(' '),
  of.tabs.map((tab) => tab.focus).join(' '),
  focusOf(of),
]

describe('arrangement of a window', () => {
  it('keeps the id of a tab whichever pane has the focus', () => {
    expect(short(split)).toEqual(['A B C', 'a b3 c', 'b3'])
    const other = focus(focus(split, 'a'), 'b')
    expect(short(other)).toEqual(['A B C', 'a b c', 'b'])
    expect(allPanes(other)).toEqual(['a', 'b', 'b2', 'b3', 'c'])
    expect(tabIn(other, 'b2')?.id).toBe('B')
    expect(panesInSameTab(other, asPane('a'))).toEqual(['a'])
    expect(focus(other, 'none')).toBe(other)
  })

  it('passes the focus on when a pane closes, and keeps the tab until its last pane closes', () => {
    const one = without(split, 'b3')
    expect(short(one)).toEqual(['A B C', 'a b2 c', 'b2'])
    const alone = without(one, 'b')
    expect(short(alone)).toEqual(['A B C', 'a b2 c', 'b2'])
    expect(tabIn(alone, 'b2')).toEqual(tabOfOne(asTab('B'), asPane('b2')))
    expect(short(without(alone, 'b2'))).toEqual(['A C', 'a c', 'c'])
  })

  it('does not move the focus when another pane closes', () => {
    expect(short(without(split, 'b'))).toEqual(['A B C', 'a b3 c', 'b3'])
    expect(short(without(focus(split, 'a'), 'b3'))).toEqual(['A B C', 'a b2 c', 'a'])
  })

  const treeOf = (of: Arrangement, pane: string): Split => {
    const tree = tabIn(of, pane)?.tree
    if (typeof tree !== 'object') throw new Error('it is not split')
    return tree
  }

  it('zooms one pane until another has the focus or that one closes', () => {
    const zoomed = rearrange(split, asTab('B'), { tree: treeOf(split, 'b'), zoomed: true })
    expect(tabIn(zoomed, 'b')?.zoomed).toBe(true)
    expect(tabIn(focus(zoomed, 'b3'), 'b')?.zoomed).toBe(true)
    expect(tabIn(focus(zoomed, 'b'), 'b')?.zoomed).toBe(false)
    expect(tabIn(without(zoomed, 'b3'), 'b')?.zoomed).toBe(false)
    expect(tabIn(without(zoomed, 'b'), 'b3')?.zoomed).toBe(true)
  })

  it('accepts other places only for the panes that the tab has', () => {
    const swapped = swapPanes(treeOf(split, 'b'), asPane('b'), asPane('b3'))
    if (typeof swapped === 'string') throw new Error('it is split')
    const arrange = (tab: string, tree: Split) =>
      rearrange(split, asTab(tab), { tree, zoomed: false })
    expect(allPanes(arrange('B', swapped))).toEqual(['a', 'b3', 'b2', 'b', 'c'])
    const pair = (first: string, second: string): Split => ({
      ...{ axis: 'row', ratio: 0.5, first: asPane(first), second: asPane(second) },
    })
    for (const stale of [pair('b', 'b2'), pair('b', 'c'), pair('z', 'b2')])
      expect(arrange('B', stale)).toBe(split)
    expect(arrange('A', swapped)).toBe(split)
    expect(arrange('gone', swapped)).toBe(split)
  })

  it('gives a pane a new tab after its old one, and puts tabs together again', () => {
    const own = ownTab(split, asPane('b2'), asTab('N'))
    expect(short(own)).toEqual(['A B N C', 'a b3 b2 c', 'b2'])
    expect(ownTab(own, asPane('a'), asTab('M'))).toBe(own)
    const join = (of: Arrangement, ratio: number, first: string, second: string) =>
      together(of, {
        tree: { axis: 'row', ratio, first: asPane(first), second: asPane(second) },
        zoomed: false,
      })
    const back = join(own, 0.3, 'a', 'b2')
    expect(short(back)).toEqual(['B N C', 'b3 b2 c', 'b2'])
    expect(back.tabs.filter(({ tree }) => typeof tree !== 'string')).toHaveLength(2)
    expect(join(back, 0.5, 'a', 'c')).toBe(back)
  })

  it('takes in no tab that is gone: one can be closed while it is dragged', () => {
    expect(intoTab(split, asTab('gone'), asPane('b'), 'left')).toBeNull()
    expect(intoTab(without(split, 'c'), asTab('C'), asPane('a'), 'right')).toBeNull()
  })
})

describe('a tab that becomes part of another', () => {
  /** A = a | d · B = b above e · C */
  const split = divide(divide(tabs, 'a', 'd', 'row'), 'b', 'e', 'column')

  it('brings all its panes along, and keeps the focus', () => {
    const joined = intoTab(split, asTab('B'), asPane('d'), 'up')!
    expect(short(joined)).toEqual(['A C', 'e c', 'e'])
    expect(joined.tabs[0]?.tree).toEqual({
      axis: 'row',
      ratio: 0.5,
      first: 'a',
      second: {
        axis: 'column',
        ratio: 0.5,
        first: { axis: 'column', ratio: 0.5, first: 'b', second: 'e' },
        second: 'd',
      },
    })
    expect(short(intoTab(split, asTab('C'), asPane('a'), 'left')!)).toEqual(['A B', 'c e', 'c'])
  })

  it('is another existing tab, with at most as many panes as a tab may have', () => {
    const into = (of: Arrangement, tab: string, at: string) =>
      intoTab(of, asTab(tab), asPane(at), 'left')
    expect([into(split, 'A', 'd'), into(split, 'A', 'x')]).toEqual([null, null])
    let full = split
    for (let pane = 2; pane < panesMax; pane += 1) full = divide(full, 'a', `p${pane}`, 'row')
    expect([into(full, 'C', 'a'), into(full, 'A', 'c')]).toEqual([null, null])
  })
})
