/**
 * The tabs of a window and the panes of each. In the strip a tab goes by the pane in it that has,
 * or last had, the focus; `active` is the pane with the focus. A tab of one pane has no tree. Pure;
 * the main process keeps it, the page applies the same to what it shows at once.
 */
import { activateTab, addTab, emptyStrip, moveTab, removeTab, type Strip } from './tab-order.ts'
import { panesMax } from './limits.ts'
import {
  hasPane,
  heirOf,
  putBack,
  panesOf,
  removePane,
  renamePanes,
  sameTree,
  slotOf,
  splitPane,
  joinTrees,
  type SplitAxis,
  type Direction,
  type PaneSlot,
  type Split,
  type Tree,
} from './tree.ts'

export interface SplitTab {
  readonly tree: Split
  /** Only the pane with the focus is seen, in all of the room. */
  readonly zoomed: boolean
}

/** A split tab as it is kept while it is in no window: on disk. */
export interface KeptSplit extends SplitTab {
  /** Its pane that had the focus; absent: the first. */
  readonly focus?: string | undefined
}

export interface Arrangement extends Strip {
  /** Tabs that have several panes. */
  readonly splits: readonly SplitTab[]
}

export const emptyArrangement: Arrangement = { ...emptyStrip, splits: [] }

/** The split tab that a pane is in; null: it has its tab for itself. */
export function splitOf({ splits }: Pick<Arrangement, 'splits'>, pane: string): SplitTab | null {
  return splits.find(({ tree }) => hasPane(tree, pane)) ?? null
}

/** The panes of the tab that this one is in, itself included. */
export function panesInSameTab(arrangement: Pick<Arrangement, 'splits'>, pane: string): string[] {
  return panesOf(splitOf(arrangement, pane)?.tree ?? pane)
}

/** What the strip calls the tab of this pane. */
export function tabOf(arrangement: Arrangement, pane: string): string {
  const panes = panesInSameTab(arrangement, pane)
  return arrangement.order.find((id) => panes.includes(id)) ?? pane
}

/** Every pane, tab after tab. */
export function allPanes(arrangement: Arrangement): string[] {
  return arrangement.order.flatMap((id) => panesInSameTab(arrangement, id))
}

export function withTab(
  arrangement: Arrangement,
  pane: string,
  position: 'after' | 'end',
): Arrangement {
  return { ...arrangement, ...addTab(strip(arrangement), pane, position) }
}

/** A new pane right of or beneath `at`; it has the focus, in its tab and the window. */
export function withPane(
  arrangement: Arrangement,
  at: string,
  added: string,
  axis: SplitAxis,
): Arrangement {
  const before = splitOf(arrangement, at)
  const tree = splitPane(before?.tree ?? at, at, added, axis)
  return focusPane(replaceTree(arrangement, before, tree), added)
}

/** Where a pane stands in its tab; null: it has that for itself. */
export function paneSlot(arrangement: Arrangement, pane: string): PaneSlot | null {
  const split = splitOf(arrangement, pane)
  return split === null ? null : slotOf(split.tree, pane)
}

/**
 * A pane that comes back to where it stood; it has the focus. null: nothing of its tab is left, or
 * that has no room.
 */
export function withPaneBack(
  arrangement: Arrangement,
  added: string,
  slot: PaneSlot,
): Arrangement | null {
  const at = allPanes(arrangement).find((pane) => slot.beside.includes(pane))
  if (at === undefined || !hasRoom(arrangement, at)) return null
  const before = splitOf(arrangement, at)
  const tree = putBack(before?.tree ?? at, added, slot)
  return tree === null ? null : focusPane(replaceTree(arrangement, before, tree), added)
}

/** May this pane's tab have one more? */
export function hasRoom(arrangement: Arrangement, pane: string): boolean {
  return panesInSameTab(arrangement, pane).length < panesMax
}

/** Takes a pane out. Its tab goes with the last one. `shown`: the tabs as the bar has them. */
export function withoutPane(
  arrangement: Arrangement,
  pane: string,
  shown = arrangement.order,
): Arrangement {
  const before = splitOf(arrangement, pane)
  if (before === null) return { ...arrangement, ...removeTab(strip(arrangement), pane, shown) }
  const heir = heirOf(before.tree, pane) ?? pane
  const tree = removePane(before.tree, pane)
  const order = arrangement.order.map((id) => (id === pane ? heir : id))
  const active = arrangement.active === pane ? heir : arrangement.active
  const zoomed = before.zoomed && !arrangement.order.includes(pane)
  return replaceTree({ ...arrangement, order, active }, before, tree ?? heir, zoomed)
}

/** Gives a pane the focus, and brings its tab into view. A zoomed tab shows all panes again. */
export function focusPane(arrangement: Arrangement, pane: string): Arrangement {
  const before = splitOf(arrangement, pane)
  const tab = tabOf(arrangement, pane)
  if (!arrangement.order.includes(tab)) return arrangement
  if (before === null || tab === pane)
    return { ...arrangement, ...activateTab(strip(arrangement), pane) }
  const order = arrangement.order.map((id) => (id === tab ? pane : id))
  const left = { ...arrangement, order, active: pane, opener: undefined }
  return replaceTree(left, before, before.tree)
}

/**
 * The tab of `moved`, with all its panes, becomes part of the tab of the pane `at`, on that side of
 * it; the focus stays with it. null: it is the same tab, one of them is gone, or there are too many
 * panes.
 */
export function intoTab(
  arrangement: Arrangement,
  moved: string,
  at: string,
  side: Direction,
): Arrangement | null {
  const [own, others] = [panesInSameTab(arrangement, moved), panesInSameTab(arrangement, at)]
  const areThere = [moved, at].every((pane) => arrangement.order.includes(tabOf(arrangement, pane)))
  if (own.includes(at) || !areThere || own.length + others.length > panesMax) return null
  const focus = tabOf(arrangement, moved)
  const [gone, target] = [splitOf(arrangement, moved), splitOf(arrangement, at)]
  const tree = joinTrees(target?.tree ?? at, at, gone?.tree ?? focus, side)
  const left = {
    ...arrangement,
    ...removeTab(strip(arrangement), focus),
    splits: arrangement.splits.filter((split) => split !== gone),
  }
  return focusPane(replaceTree(left, target, tree), focus)
}

/** Moves the tab of a pane in the strip. */
export function movePaneTab(arrangement: Arrangement, pane: string, to: number): Arrangement {
  return {
    ...arrangement,
    ...moveTab(strip(arrangement), tabOf(arrangement, pane), to),
  }
}

/** A pane leaves its tab for one of its own behind it, and keeps or gets the focus. */
export function ownTab(arrangement: Arrangement, pane: string): Arrangement {
  if (splitOf(arrangement, pane) === null) return arrangement
  const left = withoutPane(focusPane(arrangement, pane), pane)
  return { ...left, ...addTab(strip(left), pane) }
}

/**
 * Other places, ratios and zoom for a tab that has just these panes; for any other set of panes
 * nothing changes: one has come or gone meanwhile.
 */
export function rearrange(arrangement: Arrangement, { tree, zoomed }: SplitTab): Arrangement {
  const panes = panesOf(tree)
  const before = splitOf(arrangement, panes[0] ?? '')
  if (before === null) return arrangement
  const had = new Set(panesOf(before.tree))
  if (had.size !== panes.length || panes.some((pane) => !had.has(pane))) return arrangement
  return replaceTree(arrangement, before, tree, zoomed)
}

/** The same panes in the same places, zoomed both or not. */
export function sameSplit(one: SplitTab, other: SplitTab): boolean {
  return one.zoomed === other.zoomed && sameTree(one.tree, other.tree)
}

/** Every split tab with the pane that has, or last had, the focus. */
export function keptSplits({ order, splits }: Arrangement): KeptSplit[] {
  return splits.map((split) => {
    const panes = new Set(panesOf(split.tree))
    return { ...split, focus: order.find((id) => panes.has(id)) }
  })
}

/** Puts tabs of one pane together as `split` says: a window comes back, or a tab from another. */
export function together(
  arrangement: Arrangement,
  { tree, zoomed, focus: kept }: KeptSplit,
): Arrangement {
  const panes = panesOf(tree)
  if (panes.some((id) => !arrangement.order.includes(id) || splitOf(arrangement, id) !== null))
    return arrangement
  const focus =
    panes.find((id) => id === arrangement.active) ?? panes.find((id) => id === kept) ?? panes[0]
  const order = arrangement.order.filter((id) => id === focus || !panes.includes(id))
  return { ...arrangement, order, splits: [...arrangement.splits, { tree, zoomed }] }
}

/** The same for other panes; nothing where fewer than two of them have another name. */
export function renameSplit(
  { tree, zoomed, focus }: KeptSplit,
  name: (pane: string) => string | null,
): [KeptSplit] | [] {
  const renamed = renamePanes(tree, name)
  if (renamed === null || typeof renamed === 'string') return []
  const named = focus === undefined ? undefined : (name(focus) ?? undefined)
  return [{ tree: renamed, zoomed, ...(named === undefined ? {} : { focus: named }) }]
}

function replaceTree(
  arrangement: Arrangement,
  before: SplitTab | null,
  tree: Tree,
  zoomed = false,
): Arrangement {
  const others = arrangement.splits.filter((split) => split !== before)
  const splits = typeof tree === 'string' ? others : [...others, { tree, zoomed }]
  return { ...arrangement, splits }
}

function strip({ order, active, opener }: Strip): Strip {
  return { order, active, opener }
}
