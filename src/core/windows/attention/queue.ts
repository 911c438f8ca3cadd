/** Who needs the user, in which order, and who is next. Pure. */
import type { SessionId } from '../../ids.ts'
import { askingStates } from '../tabs/needs-you.ts'
import type { TabView } from '../tabs/tab-view.ts'
import type { NotificationOptions } from './channels.ts'

/** A tab and its window. */
export interface QueuedTab {
  readonly window: string
  readonly view: TabView
}

/**
 * Returns the rows of the attention list, the most urgent state first, then the oldest. What a
 * program merely calls out comes after every state. A tab that still waits after you have seen it
 * comes last, because its program continues to wait. Snoozed tabs are omitted.
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

/** It asks, or still waits, or called out. */
export function needsYou(view: TabView): boolean {
  const { state, agent, call } = view
  if (agent?.snoozedUntil != null) return false
  return (
    call !== undefined ||
    (agent !== undefined &&
      askingStates.includes(state) &&
      agent.answered !== true &&
      (!agent.seen || state === 'waiting'))
  )
}

/** The user has looked at it, and it still waits. */
export function isSeen({ state, agent, call }: TabView): boolean {
  return call === undefined && agent !== undefined && agent.seen && askingStates.includes(state)
}

/** Does it need the user by its state, rather than by what it called out? */
export function isByState({ state, agent, call }: TabView): boolean {
  return agent !== undefined && askingStates.includes(state) && (!agent.seen || call === undefined)
}

/** Since when it needs the user: its state, or else its call. Of the clock of views. */
export function beganAt(view: TabView): number {
  return (isByState(view) ? view.agent?.since : view.call?.at) ?? 0
}

/**
 * Where the key leads from tab `current`: to the first that nobody has looked at, then on and on,
 * round the end. null: nowhere else. `rows` as `queue` gives them.
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
 * The number at tray and launcher: tabs that nobody has looked at, of categories that use the
 * badge. Muted ones count, snoozed ones do not.
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
