/** Output of an adopted program, from the memory that it shares with its keeper. */
import type { PastOutput } from '../../../core/session/ports.ts'
import { readBytesMax } from '../limits.ts'
import { native, type Ring } from '../native.ts'

/** Returns the output from the last checkpoint on. */
export function pastOutput(ring: Ring | null): PastOutput {
  if (ring === null) return { modes: new Uint8Array(0), at: 0, read: () => [] }
  const [end, oldest, checkpoint, modes] = native.ringFacts(ring)
  // Older output was overwritten, if the checkpoint did not move on in time.
  const at = Math.max(oldest, checkpoint)
  return { modes, at, read: () => parts(ring, at, end) }
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
