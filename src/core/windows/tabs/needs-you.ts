/**
 * Which tabs ask for you, and what the window says of it beside their stripes: its title, and the
 * ends of the bar.
 */
import type { SessionId } from '../../ids.ts'
import type { TabState, TabView } from './tab-view.ts'
import { agentName } from './agent-names.ts'
import { fill } from '../../../base/text/template.ts'

export type AskingTab = Pick<TabView, 'id' | 'state' | 'agent' | 'phase'>

/** States of a tab that needs you, the most urgent first. */
export const askingStates: readonly TabState[] = ['waiting', 'error', 'done']

/** Unseen, and not snoozed. */
export function asks({ state, agent }: AskingTab): boolean {
  return (
    askingStates.includes(state) &&
    agent !== undefined &&
    !agent.seen &&
    agent.snoozedUntil === null
  )
}

/** The most urgent, then the oldest. */
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

/** Panes and tabs alike: `1 needs you`, `3 need you`. */
export function needYou(count: number): string {
  return count === 1 ? '1 needs you' : `${count} need you`
}

export interface EdgeMark {
  readonly state: TabState
  readonly count: number
  /** Where a click goes. */
  readonly session: SessionId
}

/** For the tabs of one side that are not in view: what its arrow carries, or null. */
export function edgeMark(hidden: readonly AskingTab[]): EdgeMark | null {
  const asking = hidden.filter(asks)
  const first = mostUrgent(asking)
  return first === null ? null : { state: first.state, count: asking.length, session: first.id }
}

/** Numbers in round brackets, of whatever script and form, and all that draws nothing. */
const blank = String.raw`[\s\u2800]`
const opening = String.raw`[(\uff08\ufe59\u207d\u208d\u2768\u276a\u27ee\u2985\u2e28]`
const closing = String.raw`[)\uff09\ufe5a\u207e\u208e\u2769\u276b\u27ef\u2986\u2e29]`
const bracketed = String.raw`${opening}${blank}*\p{N}+${blank}*${closing}|[\u2474-\u2487]`
const counts = new RegExp(String.raw`^(?:${blank}|${bracketed})+(?=[^\s\u2800])`, 'u')

/** A program's title that begins with a number in brackets would count tabs that need nobody. */
function withoutCount(title: string): string {
  return title.replace(counts, '')
}

/**
 * By default `(2) title - vibeflow`. `count`: of the tabs that ask. Where the user puts it is the
 * template's matter; without a place it stands in front.
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
