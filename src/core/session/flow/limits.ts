/**
 * Limits of the way from a pty to the VT core (SECURITY.md). Their relations are asserted below.
 */
import { assert } from '../../../base/assert.ts'

/**
 * Bytes that the VT core has not parsed above which the pty is paused: 25-50 ms of parsing, so ^C
 * stays quick. The child blocks; no byte is lost.
 */
export const unparsedBytesHigh = 524_288

/**
 * Unparsed bytes below which the pty goes on. Leaves the core work while the first bytes are on
 * their way.
 */
export const unparsedBytesLow = 262_144

/** Chromium sends what is larger by a shared memory region of its own, made for each message. */
const inlineBytesMax = 61_440

/** Most bytes in one message to a worker, page or client: output never needs such a region. */
export const flowMessageBytesMax = 57_344

/** Shortest time between two state messages of one tab: one frame. Latest wins. */
export const stateIntervalMs = 16

/** Output kept per tab for a VT core that begins anew. Beyond it the oldest bytes leave. */
export const outputRingBytesMax = 1_048_576

/**
 * Sizes that are remembered with it, so that it is laid out again as it was. Beyond that the one at
 * which least was printed goes: a window that is dragged wider prints one prompt at each of many.
 */
export const printedSizesMax = 100

/**
 * Output that has been kept is compressed when no more has come for so long, ms: 16 segments take
 * a few ms then, once.
 */
export const outputRestMs = 3_000

/** Most that a pty can still deliver after it was paused: what its stream had read ahead. */
export const pauseSlackBytes = 131_072

assert(unparsedBytesLow < unparsedBytesHigh, 'LOW < HIGH')
assert(flowMessageBytesMax + 4_096 <= inlineBytesMax, 'with the values around the bytes')
assert(flowMessageBytesMax <= unparsedBytesLow, 'a full message alone never pauses the pty')
assert(
  unparsedBytesHigh + pauseSlackBytes <= outputRingBytesMax,
  'what no core has parsed yet is still in the ring',
)
