/** Tabs and their panes: focus, coming and going. */
import { describe, expect, it } from 'vitest'
import {
  allPanes,
  emptyArrangement,
  focusPane,
  hasRoom,
  intoTab,
  movePaneTab,
  ownTab,
  panesInSameTab,
  rearrange,
  splitOf,
  tabOf,
  together,
  withoutPane,
  withPane,
  withTab,
  type Arrangement,
} from '../../../../src/core/windows/panes/arrangement.ts'
import { panesMax } from '../../../../src/core/windows/panes/limits.ts'
import { swapPanes } from '../../../../src/core/windows/panes/tree.ts'

const tabs = ['a', 'b', 'c'].reduce<Arrangement>(
  (made, id) => withTab(made, id, 'end'),
  emptyArrangement,
)
/** a · b1 | b2 above b3 · c, with b3 in focus */
const split = withPane(withPane(focusPane(tabs, 'b'), 'b', 'b2', 'row'), 'b2', 'b3', 'column')

describe('arrangement of a window', () => {
  it('calls a tab by the pane with the focus', () => {
    expect(split).toMatchObject({ order: ['a', 'b3', 'c'], active: 'b3' })
    const other = focusPane(focusPane(split, 'a'), 'b')
    expect(other).toMatchObject({ order: ['a', 'b', 'c'], active: 'b' })
    expect(allPanes(other)).toEqual(['a', 'b', 'b2', 'b3', 'c'])
    expect(tabOf(other, 'b2')).toBe('b')
    expect(panesInSameTab(other, 'a')).toEqual(['a'])
    expect(focusPane(other, 'nobody')).toMatchObject({
      order: other.order,
      active: 'b',
    })
  })

  it('hands the focus on when a pane goes, and forgets the tree with the last but one', () => {
    const one = withoutPane(split, 'b3')
    expect(one).toMatchObject({ order: ['a', 'b2', 'c'], active: 'b2' })
    const alone = withoutPane(one, 'b')
    expect(alone).toEqual({
      order: ['a', 'b2', 'c'],
      active: 'b2',
      splits: [],
    })
    expect(withoutPane(alone, 'b2')).toEqual({
      order: ['a', 'c'],
      active: 'c',
      splits: [],
    })
  })

  it('leaves the focus where it is when another pane goes', () => {
    expect(withoutPane(split, 'b')).toMatchObject({
      order: ['a', 'b3', 'c'],
      active: 'b3',
    })
    const elsewhere = focusPane(split, 'a')
    expect(withoutPane(elsewhere, 'b3')).toMatchObject({
      order: ['a', 'b2', 'c'],
      active: 'a',
    })
  })

  it('zooms one pane until another has the focus or that one goes', () => {
    const { tree } = splitOf(split, 'b') ?? { tree: null }
    if (tree === null) throw new Error('it is split')
    const zoomed = rearrange(split, { tree, zoomed: true })
    expect(splitOf(zoomed, 'b')?.zoomed).toBe(true)
    expect(splitOf(focusPane(zoomed, 'b3'), 'b')?.zoomed).toBe(true)
    expect(splitOf(focusPane(zoomed, 'b'), 'b')?.zoomed).toBe(false)
    expect(splitOf(withoutPane(zoomed, 'b3'), 'b')?.zoomed).toBe(false)
    expect(splitOf(withoutPane(zoomed, 'b'), 'b3')?.zoomed).toBe(true)
  })

  it('takes other places only for the panes that are there', () => {
    const { tree } = splitOf(split, 'b') as NonNullable<ReturnType<typeof splitOf>>
    const swapped = swapPanes(tree, 'b', 'b3')
    if (typeof swapped === 'string') throw new Error('it is split')
    expect(allPanes(rearrange(split, { tree: swapped, zoomed: false }))).toEqual([
      'a',
      'b3',
      'b2',
      'b',
      'c',
    ])
    const stale = {
      axis: 'row',
      ratio: 0.5,
      first: 'b',
      second: 'b2',
    } as const
    expect(rearrange(split, { tree: stale, zoomed: false })).toBe(split)
    expect(rearrange(split, { tree: { ...stale, second: 'c' }, zoomed: false })).toBe(split)
    expect(rearrange(split, { tree: { ...stale, first: 'z' }, zoomed: false })).toBe(split)
  })

  it('gives a pane a tab of its own behind its old one, and puts tabs together again', () => {
    const own = ownTab(split, 'b2')
    expect(own).toMatchObject({ order: ['a', 'b3', 'b2', 'c'], active: 'b2' })
    expect(ownTab(own, 'a')).toBe(own)
    const back = together(own, {
      tree: { axis: 'row', ratio: 0.3, first: 'a', second: 'b2' },
      zoomed: false,
    })
    expect(back).toMatchObject({ order: ['b3', 'b2', 'c'], active: 'b2' })
    expect(back.splits).toHaveLength(2)
    expect(
      together(back, {
        tree: { axis: 'row', ratio: 0.5, first: 'a', second: 'c' },
        zoomed: false,
      }),
    ).toBe(back)
  })

  it('takes in no tab that is gone: one can be closed while it is dragged', () => {
    expect(intoTab(split, 'nobody', 'b', 'left')).toBeNull()
    expect(intoTab(withoutPane(split, 'c'), 'c', 'a', 'right')).toBeNull()
  })

  it('moves the tab whichever pane is named', () => {
    expect(movePaneTab(split, 'b2', 0).order).toEqual(['b3', 'a', 'c'])
  })

  it('has a limit', () => {
    let full = withTab(emptyArrangement, 'p0', 'end')
    for (let made = 1; hasRoom(full, 'p0'); made += 1)
      full = withPane(full, `p${made - 1}`, `p${made}`, 'row')
    expect(panesInSameTab(full, 'p0')).toHaveLength(panesMax)
  })
})

describe('a tab that becomes part of another', () => {
  const tabs = ['a', 'b', 'c'].reduce((all, id) => withTab(all, id, 'end'), emptyArrangement)
  const split = withPane(withPane(tabs, 'a', 'd', 'row'), 'b', 'e', 'column')

  it('brings all its panes along, and keeps the focus', () => {
    const joined = intoTab(split, 'b', 'd', 'up')
    expect(joined).toMatchObject({ order: ['e', 'c'], active: 'e' })
    expect(joined?.splits).toEqual([
      {
        tree: {
          axis: 'row',
          ratio: 0.5,
          first: 'a',
          second: {
            axis: 'column',
            ratio: 0.5,
            first: { axis: 'column', ratio: 0.5, first: 'b', second: 'e' },
            second: 'd',
          },
        },
        zoomed: false,
      },
    ])
    expect(intoTab(split, 'c', 'a', 'left')?.splits).toHaveLength(2)
  })

  it('is not itself, none that is gone, and has no more panes than a tab may have', () => {
    expect(intoTab(split, 'a', 'd', 'left')).toBeNull()
    expect(intoTab(split, 'a', 'x', 'left')).toBeNull()
    let full = split
    for (let pane = 2; pane < panesMax; pane += 1) full = withPane(full, 'a', `p${pane}`, 'row')
    expect(intoTab(full, 'c', 'a', 'left')).toBeNull()
    expect(intoTab(full, 'a', 'c', 'left')).toBeNull()
  })
})
