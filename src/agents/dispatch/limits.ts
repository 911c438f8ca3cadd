/**
 * Limits of the dispatcher (docs/reference/protocols.md, SECURITY.md), beyond those of the
 * dialects.
 */
import { MAX_FRAME_LEN, warpBytesMax } from '../../protocol/index.ts'
import { assert } from '../../base/assert.ts'
import { scannedStringBytesMax } from '../scan/limits.ts'

/** Incomplete OSC 99 notifications. Beyond: the oldest is dropped. */
export const openNotificationsMax = 16

/** Characters of such a notification's title and body, each. Beyond: truncated. */
export const notificationCharactersMax = 2_048

/** Buttons of such a notification. Beyond: further ones are not shown. */
export const notificationButtonsMax = 8

/** Bytes of an icon, and of the icons of all incomplete notifications. Beyond: it is dropped. */
export const iconBytesMax = 262_144

/** Icons that a tab keeps for later notifications, and their bytes. Beyond: see `IconCache`. */
export const iconsCachedMax = 16
export const iconCacheBytesMax = 524_288

/** Bytes of a frame in a `--debug-frames` line. */
export const shownBytesMax = 160

/** Lines per second of `--debug-frames`, so that they do not fill the disk. Beyond: counted. */
export const frameLinesPerSecondMax = 200

/** Characters of a progress report's text that rules see. Beyond: truncated. */
export const progressTextMax = 64

assert(
  MAX_FRAME_LEN < warpBytesMax && warpBytesMax <= scannedStringBytesMax,
  'caps grow as more of a string is known',
)

/** Cached bodies (a power of two) and their longest length, 64 KiB per tab. */
export const knownBodies = 512
export const knownBodyBytes = 128
