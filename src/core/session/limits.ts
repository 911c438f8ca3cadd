/** Limits of one tab (SECURITY.md). */
import type { Millis } from '../../base/clock.ts'

/** A program that exits within this time of a terminating signal was ended by that signal. */
export const endsBySignalMs: Millis = 5_000

/** Time after an adoption in which states are recognized that the program already had. */
export const adoptedStateMs: Millis = 10_000

/** Output that waits for the size of a window. Beyond: nothing waits. */
export const heldBytesMax = 65_536

/** Minimum interval between titles of a tab: four per second. */
export const titleIntervalMs: Millis = 250

/** Characters of a notification's title and body; longer text is truncated. */
export const notificationTitleCharactersMax = 128
export const notificationBodyCharactersMax = 256

/** Notifications and bells of one tab per second. Further ones are not shown. */
export const notificationsPerSecondMax = 5

/** Notifications of one tab on the desktop (OSC 99). Beyond: the oldest is withdrawn. */
export const openNotificationsPerTabMax = 16

/** Characters of a button's label in a notification; longer labels are truncated. */
export const buttonLabelCharactersMax = 40

/** Pixels of a side of a notification's icon, because another program decodes it. Beyond: none. */
export const iconSideMax = 1_024

/** Commands that ran this long always notify. Shorter ones share `notificationsPerSecondMax`. */
export const longCommandMs: Millis = 1_000

/** Nested contexts of OSC 3008. Beyond: further ones are ignored. */
export const contextsMax = 16

/** Characters shown of one context. Longer labels are truncated. */
export const contextLabelCharactersMax = 64

/** User variables of a session (OSC 1337). Beyond: the one set longest ago is removed. */
export const userVariablesMax = 64

/** Nested shells whose running commands are known. Beyond: the outermost one is forgotten. */
export const nestedCommandsMax = 16

/** Characters of a tab name given by the user; longer names are truncated. */
export const tabNameCharactersMax = 256

/** Characters of a command shown before it is started; longer ones are truncated. */
export const shownCommandCharactersMax = 512

/** Characters of the sentence that reports a failed start: two long paths fit. */
export const startProblemCharactersMax = 2_048

/** Minimum interval between bells sent to a page, ms: closer ones can't be distinguished. */
export const bellIntervalMs = 50

/**
 * A program out of view or in an inactive pane rests after a chunk that took `restFromMs` or longer
 * to process. It rests for `restFactor` times that long, up to `restMsMax`, so that main keeps nine
 * tenths of its time for everything else. Plain text takes less.
 */
export const restFromMs = 1
export const restFactor = 9
export const restMsMax = 100

/**
 * A resting program's sustained rate (8 MB/s) and burst. Without them, heavy output would keep
 * main, its worker and the program busy, and key echoes would wait for all three. No build prints a
 * tenth of this.
 */
export const unseenBytesPerMs = 8_000
export const unseenBytesMax = 131_072

/**
 * While the user types in another tab or pane of the window, and for this long after the last key,
 * the rate and burst shrink to this share. A burst then ends before the key's echo arrives.
 */
export const typingElsewhereMs = 1_000
export const typingShare = 1 / 8

/**
 * A resting program out of view does not resume within this time of such a key, unless the key
 * comes `restMsMax` after the rest started. An echo takes 10 to 14 ms to its frame.
 */
export const keyEchoMs = 16

/**
 * Minimum interval between lookups of a tab's Git branch, ms. Prompts and agents may come a hundred
 * times per second, and each lookup is a request to another process.
 */
export const branchAgainMs = 2_000
/** Time for a command that was just sent to switch the branch, ms. */
export const branchSettleMs = 300

/**
 * An answer to a dialog is sent after this time without output, ms: a program that draws something
 * else has ended the dialog by then. It waits up to `answerWithinMs`.
 */
export const answerQuietMs = 25
export const answerWithinMs = 1_500

/**
 * For this long after a key in the tab, a dialog can be answered from elsewhere only after the
 * program has printed something. Input that it has not read yet would come first.
 */
export const keyReadMs = 200

/**
 * A question answered from elsewhere counts as answered for this long, ms, and is listed again if
 * it is still open. Programs continue within a second, on a busy machine within a few.
 */
export const answeredElsewhereMs = 5_000
/** Interval of checks for another dialog during that time, ms. */
export const answeredLookMs = 250

/** Output spans per job until the worker's first report. Queries in older ones get no reply. */
export const earlyJobsMax = 64

/** A prompt is typed this long after the user's last input, ms. */
export const typedQuietMs = 2_000
/**
 * An agent must show typed text within this time, ms. Otherwise Enter is not pressed. An agent that
 * starts may draw its prompt long before it reads from it.
 */
export const echoWithinMs = 60_000
/** After its text, Enter waits this long for a pause in the output, ms. */
export const enterWithinMs = 60_000
/** Delay of Enter after the agent shows the text, ms. Keys that come together count as a paste. */
export const promptEnterMs = 200

/** Interval of looks at the screen of an agent that has queued prompts and does not work, ms. */
export const queueLookMs = 1_000
/** An agent must start to work on a queued prompt within this time. Otherwise the queue pauses. */
export const startWithinMs = 5_000
/** A shorter turn pauses the queue: agents that have reached a limit end their turns quickly. */
export const turnMsMin = 3_000

/** Minimum interval of snapshots of a tab's repository. Turns within it have the first one's. */
export const turnSnapshotMs: Millis = 5_000
/** A turn that started longer ago was not seen to begin, so it gets no snapshot. */
export const turnSeenMs: Millis = 2_000
/** Delay of reading an agent's limits after its turn ends: it reports them a little later, ms. */
export const limitsSettleMs: Millis = 2_000
/** A limit that resets later than this is shown without the time of day. */
export const limitShownMs: Millis = 23 * 3_600_000
/** Minimum interval of counts of a tab's changes. */
export const changeLookMs: Millis = 2_000

/** Time in which kills for memory are reported once, and explain the end of the program. */
export const memoryRanOutMs = 2_000
