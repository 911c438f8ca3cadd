/** Limits of what the page knows. */

/** Shortest time between two changes of the tab bar, ms: one frame. */
export const changesIntervalMs = 16
