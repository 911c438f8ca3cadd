/** Limits of rule files. Parts of a user's file beyond them are rejected with a message. */

export const agentsMax = 256
export const rulesPerAgentMax = 256
export const matchersPerListMax = 64
export const namesMax = 64
/** Columns of a gutter, and characters of a mark in it. */
export const gutterMax = 16
/** Characters of a text or an expression. */
export const rulePatternCharactersMax = 1_024
export const rowsOfRegionMax = 200
/** Characters of a row that rules read, as many as in a title. The rest is ignored. */
export const rowCharactersMax = 1_024
/** Consecutive spaces in a row that rules read. Longer runs are shortened to this. */
export const blanksMax = 32
export const ruleValueCharactersMax = 60
/** Characters of a problem: an expression and its error. */
export const ruleProblemCharactersMax = 2_560
/** Problems that are listed individually. */
export const ruleProblemsMax = 100

/**
 * Time of an expression on the worst region, ms. Beyond: rejected (docs/reference/screen-rules.md).
 */
export const expressionMsMax = 5

/** Attempts per row. A busy machine may interrupt two in a row, but hardly four. */
export const expressionTriesMax = 4

/** Bytes of a user's file. Beyond: rejected. The shipped rules have a sixth of it. */
export const ruleFileBytesMax = 262_144
/** Timed expressions of a user's file, a few ms each, in a separate thread. Beyond: rejected. */
export const timedExpressionsMax = 1_000

/** Total timing of one expression, ms; a good one takes about 5. Beyond: rejected. */
export const timingMsMax = 1_000

/** Total timing of one file, ms; a thousand expressions take half. Beyond: the rest is rejected. */
export const fileTimingMsMax = 10_000

/** Time to read and check a file on a busy machine, ms. Beyond: the rules do not change. */
export const fileJudgingMsMax = 60_000

/**
 * Time for one agent's rules on one screen or title, ms, if some are the user's. All shipped rules
 * take less than 5 on the worst screen; a low-priority thread may be interrupted. Beyond: stopped.
 */
export const judgingMsMax = 250

/** Consecutive timeouts on a text before the slowest rule is switched off. */
export const judgingTriesMax = 3

/** Least CPU time of that rule in these attempts, ms. With less, the thread had no CPU. */
export const blamedMsMin = 25

/** Rules of a file switched off one by one, each after blocking its thread; then all are. */
export const switchedOffMax = 8

/**
 * Time of the user's `exePath` on one path in the main process, ms. Beyond: the expression is
 * switched off if it used the CPU for half of that time, else tried again.
 */
export const pathMsMax = 20

/** Keys of a dialog. Its choices have one digit each, so more are useless. */
export const dialogKeysMax = 32
