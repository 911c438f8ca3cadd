/** Limits of a session's rows in the page. */

/** Unpacked lines of the history, 1.5 KB each: more than a window shows. */
export const linesCachedMax = 512

/** Parts of the history are joined up to this many words: 64 KiB, like the core's blocks. */
export const partWordsMax = 16_384

/** Lines announced until the next key, as xterm.js's `MAX_ROWS_TO_READ`. */
export const announcedLinesMax = 20

/** Characters after which an announced line ends. A program may print on one row forever. */
export const announcedLineMax = 1_000

/**
 * A missing row for the screen reader is requested again, or given up, after it was missing this
 * many times when a frame (16 ms apart or more) or rows arrived. A busy worker takes some frames.
 */
export const askEvery = 16
export const waitsMax = 64

/** Texts that wait for such rows. Others are dropped. */
export const announcedWaitingMax = 256

/** Rows requested ahead of scrolling on each side, or two screens if that is more: 64 KiB. */
export const aheadRows = 256

/** Time until missing rows are requested again, ms. The worker may have died. */
export const rowRetryMs = 100

/** How long the previous image stays while visible rows are missing, ms. */
export const holdPictureMs = 100

/** A request for rows fails after this time without any, or in total, ms. */
export const waitStallMs = 2_000
export const waitMsMax = 20_000

/** Time until a hidden grid drops rows far from its view, ms. Users go back and forth. */
export const keepHiddenMs = 10_000

/** Screens kept above and below that view, to draw until the rest has arrived again. */
export const keepHiddenScreens = 1

/** Time until an undrawn frame counts as drawn, ms. Drawing may have failed. */
export const drawnWithinMs = 1_000

/** Under heavy output, the next frame is accepted after this time, ms: 30 per second. */
export const floodFrameMs = 32

/** Shortest time between two reports of the view while scrolling, ms. */
export const viewReportMs = 100
