/** Limits of the session recorder (docs/recorder.md, SECURITY.md). */

/** Characters of a text of an event: a command line, a question, a reason. Longer ones are cut. */
export const eventTextCharactersMax = 200

/** Characters of a name: a tool, a project, a rule, a choice. Longer ones are cut. */
export const eventNameCharactersMax = 64

/**
 * Events of a session that are recorded at once, and how many more each second after that: a busy
 * agent makes one in some seconds. Beyond it they are counted, and of states the newest is recorded
 * as soon as there is room.
 */
export const eventsBurst = 100
export const eventsPerSecond = 2

/** Events of a session that are kept in memory for its time line; the oldest leave. */
export const eventsKeptMax = 1_000

/**
 * Bytes of one file of a session's log, and there are two: the one before, and the one that grows.
 * A busy tab makes some 700 KB a day; 20 of them stay below 20 MB. Beyond it the older one goes.
 */
export const segmentBytesMax = 480 * 1_024

/** Bytes of all logs: beyond it those that were written longest ago go. */
export const logsBytesMax = 64 * 1_048_576

/**
 * Different texts of one file that are written once, and as a number after that. Further ones are
 * written each time.
 */
export const textsMax = 4_096

/** While an agent works or waits, its log hears of it so often, ms: what a crash loses at most. */
export const loggedEachMs = 60_000

/**
 * Who asks for the log more often than this, ms, finds what goes on as long as it was then: a line
 * for each look would push what happened out of a log that is watched.
 */
export const askedMs = 5_000

/** Events are written together, so long after the first, ms. */
export const writeDelayMs = 5_000

/** The clock of the wall may drift by so much, ms, before the log notes that it was set. */
export const driftMs = 2_000

/** Days that `vibeflow report` can look back; sums of older ones go. */
export const daysKept = 31

/** Rows of one day's sums, by project and agent. Beyond it: a row for all others. */
export const sumRowsMax = 500

/** Bytes of one file of sums: a longer one was not written by us. */
export const sumBytesMax = 1_048_576

/** Files of sums, one a day and run. Beyond it the oldest go. */
export const sumFilesMax = 2_000

/** Logs that nobody has written to for so long, ms, and that no session took over, go. */
export const staleMs = daysKept * 86_400_000

/** A page is sent a time line so often at most, ms. */
export const timeLineMs = 1_000

/** Commands that begin sooner after another, ms, share its place. */
export const placeMs = 50
