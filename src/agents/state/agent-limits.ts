/**
 * Limits of records (docs/reference/protocols.md, SECURITY.md) in code points. Longer texts are
 * truncated.
 */

/** Records of one tab. Beyond: the least recently updated one is removed, waiting ones last. */
export const recordsMax = 256

/** Names that fit a tab and its subtitle. */
export const toolCharactersMax = 64
export const statusProjectCharactersMax = 128
export const statusAppCharactersMax = 32

/** Current task; OSC 7501 allows 192 bytes. */
export const workTitleCharactersMax = 256

/** Current activity or question; OSC 7501 allows 2,048 bytes, of which 256 are shown. */
export const messageCharactersMax = 2_048

/** Session identifier, for resume hints too. */
export const sessionIdCharactersMax = 128

export const labelCharactersMax = 256
