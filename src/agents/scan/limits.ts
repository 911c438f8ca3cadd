/** Limits of the scanner (docs/protocol.md, SECURITY.md). */

/**
 * Bytes of an OSC string with introducer and terminator: room for some 96 KiB of clipboard text.
 * Beyond it: counted once, not kept, scanned to its end.
 */
export const scannedStringBytesMax = 131_072

/**
 * A DCS, APC, PM or SOS string with an ESC inside that is no ST is given up so many bytes later, so
 * that a stray one blinds a tab for a moment only.
 */
export const doubtBytesMax = 8_192

/** Parameters of a CSI sequence that are read, as xterm.js does. Later ones are ignored. */
export const scannedParametersMax = 32

/**
 * The buffer for strings that come in pieces: its first size, and what is kept of it between
 * strings.
 */
export const keptBytes = 1_024
