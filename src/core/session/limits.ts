/** Limits of one tab (SECURITY.md). */
import type { Millis } from '../../base/clock.ts'

/** A program that ends so soon after it was sent a signal to end has ended by that, ms. */
export const endsBySignalMs: Millis = 5_000

/** Shortest time between two titles of a tab: four a second. */
export const titleIntervalMs: Millis = 250

/** Characters of a notification's title and text that are kept and shown; what is longer is cut. */
export const notificationTitleCharactersMax = 128
export const notificationBodyCharactersMax = 256

/**
 * Notifications and bells of one tab in a second. Beyond it: merged with those before, that is, not
 * shown.
 */
export const notificationsPerSecondMax = 5

/**
 * A command that ran so long always notifies; of shorter ones, as many a second as of
 * notifications.
 */
export const longCommandMs: Millis = 1_000

/** Characters of a name that the user gives to a tab. Longer ones are cut. */
export const tabNameCharactersMax = 256

/**
 * Characters of a command, where the tab says what would be started. Longer ones are cut; those of
 * resume hints and layouts are not longer.
 */
export const shownCommandCharactersMax = 512

/** Characters of the sentence that says why a program could not be started: two long paths fit. */
export const startProblemCharactersMax = 2_048

/** A page is sent a bell so often at most, ms: more of them cannot be distinguished. */
export const bellIntervalMs = 50

/**
 * A program out of view, or in a pane that is not the active one of its window, rests behind a
 * chunk that took this long to look at, ms, so many times as long, and no longer than the last:
 * main has nine tenths of its time for everything else. Chunks of plain text take less.
 */
export const restFromMs = 1
export const restFactor = 9
export const restMsMax = 100

/**
 * Nor does it print more than so many bytes a ms for long, 8 MB/s, in bursts of so many: a flood
 * beside what the user does would have main, its worker and its program at work, and the echo of a
 * key wait for all of them. No build prints a tenth of it.
 */
export const unseenBytesPerMs = 8_000
export const unseenBytesMax = 131_072

/**
 * While the user types in another tab or pane of the window, until so long after the last key, ms,
 * it is this share of both: a burst that a key meets is over before its echo has come.
 */
export const typingElsewhereMs = 1_000
export const typingShare = 1 / 8

/**
 * A program out of view that rests when such a key comes goes on no sooner than so long after it,
 * ms, but for keys that come `restMsMax` after the rest began: an echo takes 10 to 14 ms to its
 * frame.
 */
export const keyEchoMs = 16

/**
 * The branch of a tab's repository is looked up again at most so often, ms: prompts and agents may
 * come a hundred times a second, and each look is a question to another process.
 */
export const branchAgainMs = 2_000
/** Time for a command that was just sent to switch the branch, ms. */
export const branchSettleMs = 300

/**
 * An answer to a dialog is sent when nothing has been printed for so long, ms: a program that has
 * begun to draw something else has ended it by then. It waits no longer than the last, ms.
 */
export const answerQuietMs = 25
export const answerWithinMs = 1_500

/**
 * After a key in the tab, ms, a dialog can be answered from elsewhere again once the program has
 * printed something: what it has not read yet would come first.
 */
export const keyReadMs = 200

/**
 * What was answered from elsewhere needs the user no more for so long, ms; what still waits then
 * is in the list again. Programs go on within a second, on a busy machine within a few.
 */
export const answeredElsewhereMs = 5_000
/** So often it is looked at whether another dialog stands there meanwhile, ms. */
export const answeredLookMs = 250

/**
 * Stretches of output that are told apart by the job that printed them, until the worker says its
 * first word, some 50 ms. What was asked in older ones is not answered.
 */
export const earlyJobsMax = 64
