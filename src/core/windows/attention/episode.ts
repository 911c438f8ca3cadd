/** Which episode a tab is in: what must notify once (docs/agent-state.md). Pure. */
import type { TabView } from '../tabs/tab-view.ts'
import type { Category } from './channels.ts'

export interface Episode {
  /**
   * The same as long as it is the same: a repeated report, a resize, a move to another window
   * change nothing.
   */
  readonly key: string
  readonly categories: readonly Category[]
  readonly at: number
}

/** What the state of a tab has to notify of that has not been seen; null: nothing. */
export function stateEpisode({ state, agent, phase, exit }: TabView): Episode | null {
  if (phase === 'ended' && exit !== undefined && exit.code === 0 && exit.signal === null)
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

/** What a tab calls out beside its state. */
export function callEpisode({ call }: TabView): Episode | null {
  return call === undefined
    ? null
    : { key: `${call.kind} ${call.at}`, categories: [call.kind], at: call.at }
}
