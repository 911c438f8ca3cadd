/** When a screen is read for the rules, and what readings wait for, in milliseconds. */

/** Rules want settled text: they wait longer for the end of an update, ms. */
export const heldForRulesMs = 1_000

/**
 * Output has settled after so long without any, ms, and at latest so long after the first unseen
 * byte; screens are read so long apart at least (docs/screen-rules.md).
 */
export const settledAfterMs = 100
export const settledLatestMs = 250
export const readIntervalMs = 100

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

/**
 * Lines of a dialog that are shown outside of its tab, and characters of a line. Of a longer one
 * the beginning is shown, and no choices: nobody is to allow what he has not seen whole.
 */
export const dialogLinesMax = 60
export const dialogLineCharactersMax = 400

/** Choices that a dialog has, each a digit. A longer list is answered in its tab. */
export const choicesMax = 9

/**
 * Rows below choices that are known by their words alone: the end of a frame, what the keys do, a
 * status. Where more follow, another dialog may stand there, and the list have been printed.
 */
export const belowNamedMax = 3

/** Rows below a numbered list, for the same reason: a line and two rows of status more. */
export const belowNumberedMax = 4

/** Lines of a screen that is shown and cannot be answered from elsewhere: its last ones. */
export const readLinesMax = 12
