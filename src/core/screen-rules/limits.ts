/**
 * What readings of the screen wait for, in milliseconds. When a screen is read at all:
 * shadow/limits.ts.
 */
import { heldForRulesMs, settledLatestMs } from '../shadow/limits.ts'

/**
 * A reading of /proc follows output within a quarter of this: what is older was printed before the
 * agent that it finds came to the front.
 */
export const seenWithinMs = 1_000

/**
 * Work that goes on is said again so often: the machine forgets what is not renewed
 * (`ai.stale_state_timeout_s`, 5 s at least).
 */
export const renewMs = 1_000

/**
 * Output that a reading of the screen is to judge waits for it so long. Beyond: it counts as if
 * there were none, for the reader may be gone.
 */
export const explainedMs = settledLatestMs + heldForRulesMs + 750
