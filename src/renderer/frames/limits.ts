/** Limits of what a page keeps of a session's rows. */

/**
 * Lines of the history that have been unpacked and are kept, some 1.5 KB each: more than any window
 * shows, and a search goes through the others once.
 */
export const linesCachedMax = 512

/**
 * Parts of the history are joined up to so many words, 64 KiB: as large as the core's own blocks.
 */
export const partWordsMax = 16_384

/**
 * Lines announced to a screen reader until the user's next key: as many as xterm.js takes
 * (`MAX_ROWS_TO_READ`), which then says that there was more.
 */
export const announcedLinesMax = 20

/**
 * Characters after which such a line ends, as if there were one: a program may print on one row for
 * ever.
 */
export const announcedLineMax = 1_000

/**
 * Rows of the history that are to be announced to a screen reader are asked for again, and given
 * up, when they were not there so many times as something came: a frame, 16 ms behind the last at
 * least, or other rows. The way to the worker takes some frames while it is busy.
 */
export const askEvery = 16
export const waitsMax = 64

/**
 * Pieces of text that wait for such rows, a row of the screen each at most: some for each of those
 * frames. Others are left out.
 */
export const announcedWaitingMax = 256

/**
 * Rows above and below those in view that are asked for ahead of scrolling, or two screens where
 * that is more: some turns of the wheel, and 64 KiB.
 */
export const aheadRows = 256

/**
 * Rows that have not come by then, ms, are asked for again: they may have been dropped, or the
 * worker have died.
 */
export const rowRetryMs = 100

/**
 * While rows of the view are on their way the picture of before stays for so long, ms: behind that
 * what has not come is blank.
 */
export const holdPictureMs = 100

/**
 * A request for rows fails when none of them has come for so long, ms, or
 * behind so long in all: 100,000 rows take 100 parts.
 */
export const waitStallMs = 2_000
export const waitMsMax = 20_000

/**
 * A grid that has been out of view for so long, ms, keeps only the rows around its view: who goes
 * back and forth between tabs finds them whole.
 */
export const keepHiddenMs = 10_000

/**
 * Screens above and below the view that it keeps: drawn at once when it is shown, until the rest
 * has come again.
 */
export const keepHiddenScreens = 1

/**
 * A frame that has not been drawn by then, ms, counts as drawn: the display asks for none, or its
 * drawing failed.
 */
export const drawnWithinMs = 1_000

/**
 * In a flood the next frame is taken after this, ms, drawn or not: 30 a second are laid in, at 1 ms
 * each, of which few are drawn.
 */
export const floodFrameMs = 32

/**
 * The core is sent at most so often, ms, what the user looks at while he scrolls: a message, for a
 * size that others may set.
 */
export const viewReportMs = 100
