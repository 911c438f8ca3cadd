/** Limits of the shadow terminal (docs/contributing/internals/shadow.md). */
import { assert } from '../../base/assert.ts'
import {
  flowMessageBytesMax,
  outputRingBytesMax,
  pauseSlackBytes,
  printedSizesMax,
  unparsedBytesHigh,
  unparsedBytesLow,
} from '../session/flow/limits.ts'

/** Maximum bytes of a message: large ones move at 3 GB/s, 4 KiB at a tenth of that. */
export const feedBytesMax = flowMessageBytesMax

/** During heavy output, delay before the next message, ms: each message wakes another thread. */
export const feedDelayMs = 8

/** Messages without delay in that time, for single outputs and successive queries. */
export const feedsAtOnceMax = 4

/** Size of a query for the worker's rate, bytes: about a reply. */
export const queryBytes = 32

/**
 * Parsed bytes that a worker reports immediately; fewer are reported with the next answer. At most
 * half of LOW, so that a paused pty never waits for an unreported amount, and resumes while the
 * core still has work. Each report wakes another thread.
 */
export const reportBytes = 131_072

/**
 * A worker that owes parsed bytes or an answer and is silent for two of these, ms, is replaced as
 * hung, since it would pause the pty forever. Two, since a stopped process resumes with an expired
 * timer.
 */
export const silenceMs = 5_000

/** A visible terminal that was given up because of its output restarts after this time, ms. */
export const reviveMs = 10_000

/** Minimum interval between change notifications to followers, ms: one frame. */
export const changedIntervalMs = 16

/** Revisions for deltas: one per client. The least recently used is dropped. */
export const viewersMax = 64

/**
 * Cells of all these revisions, at 14 bytes per cell; clients choose the screen's size. Allows 64
 * revisions of 200 x 80, or two of a million cells.
 */
export const viewerCellsMax = 2_097_152

/** A worker in a long write reports this often, ms, so that silence means a hang. */
export const workerAliveMs = 1_000

/** History rows in the first attempt of a limited snapshot, and the maximum growth of the next. */
export const sampleRows = 500
export const sampleGrowth = 8

/**
 * Crashes for one session within a minute. The first restarts with everything kept; the second, if
 * at the same output, without that output; after the third there is no shadow. Without a session to
 * blame, a worker's crashes count for all its sessions.
 */
export const crashesMax = 3
export const crashWindowMs = 60_000

/** Crashes within an hour, for output that hangs a worker every half minute. */
export const crashesPerHourMax = 6
export const hourMs = 3_600_000

/**
 * The terminal is saved for the next worker after `keepBytes`, as soon as no sequence is open, and
 * by `keepBytesLatest`, since the ring must reach back to it.
 */
export const keepBytes = 327_680
export const keepBytesLatest = 360_448

/**
 * A screen that packs to more than this (50,000 cells in different styles) is saved after this
 * multiple of its size; otherwise saving would be most of the work. If its worker dies in between,
 * output may be lost.
 */
export const keptStateBytes = 1_048_576
export const keptStateFactor = 4

/** Sizes between two saves; more trigger the next save. */
export const keptSizesMax = 16

/** Idle time before history is compressed, ms, and the pause between its steps, ms. */
export const compressAfterMs = 3_000
export const restStepMs = 20

/** Messages repeated to the next worker; older ones are dropped. */
export const repeatedMax = 256

/**
 * Cell tables are sent incrementally. They are sent in full again when the additions exceed the
 * full size by this many bytes, or reach this many parts.
 */
export const tableGrowthBytes = 1_048_576
export const tablePartsMax = 4_096

/** Consecutive workers that die before answering; then a fresh terminal starts. */
export const silentDeathsMax = 2

/** Bytes of the line that are skipped after output that killed a worker twice. */
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
 * Styles in a dialog's text: agents use some dozens, and each takes microseconds. With more,
 * visibility is unknown and the dialog must be answered in its tab.
 */
export const stylesMax = 1_024

/** Rows of a wrapped line up to the cursor. Beyond: its beginning is omitted. */
export const cursorRowsMax = 4
