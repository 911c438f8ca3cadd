/** The combined view of a tab with several panes: the most urgent one. Pure. */
import { defined } from '../../../base/objects/defined.ts'
import { severity } from '../../../agents/state/headline.ts'
import type { SessionId } from '../../ids.ts'
import type { TabView } from './tab-view.ts'

/** Number of panes (`of`), and number of panes that need the user (`need`). */
interface PaneCounts {
  readonly of: number
  readonly need: number
}

export type HeadlineView = TabView & { readonly panes?: PaneCounts }

/** Returns the view. `focus`: the pane that provides mute and, usually, the title. */
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

/** Returns the pane that provides the title: the focused one, unless only another is named. */
export function namingPane(
  views: readonly TabView[],
  focus: SessionId | null,
): TabView | undefined {
  const focused = views.find(({ id }) => id === focus) ?? views[0]
  return focused?.named === true ? focused : (views.find(({ named }) => named) ?? focused)
}

/** Ranks panes by state, unseen ones first. Idle prompts rank no higher than silent programs. */
function urgency({ state, agent }: TabView): number {
  if (state === 'idle') return 0
  const asks =
    state !== 'active' && agent !== undefined && !agent.seen && agent.snoozedUntil === null
  return 2 * severity[state] + Number(asks)
}
