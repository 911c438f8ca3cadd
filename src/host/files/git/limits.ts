/** Limits for reading repositories, whose files may be hostile or very many (SECURITY.md). */

/** Programs that run at the same time for all tabs. Further ones wait. */
export const runsMax = 2

/** Programs for which the user waits, in addition. Further ones wait with the others. */
export const urgentMax = 8

/** Programs that wait for their turn. Beyond: the repository is not read. */
export const runsWaitingMax = 64

/** Killed programs that block in the kernel. Beyond: no repository is read. */
export const runsStuckMax = 4

/** Priority of these programs: below everything that a user waits for. */
export const runNice = 10

/** Time of one step of git at the start of a turn, ms. Beyond: changes are not counted. */
export const gitStartMs = 5_000

/** Time of one step of git for a count or a diff, ms. Beyond: no answer. */
export const gitLookMs = 5_000

/** Bytes of a list of changed files. Beyond: changes are not counted. */
export const listBytesMax = 1_048_576

/** Bytes of a repository's index that are copied. Beyond: changes are not counted. */
export const indexBytesMax = 67_108_864

/** Bytes of the list of ignored files within `.git`. Beyond: the rest does not count. */
export const excludeBytesMax = 65_536

/** A larger file is compared by size and time, and its lines are not counted. */
export const fileBytesMax = 1_048_576

/** Bytes and number of changed files that a snapshot keeps. For others it keeps size and time. */
export const keptBytesMax = 16_777_216
export const keptFilesMax = 2_000

/** New files whose lines are counted. Others count as files only. */
export const newFilesMax = 1_000

/** Bytes of a diff, which main makes safe to show. The rest is omitted. */
export const diffBytesMax = 4_194_304

/** UTF-16 units of a program's standard error that are kept for a message: the last ones. */
export const errorUnitsMax = 4_096

/** Time of reading facts about worktrees and branches, ms. Beyond: a message names the command. */
export const worktreeLookMs = 10_000

/** Time of looking for changes in a worktree, ms. Beyond: it is not removed. */
export const worktreeStatusMs = 60_000

/** Time of writing or deleting the files of a worktree, ms. Beyond: git is stopped. */
export const worktreeFilesMs = 600_000

/** Time in which a stopped git removes an incomplete worktree, ms. Beyond: git is killed. */
export const worktreeCleanUpMs = 30_000

/** Bytes of the list of all files of a worktree. Beyond: it is not removed. */
export const fileListBytesMax = 134_217_728

/** Files of that list that are checked before other work continues. */
export const fileListPiece = 20_000

/** Directories with files of git that are looked at. A worktree with more is not removed. */
export const trackedFoldersMax = 100_000

/** Settings of filters and names of hooks that are turned off. Beyond: no worktree is made. */
export const programsMax = 100
