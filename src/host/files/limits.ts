/** Limits of looks at files that output may have named (SECURITY.md). */

/**
 * A file system that has not said within this time, ms, what lies at a path counts as one that does
 * not answer.
 */
export const pathLookMs = 1_000

/**
 * How often a look gets that time again because the machine is busy: the program still waits for a
 * processor, or main reads its answer late.
 */
export const busyTurnsMax = 10

/** A timer that fires this much late shows that main was busy, ms. */
export const lateMs = 100

/**
 * Folders and programs of tabs that are looked at at a time: a start after a dead disk may ask for
 * many at once, and a good one waits for none of them. A small sh each.
 */
export const startLooksMax = 8

/** Paths of text under the pointer that are looked at at a time. */
export const pathLooksMax = 2

/**
 * Scripts whose real paths are remembered: as many as tabs have programs in front. Beyond it:
 * looked at anew.
 */
export const realPathsMax = 256

/**
 * Looks that wait for their turn, of one kind. A page full of paths asks for 16 at a time; beyond
 * it: as if the file system did not answer.
 */
export const waitingLooksMax = 256

/**
 * Programs of one kind that were killed and have not ended, since the kernel still waits for a
 * disk. Beyond it: no further one is begun, and nothing answers.
 */
export const stuckMax = 8

/** Levels that are looked at upwards for a repository. Deeper folders have no name of one. */
export const levelsMax = 64
