/** Limits of output between a pty and the VT core (SECURITY.md). */
import { assert } from '../../../base/assert.ts'

/** Unparsed bytes above which the pty pauses: 25-50 ms of parsing, so that ^C stays quick. */
export const unparsedBytesHigh = 524_288

/** Unparsed bytes below which the pty resumes. The core has work until the first bytes arrive. */
export const unparsedBytesLow = 262_144

/** Chromium sends larger messages in a shared memory region made for each message. */
const inlineBytesMax = 61_440

/** Maximum bytes in one message, so that output never needs such a region. */
export const flowMessageBytesMax = 57_344

/** Minimum interval between state messages of one tab, ms: one frame. The latest wins. */
export const stateIntervalMs = 16

/** Output kept per tab for restarting a VT core; older bytes are dropped. */
export const outputRingBytesMax = 1_048_576

/**
 * Remembered sizes of that output, so that it is laid out as before. Beyond them the least used
 * size is dropped: a window being dragged wider prints one prompt at each of many sizes.
 */
export const printedSizesMax = 100

/** Kept output is compressed after this time without more, ms: 16 segments take a few ms. */
export const outputRestMs = 3_000

/** Longest time of activity without a checkpoint of the terminal, ms. */
export const checkpointMs = 30_000

/** Output after a checkpoint before another is taken at the same size. A long one takes 50 ms. */
export const checkpointBytesMin = 16_384

/**
 * Bytes of a checkpoint, and of its text alone. Beyond: older rows, or images that are hidden, are
 * omitted. The keeper's ring has room for it and for later output.
 */
export const checkpointBytesMax = 3_145_728
export const checkpointTextBytesMax = 1_572_864

/** Maximum that a paused pty can still deliver: the bytes that its stream had read ahead. */
export const pauseSlackBytes = 131_072

/**
 * Output of a program after which its checkpoint moves on. Longer than the ring, since it moves to
 * the ring's start.
 */
export const checkpointBytes = outputRingBytesMax + 524_288

/** The same while a checkpoint has a screen. The keeper's ring has room for 8 MiB. */
export const screenCheckpointBytes = 4_194_304

/** Characters of a shell's mark that are read: its number, letter, exit code and parameters. */
export const markTextMax = 128

/** Longest shell mark, which may contain the command line. Longer ones are ignored. */
export const markBytesMax = 4_096

/** Maximum number of commands in one chunk of output whose modes are put back. */
export const modesRestoredMax = 8

assert(unparsedBytesLow < unparsedBytesHigh, 'LOW < HIGH')
assert(flowMessageBytesMax + 4_096 <= inlineBytesMax, 'with the values around the bytes')
assert(flowMessageBytesMax <= unparsedBytesLow, 'a full message alone never pauses the pty')
assert(
  unparsedBytesHigh + pauseSlackBytes <= outputRingBytesMax,
  'what no core has parsed yet is still in the ring',
)
assert(
  checkpointBytesMax + screenCheckpointBytes < 8 * 1_048_576,
  "the keeper's ring has room for a checkpoint and the output after it",
)
