/** Limits of frames and of the history sent with them (docs/contributing/internals/shadow.md). */

/** Minimum interval of frames, ms: one display frame. */
export const frameIntervalMs = 16

/**
 * Time for which a synchronized update (`CSI ? 2026 h`) holds back frames, deltas and snapshots,
 * ms. Beyond: sent unfinished, because viewers need motion.
 */
export const heldForViewersMs = 150

/**
 * Marked commands per terminal. A frame after a mark has all of them, with 70 to 160 bytes of JSON
 * each. Beyond: the oldest are dropped.
 */
export const promptsMax = 1_000

/** Event positions per terminal (core/recorder). Beyond: the oldest are dropped. */
export const eventPlacesMax = 500

/** Rows of history in a message (at least one) and their approximate bytes: a few ms of work. */
export const partRowsMax = 1_000
export const partBytesMax = 1_048_576

/** Bytes of an image in one message, of which one is on its way: 1 to 2 ms on each side. */
export const picturePartBytes = 1_048_576

/** Quiet time before history is sent, and interval during heavy output, ms. */
export const historyAfterMs = 50
export const floodPartMs = 500

/** Screens of history sent immediately after the first frame, for the first turns of the wheel. */
export const soonScreens = 2

/** Pending requests for rows per subscription. Beyond: the oldest is dropped. */
export const wantedMax = 8

/** Characters of links in a message; all could be 23 MB. Beyond: cells lose their link. */
export const linkCharactersMax = 2_097_152

/** Words kept for the next frame. A screen of 1,000 x 1,000 needs more, which is released. */
export const scratchWordsKept = 1_048_576
