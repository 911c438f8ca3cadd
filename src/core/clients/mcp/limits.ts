/** Limits of `vibeflow mcp` and of its questions (docs/guides/mcp.md). */
import type { Millis } from '../../../base/clock.ts'

/** Bytes of one client message, a long text to type. The server reports longer ones and exits. */
export const mcpMessageBytesMax = 1_048_576

/** Concurrent calls of one client; further ones are refused. */
export const callsMax = 8

/**
 * Characters of one text in a result: several times the largest usual screen, and as much as a
 * model reads in one piece. Longer texts are truncated and marked `cut`.
 */
export const mcpTextCharactersMax = 65_536

/** Characters of typed text; longer text belongs in a file and is refused. */
export const typedCharactersMax = 16_384

/** Named keys of a call, words of a command, and sessions to wait for; more are refused. */
export const keysMax = 16
export const commandWordsMax = 64
export const waitedSessionsMax = 16

/** Rows of history in a result, and their distance from the screen; more are refused. */
export const historyRowsMax = 1_000
export const historyOffsetMax = 100_000

/** Maximum duration of `wait_for_state`, s: clients give up silent calls. */
export const waitSecondsMax = 600

/** Interval of progress notifications, ms. */
export const progressMs: Millis = 5_000

/** Delay of Enter after text, ms: agents take keys that arrive together for a paste. */
export const enterAfterMs: Millis = 600

/** Time that a call waits for permission: clients give up after 60 s. */
export const permissionWaitMs: Millis = 45_000

/** Calls that wait for the user, each with a place at the app's socket; more are refused. */
export const permissionWaitersMax = 8

/** Programs with an open question; further ones are refused. */
export const questionsMax = 4

/** Questions per minute, so that flooding is useless; further ones are refused. */
export const questionsPerMinuteMax = 6

/** An unanswered question is withdrawn after this time. */
export const questionMs: Millis = 600_000

/** Interval of checks whether askers still run. */
export const askersLookMs: Millis = 1_000

/** Duration of "Ask me later". */
export const notNowMs: Millis = 300_000

/** Time in which a new question ignores clicks, which may have been meant for something else. */
export const enableAfterMs: Millis = 1_000

/** Programs with a remembered answer; beyond them the oldest is forgotten. */
export const permissionsMax = 64

/** Bytes of the permissions file: twice that many paths of 4,096 bytes. Larger: ignored. */
export const permissionFileBytesMax = 1_048_576

/** Launchers and shells between the server and the program that the question is about. */
export const launchersMax = 8

/** Ancestors checked to find the session that a program runs in. */
export const mcpAncestorsMax = 64

/** Logged calls per minute, since a day's log is limited; further ones are only counted. */
export const loggedPerMinuteMax = 60
