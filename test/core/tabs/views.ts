/** Views of tabs for tests. */
import type { TabAgent, TabView } from '../../../src/core/ipc/contract.ts'

type Parts = Partial<Omit<TabView, 'agent'>> & { readonly agent?: Partial<TabAgent> }

/** Something is known of its program since 0. */
export function tabView({ agent = {}, ...rest }: Parts = {}): TabView & { agent: TabAgent } {
  return {
    id: 't',
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
