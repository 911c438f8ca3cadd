/** Limits of the session recorder (docs/guides/time-report-and-log.md, SECURITY.md). */

/** Characters of an event's text (command line, question, reason); longer ones are truncated. */
export const eventTextCharactersMax = 200

/** Characters of a name (tool, project, rule, choice); longer ones are truncated. */
export const eventNameCharactersMax = 64

/**
 * Burst of recorded events, and the rate after it: a busy agent makes one in several seconds.
 * Further ones are counted, and the newest state is recorded as soon as the rate allows.
 */
export const eventsBurst = 100
export const eventsPerSecond = 2

/** Events in memory for a session's timeline; older ones are dropped. */
export const eventsKeptMax = 1_000

/**
 * Bytes of one of the two files of a session's log; beyond them the older file is deleted. A busy
 * tab writes about 700 KB a day, so 20 such tabs stay below 20 MB.
 */
export const segmentBytesMax = 480 * 1_024

/** Bytes of all logs; beyond them the least recently written are deleted. */
export const logsBytesMax = 64 * 1_048_576

/** Distinct texts of a file that are written once and then by number; more are repeated. */
export const textsMax = 4_096

/** Interval of log entries while an agent works or waits, ms: the most that a crash loses. */
export const loggedEachMs = 60_000

/** Minimum interval of entries caused by reading the log, ms, which would push out events. */
export const askedMs = 5_000

/** Delay after which events are written together, ms. */
export const writeDelayMs = 5_000

/** Drift of the wall clock, ms, before the log notes a change. */
export const driftMs = 2_000

/** Days that `vibeflow report` covers; older totals are deleted. */
export const daysKept = 31

/** Rows of one day's totals by project and agent; the rest share one row. */
export const sumRowsMax = 500

/** Bytes of a totals file; vibeflow writes no longer one. */
export const sumBytesMax = 1_048_576

/** Files of totals, one per day and run; beyond them the oldest are deleted. */
export const sumFilesMax = 2_000

/** Age at which logs that no session uses are deleted, ms. */
export const staleMs = daysKept * 86_400_000

/** Minimum interval of timelines sent to a page, ms. */
export const timeLineMs = 1_000

/** Commands that start within this time, ms, share one place. */
export const placeMs = 50
