/**
 * The tabs of a window and the panes of each. The main process owns the arrangement. The page
 * applies the same functions before the main process confirms the change. Pure.
 */
import type { PaneId, TabId } from '../../ids.ts'
import { panesMax } from './limits.ts'
import {
  activateTab,
  addTab,
  findTab,
  removeTab,
  replaceTab,
  type ArrangedTab,
  type Arrangement,
} from './tab-order.ts'
import {
  hasPane,
  heirOf,
  joinTrees,
  panesOf,
  putBack,
  removePane,
  renamePanes,
  sameTree,
  slotOf,
  splitPane,
  type Direction,
  type PaneSlot,
  type Split,
  type SplitAxis,
} from './tree.ts'

/** The places of the panes of a tab that has several. */
export interface SplitTab<Leaf extends string = PaneId> {
  readonly tree: Split<Leaf>
  readonly zoomed: boolean
}

/** A split tab while it is in no window. On disk its panes are named by their index, as text. */
export interface KeptSplit<Leaf extends string = string> extends SplitTab<Leaf> {
  /** The pane that had the focus; absent: the first. */
  readonly focus?: Leaf | undefined
}

/** Returns the tab that has a pane. */
export function tabWith(
  { tabs }: Pick<Arrangement, 'tabs'>,
  pane: PaneId | null,
): ArrangedTab | undefined {
  return pane === null ? undefined : tabs.find(({ tree }) => hasPane(tree, pane))
}

/** Returns the panes of the tab that has this one, which is one of them. */
export function panesInSameTab(arrangement: Pick<Arrangement, 'tabs'>, pane: PaneId): PaneId[] {
  return panesOf(tabWith(arrangement, pane)?.tree ?? pane)
}

/** Returns the pane with the focus of the window. */
export function focusOf(arrangement: Pick<Arrangement, 'tabs' | 'active'>): PaneId | null {
  return findTab(arrangement, arrangement.active)?.focus ?? null
}

/** Returns the panes that the window shows. */
export function visiblePanes({ tabs, active }: Pick<Arrangement, 'tabs' | 'active'>): PaneId[] {
  const tab = findTab({ tabs }, active)
  if (tab === undefined) return []
  return tab.zoomed ? [tab.focus] : panesOf(tab.tree)
}

/** Returns every pane, tab after tab. */
export function allPanes({ tabs }: Pick<Arrangement, 'tabs'>): PaneId[] {
  return tabs.flatMap(({ tree }) => panesOf(tree))
}

/** Returns a tab of one pane. */
export function tabOfOne(id: TabId, pane: PaneId): ArrangedTab {
  return { id, tree: pane, focus: pane, zoomed: false }
}

/** Adds a pane right of `at` or below it. The new pane has the focus of its tab and window. */
export function withPane(
  arrangement: Arrangement,
  at: PaneId,
  added: PaneId,
  axis: SplitAxis,
): Arrangement {
  const tab = tabWith(arrangement, at)
  if (tab === undefined) return arrangement
  return show(arrangement, { ...tab, tree: splitPane(tab.tree, at, added, axis), focus: added })
}

/** Returns the place of a pane in its tab, or `null` if it is the only one there. */
export function paneSlot(arrangement: Arrangement, pane: PaneId): PaneSlot | null {
  const tab = tabWith(arrangement, pane)
  return tab === undefined ? null : slotOf(tab.tree, pane)
}

/**
 * Adds a pane that returns to its old position, with the focus. Returns `null` if no pane that was
 * next to it exists, or if their tab has no space.
 */
export function withPaneBack(
  arrangement: Arrangement,
  added: PaneId,
  slot: PaneSlot,
): Arrangement | null {
  const at = allPanes(arrangement).find((pane) => slot.beside.includes(pane))
  const tab = tabWith(arrangement, at ?? null)
  if (tab === undefined || panesOf(tab.tree).length >= panesMax) return null
  const tree = putBack(tab.tree, added, slot)
  return tree === null ? null : show(arrangement, { ...tab, tree, focus: added })
}

/**
 * Removes a pane, and its tab with the last one.
 * @param shown the tabs as the bar shows them
 */
export function withoutPane(
  arrangement: Arrangement,
  pane: PaneId,
  shown?: readonly TabId[],
): Arrangement {
  const tab = tabWith(arrangement, pane)
  if (tab === undefined) return arrangement
  const tree = removePane(tab.tree, pane)
  if (tree === null) return removeTab(arrangement, tab.id, shown)
  const hadFocus = tab.focus === pane
  return replaceTab(arrangement, {
    ...tab,
    tree,
    focus: hadFocus ? (heirOf(tab.tree, pane) ?? tab.focus) : tab.focus,
    zoomed: tab.zoomed && !hadFocus && typeof tree !== 'string',
  })
}

/** Gives a pane the focus, and makes its tab active. A zoomed tab shows all its panes again. */
export function focusPane(arrangement: Arrangement, pane: PaneId): Arrangement {
  const tab = tabWith(arrangement, pane)
  if (tab === undefined) return arrangement
  if (tab.focus === pane) return { ...activateTab(arrangement, tab.id) }
  return show(arrangement, { ...tab, focus: pane })
}

/**
 * Makes a tab, with all its panes, part of the tab of the pane `at`, on that side of the pane. The
 * focus stays with the tab's pane. Returns `null` if both are the same tab, one of them does not
 * exist, or the panes are too many.
 */
export function intoTab(
  arrangement: Arrangement,
  moved: TabId,
  at: PaneId,
  side: Direction,
): Arrangement | null {
  const [tab, target] = [findTab(arrangement, moved), tabWith(arrangement, at)]
  if (tab === undefined || target === undefined || tab === target) return null
  if (panesOf(tab.tree).length + panesOf(target.tree).length > panesMax) return null
  const tree = joinTrees(target.tree, at, tab.tree, side)
  return show(removeTab(arrangement, moved), { ...target, tree, focus: tab.focus })
}

/** Moves a pane to a new tab after its tab, with the focus. The only pane of a tab stays there. */
export function ownTab(arrangement: Arrangement, pane: PaneId, id: TabId): Arrangement {
  const tab = tabWith(arrangement, pane)
  if (tab === undefined || tab.tree === pane) return arrangement
  const left = withoutPane(focusPane(arrangement, pane), pane)
  return addTab(left, tabOfOne(id, pane))
}

/**
 * Changes places, ratios or zoom in a tab that has exactly these panes. Changes nothing if a pane
 * was added or removed in the meantime.
 */
export function rearrange(
  arrangement: Arrangement,
  id: TabId,
  { tree, zoomed }: SplitTab,
): Arrangement {
  const tab = findTab(arrangement, id)
  if (tab === undefined) return arrangement
  const panes = panesOf(tree)
  const had = new Set(panesOf(tab.tree))
  if (had.size !== panes.length || panes.some((pane) => !had.has(pane))) return arrangement
  return replaceTab(arrangement, { ...tab, tree, zoomed })
}

/** Returns whether both have the same panes in the same places, and both or neither is zoomed. */
export function samePlaces(
  one: Pick<ArrangedTab, 'tree' | 'zoomed'>,
  other: Pick<ArrangedTab, 'tree' | 'zoomed'>,
): boolean {
  return one.zoomed === other.zoomed && sameTree(one.tree, other.tree)
}

/** Returns the division of a tab, or `null` if it is one pane. */
export function splitOf(tab: ArrangedTab | undefined): SplitTab | null {
  return tab === undefined || typeof tab.tree === 'string'
    ? null
    : { tree: tab.tree, zoomed: tab.zoomed }
}

/** Returns every split tab with its focus. */
export function keptSplits({ tabs }: Arrangement): KeptSplit<PaneId>[] {
  return tabs.flatMap((tab) => {
    const split = splitOf(tab)
    return split === null ? [] : { ...split, focus: tab.focus }
  })
}

/**
 * Joins tabs of one pane as `split` describes, when a window is restored. The tab of the focused
 * pane takes in the others.
 */
export function together(
  arrangement: Arrangement,
  { tree, zoomed, focus: kept }: KeptSplit<PaneId>,
): Arrangement {
  const panes = panesOf(tree)
  const tabs = panes.map((pane) => tabWith(arrangement, pane))
  if (tabs.some((tab) => typeof tab?.tree !== 'string')) return arrangement
  const shown = focusOf(arrangement)
  const focus =
    panes.find((pane) => pane === shown) ?? panes.find((pane) => pane === kept) ?? panes[0]
  const own = tabs.find((tab) => tab?.focus === focus)
  if (own === undefined) return arrangement
  const left = arrangement.tabs.filter((tab) => tab === own || !tabs.includes(tab))
  return replaceTab({ ...arrangement, tabs: left }, { ...own, tree, zoomed })
}

/** Renames the panes of a split. Returns nothing if fewer than two of them have another name. */
export function renameSplit<From extends string, To extends string>(
  { tree, zoomed, focus }: KeptSplit<From>,
  name: (pane: From) => To | null,
): [KeptSplit<To>] | [] {
  const renamed = renamePanes<From, To>(tree, name)
  if (renamed === null || typeof renamed === 'string') return []
  const named = focus === undefined ? undefined : (name(focus) ?? undefined)
  return [{ tree: renamed, zoomed, ...(named === undefined ? {} : { focus: named }) }]
}

/** Replaces a tab, which shows all its panes, and makes it active. */
function show(arrangement: Arrangement, tab: ArrangedTab): Arrangement {
  const replaced = replaceTab(arrangement, { ...tab, zoomed: false })
  return { ...replaced, active: tab.id, opener: undefined }
}
