/** The state machine of one tab: pure, total, told everything as evidence (docs/agent-state.md). */
import type { Millis } from '../clock.ts'
import type { Evidence } from './evidence.ts'
import type { AgentState } from './state.ts'

export function reduce(state: AgentState, _evidence: Evidence, now: Millis): AgentState {
  return now > state.now ? { ...state, now } : state
}
