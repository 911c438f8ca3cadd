/** Limits of what asks for the user. */

/** Notices kept for the attention list; the oldest leave (behaviour/ui.md 12). */
export const noticesKeptMax = 200

/** Rows of the list that are told to a page; the most urgent come first, and nobody reads further. */
export const rowsMax = 200

/** Sounds are this far apart, milliseconds: one at a time (behaviour/ui.md 12). */
export const soundIntervalMs = 2_000

/** The span of `notifications.max_per_minute`. */
export const minuteMs = 60_000

/** Changes of many tabs at once reach the pages in one message after so long. */
export const publishDelayMs = 30

/** What several tabs say at once is collected for so long before one notice sums it up. */
export const summaryDelayMs = 500

/** Characters of a notice's text on the desktop; what is longer is cut. */
export const noticeTextMax = 512
