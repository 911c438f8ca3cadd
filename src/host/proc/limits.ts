/** Bytes read of a file in /proc, such as a command line. The rest is ignored. */
export const procBytesMax = 131_072

/** Open `/proc/PID/stat` files, two for each of some 120 tabs, least recently used closed. */
export const statFilesMax = 256

/** Files checked for an ended process with each new one, so that few of them stay open. */
export const sweptFiles = 4

/** Members of a foreground group, or descendants of a tool, that are examined, newest first. */
export const membersMax = 64

/** Threads of a foreground group, its newest members first, that may read the terminal. */
export const threadsMax = 64

/** Processes visited on the way to them. */
export const visitedMax = 256

/** Directories of a process's `PATH` searched for a link. Each check runs a program. */
export const searchPathMax = 32

/** Searches for such a link per process. The first may run before paths are resolved. */
export const linkLooksMax = 4

/** Ancestors examined to find the tool that a process descends from. */
export const toolAncestorsMax = 16

/** Default of `ai.foreground_check_interval_ms`. */
export const checkIntervalMs = 250

/** Longest interval for a tab without a tool, without output, input or prompt marks. */
export const restingIntervalMs = 2_000

/** Interval while a program's claim holds that no prompt mark can end: one stat each. */
export const claimIntervalMs = 1_000

/**
 * A foreground program that is not a tool may still start one (`npx codex`). Its group is searched
 * after the first interval, which doubles up to the second.
 */
export const membersAgainMs = 250
export const membersRestingMs = 8_000

/** Time between two samples of CPU use. A sample older than twice this cannot serve as the base. */
export const sampleIntervalMs = 1_000

/** The kernel counts CPU time in 1/100 s wherever Electron runs (`getconf CLK_TCK`). */
export const ticksPerSecond = 100

/** Command lines searched for a session, newest processes first. A read takes some 10 µs. */
export const commandLinesMax = 4_096

/** Time for which the command lines are reused: at startup, all tabs search them in a row. */
export const commandLinesAgeMs = 500

/** Time for which a list of all processes is reused: the usage of all tabs is read in a row. */
export const processTableAgeMs = 500

/** Oldest reading with which processor time is compared. */
export const coresAgeMs = 10_000

/** Processes of a tab whose usage is read. */
export const usageProcessesMax = 512

/** Ancestors of a tab's program whose children may be the tab's orphans. */
export const tabAncestorsMax = 32

/** Bytes of a command line by which a process is named. It can have megabytes. */
export const argumentBytesMax = 4_096

/** Lines that name the processes which would outlive a tab. Others can't be ended. */
export const leftLinesMax = 12

/** A process that ignores SIGTERM is killed after this time. */
export const endDelayMs = 3_000

/** Open files that are searched for ports: of one process, and of a tab. Each takes 10 µs. */
export const openFilesMax = 256
export const tabFilesMax = 2_048

/** Time to read an agent's report of its limits, ms. Beyond: they are unknown. */
export const limitsMs = 2_000
/** Bytes of the JSON of Claude Code's status line. Beyond: it is cut, and so not read. */
export const statusBytesMax = 65_536
/** Bytes at the end of a session file of Codex in which the last report is searched. */
export const sessionEndBytes = 262_144
/** Accounts whose newest limits are known. Beyond: the one reported longest ago is forgotten. */
export const accountsMax = 64

/** Lowest open files of a process among which that of a served file system is searched. */
export const servedFilesMax = 32

/** Listening ports that are listed. */
export const portsMax = 16

/** Processes above the foreground program that may be a nested shell. */
export const nestedStepsMax = 16

/** Files of conversations of an agent that are looked at. */
export const conversationsMax = 4_096

/** Start of a conversation in which its directory must be, bytes. Codex repeats instructions. */
export const conversationHeadBytes = 262_144

/** Time to look at them, ms, and bytes that name them. Beyond: no conversation is known. */
export const conversationsMs = 2_000
export const conversationsBytesMax = 1_048_576

/** Difference between the clock of a prompt and the time of a file, ms. */
export const promptSlackMs = 1_000

/** Control groups that are read below that of a tab, such as those of a container. */
export const scopeGroupsMax = 64

/** Searches for processes of a scope that were started since the search before. */
export const scopeSweepsMax = 16
