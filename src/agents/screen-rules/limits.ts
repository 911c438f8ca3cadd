/** Timing of screen readings in milliseconds, and limits of dialogs. */

/** Time to wait for the end of a synchronized update. */
export const heldForRulesMs = 1_000

/**
 * Output settles after this long without more, or at the latest this long after the first unread
 * byte. Readings have a minimum interval (docs/reference/screen-rules.md).
 */
export const settledAfterMs = 100
export const settledLatestMs = 250
export const readIntervalMs = 100

/** A quarter of this: time from output to /proc. Older output is the previous program's. */
export const seenWithinMs = 1_000

/**
 * Interval of repeated reports of work, which expires (`ai.stale_state_timeout_s`, at least 5 s).
 */
export const renewMs = 1_000

/** Time that output waits for a reading. Beyond: ignored, because the reader may be gone. */
export const explainedMs = settledLatestMs + heldForRulesMs + 750

/**
 * Lines of a dialog shown outside its tab, and characters per line. Only the start of a longer one
 * is shown, without choices, because the user must see all of what they allow.
 */
export const dialogLinesMax = 60
export const dialogLineCharactersMax = 400

/** Choices of a dialog, one digit each. A longer list is answered in its tab. */
export const choicesMax = 9

/** Rows below named choices: frame, hints, status. With more, the list may be printed text. */
export const belowNamedMax = 3

/** Rows below a numbered list, limited for the same reason: a line and two status rows more. */
export const belowNumberedMax = 4

/** Last lines shown of a screen that cannot be answered from elsewhere. */
export const readLinesMax = 12
