/** The tabs of one window in their order, and which of them is active. Pure. */
import type { PaneId, TabId } from '../../ids.ts'
import type { Tree } from './tree.ts'

/** A tab and its panes. */
export interface ArrangedTab {
  readonly id: TabId
  /** A tab of one pane is that pane. */
  readonly tree: Tree
  /** The pane that has the focus in this tab, or last had it. */
  readonly focus: PaneId
  /** Only the pane with the focus is visible, in all of the room. */
  readonly zoomed: boolean
}

export interface Arrangement {
  readonly tabs: readonly ArrangedTab[]
  readonly active: TabId | null
  /** The tab that the active one was opened from, until another tab becomes active. */
  readonly opener?: TabId | undefined
}

export const emptyArrangement: Arrangement = { tabs: [], active: null }

/** Returns the ids of the tabs in their order. */
export function tabOrder({ tabs }: Pick<Arrangement, 'tabs'>): TabId[] {
  return tabs.map(({ id }) => id)
}

export function findTab(
  { tabs }: Pick<Arrangement, 'tabs'>,
  id: TabId | null,
): ArrangedTab | undefined {
  return tabs.find((tab) => tab.id === id)
}

/** Adds a new tab after the active one, or at the end, and makes it active. */
export function addTab(
  arrangement: Arrangement,
  tab: ArrangedTab,
  position: 'after' | 'end' = 'after',
): Arrangement {
  const { tabs, active } = arrangement
  const at = position === 'end' ? -1 : tabs.findIndex(({ id }) => id === active)
  return {
    tabs: tabs.toSpliced(at === -1 ? tabs.length : at + 1, 0, tab),
    active: tab.id,
    opener: active ?? undefined,
  }
}

/**
 * Removes a tab. If it was active, the tab that it was opened from becomes active, unless another
 * tab was active since. Otherwise its right neighbor becomes active, or else its left one.
 * @param shown the tab and others as the bar shows them, at least one other if there is one
 */
export function removeTab(
  arrangement: Arrangement,
  id: TabId,
  shown: readonly TabId[] = tabOrder(arrangement),
): Arrangement {
  const tabs = arrangement.tabs.filter((tab) => tab.id !== id)
  if (arrangement.active !== id) return { ...arrangement, tabs }
  const opener = tabs.find((tab) => tab.id === arrangement.opener && shown.includes(tab.id))
  const place = shown.indexOf(id)
  return {
    tabs,
    active: opener?.id ?? shown[place + 1] ?? shown[place - 1] ?? null,
    opener: undefined,
  }
}

/** Makes a tab active. An unknown tab changes nothing. */
export function activateTab(arrangement: Arrangement, id: TabId): Arrangement {
  return findTab(arrangement, id) !== undefined && arrangement.active !== id
    ? { ...arrangement, active: id, opener: undefined }
    : arrangement
}

/** Moves a tab to the index `to`, clamped to the ends. */
export function moveTab(arrangement: Arrangement, id: TabId, to: number): Arrangement {
  const tab = findTab(arrangement, id)
  if (tab === undefined) return arrangement
  const others = arrangement.tabs.filter((one) => one !== tab)
  return {
    ...arrangement,
    tabs: others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, tab),
  }
}

/** Replaces the tab of the same id. */
export function replaceTab(arrangement: Arrangement, tab: ArrangedTab): Arrangement {
  return { ...arrangement, tabs: arrangement.tabs.map((one) => (one.id === tab.id ? tab : one)) }
}
