/** Limits of resume hints (docs/agents.md, SECURITY.md). */
import type { Millis } from '../clock.ts'

/** Words behind the program; a hint with more is not kept. Agents need two. */
export const argumentsMax = 32

/**
 * Characters of a hint's program and arguments together: what is run is shown in whole, on one
 * line. A longer hint is not kept.
 */
export const commandCharactersMax = 512

/** Bytes of a path that the kernel takes. */
export const directoryUnitsMax = 4_096

/**
 * Whether a hint's program runs in its tab is looked up so often at most, ms: a look costs some
 * reads of /proc, and a program can print hints without end. Of those between, the last counts.
 */
export const verifyIntervalMs: Millis = 1_000

/**
 * A session that still runs elsewhere, such as the agent of a tab that was closed a moment ago, is
 * asked for again so often, and so many times: programs are killed 3 s after their tab is closed.
 */
export const aliveAgainMs: Millis = 1_000
export const aliveAgainMax = 10
