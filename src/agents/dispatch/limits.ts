/**
 * Limits of the dispatcher (docs/protocol.md, SECURITY.md). Caps of
 * dialects are the protocol package's.
 */
import { MAX_FRAME_LEN, warpBytesMax } from '../../protocol/index.ts'
import { assert } from '../../base/assert.ts'
import { scannedStringBytesMax } from '../scan/limits.ts'

/** Notifications of OSC 99 that wait for more parts. Beyond it the oldest is forgotten. */
export const openNotificationsMax = 16

/** Characters of such a notification, title and body each. Beyond it: cut. */
export const notificationCharactersMax = 2_048

/** Bytes of a frame in a line of `--debug-frames`. */
export const shownBytesMax = 160

/**
 * Lines a second of `--debug-frames`, of all tabs: a flood of reports would fill a disk. Beyond:
 * counted.
 */
export const frameLinesPerSecondMax = 200

/** Characters of a progress report's own text that rules see. Beyond it: cut. */
export const progressTextMax = 64

assert(
  MAX_FRAME_LEN < warpBytesMax && warpBytesMax <= scannedStringBytesMax,
  'caps grow as more of a string is known',
)

/**
 * Bodies that are remembered with what they were read as, a power of two; longer ones are read anew
 * each time. 64 KiB a tab at most.
 */
export const knownBodies = 512
export const knownBodyBytes = 128
