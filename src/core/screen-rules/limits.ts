/** When the screen is read (protocols/screen-rules.md 2), in milliseconds. */

/** So long without output, and the grid has settled. */
export const settledMs = 100

/** A screen that never comes to rest is read at the latest so long after the first output that was not read yet. */
export const unreadMs = 250

/** An open synchronized update is waited for, but not longer: its program may have died in it. */
export const updateMs = 1_000

/** Least distance between two readings of a tab. */
export const apartMs = 100

/** Work that goes on is said again so often: the machine forgets what is not renewed (`ai.stale_state_timeout_s`, 5 s at least). */
export const renewMs = 1_000

/** Output that a reading of the screen is to judge waits for it so long. Beyond: it counts as if there were none, for the reader may be gone. */
export const explainedMs = unreadMs + updateMs + 750
