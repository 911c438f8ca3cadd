/** Limits of the session socket, which docs/reference/session-socket.md lists. */
import { assert } from '../../../base/assert.ts'
import type { Millis } from '../../../base/clock.ts'

/** Type and length of a frame. */
export const headerBytes = 5

/** Bytes of a payload: a large paste. Beyond it PAYLOAD_TOO_LARGE, and the connection ends. */
export const frameBytesMax = 1_048_576

/** Bytes of a SNAPSHOT, for hello clients only; beyond it the oldest history is omitted. */
export const snapshotBytesMax = 16_777_216

/** Time to finish a started frame. The connection then ends with MALFORMED_FRAME. */
export const frameCompleteMs: Millis = 30_000

/** Bytes and levels of JSON: commands and statuses are small. Larger ones are refused. */
export const jsonBytesMax = 16_384
export const jsonDepthMax = 8

/** Per `rateWindowMs`; more are dropped, since some clients answer every heartbeat. */
export const heartbeatsMax = 5
export const errorsMax = 10
export const rateWindowMs: Millis = 1_000

/** Clients of one session, and of all. Beyond: CONNECTION_LIMIT. */
export const clientsOfSessionMax = 64
export const clientsOfProcessMax = 256

/** Refused connections that wait for their peer; more are destroyed, to free descriptors. */
export const refusedMax = 64

/**
 * Concurrent callers of `vibeflow new`, which wait some seconds each. Further ones get
 * CONNECTION_LIMIT, and beyond `refusedMax` are destroyed.
 */
export const appCallersMax = 32
/**
 * Callers that follow the items that need the user, as status bars do. Beyond: CONNECTION_LIMIT.
 */
export const appFollowersMax = 32

/** Characters of a status' app and text, a project, and a client's name. */
export const appCharactersMax = 64
export const statusCharactersMax = 256
export const projectCharactersMax = 128
export const clientNameCharactersMax = 64

/** Bytes waiting for the pty above which their connection pauses, and below which it resumes. */
export const ptyQueueHigh = 1_048_576
export const ptyQueueLow = 262_144

/** Unsent bytes above which output pauses, only the latest status is kept, and answers wait. */
export const unsentBytesMax = 262_144

/** Bytes of output in one frame. */
export const packetOutputBytesMax = 65_536

/**
 * A client above `unsentBytesMax` that reads nothing for this time is destroyed; checked every
 * `stuckLookMs`. After the session's end, any unsent byte counts.
 */
export const stuckMs: Millis = 30_000
export const stuckLookMs: Millis = 1_000

/** Input is read this long after the end: closing with unread input would reset the peer. */
export const endedMs: Millis = 2_000

/** Time that an ending session waits for a promised snapshot: a busy machine needs seconds. */
export const lastAnswerMs: Millis = 10_000

/** Time that the exiting app waits for clients to read the end of their session. */
export const lastWordsMs: Millis = 3_500

/** Minimum intervals of vibeflow's own statuses: for any change, and for text only. */
export const statusIntervalMs: Millis = 100
export const statusTextIntervalMs: Millis = 1_000

/** Time for which an opaque status is the tab's detail line. */
export const detailMs: Millis = 30_000

/** Minimum interval of deltas, and the time to acknowledge one before a snapshot follows. */
export const deltaIntervalMs: Millis = 33
export const acknowledgeMs: Millis = 5_000

/** Rows of history in a snapshot. */
export const scrollbackMax = 1_000_000

/** Bytes of a socket path without the final zero: `sun_path`. */
export const socketPathMax = 107

/** Minimum age of an abandoned session directory: another instance may just be creating it. */
export const staleAfterMs: Millis = 10_000

assert(jsonBytesMax <= frameBytesMax, 'JSON is a payload')
assert(ptyQueueLow < ptyQueueHigh, 'LOW < HIGH')
assert(packetOutputBytesMax <= unsentBytesMax, 'one frame of output alone is never too much')
