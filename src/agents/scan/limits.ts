/** Limits of the scanner (docs/protocol.md, SECURITY.md). */

/**
 * Bytes of an OSC string with introducer and terminator, enough for about 96 KiB of clipboard text.
 * Beyond: counted once, not kept, scanned to its end.
 */
export const scannedStringBytesMax = 131_072

/** Bytes after which a DCS, APC, PM or SOS string with an ESC that is not ST is abandoned. */
export const doubtBytesMax = 8_192

/** CSI parameters that are read, as in xterm.js. Later ones are ignored. */
export const scannedParametersMax = 32

/** Initial size of the buffer for split strings, and its size between strings. */
export const keptBytes = 1_024
