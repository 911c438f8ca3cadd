/** Output of an adopted program, from the memory that it shares with its keeper. */
import type { Clock } from '../../../base/clock.ts'
import type { PastOutput } from '../../../core/session/ports.ts'
import { displayState } from '../../../core/windows/tabs/tab-view.ts'
import { readBytesMax } from '../limits.ts'
import { native, type Ring } from '../native.ts'

/** Returns the output from the last checkpoint on. */
export function pastOutput(ring: Ring | null, clock: Clock): PastOutput {
  const before = { state: null, since: null, printedAt: null }
  if (ring === null) return { modes: new Uint8Array(0), at: 0, read: () => [], before }
  const [end, oldest, checkpoint, modes, printed, state, since] = native.ringFacts(ring)
  const clockAt = (time: number) => (time === 0 ? null : clock.now() - (Date.now() - time))
  // Older output was overwritten, if the checkpoint did not move on in time.
  const at = Math.max(oldest, checkpoint)
  return {
    modes,
    at,
    read: () => parts(ring, at, end),
    before: {
      state: displayState.options[state] ?? null,
      since: clockAt(since),
      printedAt: clockAt(printed),
    },
  }
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
