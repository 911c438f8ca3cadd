/** Limits of the scanner (docs/reference/protocols.md, SECURITY.md). */

import { clipboardBytesMax } from '../../protocol/index.ts'

/**
 * Bytes of an OSC string with introducer and terminator, except OSC 52. Beyond: counted once, not
 * kept, scanned to its end.
 */
export const scannedStringBytesMax = 131_072

/**
 * Bytes of an OSC 52 string: the largest clipboard text in base64, and the rest of the string with
 * a line end (CR LF) after each 76 characters. Beyond: the string is ignored, and the tab shows a
 * notice.
 */
export const clipboardStringBytesMax = Math.ceil(clipboardBytesMax / 3) * 4 + 4_096

/** Bytes after which a DCS, APC, PM or SOS string with an ESC that is not ST is abandoned. */
export const doubtBytesMax = 8_192

/** CSI parameters that are read, as in xterm.js. Later ones are ignored. */
export const scannedParametersMax = 32

/** Initial size of the buffer for split strings, and its size between strings. */
export const keptBytes = 1_024
