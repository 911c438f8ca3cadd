/** Limits of `vibeflow mcp` and of the questions that it brings (docs/mcp.md). */
import type { Millis } from '../../../base/clock.ts'

/** Bytes of one message of a client: a long text to type. Beyond: the server says so and ends. */
export const mcpMessageBytesMax = 1_048_576

/** Calls of one client that run at a time. Beyond: refused with a sentence. */
export const callsMax = 8

/**
 * Characters of one text in a result: what a model reads at once, and the largest screen of a
 * usual window many times over. Beyond: cut, and `cut` says so.
 */
export const mcpTextCharactersMax = 65_536

/** Characters of a text that is typed. A longer one belongs into a file. Beyond: refused. */
export const typedCharactersMax = 16_384

/** Named keys of one call, words of a command, sessions that are waited for. Beyond: refused. */
export const keysMax = 16
export const commandWordsMax = 64
export const waitedSessionsMax = 16

/** Rows of history in one result, and how far back they may be. Beyond: refused. */
export const historyRowsMax = 1_000
export const historyOffsetMax = 100_000

/** `wait_for_state` waits so many seconds at most: clients give up calls that say nothing. */
export const waitSecondsMax = 600

/** A client that asked for progress is told of it so often, ms. */
export const progressMs: Millis = 5_000

/**
 * Agents take keys that come at once for a paste, and an Enter among them for a line end of it. So
 * Enter comes so much later, ms.
 */
export const enterAfterMs: Millis = 600

/** A call waits so long for the user's permission: clients give up after 60 s. */
export const permissionWaitMs: Millis = 45_000

/** Calls that wait for the user, each in a place at the app's socket. Beyond: refused at once. */
export const permissionWaitersMax = 8

/** Programs that wait for their question, one after the other. Beyond: refused. */
export const questionsMax = 4

/** Questions that begin within a minute, so that a flood is no use. Beyond: refused. */
export const questionsPerMinuteMax = 6

/** A question that nobody answers leaves the window. */
export const questionMs: Millis = 600_000

/** So often it is looked whether who asks still runs: a question of nobody's leaves the window. */
export const askersLookMs: Millis = 1_000

/** "Not now" holds so long. */
export const notNowMs: Millis = 300_000

/**
 * Buttons of a question take no click so soon: it may have been meant for what was there before.
 */
export const enableAfterMs: Millis = 1_000

/**
 * Programs whose answer is remembered, on disk or until they end. Beyond: the oldest is forgotten.
 */
export const permissionsMax = 64

/** Bytes of their file: so many paths of 4,096 bytes, twice over. Beyond: it counts as none. */
export const permissionFileBytesMax = 1_048_576

/** Processes between the server and the program that is asked about: launchers and shells. */
export const launchersMax = 8

/** Processes above it that are looked at for the session that it runs in. */
export const mcpAncestorsMax = 64

/** Lines of a day's log are bounded; calls take so many of them in a minute. Beyond: counted. */
export const loggedPerMinuteMax = 60
