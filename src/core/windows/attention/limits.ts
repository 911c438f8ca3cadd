/** Limits of what asks for the user. */

/**
 * Notifications kept for the attention list; beyond it the oldest of the tab that has most leaves.
 */
export const notificationsKeptMax = 200

/**
 * Part of `notifications.max_per_minute` that one tab has; what it says beyond is summed up. A
 * program that never stops would else take the place of those that need the user.
 */
export const tabShare = 0.25

/** Rows of the list that are sent to a page; the most urgent come first. */
export const attentionRowsMax = 200

/** Sounds are this far apart, milliseconds: one at a time. */
export const soundIntervalMs = 2_000

/** The span of `notifications.max_per_minute`. */
export const minuteMs = 60_000

/** Changes of many tabs at once reach the pages in one message after so long. */
export const publishDelayMs = 30

/** What several tabs say at once is collected for so long before one notification sums it up. */
export const summaryDelayMs = 500

/** Characters of a notification's text on the desktop; what is longer is cut. */
export const notificationTextMax = 512
