import type { Millis } from '../../../base/clock.ts'

/**
 * Bytes that the terminal has not accepted. Reading from the pty pauses above the first and resumes
 * below the second. A paused terminal costs this much memory.
 */
export const waitingOutputMax = 262_144
export const waitingOutputLow = 65_536

/** Bytes per write to the terminal. */
export const writeBytesMax = 65_536

/** Retry interval for a full non-blocking terminal. */
export const fullRetryMs: Millis = 5

/** Delays after a key, and the interval otherwise, at which a stop is looked for. */
export const stopLooksMs: readonly Millis[] = [20, 60, 150, 400, 1_000]
export const stopLookRestingMs: Millis = 1_000

/** Size assumed for a terminal that does not know its size, as in most programs. */
export const unknownSize = { cols: 80, rows: 24 } as const

/**
 * Time for the remaining output after the terminal was hung up and the program killed. Otherwise
 * the wait ends when all is written or a signal arrives.
 */
export const flushMaxMs: Millis = 5_000
