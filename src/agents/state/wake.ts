import type { Millis } from '../../base/clock.ts'
import { shownDue } from './showing.ts'
import type { AgentState } from './state.ts'
import { timers } from './timers.ts'

/** Returns the time of the next call, later than the state's own, or `null` if none is due. */
export function wakeAt(state: AgentState): Millis | null {
  let first = shownDue(state)
  for (const { due } of timers) {
    const at = due(state)
    if (at !== null && (first === null || at < first)) first = at
  }
  return first === null ? null : Math.max(first, state.now + 1)
}
