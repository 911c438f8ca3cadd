/** Limits of the pipe between the main process and a page. Reasons: SECURITY.md. */

/**
 * Largest message that a page may send, bytes. A page that sends more is broken: the message is
 * dropped and counted.
 */
export const pageMessageBytesMax = 1_048_576

/**
 * Bytes of a paste in one message. Well under `pageMessageBytesMax`, so that a big paste cannot
 * hold up a key press.
 */
export const pasteMessageBytesMax = 262_144

/**
 * Messages per second from one page, those below aside. 100 flooding tabs acknowledge 12 500 times.
 * Beyond it: dropped, counted.
 */
export const pageMessagesPerSecondMax = 20_000

/**
 * Queries and mouse reports per second from one page: what a program's output can cause without
 * end. Beyond it they are dropped and counted, but nothing else is: keys and acknowledgements must
 * get through whatever a program prints.
 */
export const pageCausedPerSecondMax = 5_000

/**
 * Messages that make no sense, or come too fast, after which a page is taken to be broken and is
 * loaded anew. Its sessions go on.
 */
export const pageDropsUntilReload = 10_000

/**
 * Text put on a clipboard or read from it, UTF-16 units. Larger than a screen full of scrollback;
 * beyond it: refused with a sentence.
 */
export const clipboardTextMax = 16_777_216

/** Px of a window in one direction: more than any display has. */
export const windowPixelsMax = 100_000

/** Columns and rows of a grid. xterm.js has no grid of one column. Sizes outside are clamped. */
export const columnsMin = 2
export const columnsMax = 1_000
export const gridRowsMin = 1
export const gridRowsMax = 1_000

/**
 * Bytes of the user's own sound. A sign takes some 10 KiB; beyond it: refused with a sentence,
 * since each window holds it decoded.
 */
export const soundBytesMax = 1_048_576

/** A tab is snoozed for up to a day. */
export const snoozeMsMax = 86_400_000

/** UTF-16 units of what goes back with an answer: ours has some 60. Beyond it: no answer. */
export const dialogTokenMax = 256

/**
 * UTF-16 units of a name that a page may send: each of its 256 characters takes two at most, and
 * some are removed. Beyond it: dropped, counted.
 */
export const tabNameUnitsMax = 2_048

/**
 * A frame of the largest screen, a million cells, each in a style of its own: five words a cell,
 * and 10 MB for what stands beside them.
 */
export const cellsBytesMax = 30 * 1_024 * 1_024

/** UTF-16 units of what narrows the tabs of the sidebar; more than any title is looked for by. */
export const tabFilterMax = 256

/** Pieces of the time line under a tab; the oldest are not drawn. */
export const segmentsMax = 200
