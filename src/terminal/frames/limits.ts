/**
 * Limits of frames and of the history that goes with them (docs/shadow.md). What happens
 * beyond each stands beside it.
 */

/** Frames are so long apart at least, ms: a picture of the display. */
export const frameIntervalMs = 16

/**
 * No frame, delta or held snapshot inside a synchronized update (`CSI ? 2026 h`) for so long, ms:
 * then as it is, since viewers want motion.
 */
export const heldForViewersMs = 150

/**
 * Commands whose marks are kept, each terminal: a frame names all of them when one has changed, 40
 * bytes each. The oldest are forgotten.
 */
export const promptsMax = 1_000

/** Places of events that are kept, each terminal (core/recorder). The oldest are forgotten. */
export const eventPlacesMax = 500

/**
 * Rows of history in one message, and about how many bytes: a few ms of the worker, which other
 * sessions wait for. At least one row.
 */
export const partRowsMax = 1_000
export const partBytesMax = 1_048_576

/** Bytes of a picture in one message, of which one is on its way: a ms or two of each side. */
export const picturePartBytes = 1_048_576

/**
 * History is sent when the terminal has rested so long, ms; of a flood the newest rows so often.
 */
export const historyAfterMs = 50
export const floodPartMs = 500

/**
 * History that goes behind the first frame at once, in screens: what the first turns of the wheel
 * show.
 */
export const soonScreens = 2

/**
 * Questions for rows that wait, each subscription: a view scrolls on before it has asked for more.
 * The oldest is dropped.
 */
export const wantedMax = 8

/**
 * Characters of links in one message: 10,000 of the longest would be 23 MB for each full frame.
 * Cells of further ones are plain text.
 */
export const linkCharactersMax = 2_097_152

/**
 * Words of scratch memory that are kept for the next frame: what a screen of 1,000 x 1,000 took
 * more is given back.
 */
export const scratchWordsKept = 1_048_576
