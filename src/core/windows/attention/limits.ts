/** Limits of what asks for the user. */

/**
 * Notifications kept for the attention list; beyond it the oldest of the tab that has most leaves.
 */
export const notificationsKeptMax = 200

/** Notifications on the desktop in a minute. Beyond it they are combined into one. */
export const desktopPerMinuteMax = 20

/**
 * Those of one tab. A program that never stops would otherwise crowd out the tabs that need the
 * user.
 */
export const tabPerMinuteMax = 5

/** Rows of the list that are sent to a page; the most urgent come first. */
export const attentionRowsMax = 200

/** A program that works again within this time does not count as done, milliseconds. */
export const doneDelayMs = 2_000

/** Sounds are this far apart, milliseconds: one at a time. */
export const soundIntervalMs = 2_000

/** The span of `desktopPerMinuteMax` and `tabPerMinuteMax`. */
export const minuteMs = 60_000

/** Changes of many tabs at once reach the pages in one message after so long. */
export const publishDelayMs = 30

/** What several tabs say at once is collected for so long before one notification sums it up. */
export const summaryDelayMs = 500

/** Characters of a notification's text on the desktop; what is longer is cut. */
export const notificationTextMax = 512
