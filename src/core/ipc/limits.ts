/** Limits of the pipe between the main process and a page (SECURITY.md). */

/** Bytes of a page's message; a larger one is dropped and counted. */
export const pageMessageBytesMax = 1_048_576

/** Bytes of a paste per message, well below the limit, so that pastes don't delay keys. */
export const pasteMessageBytesMax = 262_144

/** Messages per second from a page; more are dropped. 100 flooding tabs send 12,500. */
export const pageMessagesPerSecondMax = 20_000

/**
 * Queries and mouse reports per second, which output can cause without end. Further ones are
 * dropped and counted separately, so that keys and acknowledgments always get through.
 */
export const pageCausedPerSecondMax = 5_000

/** Invalid or excess messages after which a broken page is reloaded. Its sessions continue. */
export const pageDropsUntilReload = 10_000

/** UTF-16 units of clipboard text; more is refused with a notice. */
export const clipboardTextMax = 16_777_216

/** Tabs in a message that closes them: all of a window, whose own limit is as high. */
export const tabsClosedMax = 1_000

/** Px of a window in one direction, more than any display. */
export const windowPixelsMax = 100_000

/** Columns and rows of a grid; other sizes are clamped. xterm.js has no grid of one column. */
export const columnsMin = 2
export const columnsMax = 1_000
export const gridRowsMin = 1
export const gridRowsMax = 1_000

/** Bytes of the user's sound, which each window holds decoded; more is refused. */
export const soundBytesMax = 1_048_576

/** A tab is snoozed for up to a day. */
export const snoozeMsMax = 86_400_000

/** UTF-16 units of a dialog's token, which has about 60; a longer one gets no answer. */
export const dialogTokenMax = 256

/** UTF-16 units of a name from a page; some are removed. Longer ones are dropped. */
export const tabNameUnitsMax = 2_048

/** Bytes of the largest frame: a million cells in different styles, and 10 MB more. */
export const cellsBytesMax = 30 * 1_024 * 1_024

/** UTF-16 units of the sidebar filter, more than needed for any title. */
export const tabFilterMax = 256

/** Segments of a tab's timeline; older ones are not drawn. */
export const segmentsMax = 200

/** Font families that the settings list. */
export const fontFamiliesMax = 256
