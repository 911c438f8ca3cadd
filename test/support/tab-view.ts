/** Views of tabs, and rows of the attention list, for tests. */
import type { Workspace } from '../../src/core/windows/workspace/workspace.ts'
import type { QueuedTab } from '../../src/core/windows/attention/queue.ts'
import type { TabAgent, TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { asSession } from './windows/ids.ts'

export type TabParts = Partial<Omit<TabView, 'agent'>> & { readonly agent?: Partial<TabAgent> }

/** Something is known of its program since 0. */
export function tabView({ agent = {}, ...rest }: TabParts = {}): TabView & { agent: TabAgent } {
  return {
    id: asSession('t'),
    title: 'claude',
    project: 'api',
    place: '~/api',
    state: 'active',
    phase: 'running',
    ...rest,
    agent: {
      since: 0,
      seen: false,
      snoozedUntil: null,
      confidence: 'fact',
      source: 'osc7501',
      tool: 'claude',
      more: 0,
      ...agent,
    },
  }
}

/** A tab that needs the user, as the list has it. */
export function attentionRow(
  id: string,
  state: TabView['state'],
  { call, ...agent }: Partial<TabAgent> & { readonly call?: TabView['call'] } = {},
): QueuedTab {
  const view = tabView({ id: asSession(id), title: id, project: '', place: '', state, agent })
  return { window: 'w1', view: call === undefined ? view : { ...view, call } }
}

/**
 * Starts a command that waits, as a user does who has read it.
 * @param tab whose command waits; the message holds exactly what its view shows
 */
export function startWaiting(workspace: Workspace | undefined, tab: string): void {
  const start = workspace?.session(asSession(tab))?.view().deferredStart
  if (start === undefined) throw new Error(`No command waits in ${tab}.`)
  workspace?.receive({ kind: 'session/start', session: asSession(tab), ...start })
}
