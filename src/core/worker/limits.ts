/** Limits of the shadow terminal (docs/shadow.md). What happens beyond each stands beside it. */
import { assert } from '../../base/assert.ts'
import {
  flowMessageBytesMax,
  outputRingBytesMax,
  pauseSlackBytes,
  printedSizesMax,
  unparsedBytesHigh,
  unparsedBytesLow,
} from '../session/flow/limits.ts'

/**
 * Most bytes in one message to a worker: large ones move at 3 GB/s between threads, 4 KiB at a
 * tenth of that.
 */
export const feedBytesMax = flowMessageBytesMax

/** In a flood output waits this long for company, ms: each message wakes another thread. */
export const feedDelayMs = 8

/**
 * So many messages within that time go at once: after quiet nothing waits, and a program that asks
 * its terminal one thing after the other waits for none of its answers. Beyond it output gathers.
 */
export const feedsAtOnceMax = 4

/** What a question counts as in the worker's own rate, bytes: about an answer. */
export const queryBytes = 32

/**
 * A worker reports so many parsed bytes at once; fewer are reported with the next answer. At most
 * half of LOW, so that a paused pty waits for no report that nobody owes and goes on while there
 * still is something to parse. Each report wakes another thread.
 */
export const reportBytes = 131_072

/**
 * A worker that owes parsed bytes or an answer and says nothing for two of these, ms, is taken for
 * hung and replaced: it would hold the pty for ever. Two, since a stopped process wakes to a timer
 * that is due.
 */
export const silenceMs = 5_000

/**
 * A terminal that a page draws, and that was given up over its output, is begun again after this,
 * ms: with what was kept, and what comes from then on.
 */
export const reviveMs = 10_000

/** Followers are notified of changes so long apart at least, ms: one frame. */
export const changedIntervalMs = 16

/**
 * Revisions that deltas can be asked against: one for each client that a session may have. The one
 * used longest ago leaves, and its client gets a snapshot.
 */
export const viewersMax = 64

/**
 * Cells of all these revisions: each is an image of the screen of 14 bytes a cell, and clients
 * choose the screen's size. Enough for 64 of 200 x 80; of a million cells two.
 */
export const viewerCellsMax = 2_097_152

/** A worker that writes for long says so this often, ms: silence then means that it hangs. */
export const workerAliveMs = 1_000

/**
 * Rows of history that a snapshot with a bound is first written with, to learn how many fit; and
 * how many times more the next try may have.
 */
export const sampleRows = 500
export const sampleGrowth = 8

/**
 * Crashes at the work for one session within a minute: after the first it goes on with all that is
 * kept, after the second, if both were at the same output, without that, after the third it has no
 * shadow. Where no session is to blame, those of one worker, for all its sessions.
 */
export const crashesMax = 3
export const crashWindowMs = 60_000

/**
 * The same within an hour: what hangs a worker each half minute would have all its tabs fed again
 * and again, and is given up as well.
 */
export const crashesPerHourMax = 6
export const hourMs = 3_600_000

/**
 * The terminal is kept for the next worker after so many bytes, as soon as no sequence is open; at
 * latest after so many, since the ring must reach back there.
 */
export const keepBytes = 327_680
export const keepBytesLatest = 360_448

/**
 * A screen that takes more than this packed, 50,000 cells in styles of their own, is kept after so
 * many times as many bytes: otherwise that would be most of the work. Of one that dies between,
 * output may be missing.
 */
export const keptStateBytes = 1_048_576
export const keptStateFactor = 4

/** Sizes between two such times: further ones wait for the next. */
export const keptSizesMax = 16

/**
 * History is compressed when nothing has come for so long, ms, and nobody has asked; so many blocks
 * each time, with a rest of so many ms, since other sessions wait for the thread.
 */
export const compressAfterMs = 3_000
export const restStepMs = 20

/**
 * Sizes, limits and marks that are repeated to the next worker, in their places. More come only
 * while a worker hangs: the oldest are left out then.
 */
export const repeatedMax = 256

/**
 * What numbers of cells mean is sent as far as it is new; all of it again when that has become so
 * much more, in bytes, than all of it was, or so many parts.
 */
export const tableGrowthBytes = 1_048_576
export const tablePartsMax = 4_096

/**
 * Workers in a row that die before they have answered: then what they begin with is what they
 * die of, and a fresh terminal begins.
 */
export const silentDeathsMax = 2

/**
 * Output that a worker has died of twice is passed over, and what follows up to the next line,
 * within so many bytes: it may be the rest of a sequence.
 */
export const skippedLineBytesMax = 4_096

assert(
  keepBytesLatest + unparsedBytesHigh + pauseSlackBytes + feedBytesMax / 2 <= outputRingBytesMax,
  'the ring reaches back to what was kept, whatever has come since',
)
assert(
  reportBytes * 2 <= unparsedBytesLow,
  'what a worker has not reported never keeps a pty paused',
)
assert(workerAliveMs * 2 <= silenceMs, 'a worker that works reports in time')
assert(feedBytesMax <= reportBytes, 'a report is due after some messages, not within one')
assert(printedSizesMax * 2 <= repeatedMax, 'sizes of what is fed again are all repeated')

/**
 * Styles of a dialog's text: agents use some dozens. Each takes some microseconds. Of a dialog with
 * more, it is not known what can be seen, and it is answered in its tab.
 */
export const stylesMax = 1_024
