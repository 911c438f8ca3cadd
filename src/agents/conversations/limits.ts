/** Limits of the search in agents' transcripts. */

/** Characters of the searched text. Beyond: cut. */
export const searchCharactersMax = 200

/** Words of a search. Beyond: ignored. */
export const wordsMax = 8

/** Characters of a shown line, and of those before the match. Beyond: cut. */
export const snippetCharactersMax = 200
export const snippetBeforeMax = 40

/** Conversations that a search returns. Beyond: it stops. */
export const foundMax = 50

/** Folders and files that a search looks at. Beyond: the rest is not searched. */
export const looksMax = 100_000

/** Newest transcripts that are searched. Beyond: older ones are not. */
export const transcriptsMax = 20_000

/** Time of a search, ms. Beyond: it stops. */
export const searchMs = 10_000

/** Time of that in which transcripts are found, ms. Beyond: the others are not searched. */
export const walkMs = 5_000

/** Bytes at the end of a transcript that are searched. The start of a longer one is not. */
export const transcriptBytesMax = 67_108_864

/** Bytes of a line, and of a transcript that is one document. A longer one is skipped. */
export const entryBytesMax = 4_194_304

/** Bytes at the start of a transcript in which directory and first prompt must be. */
export const headBytes = 262_144

/** Bytes of one read. */
export const chunkBytes = 1_048_576

/** Words by which a transcript without a match is remembered. */
export const missesMax = 4

/** UTF-16 units of a session id. A longer one is ignored. */
export const idUnitsMax = 128
