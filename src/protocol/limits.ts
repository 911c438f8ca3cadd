/**
 * Every limit of the package: its unit, its reason, and the behavior beyond it. See
 * docs/reference/protocols.md.
 */

/** OSC number of vibeflow's own dialect. */
export const OSC_ID = 1338

/** Bytes of a state frame with introducer and terminator, as the dialects limit it: `too-long`. */
export const MAX_FRAME_LEN = 4_096

/** Bytes of an OSC 777 frame with Warp's JSON: a prompt and a summary. Beyond: `too-long`. */
export const warpBytesMax = 65_536

/** Characters of a token in OSC 26 and 7501. Beyond: the pair is ignored; in an id, `bad-id`. */
export const tokenCharactersMax = 32

/** Bytes and segments of an OSC 7501 id, as the protocol specifies. Beyond: `bad-id`. */
export const idBytesMax = 128
export const idSegmentsMax = 8

/** Bytes of OSC 7501's `title` and `msg`, as the protocol specifies. Beyond: `bad-text`. */
export const titleEncodedMax = 256
export const titleBytesMax = 192
export const messageEncodedMax = 2_732
export const messageBytesMax = 2_048

/** Characters of OSC 26's `Detail`. Beyond: the pair is ignored. */
export const detailCharactersMax = 256

/** Labels of an OSC 26 task list. Beyond: the rest is ignored. */
export const taskLabelsMax = 64

/** Bytes of a decoded directory: PATH_MAX. Beyond: ignored. */
export const pathBytesMax = 4_096

/** Characters of the `aid` of an OSC 133 mark: a process id or a UUID. Beyond: ignored. */
export const markIdMax = 64

/** Characters of a command line in an OSC 133 mark. Beyond: truncated. */
export const commandLineCharactersMax = 2_048

/** Characters of the id of an OSC 3008 context, as the specification limits it: `bad-id`. */
export const contextIdMax = 64

/** Characters of a field of OSC 3008, as the specification limits it. Beyond: truncated. */
export const contextFieldMax = 255

/** Characters of the name of a user variable of OSC 1337: `bad-id`. */
export const userVariableNameMax = 64

/** Bytes of its value, in base64 and decoded: a command line. Beyond: `bad-text`. */
export const userVariableEncodedMax = 1_368
export const userVariableBytesMax = 1_024

/** Characters of an OSC 99 identifier. Beyond: the identifier is ignored. */
export const notificationIdMax = 64

/** Characters of a name in OSC 99: application, type, icon, sound. Beyond: the name is ignored. */
export const notificationNameMax = 64

/** Icon names of an OSC 99 notification, and its types. Beyond: further names are ignored. */
export const notificationNamesMax = 8

/**
 * Bytes of decoded clipboard text (OSC 52). Beyond: base64 is truncated to complete groups before
 * it is decoded, the text to complete characters; `truncated` is set.
 */
export const clipboardBytesMax = 102_400
