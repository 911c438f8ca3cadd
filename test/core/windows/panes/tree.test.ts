/** The tree of panes: what each operation keeps, over many random trees. */
import { describe, expect, it } from 'vitest'
import {
  layOut,
  neighbourOf,
  ratioAt,
  stepPane,
} from '../../../../src/core/windows/panes/layout.ts'
import { dividerWidth, panesMax, ratioMin } from '../../../../src/core/windows/panes/limits.ts'
import {
  equalize,
  heirOf,
  isTree,
  panesOf,
  putBack,
  removePane,
  resizePane,
  setRatio,
  slotOf,
  splitPane,
  swapPanes,
  type Direction,
  type Tree,
} from '../../../../src/core/windows/panes/tree.ts'
import { asPane } from '../../../support/windows/ids.ts'

const two = splitPane(asPane('a'), asPane('a'), asPane('b'), 'row')
/** a | b above c */
const three = splitPane(two, asPane('b'), asPane('c'), 'column')
const area = { left: 0, top: 40, width: 805, height: 605 }
const directions: readonly Direction[] = ['left', 'right', 'up', 'down']

/** The same numbers each run: a linear congruential generator. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A tree of up to 20 panes after 40 random operations. */
function randomTree(seed: number): Tree {
  const next = random(seed)
  let tree: Tree = asPane('p0')
  for (let made = 1; made <= 40; made += 1) {
    const panes = panesOf(tree)
    const pane = panes[next(panes.length)] as string
    const what = next(5)
    if (what <= 1 && panes.length < 20)
      tree = splitPane(tree, asPane(pane), asPane(`p${made}`), next(2) === 0 ? 'row' : 'column')
    else if (what === 2) tree = removePane(tree, asPane(pane)) ?? tree
    else if (what === 3)
      tree =
        resizePane(tree, asPane(pane), directions[next(4)] as Direction, next(100) / 50) ?? tree
    else tree = swapPanes(tree, asPane(pane), asPane(panes[next(panes.length)]))
  }
  return tree
}

const trees = Array.from({ length: 300 }, (_, seed) => randomTree(seed + 1))

describe('tree of panes', () => {
  it('splits to the right and down', () => {
    expect(three).toEqual({
      axis: 'row',
      ratio: 0.5,
      first: 'a',
      second: { axis: 'column', ratio: 0.5, first: 'b', second: 'c' },
    })
    expect(splitPane(two, asPane('nobody'), asPane('x'), 'row')).toBe(two)
  })

  it('gives the space of a closed pane to its sibling, and the focus to the nearest', () => {
    expect(removePane(three, asPane('b'))).toEqual({
      axis: 'row',
      ratio: 0.5,
      first: 'a',
      second: 'c',
    })
    expect(removePane(three, asPane('nobody'))).toBe(three)
    expect(removePane(asPane('a'), asPane('a'))).toBeNull()
    expect([
      heirOf(three, asPane('a')),
      heirOf(three, asPane('b')),
      heirOf(three, asPane('c')),
    ]).toEqual(['b', 'c', 'b'])
    expect(heirOf(asPane('a'), asPane('a'))).toBeNull()
  })

  it('resizes by the divider on the side that is named, else by the other', () => {
    expect(resizePane(two, asPane('a'), 'right', 0.1)).toMatchObject({ ratio: 0.6 })
    expect(resizePane(two, asPane('b'), 'right', 0.1)).toMatchObject({ ratio: 0.6 })
    expect(resizePane(two, asPane('b'), 'left', 0.1)).toMatchObject({ ratio: 0.4 })
    expect(resizePane(two, asPane('a'), 'down', 0.1)).toBeNull()
    expect(resizePane(two, asPane('a'), 'left', 5)).toMatchObject({ ratio: ratioMin })
    const row = splitPane(two, asPane('b'), asPane('c'), 'row') // a | (b | c)
    expect(resizePane(row, asPane('b'), 'left', 0.1)).toMatchObject({
      ratio: 0.4,
      second: { ratio: 0.5 },
    })
    expect(resizePane(row, asPane('b'), 'right', 0.1)).toMatchObject({
      ratio: 0.5,
      second: { ratio: 0.6 },
    })
  })

  it('equalises panes, not splits', () => {
    const row = splitPane(
      splitPane(two, asPane('b'), asPane('c'), 'row'),
      asPane('c'),
      asPane('d'),
      'row',
    )
    const { panes } = layOut(equalize(row), { left: 0, top: 0, width: 400, height: 100 }, 0)
    expect([...panes.values()].map(({ width }) => width)).toEqual([100, 100, 100, 100])
  })

  it('fills the room exactly, without overlap, in whole px', () => {
    for (const tree of trees) {
      const { panes, dividers } = layOut(tree, area, dividerWidth)
      const all = [...panes.values(), ...dividers.map(({ rect }) => rect)]
      const sum = all.reduce((total, { width, height }) => total + width * height, 0)
      expect(sum).toBe(area.width * area.height)
      for (const rect of all) {
        expect(Object.values(rect).every(Number.isInteger)).toBe(true)
        expect(Math.min(rect.width, rect.height)).toBeGreaterThanOrEqual(0)
        expect(rect.left + rect.width).toBeLessThanOrEqual(area.left + area.width)
        expect(rect.top + rect.height).toBeLessThanOrEqual(area.top + area.height)
      }
      expect([...panes.keys()]).toEqual(panesOf(tree))
      for (const divider of dividers) {
        const { left, width, top, height } = divider.within
        const at =
          divider.axis === 'row'
            ? divider.rect.left - left + dividerWidth / 2
            : divider.rect.top - top + dividerWidth / 2
        if (Math.min(width, height) > 4 * dividerWidth)
          expect(Math.abs(ratioAt(divider, at, dividerWidth) - divider.ratio)).toBeLessThan(0.05)
      }
    }
  })

  it('has no negative size in no room at all', () => {
    for (const tree of trees.slice(0, 50))
      for (const width of [0, 1, 7, 30]) {
        const { panes } = layOut(tree, { left: 0, top: 0, width, height: 3 }, dividerWidth)
        for (const rect of panes.values())
          expect(Math.min(rect.width, rect.height)).toBeGreaterThanOrEqual(0)
      }
  })

  it('keeps what is a tree a tree: different panes, ratios in bounds, after any operation', () => {
    for (const tree of trees) {
      expect(isTree(tree)).toBe(true)
      expect(isTree(JSON.parse(JSON.stringify(equalize(tree))))).toBe(true)
      for (const pane of panesOf(tree)) {
        const left = removePane(tree, pane)
        expect(left === null ? [] : panesOf(left)).toEqual(
          panesOf(tree).filter((other) => other !== pane),
        )
        const heir = heirOf(tree, pane)
        expect(heir === null).toBe(tree === pane)
      }
    }
  })

  it('finds a neighbor on a side exactly where there is a pane beyond that edge', () => {
    for (const tree of trees) {
      const { panes } = layOut(tree, { left: 0, top: 0, width: 1e6, height: 1e6 }, 0)
      for (const [pane, rect] of panes) {
        expect(neighbourOf(tree, pane, 'left') === null).toBe(rect.left === 0)
        expect(neighbourOf(tree, pane, 'right') === null).toBe(rect.left + rect.width === 1e6)
        expect(neighbourOf(tree, pane, 'up') === null).toBe(rect.top === 0)
        expect(neighbourOf(tree, pane, 'down') === null).toBe(rect.top + rect.height === 1e6)
      }
    }
    expect(neighbourOf(three, asPane('c'), 'up')).toBe('b')
    expect(neighbourOf(three, asPane('c'), 'left')).toBe('a')
  })

  it('steps round the ends', () => {
    expect([
      stepPane(three, asPane('a'), -1),
      stepPane(three, asPane('c'), 1),
      stepPane(three, asPane('a'), 1),
    ]).toEqual(['c', 'a', 'b'])
  })

  it('refuses a value that is not a tree, however it is nested', () => {
    let deep: unknown = 'x'
    for (let depth = 0; depth < 50_000; depth += 1)
      deep = { axis: 'row', ratio: 0.5, first: deep, second: `y${depth}` }
    const loop: Record<string, unknown> = {
      axis: 'row',
      ratio: 0.5,
      first: 'a',
    }
    loop['second'] = loop
    const many = Array.from({ length: panesMax }, (_, at) => `q${at}`).reduce<Tree>(
      (tree, added) => splitPane(tree, asPane(panesOf(tree)[0]), asPane(added), 'row'),
      asPane('first'),
    )
    for (const wrong of [
      deep,
      loop,
      many,
      null,
      7,
      [],
      {},
      { axis: 'row', ratio: 0.5, first: 'a', second: 'a' },
      { axis: 'row', ratio: 0.05, first: 'a', second: 'b' },
      { axis: 'row', ratio: Number.NaN, first: 'a', second: 'b' },
      { axis: 'across', ratio: 0.5, first: 'a', second: 'b' },
      { axis: 'row', ratio: 0.5, first: 'a', second: 'b', third: 'c' },
    ])
      expect(isTree(wrong)).toBe(false)
  })

  it('puts a pane back where it was, even if some of its neighbors are gone', () => {
    const below = random(7)
    for (let round = 0; round < 200; round += 1) {
      let tree: Tree = asPane('p0')
      for (let at = 1; at < 2 + below(7); at += 1) {
        const panes = panesOf(tree)
        const beside = panes[below(panes.length)] as string
        tree = splitPane(tree, asPane(beside), asPane(`p${at}`), below(2) === 0 ? 'row' : 'column')
      }
      const panes = panesOf(tree)
      const gone = panes[below(panes.length)] as string
      const slot = slotOf(tree, asPane(gone))
      const left = removePane(tree, asPane(gone))
      if (slot === null || left === null) throw new Error('a tree of one')
      expect(putBack(left, asPane(gone), slot)).toEqual(tree)
      const fewer = removePane(left, asPane(slot.beside[0]))
      if (fewer === null) continue
      const put = putBack(fewer, asPane(gone), slot)
      if (slot.beside.length === 1) expect(put).toBeNull()
      else expect(panesOf(put ?? '').sort()).toEqual([...panesOf(fewer), gone].sort())
    }
    expect(slotOf(two, asPane('x'))).toBeNull()
    expect(slotOf(asPane('a'), asPane('a'))).toBeNull()
  })

  it('clamps a ratio, and ignores a path that leads nowhere', () => {
    expect(setRatio(two, '', 0.99)).toMatchObject({ ratio: 1 - ratioMin })
    expect(setRatio(three, '1', 0.3)).toMatchObject({
      ratio: 0.5,
      second: { ratio: 0.3 },
    })
    expect(setRatio(two, '011', 0.3)).toEqual(two)
    expect(setRatio(two, '', Number.NaN)).toBe(two)
  })
})
