/** Limits of the session recorder (docs/recorder.md, SECURITY.md). */

/** Characters of a text of an event: a command line, a question, a reason. Longer ones are cut. */
export const textCharactersMax = 200

/** Characters of a name: a tool, a project, a rule, a choice. Longer ones are cut. */
export const nameCharactersMax = 64

/**
 * Events of a session that are recorded at once, and how many more each second after that: a busy
 * agent makes one in some seconds. Beyond it they are counted, and of states the newest is recorded
 * as soon as there is room.
 */
export const eventsBurst = 100
export const eventsPerSecond = 2

/** Events of a session that are kept in memory for its time line; the oldest leave. */
export const eventsKeptMax = 1_000
