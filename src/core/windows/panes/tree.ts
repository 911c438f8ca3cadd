/**
 * How a tab is divided into panes: a binary tree, whose leaves are panes. Pure; trees are never
 * changed, only replaced.
 */
import type { PaneId } from '../../ids.ts'
import { panesMax, ratioMin } from './limits.ts'

/** `row`: side by side; `column`: one above the other. */
export type SplitAxis = 'row' | 'column'
export type Direction = 'left' | 'right' | 'up' | 'down'

export interface Split<Leaf extends string = PaneId> {
  readonly axis: SplitAxis
  /** Share of the first side, from `ratioMin` to 1 - `ratioMin`. */
  readonly ratio: number
  /** Left or top. */
  readonly first: Tree<Leaf>
  readonly second: Tree<Leaf>
}

export type Tree<Leaf extends string = PaneId> = Leaf | Split<Leaf>

/** Returns the panes in tree order: from left to right, top to bottom. */
export function panesOf<Leaf extends string>(tree: Tree<Leaf>): Leaf[] {
  return typeof tree === 'string' ? [tree] : [...panesOf(tree.first), ...panesOf(tree.second)]
}

export function sameTree(one: Tree, other: Tree): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return (
    one.axis === other.axis &&
    one.ratio === other.ratio &&
    sameTree(one.first, other.first) &&
    sameTree(one.second, other.second)
  )
}

/** Whether the tree contains the pane, without building a list, since it is called per tab. */
export function hasPane(tree: Tree, pane: PaneId): boolean {
  return typeof tree === 'string'
    ? tree === pane
    : hasPane(tree.first, pane) || hasPane(tree.second, pane)
}

/** Adds `added` right of or below `at`, with half of its space. */
export function splitPane(tree: Tree, at: PaneId, added: PaneId, axis: SplitAxis): Tree {
  if (tree === at) return { axis, ratio: 0.5, first: tree, second: added }
  return mapSides(tree, (side) => splitPane(side, at, added, axis))
}

/** Adds a tree on that side of `at`, with half of its space. */
export function joinTrees(tree: Tree, at: PaneId, added: Tree, side: Direction): Tree {
  if (tree !== at) return mapSides(tree, (one) => joinTrees(one, at, added, side))
  const axis = splitAxisOf(side)
  return isForward(side)
    ? { axis, ratio: 0.5, first: tree, second: added }
    : { axis, ratio: 0.5, first: added, second: tree }
}

/** Removes a pane, whose sibling takes its space; `null` if nothing is left. */
export function removePane(tree: Tree, pane: PaneId): Tree | null {
  if (typeof tree === 'string') return tree === pane ? null : tree
  const first = removePane(tree.first, pane)
  if (first === null) return tree.second
  const second = removePane(tree.second, pane)
  if (second === null) return first
  return first === tree.first && second === tree.second ? tree : { ...tree, first, second }
}

/** Renames panes and removes those without a new name; `null` if none has one. */
export function renamePanes<From extends string, To extends string>(
  tree: Tree<From>,
  name: (pane: From) => To | null,
): Tree<To> | null {
  if (typeof tree === 'string') return name(tree)
  const first = renamePanes(tree.first, name)
  const second = renamePanes(tree.second, name)
  return first === null ? second : second === null ? first : { ...tree, first, second }
}

/** Position of a pane relative to its siblings. */
export interface PaneSlot {
  readonly axis: SplitAxis
  readonly ratio: number
  /** It was left of them, or above. */
  readonly isFirst: boolean
  readonly beside: readonly PaneId[]
}

/** Returns `null` if the pane is alone or not in the tree. */
export function slotOf(tree: Tree, pane: PaneId): PaneSlot | null {
  if (typeof tree === 'string') return null
  const { axis, ratio, first, second } = tree
  if (first === pane) return { axis, ratio, isFirst: true, beside: panesOf(second) }
  if (second === pane) return { axis, ratio, isFirst: false, beside: panesOf(first) }
  return slotOf(first, pane) ?? slotOf(second, pane)
}

/** Adds a pane next to the remaining panes of `slot.beside`; `null` if none is left. */
export function putBack(tree: Tree, added: PaneId, slot: PaneSlot): Tree | null {
  const wanted = panesOf(tree).filter((pane) => slot.beside.includes(pane))
  if (wanted.length === 0) return null
  const put = (within: Tree): Tree => {
    const side =
      typeof within === 'string'
        ? undefined
        : (['first', 'second'] as const).find((name) => {
            const panes = panesOf(within[name])
            return wanted.every((pane) => panes.includes(pane))
          })
    if (typeof within !== 'string' && side !== undefined)
      return { ...within, [side]: put(within[side]) }
    const { axis, ratio, isFirst } = slot
    return isFirst
      ? { axis, ratio, first: added, second: within }
      : { axis, ratio, first: within, second: added }
  }
  return put(tree)
}

/** Returns the pane that gets the focus when this one closes: the nearest that takes its space. */
export function heirOf(tree: Tree, pane: PaneId): PaneId | null {
  if (typeof tree === 'string') return null
  if (tree.first === pane) return panesOf(tree.second)[0] ?? null
  if (tree.second === pane) return panesOf(tree.first).at(-1) ?? null
  return heirOf(tree.first, pane) ?? heirOf(tree.second, pane)
}

export function swapPanes(tree: Tree, one: PaneId, other: PaneId): Tree {
  if (typeof tree === 'string') return tree === one ? other : tree === other ? one : tree
  return mapSides(tree, (side) => swapPanes(side, one, other))
}

/** Gives every pane along an axis the same share. */
export function equalize(tree: Tree): Tree {
  if (typeof tree === 'string') return tree
  const first = along(tree.first, tree.axis)
  const ratio = clampRatio(first / (first + along(tree.second, tree.axis)))
  return {
    ...tree,
    ratio,
    first: equalize(tree.first),
    second: equalize(tree.second),
  }
}

/** Counts the panes in a row along `axis`, without panes across it. */
function along(tree: Tree, axis: SplitAxis): number {
  return typeof tree === 'string' || tree.axis !== axis
    ? 1
    : along(tree.first, axis) + along(tree.second, axis)
}

/** Path to a split: the side at each step from the root, which is ''. */
export type SplitPath = string

/** Sets the ratio of a split, clamped. Unknown paths are ignored. */
export function setRatio(tree: Tree, path: SplitPath, ratio: number): Tree {
  if (typeof tree === 'string' || !Number.isFinite(ratio)) return tree
  if (path === '') return { ...tree, ratio: clampRatio(ratio) }
  const side = path.startsWith('0') ? 'first' : 'second'
  return { ...tree, [side]: setRatio(tree[side], path.slice(1), ratio) }
}

/** Moves the pane's divider on that side, else the opposite one; `null` if there is none. */
export function resizePane(
  tree: Tree,
  pane: PaneId,
  direction: Direction,
  share: number,
): Tree | null {
  const axis = splitAxisOf(direction)
  const step = isForward(direction) ? share : -share
  const sides = pathTo(tree, pane)
  if (sides === null) return null
  const splits = [...sides].map((_, depth) => sides.slice(0, depth)).reverse()
  const wanted = isForward(direction) ? '0' : '1'
  const own = splits.filter((path) => splitAt(tree, path)?.axis === axis)
  const path = own.find((one) => sides[one.length] === wanted) ?? own[0]
  const split = path === undefined ? null : splitAt(tree, path)
  return path === undefined || split === null ? null : setRatio(tree, path, split.ratio + step)
}

export function splitAxisOf(direction: Direction): SplitAxis {
  return direction === 'left' || direction === 'right' ? 'row' : 'column'
}

function splitAt(tree: Tree, path: SplitPath): Split | null {
  if (typeof tree === 'string') return null
  if (path === '') return tree
  return splitAt(path.startsWith('0') ? tree.first : tree.second, path.slice(1))
}

/** Whether this is a valid tree from a file or another process. */
export function isTree(value: unknown): value is Tree<string> {
  const seen = new Set<string>()
  const walk = (one: unknown): boolean => {
    if (typeof one === 'string') {
      if (seen.has(one) || seen.size >= panesMax || one.length > 64) return false
      seen.add(one)
      return true
    }
    // each side of a split has at least one pane, so panes bound the depth
    if (typeof one !== 'object' || one === null) return false
    const { axis, ratio, first, second, ...rest } = one as Record<string, unknown>
    return (
      Object.keys(rest).length === 0 &&
      (axis === 'row' || axis === 'column') &&
      typeof ratio === 'number' &&
      ratio >= ratioMin &&
      ratio <= 1 - ratioMin &&
      walk(second) &&
      walk(first)
    )
  }
  return depthOf(value) <= panesMax && walk(value)
}

/** Depth of nested splits, counted up to `panesMax`. */
function depthOf(value: unknown): number {
  let level: unknown[] = [value]
  let depth = 0
  while (level.length > 0 && level.length <= 2 * panesMax && depth <= panesMax) {
    depth += 1
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null && 'first' in one && 'second' in one
        ? [one.first, one.second]
        : [],
    )
  }
  return level.length > 0 ? panesMax + 1 : depth
}

function isForward(direction: Direction): boolean {
  return direction === 'right' || direction === 'down'
}

function pathTo(tree: Tree, pane: PaneId): SplitPath | null {
  if (typeof tree === 'string') return tree === pane ? '' : null
  const first = pathTo(tree.first, pane)
  if (first !== null) return `0${first}`
  const second = pathTo(tree.second, pane)
  return second === null ? null : `1${second}`
}

function mapSides(tree: Tree, map: (side: Tree) => Tree): Tree {
  if (typeof tree === 'string') return tree
  const first = map(tree.first)
  const second = map(tree.second)
  return first === tree.first && second === tree.second ? tree : { ...tree, first, second }
}

function clampRatio(ratio: number): number {
  return Math.min(1 - ratioMin, Math.max(ratioMin, ratio))
}
