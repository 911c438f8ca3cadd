/** A row of the attention list, as a test wants it. */
import type { Row } from '../../src/core/attention/queue.ts'
import type { TabAgent, TabView } from '../../src/core/ipc/contract.ts'

const agent: TabAgent = {
  since: 0,
  seen: false,
  snoozedUntil: null,
  confidence: 'fact',
  source: 'osc7501',
  tool: 'claude',
  more: 0,
}

export function attentionRow(
  id: string,
  state: TabView['state'],
  change: Partial<TabAgent> & { readonly call?: TabView['call'] } = {},
): Row {
  const { call, ...said } = change
  return {
    window: 'w1',
    view: {
      id,
      title: id,
      project: '',
      place: '',
      state,
      phase: 'running',
      agent: { ...agent, ...said },
      ...(call === undefined ? {} : { call }),
    },
  }
}
