/** When the machine wants to be woken: the tab's only timer. */
import type { Millis } from '../../base/clock.ts'
import { shownDue } from './showing.ts'
import type { AgentState } from './state.ts'
import { timers } from './timers.ts'

/** null: nothing changes by itself. Never at or before the state's own time. */
export function wakeAt(state: AgentState): Millis | null {
  let first = shownDue(state)
  for (const { due } of timers) {
    const at = due(state)
    if (at !== null && (first === null || at < first)) first = at
  }
  return first === null ? null : Math.max(first, state.now + 1)
}
