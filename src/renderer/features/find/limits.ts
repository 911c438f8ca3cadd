/** Limits of search. */

/** Matches that are highlighted. Beyond them the count ends in `+`, and stepping searches on. */
export const highlightMax = 1_000

/** Time after the last key before results are shown, ms, to avoid flicker while typing. */
export const searchDelayMs = 100

/** A turn of searching, ms. A frame at 120 Hz is 8 ms. */
export const searchSliceMs = 4

/** Worker time of one pattern, ms. Then it is stopped with a message. */
export const patternMsMax = 1_000

/** Time for a worker to start, ms. It does not count as the pattern's. */
export const workerStartMsMax = 10_000

/** Text sent to the worker at a time, UTF-16 units: some milliseconds for an ordinary pattern. */
export const patternBatchUnits = 65_536

/** Listed matches per tab. */
export const listedPerTabMax = 100

/** Time after output until an open search is updated, ms. */
export const searchAgainMs = 300

/** Characters of a line in the list of matches. */
export const excerptMax = 160
