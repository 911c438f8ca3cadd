/** Limits of terminals in tests: each with its unit, its reason and what happens beyond it. */

/**
 * Terminals of one process that are open at the same time. Each has a pty, a home, a thread that
 * waits for its program, and its screen. Beyond it: refused with a sentence.
 */
export const openMax = 256

/**
 * The longest that a wait takes unless a test gives another limit, ms. Beyond it: an error with the
 * screen. A program that starts others needs several seconds on a busy machine.
 */
export const timeoutMsDefault = 15_000

/** The longest that a timer of Node's can wait, ms. Beyond it: refused. */
export const timeoutMsMax = 2_147_483_647

/**
 * A terminal that nobody has used for so long is closed, ms, with a warning: a test that failed
 * before it could close its terminal would else hold the run for ever.
 */
export const idleMsDefault = 300_000

/** Rows of history that are kept, if nobody says otherwise, and at most. Older ones are gone. */
export const scrollbackRowsDefault = 1_000
export const scrollbackRowsMax = 100_000

/**
 * Between two looks at a screen that is waited for, ms: a program that floods costs no more than
 * these.
 */
export const lookMs = 8

/** A screen is what it is to be when nothing has been printed for so long, ms. */
export const quietMsDefault = 100

/**
 * A program that ignores the hang-up is killed after so long, ms: long enough for one that tidies
 * up, and no test waits for more.
 */
export const hangUpMs = 500

/** What has been killed is gone within so long, ms; beyond it `close` says what is left. */
export const killMs = 3_000

/** A file that a screen is compared with, bytes. A larger one is none: refused. */
export const comparedBytesMax = 16_777_216

/** Rows of a difference that an error shows. The rest is counted. */
export const shownRowsMax = 60
