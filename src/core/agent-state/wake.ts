/** When the machine wants to be woken: the tab's only timer. */
import type { Millis } from '../clock.ts'
import type { AgentState } from './state.ts'

/** null: nothing changes by itself. Never at or before the state's own time. */
export function wakeAt(_state: AgentState): Millis | null {
  return null
}
