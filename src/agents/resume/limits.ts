/** Limits of resume hints (docs/agents.md, SECURITY.md). */
import type { Millis } from '../../base/clock.ts'

/** Characters of the line that resumes an agent. A longer line is not offered. */
export const resumeLineCharactersMax = 512

/** Bytes of a path that the kernel takes. */
export const directoryUnitsMax = 4_096

/**
 * Time between two looks at the foreground for a hint, ms: a look costs some reads of /proc, and a
 * program can print hints without end. Of the hints in between, the last counts.
 */
export const verifyIntervalMs: Millis = 1_000

/** Number of looks for one hint while the file of the agent in the foreground is not known yet. */
export const fileLooksMax = 3

/**
 * A session that still runs elsewhere, such as the agent of a tab that was closed a moment ago, is
 * asked for again so often, and so many times: programs are killed 3 s after their tab is closed.
 */
export const aliveAgainMs: Millis = 1_000
export const aliveAgainMax = 10
