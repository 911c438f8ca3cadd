/**
 * Limits of the record model (docs/protocol.md, SECURITY.md). Characters are
 * code points after cleaning; longer texts are cut.
 */

/** Records of one tab. Beyond: the one that was updated longest ago leaves, a waiting one last. */
export const recordsMax = 256

/** Names: what fits a tab and its subtitle. */
export const toolCharactersMax = 64
export const statusProjectCharactersMax = 128
export const statusAppCharactersMax = 32

/** What it works on: OSC 7501 has room for 192 bytes. */
export const workTitleCharactersMax = 256

/** What it does or asks: OSC 7501 has room for 2 048 bytes. 256 of them are shown. */
export const messageCharactersMax = 2_048

/** An identifier of a session; resume hints take no longer one. */
export const sessionIdCharactersMax = 128

/** A label of a task list. */
export const labelCharactersMax = 256
