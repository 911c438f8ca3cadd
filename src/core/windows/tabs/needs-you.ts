/**
 * Finds the tabs that need the user. In addition to the tabs' stripes, a window shows them in its
 * title and at the ends of the tab bar.
 */
import type { SessionId } from '../../ids.ts'
import type { TabState, TabView } from './tab-view.ts'
import { agentName } from './agent-names.ts'
import { fill } from '../../../base/text/template.ts'

type AskingTab = Pick<TabView, 'id' | 'state' | 'agent' | 'phase'>

/** States of a tab that needs you, the most urgent first. */
export const askingStates: readonly TabState[] = ['waiting', 'error', 'done']

/** Returns whether the tab needs the user and is neither seen nor snoozed. */
export function asks({ state, agent }: AskingTab): boolean {
  return (
    askingStates.includes(state) &&
    agent !== undefined &&
    !agent.seen &&
    agent.snoozedUntil === null
  )
}

/**
 * Returns whether the tab's state still needs the user: it is unseen, or a question that the user
 * has only seen. Snoozed tabs don't.
 */
export function stillAsks({ state, agent }: AskingTab): boolean {
  return (
    agent !== undefined &&
    agent.snoozedUntil === null &&
    agent.answered !== true &&
    askingStates.includes(state) &&
    (!agent.seen || state === 'waiting')
  )
}

export interface WaitingCount {
  readonly count: number
  /** The most urgent state of them. */
  readonly state: TabState
  /** How many of them the user has seen. */
  readonly seen: number
}

/** Returns what the count of the tab bar shows, or `null` if no tab still asks. */
export function waitingCount(tabs: readonly AskingTab[]): WaitingCount | null {
  const asking = tabs.filter(stillAsks)
  const first = mostUrgent(asking)
  return first === null
    ? null
    : {
        count: asking.length,
        state: first.state,
        seen: asking.filter(({ agent }) => agent?.seen === true).length,
      }
}

/** Returns the words of the count: `3 need you, 2 of them seen`. */
export function waitingWords({ count, seen }: WaitingCount): string {
  const rest = seen === 0 ? '' : seen === count ? ' (seen)' : `, ${seen} of them seen`
  return `${needYou(count)}${rest}`
}

/** Returns the tab with the most urgent state, of several the oldest. */
export function mostUrgent<Tab extends AskingTab>(tabs: readonly Tab[]): Tab | null {
  const rank = ({ state }: Tab) => {
    const at = askingStates.indexOf(state)
    return at === -1 ? askingStates.length : at
  }
  return (
    tabs.toSorted(
      (a, b) => rank(a) - rank(b) || (a.agent?.since ?? 0) - (b.agent?.since ?? 0),
    )[0] ?? null
  )
}

/** Returns the words for a number of panes or tabs: `1 needs you`, `3 need you`. */
export function needYou(count: number): string {
  return count === 1 ? '1 needs you' : `${count} need you`
}

export interface EdgeMark {
  readonly state: TabState
  readonly count: number
  /** The session that a click shows. */
  readonly session: SessionId
}

/** Returns the mark on the arrow at one end of the bar, for the tabs hidden there, or null. */
export function edgeMark(hidden: readonly AskingTab[]): EdgeMark | null {
  const asking = hidden.filter(asks)
  const first = mostUrgent(asking)
  return first === null ? null : { state: first.state, count: asking.length, session: first.id }
}

/** Numbers in parentheses, in every script and form, and invisible characters. */
const blank = String.raw`[\s\u2800]`
const opening = String.raw`[(\uff08\ufe59\u207d\u208d\u2768\u276a\u27ee\u2985\u2e28]`
const closing = String.raw`[)\uff09\ufe5a\u207e\u208e\u2769\u276b\u27ef\u2986\u2e29]`
const bracketed = String.raw`${opening}${blank}*\p{N}+${blank}*${closing}|[\u2474-\u2487]`
const counts = new RegExp(String.raw`^(?:${blank}|${bracketed})+(?=[^\s\u2800])`, 'u')

/** Removes a number in parentheses from the start: it would look like the count of tabs. */
function withoutCount(title: string): string {
  return title.replace(counts, '')
}

/**
 * Returns a window's title, by default `(2) title - vibeflow`. `count` is the number of tabs that
 * need the user. It precedes the title if the template has no `{count}`.
 */
export function windowTitle(
  template: string,
  view: Pick<TabView, 'title' | 'place' | 'state' | 'agent'> | undefined,
  count: number,
): string {
  const title = fill(template, {
    title: withoutCount(view?.title ?? ''),
    tool: agentName(view?.agent?.tool ?? ''),
    state: view === undefined || view.state === 'active' ? '' : view.state,
    directory: view?.place ?? '',
    count: count === 0 ? '' : String(count),
  })
  return `${count === 0 || template.includes('{count}') ? '' : `(${count}) `}${title}`
}
