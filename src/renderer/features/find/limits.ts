/** Limits of search. */

/**
 * Characters of what is searched for. Nobody types more, and a pattern's cost grows with its
 * length. Beyond it: refused with a sentence.
 */
export const searchTextMax = 1_000

/** Matches that are highlighted. Beyond it the count ends in `+`, and stepping searches on. */
export const highlightMax = 1_000

/**
 * After the last key, ms, before what was found is shown: between two keys of a fast typist,
 * view and marks stay as they are.
 */
export const searchDelayMs = 100

/**
 * A turn of searching, ms: a frame at 120 Hz is 8 ms; the rest is for what was begun when the
 * time was up.
 */
export const searchSliceMs = 4

/**
 * All turns of one pattern in the worker together, ms. A pattern that takes longer on a history is
 * stopped with a sentence.
 */
export const patternMsMax = 1_000

/**
 * A worker that has not begun after so long, ms, is given up. That is no fault of the pattern,
 * whose time begins with it.
 */
export const workerStartMsMax = 10_000

/**
 * Text that is handed to the worker at a time, UTF-16 units: some milliseconds for an ordinary
 * pattern.
 */
export const patternBatchUnits = 65_536

/** Lines of the list of matches for each tab, and tabs in all: more is not read by anybody. */
export const listedPerTabMax = 100

/** After output, ms, before an open search looks again. */
export const searchAgainMs = 300

/** Characters of a line that the list of matches shows. */
export const excerptMax = 160
