/** Limits of what a page keeps of a session's rows. */

/** Lines of the history that have been unpacked and are kept, some 1.5 KB each: more than any window shows, and a search goes through the others once. */
export const linesCachedMax = 512

/** Parts of the history are joined up to so many words, 64 KiB: as large as the core's own blocks. */
export const partWordsMax = 16_384

/** Lines that a screen reader is told until the user's next key: as many as xterm.js takes (`MAX_ROWS_TO_READ`), which then says that there was more. */
export const announcedLinesMax = 20

/** Characters after which such a line ends, as if there were one: a program may print on one row for ever. */
export const announcedLineMax = 1_000

/**
 * Rows of the history that a screen reader shall be told are asked for again, and given up, when they were not there so many times as something came: a frame, 16 ms
 * behind the last at least, or other rows. The way to the worker takes some frames while it is busy.
 */
export const askEvery = 16
export const waitsMax = 64

/** Pieces of text that wait for such rows, a row of the screen each at most: some for each of those frames. Others are left out. */
export const announcedWaitingMax = 256
