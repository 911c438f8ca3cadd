/** Bounds of rule files: ours is far below them; a user's that is not is refused in part, with a sentence. */

export const agentsMax = 256
export const rulesPerAgentMax = 256
export const matchersPerListMax = 64
export const namesMax = 64
/** Characters of a text or an expression. */
export const patternCharactersMax = 1_024
export const rowsOfRegionMax = 200
/** Characters of a row that rules look at: as many as a title may have. The rest is cut. */
export const rowCharactersMax = 1_024
/** Blanks in a row that rules look at, one after the other. More become as many. */
export const blanksMax = 32
/** Characters of a value as a problem shows it. */
export const quotedCharactersMax = 60
/** Problems that are told one by one. */
export const problemsMax = 100

/** An expression that takes longer on the worst region is refused (protocols/screen-rules.md 1). */
export const expressionMsMax = 5

/** Times that one row is tried before it counts as too slow: on a busy machine two tries in a row may each meet a pause, four hardly. */
export const expressionTriesMax = 4

/** Bytes of a user's file. Beyond: it is refused as a whole. Ours has a sixth of that. */
export const fileBytesMax = 262_144
/** Expressions of a user's file that are timed: a few milliseconds each, while the app waits. The rest is refused. */
export const timedExpressionsMax = 1_000
