/** Limits of terminals in tests, with the effect of exceeding them. */

/** Open terminals per process, each with a pty, home and thread. More are refused. */
export const openMax = 256

/**
 * Default time limit of a wait, ms; then it fails with the screen. A program that starts others
 * needs several seconds on a busy machine.
 */
export const timeoutMsDefault = 15_000

/** Longest delay of Node's timers, ms. More is refused. */
export const timeoutMsMax = 2_147_483_647

/**
 * An unused terminal is closed after this time, ms, with a warning. A failed test that left its
 * terminal open would otherwise block the run.
 */
export const idleMsDefault = 300_000

/** Rows of history: default and maximum. Older ones are dropped. */
export const scrollbackRowsDefault = 1_000
export const scrollbackRowsMax = 100_000

/** Interval between checks of a screen, ms, however much a program prints. */
export const lookMs = 8

/** A screen is stable after this time without output, ms. */
export const quietMsDefault = 100

/** A program that ignores SIGHUP is killed after this time, ms: enough for a cleanup. */
export const hangUpMs = 500

/** Killed processes must end within this time, ms; else `close` reports them. */
export const killMs = 3_000

/** Size of a file to compare with, bytes. A larger one is refused. */
export const comparedBytesMax = 16_777_216

/** Rows of a difference that an error shows. The rest is counted. */
export const shownRowsMax = 60
