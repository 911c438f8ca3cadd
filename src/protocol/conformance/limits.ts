/** Limits of conformance runs, because a tested program may be endless, silent or hostile. */

/** Bytes that a command prints for one case, and a parser's line. Beyond: it is ended. */
export const outputBytesMax = 65_536
export const lineBytesMax = 1_048_576

/** One emitter call or parser reply. Beyond: it is ended, and the case fails. */
export const caseMs = 5_000

/** Time for a terminal to show its window and start a program. Beyond: nothing is tested. */
export const startMs = 20_000

/** Time for a terminal's reply; `--timeout` sets it. Beyond: it counts as missing. */
export const answerMs = 1_000
export const answerMsLeast = 50
export const answerMsMost = 60_000

/** Time for a busy terminal to accept a write. Beyond: it counts as no reply. */
export const writtenMs = 5_000

/** All checks of a terminal. Beyond: the rest fail. */
export const runMs = 300_000

/** Consecutive checks without a reply after which the rest are skipped. */
export const unansweredMax = 3

/** First line of the probe. Beyond: it is not the probe. */
export const helloBytesMax = 16_384

/** Bytes from the terminal per check and in total. Beyond: the run ends. */
export const heardBytesMax = 262_144
export const heardTotalMax = 16_777_216

/** Last bytes that a multiplexer wrote to its own terminal. Earlier ones are dropped. */
export const outerBytesMax = 1_048_576

/** Time for a command that reports the outside view, and its polling interval. */
export const outsideMs = 5_000
export const effectPollMs = 50

/** Characters of a check's reason. Beyond: truncated. */
export const detailMax = 160
