/**
 * Bounds of rule files: ours is far below them; a user's that is not is refused in part, with a
 * sentence.
 */

export const agentsMax = 256
export const rulesPerAgentMax = 256
export const matchersPerListMax = 64
export const namesMax = 64
/** Characters of a text or an expression. */
export const rulePatternCharactersMax = 1_024
export const rowsOfRegionMax = 200
/** Characters of a row that rules look at: as many as a title may have. The rest is cut. */
export const rowCharactersMax = 1_024
/** Blanks in a row that rules look at, one after the other. More become as many. */
export const blanksMax = 32
/** Characters of a value as a problem shows it. */
export const ruleValueCharactersMax = 60
/** Characters of a problem: an expression and what is wrong with it. */
export const ruleProblemCharactersMax = 2_560
/** Problems that are listed one by one. */
export const ruleProblemsMax = 100

/** An expression that takes longer on the worst region is refused (docs/screen-rules.md). */
export const expressionMsMax = 5

/**
 * Times that one row is tried before it counts as too slow: on a busy machine two tries in a row
 * may each meet a pause, four hardly.
 */
export const expressionTriesMax = 4

/** Bytes of a user's file. Beyond: it is refused as a whole. Ours has a sixth of that. */
export const ruleFileBytesMax = 262_144
/**
 * Expressions of a user's file that are timed: a few milliseconds each, in a thread of their own.
 * The rest is refused.
 */
export const timedExpressionsMax = 1_000

/**
 * All timing of one expression, ms: one that has not passed by then is refused. A good one takes
 * some 5, also to compile.
 */
export const timingMsMax = 1_000

/**
 * All timing of one file, ms; what has not had its turn by then is refused. A thousand good
 * expressions take half of it.
 */
export const fileTimingMsMax = 10_000

/**
 * A file that is not judged after so long, ms, leaves the rules as they are: more than its reading
 * and `fileTimingMsMax`, on a busy machine too.
 */
export const fileJudgingMsMax = 60_000

/**
 * The rules of one agent on one screen or title, ms, where some are the user's. All that we ship
 * take less than 5 on the worst of screens; what is begun in a thread of low priority may meet a
 * pause. Beyond it they are stopped.
 */
export const judgingMsMax = 250

/**
 * Times in a row that they are stopped on the same text before the slowest of them is switched off:
 * a pause comes once or twice, hardly three times.
 */
export const judgingTriesMax = 3

/**
 * Processor time of the slowest rule in all those tries, ms, from which it is to blame. Less: the
 * thread had no processor, which on a busy machine may last for all of them, and nothing is
 * switched off.
 */
export const blamedMsMin = 25

/**
 * Rules of one file that are switched off one by one; then all of the file are: each has held up
 * the tabs of its thread for `judgingTriesMax` * `judgingMsMax`.
 */
export const switchedOffMax = 8

/**
 * The user's `exePath` on one path, ms, in the main process. Beyond it that expression is switched
 * off, if the processor worked on it for half of them; else it is tried again.
 */
export const pathMsMax = 20

/** Keys of a dialog: more than its choices, each a digit, have no use. */
export const dialogKeysMax = 32
