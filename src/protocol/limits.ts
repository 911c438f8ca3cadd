/**
 * Every bound of the package: its unit, its reason, and what happens beyond it. Sections are those
 * of docs/protocol.md.
 */

/** The number of vibeflow's own dialect. */
export const OSC_ID = 1338

/**
 * Bytes of a state frame (OSC 1338, its carrier, 26, 88, 7501, 21337), introducer and terminator
 * included: the dialects' own cap. Beyond: `too-long`.
 */
export const MAX_FRAME_LEN = 4_096

/**
 * Bytes of an OSC 777 frame with Warp's JSON: room for a prompt and a summary. Beyond: `too-long`.
 */
export const warpBytesMax = 65_536

/**
 * Characters of a token in OSC 26 and 7501: a program's name, a segment of an id. Beyond: the pair
 * does not count; of an id: `bad-id`.
 */
export const tokenCharactersMax = 32

/** Bytes and segments of an OSC 7501 id, the protocol's own numbers. Beyond: `bad-id`. */
export const idBytesMax = 128
export const idSegmentsMax = 8

/**
 * Bytes of OSC 7501's `title` and `msg`, in base64 and decoded, the protocol's own numbers. Beyond:
 * `bad-text`.
 */
export const titleEncodedMax = 256
export const titleBytesMax = 192
export const messageEncodedMax = 2_732
export const messageBytesMax = 2_048

/** Characters of OSC 26's `Detail`. Beyond: the pair is ignored. */
export const detailCharactersMax = 256

/** Labels of an OSC 26 task list. Beyond: later ones are left out. */
export const taskLabelsMax = 64

/** Bytes of a directory, decoded: PATH_MAX. Beyond: ignored. */
export const pathBytesMax = 4_096

/** Characters of an OSC 99 identifier. Beyond: as if there were none. */
export const notificationIdMax = 64

/**
 * Bytes of clipboard text, decoded (OSC 52). Beyond: base64 is cut to whole groups before it is
 * decoded, text at a whole character; `truncated`.
 */
export const clipboardBytesMax = 102_400
