/** Limits for checks of files whose names may come from program output (SECURITY.md). */

/** A file system that does not respond within this time, ms, counts as silent. */
export const pathLookMs = 1_000

/** Extensions of that time while the machine is busy: helper or main waits for a CPU. */
export const busyTurnsMax = 10

/** A timer that fires this late shows that main was busy, ms. */
export const lateMs = 100

/**
 * Concurrent checks of directories and programs of tabs, each in a small sh. A start with a dead
 * disk may request many, and must not delay those on good disks.
 */
export const startLooksMax = 8

/** Concurrent checks of paths under the pointer. */
export const pathLooksMax = 2

/** Remembered real paths of scripts: as many as tabs have foreground programs. */
export const realPathsMax = 256

/** Queued checks of one kind: a page requests 16 at a time. More count as silent. */
export const waitingLooksMax = 256

/** Killed helpers of one kind that wait for a disk. More count as silent. */
export const stuckMax = 8

/** Parent directories searched for a repository. */
export const levelsMax = 64

/** Memory of the thread that searches transcripts, MiB. Beyond: the search fails. */
export const searchMemoryMb = 192

/** Time after its own limit in which a search must end, ms. Beyond: its thread is given up. */
export const searchLateMs = 5_000

/** Time after which the idle thread ends, ms. It forgets what it knows about files. */
export const searchIdleMs = 60_000
