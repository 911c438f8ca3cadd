/** Who needs the user, in which order, and who is next. Pure. */
import type { SessionId } from '../../ids.ts'
import type { TabState, TabView } from '../tabs/tab-view.ts'
import type { AttentionOptions, NotificationOptions } from './channels.ts'

/** A tab and its window. */
export interface QueuedTab {
  readonly window: string
  readonly view: TabView
}

/** The most urgent first; what a program merely calls out comes behind every state. */
const urgency: readonly TabState[] = ['waiting', 'error', 'done']

/**
 * Rows of the attention list. Tabs that nobody has looked at come first; a tab that still waits
 * after you have seen it stands behind them, for its program goes on waiting. Snoozed ones are left
 * out.
 */
export function queue(
  rows: readonly QueuedTab[],
  {
    include,
    order,
  }: {
    readonly include: readonly TabState[]
    readonly order: AttentionOptions['order']
  },
): readonly QueuedTab[] {
  const rank = ({ view: { state, agent } }: QueuedTab) => {
    const at = agent !== undefined && include.includes(state) ? urgency.indexOf(state) : -1
    return at === -1 ? urgency.length : at
  }
  return rows
    .filter(({ view }) => needsYou(view, include))
    .toSorted(
      (a, b) =>
        Number(isSeen(a.view, include)) - Number(isSeen(b.view, include)) ||
        (order === 'urgency' ? rank(a) - rank(b) : 0) ||
        beganAt(a.view, include) - beganAt(b.view, include),
    )
}

/** It asks, or still waits, or called out. */
export function needsYou(view: TabView, include: readonly TabState[]): boolean {
  const { state, agent, call } = view
  if (agent?.snoozedUntil != null) return false
  return (
    call !== undefined ||
    (agent !== undefined &&
      include.includes(state) &&
      agent.answered !== true &&
      (!agent.seen || state === 'waiting'))
  )
}

/** The user has looked at it, and it still waits. */
export function isSeen({ state, agent, call }: TabView, include: readonly TabState[]): boolean {
  return call === undefined && agent !== undefined && agent.seen && include.includes(state)
}

/** Does it need the user by its state, rather than by what it called out? */
export function isByState({ state, agent, call }: TabView, include: readonly TabState[]): boolean {
  return agent !== undefined && include.includes(state) && (!agent.seen || call === undefined)
}

/** Since when it needs the user: its state, or else its call. Of the clock of views. */
export function beganAt(view: TabView, include: readonly TabState[]): number {
  return (isByState(view, include) ? view.agent?.since : view.call?.at) ?? 0
}

/**
 * Where the key leads from tab `current`: to the first that nobody has looked at, then on and on,
 * round the end. null: nowhere else. `rows` as `queue` gives them.
 */
export function nextInQueue(
  rows: readonly QueuedTab[],
  current: SessionId | null,
  by: 1 | -1,
  include: readonly TabState[],
): QueuedTab | null {
  const at = rows.findIndex(({ view }) => view.id === current)
  const unseen = rows.filter(({ view }) => !isSeen(view, include))
  const here = rows[at]
  if (here !== undefined && isSeen(here.view, include) && unseen.length > 0)
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
