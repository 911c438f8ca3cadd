/**
 * The options of [ai] that the state machine obeys, as config/agent-configuration.ts makes them. It
 * accepts any duration.
 */
import type { Millis } from '../../base/clock.ts'

export interface StateOptions {
  readonly debounceMs: Millis
  readonly silenceMs: Millis
  readonly staleMs: Millis
  /** `ai.explicit_stale_state_s`; 0: off. */
  readonly fuseMs: Millis
  /** `ai.heuristic_busy_s`; 0: off. */
  readonly busyHoldMs: Millis
  readonly explicitScope: 'protocol' | 'session' | 'tool'
  readonly commands: 'working' | 'neutral'
  /** Output and silence may guess. */
  readonly heuristic: boolean
  /** Reported name -> name shown and merged under. */
  readonly aliases: ReadonlyMap<string, string>
}
