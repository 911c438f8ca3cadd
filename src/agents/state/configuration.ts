/** Options of the state machine (core/config/agent-configuration.ts). Any duration is valid. */
import type { Millis } from '../../base/clock.ts'

export interface StateOptions {
  readonly debounceMs: Millis
  readonly silenceMs: Millis
  readonly staleMs: Millis
  /** `ai.explicit_stale_state_s`; 0 disables it. */
  readonly fuseMs: Millis
  /** `ai.heuristic_busy_s`; 0 disables it. */
  readonly busyHoldMs: Millis
  readonly explicitScope: 'protocol' | 'session' | 'tool'
  readonly commands: 'working' | 'neutral'
  /** Whether output and silence may cause guesses. */
  readonly heuristic: boolean
  /** Whether ordinary programs that ask need the user. */
  readonly asks: boolean
  /** Reported name to displayed and merged name. */
  readonly aliases: ReadonlyMap<string, string>
}
