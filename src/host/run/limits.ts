/** Limits of `vibeflow run`. */
import type { Millis } from '../../base/clock.ts'

/**
 * Output that the terminal has not taken yet, bytes: above the first the program's pty is not read,
 * below the second it is again. A terminal that stands still costs this much.
 */
export const waitingOutputMax = 262_144
export const waitingOutputLow = 65_536

/** One write to the terminal. */
export const writeBytesMax = 65_536

/** A terminal without room that does not block is tried again after so long. */
export const fullRetryMs: Millis = 5

/**
 * After a key the program is looked at so often: it may have stopped. Otherwise only now and then,
 * for somebody else may have stopped it.
 */
export const stopLooksMs: readonly Millis[] = [20, 60, 150, 400, 1_000]
export const stopLookRestingMs: Millis = 1_000

/** What a terminal that does not know its size is taken for, as by most programs. */
export const unknownSize = { cols: 80, rows: 24 } as const

/**
 * Once the terminal was hung up and the program killed, the rest of the output has so long to be
 * taken. Without a hang-up it waits until it is taken, or until a signal comes.
 */
export const flushMaxMs: Millis = 5_000
