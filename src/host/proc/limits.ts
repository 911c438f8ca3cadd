/** Bounds and times of looking at processes. */

/**
 * Bytes of a file of /proc that are read: a command line, an environment, a list of children. The
 * rest is not looked at.
 */
export const procBytesMax = 131_072

/**
 * Files `/proc/PID/stat` that stay open: of the first process and the one in front of some 120
 * tabs. Beyond, the one unused longest is closed.
 */
export const statFilesMax = 256

/**
 * Members of a foreground group, or descendants of a tool, that are looked at. The newest come
 * first.
 */
export const membersMax = 64

/** Processes of a tab that are passed on the way to them. */
export const visitedMax = 256

/**
 * Directories of a process's `PATH` in which a link to its file is looked for. Each look is a small
 * program.
 */
export const searchPathMax = 32

/** Number of searches for such a link, for each process. The first one may find nothing yet. */
export const linkLooksMax = 4

/** Steps from a process up to the tool it may descend from. */
export const toolAncestorsMax = 16

/** The usual time between two checks: `ai.foreground_check_interval_ms`. */
export const checkIntervalMs = 250

/** Without output, input or a mark, checks of a tab without a tool become as rare as this. */
export const restingIntervalMs = 2_000

/** One stat a second while a program's claim holds that no prompt mark can end. */
export const claimIntervalMs = 1_000

/**
 * A program in front that is no tool may still start one (`npx codex`): its group is looked at
 * again after this, and ever later, up to the second.
 */
export const membersAgainMs = 250
export const membersRestingMs = 8_000

/**
 * Time between two samples of processor use. A sample older than twice this is no base for the
 * next.
 */
export const sampleIntervalMs = 1_000

/**
 * The kernel counts processor time in hundredths of a second wherever Electron runs (`getconf
 * CLK_TCK`).
 */
export const ticksPerSecond = 100

/**
 * Command lines that are searched for the name of a session that may still run; the newest
 * processes come first. A read takes some 10 µs.
 */
export const commandLinesMax = 4_096

/** So long they are as good as new, ms: the tabs of a start ask one after the other. */
export const commandLinesAgeMs = 500
