/** Limits for input while the page waits for the main process, and for the wheel. */

/** Longest hold of typed keys, ms. Then they go to the active tab: better late than never. */
export const holdMs = 1_000

/** Limit of held input. Beyond it, it goes to the active tab, or is dropped if there is none. */
export const heldMax = 1_000

/** Confirmation takes milliseconds. After this time, the main process's state applies. */
export const confirmMs = 2_000

/** Actions that one event of the wheel runs. A fast wheel turns by a few steps at a time. */
export const wheelActionsMax = 8
