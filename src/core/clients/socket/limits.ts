/**
 * Every bound of the session socket (docs/socket.md): unit, reason, and what
 * happens beyond it. docs/socket.md lists them.
 */
import { assert } from '../../../base/assert.ts'
import type { Millis } from '../../../base/clock.ts'

/** Type and length of a frame. */
export const headerBytes = 5

/**
 * Bytes of a payload: a large paste in one frame. Beyond: PAYLOAD_TOO_LARGE, and the connection
 * ends.
 */
export const frameBytesMax = 1_048_576

/**
 * Bytes of a SNAPSHOT, which goes to hello clients only: a long history. Beyond: the oldest history
 * is left out.
 */
export const snapshotBytesMax = 16_777_216

/** What a parser may hold beside one frame: one read of a stream. */
export const parserSlackBytes = 65_536

/**
 * A frame that was begun must be whole after so long: nobody types that slowly. Beyond:
 * MALFORMED_FRAME, and the connection ends.
 */
export const frameCompleteMs: Millis = 30_000

/**
 * Bytes and levels of JSON: commands and statuses are small. Beyond: refused, the connection stays.
 */
export const jsonBytesMax = 16_384
export const jsonDepthMax = 8

/**
 * In any `rateWindowMs`: more echoes would loop for ever with a client that answers them; more
 * errors help nobody. Beyond: dropped.
 */
export const heartbeatsMax = 5
export const errorsMax = 10
export const rateWindowMs: Millis = 1_000

/** Clients of one session, and of all sessions together. Beyond: CONNECTION_LIMIT. */
export const clientsOfSessionMax = 64
export const clientsOfProcessMax = 256

/**
 * Refused connections that may wait for their peer's end. Beyond: destroyed at once, so that a
 * storm holds no descriptors.
 */
export const refusedMax = 64

/**
 * Callers of `vibeflow new` at a time: each waits some seconds at most. Beyond: CONNECTION_LIMIT,
 * `refusedMax` of them, then destroyed at once.
 */
export const appCallersMax = 32
/** Callers that follow what needs the user, as status bars do. Beyond: CONNECTION_LIMIT. */
export const appFollowersMax = 32

/** Characters of a status' name and text, of a project, of a client's name. Longer ones are cut. */
export const appCharactersMax = 64
export const statusCharactersMax = 256
export const projectCharactersMax = 128
export const clientNameCharactersMax = 64

/**
 * Bytes that wait for the pty above which the connection that brought them is not read, and below
 * which it is read again.
 */
export const ptyQueueHigh = 1_048_576
export const ptyQueueLow = 262_144

/**
 * Bytes that a client has not taken, above which output stops, statuses become the latest one, and
 * large answers wait.
 */
export const unsentBytesMax = 262_144

/** Bytes of output in one frame. */
export const packetOutputBytesMax = 65_536

/**
 * A client above `unsentBytesMax` that takes nothing for so long is destroyed; looked at each
 * `stuckLookMs` while it is above. After the session's end the same counts for any unsent byte.
 */
export const stuckMs: Millis = 30_000
export const stuckLookMs: Millis = 1_000

/**
 * After our end of a connection its input is read and dropped for so long at least; a close with
 * unread input would reset the peer.
 */
export const endedMs: Millis = 2_000

/**
 * A session that ends waits so long for the screen that a client was promised: a busy machine needs
 * seconds for it.
 */
export const lastAnswerMs: Millis = 10_000

/** The app's end waits so long for clients that have not taken the last words of their session. */
export const lastWordsMs: Millis = 3_500

/**
 * Our own statuses: one at once, then at most one in so long; when only the text changed, in so
 * long.
 */
export const statusIntervalMs: Millis = 100
export const statusTextIntervalMs: Millis = 1_000

/** A status that is no state is the tab's detail line for so long. */
export const detailMs: Millis = 30_000

/**
 * Deltas of one client: so long apart at least, and acknowledged within so long, else a snapshot
 * follows.
 */
export const deltaIntervalMs: Millis = 33
export const acknowledgeMs: Millis = 5_000

/** Rows of history that a snapshot may be asked for. */
export const scrollbackMax = 1_000_000

/** Bytes of a socket's path without its final zero: `sun_path`. */
export const socketPathMax = 107

/**
 * A session's folder is looked at as left over only when it is older: another instance may just be
 * making it.
 */
export const staleAfterMs: Millis = 10_000

assert(jsonBytesMax <= frameBytesMax, 'JSON is a payload')
assert(ptyQueueLow < ptyQueueHigh, 'LOW < HIGH')
assert(packetOutputBytesMax <= unsentBytesMax, 'one frame of output alone is never too much')
