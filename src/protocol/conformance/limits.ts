/**
 * Times and sizes of the conformance runs: what is tested may be endless, silent or hostile, and
 * none of that may hold or fill the runner.
 */

/** Bytes that a command may print for one case, and a line of a parser. Beyond: it is ended. */
export const outputBytesMax = 65_536
export const lineBytesMax = 1_048_576

/** One call of an emitter, one answer of a parser. Beyond: it is ended, and the case fails. */
export const caseMs = 5_000

/** A terminal shows its window and starts a program in it. Beyond: nothing can be tested. */
export const startMs = 20_000

/** An answer of the terminal; `--timeout` sets it. Beyond: there is none. */
export const answerMs = 1_000
export const answerMsLeast = 50
export const answerMsMost = 60_000

/**
 * A terminal takes a write, however busy. Beyond: it has stopped reading, which counts as no
 * answer.
 */
export const writtenMs = 5_000

/** All of a terminal's checks. Beyond: the rest of them fail. */
export const runMs = 300_000

/** Checks in a row without any answer, after which the rest are not tried. */
export const unansweredMax = 3

/** What the probe says of itself first, in one line. Beyond: it is not our probe. */
export const helloBytesMax = 16_384

/** Bytes from the terminal for one check, and in all. Beyond: it floods; the run ends. */
export const heardBytesMax = 262_144
export const heardTotalMax = 16_777_216

/** The last bytes that a multiplexer wrote to its own terminal. Earlier ones are forgotten. */
export const outerBytesMax = 1_048_576

/** A command that tells what is seen from outside; and after how long it is asked again. */
export const outsideMs = 5_000
export const effectPollMs = 50

/** Characters of the reason that a check gives. Beyond: cut. */
export const detailMax = 160
