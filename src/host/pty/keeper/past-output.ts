/** Output of an adopted program, from the memory that it shares with its keeper. */
import type { Clock } from '../../../base/clock.ts'
import type { PastOutput, PastScreen } from '../../../core/session/ports.ts'
import { displayState } from '../../../core/windows/tabs/tab-view.ts'
import { readBytesMax } from '../limits.ts'
import { native, type Ring } from '../native.ts'

/** Returns the output from the last checkpoint on. */
export function pastOutput(ring: Ring | null, clock: Clock): PastOutput {
  const before = { state: null, since: null, printedAt: null }
  if (ring === null) return { modes: new Uint8Array(0), at: 0, read: () => [], before }
  const [end, oldest, checkpoint, modes, printed, state, since, kept] = native.ringFacts(ring)
  const clockAt = (time: number) => (time === 0 ? null : clock.now() - (Date.now() - time))
  // Older output was overwritten, if the checkpoint did not move on in time.
  const at = Math.max(oldest, checkpoint)
  return {
    modes,
    at,
    screen: at === checkpoint ? readScreen(kept, at, end) : null,
    read: (from = at, to = end) => parts(ring, from, to),
    before: {
      state: displayState.options[state] ?? null,
      since: clockAt(since),
      printedAt: clockAt(printed),
    },
  }
}

/** Bytes before a kept screen: its offset as a double, its columns and rows. */
const screenHead = 12

/** Returns a screen as the memory has it; empty for none. */
export function keptScreen(screen: PastScreen | undefined): Uint8Array {
  if (screen === undefined) return new Uint8Array(0)
  const { at, size, bytes } = screen
  const kept = new Uint8Array(screenHead + bytes.length)
  const head = new DataView(kept.buffer)
  head.setFloat64(0, at)
  head.setUint16(8, size.cols)
  head.setUint16(10, size.rows)
  kept.set(bytes, screenHead)
  return kept
}

/** Returns `null` if there is no screen, or if it is not in the output from `from` to `to`. */
function readScreen(kept: Uint8Array, from: number, to: number): PastScreen | null {
  if (kept.length <= screenHead) return null
  const head = new DataView(kept.buffer, kept.byteOffset, screenHead)
  const [at, cols, rows] = [head.getFloat64(0), head.getUint16(8), head.getUint16(10)]
  const isSound = Number.isInteger(at) && at >= from && at <= to && cols > 0 && rows > 0
  return isSound ? { at, size: { cols, rows }, bytes: kept.subarray(screenHead) } : null
}

function* parts(ring: Ring, from: number, to: number): Generator<Uint8Array> {
  const buffer = new Uint8Array(readBytesMax)
  for (let at = from; at < to; ) {
    const length = native.ringRead(ring, at, buffer.subarray(0, Math.min(readBytesMax, to - at)))
    if (length <= 0) return
    at += length
    yield buffer.subarray(0, length)
  }
}
