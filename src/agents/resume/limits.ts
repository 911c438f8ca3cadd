/** Limits of resume hints (docs/contributing/internals/agent-detection.md, SECURITY.md). */
import type { Millis } from '../../base/clock.ts'

/** Characters of the command that resumes an agent. A longer command is not offered. */
export const resumeLineCharactersMax = 512

/** Longest path that the kernel accepts, in bytes. */
export const directoryUnitsMax = 4_096

/** Interval of lookups in an agent's own files, each of which starts programs. */
export const lookUpIntervalMs = 5_000

/**
 * Interval of foreground checks in /proc, ms. If hints arrive in between, only the last one counts.
 */
export const verifyIntervalMs: Millis = 1_000

/** Checks per hint while the foreground agent's file is unknown. */
export const fileLooksMax = 3

/** Checks whether a session still runs elsewhere; programs are killed 3 s after a tab closes. */
export const aliveAgainMs: Millis = 1_000
export const aliveAgainMax = 10
