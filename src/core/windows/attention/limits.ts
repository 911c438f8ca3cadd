/** Limits of attention and notifications. */

/** Time for a window to get the focus after it was raised, ms. A busy desktop needs a second. */
export const focusWaitMs = 2_000

/** Notifications kept in the history; beyond it the oldest of the tab with the most is dropped. */
export const notificationsKeptMax = 200

/** Notifications on the desktop in a minute. Beyond it they are combined into one. */
export const desktopPerMinuteMax = 20

/**
 * Notifications of one tab. A program that never stops would otherwise crowd out the tabs that need
 * the user.
 */
export const tabPerMinuteMax = 5

/** Commands of the user that start in a minute. Further ones do not run. */
export const eventCommandsPerMinuteMax = 60

/** Interval in which the same sentence about a failed command is shown once, ms. */
export const eventProblemRepeatMs = 600_000

/** Looks at the screen for a question that a command may answer, and the time between them, ms. */
export const dialogLooks = 4
export const dialogLookMs = 500

/** Rows sent to a page, most urgent first. */
export const attentionRowsMax = 200

/** A program that works again within this time does not count as done, milliseconds. */
export const doneDelayMs = 2_000

/** Minimum interval between sounds, ms. */
export const soundIntervalMs = 2_000

/** The span of `desktopPerMinuteMax` and `tabPerMinuteMax`. */
export const minuteMs = 60_000

/** Delay after which changes of several tabs reach the pages in one message, ms. */
export const publishDelayMs = 30

/** Time in which events of several tabs are gathered into one summary, ms. */
export const summaryDelayMs = 500

/** Characters of a desktop notification's text; longer text is truncated. */
export const notificationTextMax = 512
