/** Distinguishes tabs of one window whose agents have the same title and project. */
import type { SessionId } from '../../ids.ts'
import type { TabView } from './tab-view.ts'
import { agentName } from './agent-names.ts'

/** Returns the agent's name by id of ambiguous tabs, numbered in the order of the bar. */
export function twinMarks(views: readonly TabView[]): ReadonlyMap<SessionId, string> {
  const marks = new Map<SessionId, string>()
  for (const alike of grouped(
    views.filter(hasAgent),
    ({ title, project }) => `${title}\0${project}`,
  )) {
    if (alike.length < 2) continue
    for (const same of grouped(alike, ({ agent }) => agent?.tool ?? '')) {
      for (const [index, { id, agent }] of same.entries())
        marks.set(
          id,
          same.length === 1
            ? agentName(agent?.tool ?? '')
            : `${agentName(agent?.tool ?? '')} ${index + 1}`,
        )
    }
  }
  return marks
}

/** Excludes tabs with a user's name, or with a client's detail instead of the project. */
function hasAgent({ agent, state, named, detail }: TabView): boolean {
  return (
    agent !== undefined &&
    agent.tool !== '' &&
    state !== 'active' &&
    named !== true &&
    detail === undefined
  )
}

function grouped<Value>(
  values: readonly Value[],
  key: (value: Value) => string,
): readonly (readonly Value[])[] {
  const groups = new Map<string, Value[]>()
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value])
  return [...groups.values()]
}
