/**
 * The options of `ai.` and `ui.seen_after_ms` that the state machine obeys, as
 * config/agent-configuration.ts makes them. It takes any duration.
 */
import type { Millis } from '../../base/clock.ts'

export interface StateOptions {
  readonly debounceMs: Millis
  readonly silenceMs: Millis
  readonly staleMs: Millis
  /** `ai.explicit_stale_state_s`; 0: off. */
  readonly fuseMs: Millis
  readonly doneHoldMs: Millis
  /** `ai.heuristic_busy_s`; 0: off. */
  readonly busyHoldMs: Millis
  readonly seenAfterMs: Millis
  readonly explicitScope: 'protocol' | 'session' | 'tool'
  readonly acknowledge: 'never' | 'focus' | 'input'
  readonly turnEnd: 'done' | 'waiting'
  readonly commands: 'working' | 'neutral'
  /** Output and silence may guess. */
  readonly heuristic: boolean
  /** Reported name -> name shown and merged under. */
  readonly aliases: ReadonlyMap<string, string>
}
