/** The attention list: which tabs need the user, in which order, and which is next. Pure. */
import type { SessionId } from '../../ids.ts'
import { askingStates, stillAsks } from '../tabs/needs-you.ts'
import type { TabView } from '../tabs/tab-view.ts'
import type { NotificationOptions } from './channels.ts'

/** A tab and its window. */
export interface QueuedTab {
  readonly window: string
  readonly view: TabView
}

/**
 * Returns the rows of the attention list: the most urgent state first, then the oldest. A call
 * (a bell or a notification) comes after every state. A tab that still waits after the user has
 * seen it comes last. Snoozed tabs are omitted.
 */
export function queue(rows: readonly QueuedTab[]): readonly QueuedTab[] {
  const rank = ({ view: { state, agent } }: QueuedTab) => {
    const at = agent === undefined ? -1 : askingStates.indexOf(state)
    return at === -1 ? askingStates.length : at
  }
  return rows
    .filter(({ view }) => needsYou(view))
    .toSorted(
      (a, b) =>
        Number(isSeen(a.view)) - Number(isSeen(b.view)) ||
        rank(a) - rank(b) ||
        beganAt(a.view) - beganAt(b.view),
    )
}

/** Returns whether the tab asks, still waits or has an open call. */
export function needsYou(view: TabView): boolean {
  if (view.agent?.snoozedUntil != null) return false
  return view.call !== undefined || stillAsks(view)
}

/** Returns whether the user has seen the tab and its state still needs them. */
export function isSeen({ state, agent, call }: TabView): boolean {
  return call === undefined && agent !== undefined && agent.seen && askingStates.includes(state)
}

/** Returns whether the tab needs the user because of its state, not because of a call. */
export function isByState({ state, agent, call }: TabView): boolean {
  return agent !== undefined && askingStates.includes(state) && (!agent.seen || call === undefined)
}

/** Returns since when the tab needs the user, on the clock of tab views. */
export function beganAt(view: TabView): number {
  return (isByState(view) ? view.agent?.since : view.call?.at) ?? 0
}

/**
 * Returns the target of the key in tab `current`: the first unseen tab, then the list from there
 * and around its end; `null` if there is no other tab.
 *
 * @param rows in the order of `queue`
 */
export function nextInQueue(
  rows: readonly QueuedTab[],
  current: SessionId | null,
  by: 1 | -1,
): QueuedTab | null {
  const at = rows.findIndex(({ view }) => view.id === current)
  const unseen = rows.filter(({ view }) => !isSeen(view))
  const here = rows[at]
  if (here !== undefined && isSeen(here.view) && unseen.length > 0)
    return (by === 1 ? unseen[0] : unseen.at(-1)) ?? null
  if (at === -1) return (by === 1 ? rows[0] : rows.at(-1)) ?? null
  const next = rows[(at + by + rows.length) % rows.length]
  return next === undefined || next.view.id === current ? null : next
}

/**
 * Returns the number on the tray and launcher icons: unseen tabs of the categories that use the
 * badge. Muted tabs count, snoozed tabs do not.
 */
export function badgeCount(views: Iterable<TabView>, channels: NotificationOptions): number {
  let count = 0
  for (const { state, agent, call } of views) {
    if (agent?.snoozedUntil != null) continue
    const category = state === 'waiting' || state === 'error' || state === 'done' ? state : null
    const asks = category !== null && agent?.seen === false && channels[category].includes('badge')
    if (asks || (call !== undefined && channels[call.kind].includes('badge'))) count += 1
  }
  return count
}
