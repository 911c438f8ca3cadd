/** Numbers of the grids, with their reasons. Options of the configuration stand in `options.ts`. */

/** WebGL contexts of one page. Chromium keeps 16 and takes the oldest away beyond that; half of them leaves room for other users. */
export const webglContextsMax = 8

/**
 * A grid that comes into view without a context is drawn by the DOM renderer for so long: making a context takes 20 ms on a graphics
 * card and 200 ms in software, which nobody shall wait for who only looks through the tabs.
 */
export const contextDelayMs = 300

/** Bytes handed to xterm.js and not parsed. Flow control keeps it under 2 MiB, replay included; xterm.js itself drops data above 50 MB. */
export const unparsedBytesMax = 8_388_608

/** Pieces of hidden tabs that are in xterm.js's hands at a time: two, so that it need not wait for us between them. */
export const hiddenPiecesMax = 2

/** While the user types, a hidden tab's piece is no longer than this: about 1 ms of parsing. Else it is a whole message. */
export const hiddenPieceBytes = 8_192

/** The user counts as typing for so long after a key. */
export const typingForMs = 1_000

/** Time in which a size must stay the same before it is sent again (behaviour/ui.md 9). The first change goes at once. */
export const resizeSettleMs = 50

/** Shortest time between two titles of one grid: four a second. */
export const titleIntervalMs = 250

/** The cursor stops blinking so long after the last key, to let the machine rest. */
export const blinkForMs = 15_000

/** A selection that is still being changed is put on PRIMARY when it has rested so long: not once for each cell. */
export const primaryDelayMs = 80

/** Lost WebGL contexts are asked for again after this time, then twice as long, up to the greatest. */
export const contextRetryMs = 1_000
export const contextRetryMsMax = 60_000

/** Font sizes that zoom can reach, px. */
export const fontSizeMin = 6
export const fontSizeMax = 72
export const fontSizeDefault = 14
