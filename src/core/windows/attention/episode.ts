/** The episode of a tab, which notifies once (docs/contributing/internals/agent-state.md). Pure. */
import { wasLeft } from '../../../agents/process/exit-codes.ts'
import type { TabView } from '../tabs/tab-view.ts'
import type { Category } from './channels.ts'

export interface Episode {
  /** Identity of the episode: repeated reports, resizes and moves do not change it. */
  readonly key: string
  readonly categories: readonly Category[]
  readonly at: number
}

/** Returns the unseen episode of a tab's state; `null` if there is none. */
export function stateEpisode({ state, agent, phase, exit }: TabView): Episode | null {
  if (phase === 'ended' && exit?.signal === null && wasLeft(exit.code ?? 0))
    return { key: `ended ${agent?.since ?? 0}`, categories: ['exit'], at: agent?.since ?? 0 }
  if (
    agent === undefined ||
    agent.seen ||
    (state !== 'waiting' && state !== 'error' && state !== 'done')
  )
    return null
  return {
    key: `${state} ${agent.since}`,
    categories: phase === 'ended' ? ['error', 'exit'] : [state],
    at: agent.since,
  }
}

/** Returns the episode of a tab's call for attention. */
export function callEpisode({ call }: Pick<TabView, 'call'>): Episode | null {
  return call === undefined
    ? null
    : { key: `${call.kind} ${call.at}`, categories: [call.kind], at: call.at }
}
