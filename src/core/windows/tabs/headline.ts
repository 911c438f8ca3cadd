/** What a tab of several panes shows: the most urgent of them, and how many need the user. Pure. */
import { defined } from '../../../base/defined.ts'
import { severity } from '../../../agents/state/headline.ts'
import type { SessionId } from '../../ids.ts'
import type { TabView } from './tab-view.ts'

/** How many panes a tab has, and how many of them need the user. */
export interface PaneCounts {
  readonly of: number
  readonly need: number
}

export type HeadlineView = TabView & { readonly panes?: PaneCounts }

/**
 * @param views of its panes, one at least
 * @param focus the pane that mute is of, and the title, unless another has a name of the user's
 */
export function headlineOf(
  views: readonly TabView[],
  focus: SessionId | null,
): HeadlineView | null {
  const named = views.find(({ id }) => id === focus) ?? views[0]
  if (named === undefined || views.length < 2) return named ?? null
  const first = views.reduce((best, view) => (urgency(view) > urgency(best) ? view : best), named)
  const { branch, agent, exit, detail } = first
  const naming = namingPane(views, focus)
  const call = named.call ?? views.find((view) => view.call !== undefined)?.call
  const {
    agent: _agent,
    branch: _branch,
    call: _call,
    detail: _detail,
    exit: _exit,
    ...rest
  } = named
  return {
    ...rest,
    ...(naming?.named === true ? { title: naming.title, named: true } : {}),
    state: first.state,
    project: first.project,
    place: first.place,
    ...defined({ branch, agent, exit, detail, call }),
    panes: { of: views.length, need: views.filter(({ state }) => state === 'waiting').length },
  }
}

/**
 * Whose title the tab has: the pane with the focus; but a name of the user's stays, of whichever
 * pane it is.
 */
export function namingPane(
  views: readonly TabView[],
  focus: SessionId | null,
): TabView | undefined {
  const focused = views.find(({ id }) => id === focus) ?? views[0]
  return focused?.named === true ? focused : (views.find(({ named }) => named) ?? focused)
}

/**
 * By state; of two alike the one that nobody has looked at. A shell has nothing to look at. A
 * prompt is no more urgent than a program that says nothing: then the tab is as the pane that names
 * it.
 */
function urgency({ state, agent }: TabView): number {
  if (state === 'idle') return 0
  const asks =
    state !== 'active' && agent !== undefined && !agent.seen && agent.snoozedUntil === null
  return 2 * severity[state] + Number(asks)
}
