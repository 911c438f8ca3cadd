/** Decodes and validates snapshots and deltas; separate, because guards are slow to load. */
import type { Delta } from './delta.ts'
import { snapshotMessageBytesMax, type MessagePackCodec } from './encoding.ts'
import { fromPacked } from './packed.ts'
import { deltaSchema, snapshotSchema } from './schema.ts'
import type { Snapshot } from './snapshot.ts'

export type DecodeProblem = 'too-large' | 'malformed' | 'unknown-version' | 'bad-field'
export type Decoded =
  | { readonly ok: true; readonly value: Snapshot | Delta }
  | { readonly ok: false; readonly problem: DecodeProblem }

/** Returns the value, or a problem for invalid bytes. Unknown keys are ignored. */
export function decode(bytes: Uint8Array, codec: MessagePackCodec): Decoded {
  if (bytes.length > snapshotMessageBytesMax) return { ok: false, problem: 'too-large' }
  let value: unknown
  try {
    value =
      bytes[0] === 0x7b
        ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
        : fromPacked(codec.decode(bytes))
  } catch {
    return { ok: false, problem: 'malformed' }
  }
  if (typeof value !== 'object' || value === null) return { ok: false, problem: 'malformed' }
  if (!('v' in value) || value.v !== 1) return { ok: false, problem: 'unknown-version' }
  const judged = 'from' in value ? deltaSchema.safeParse(value) : snapshotSchema.safeParse(value)
  return judged.success ? { ok: true, value: judged.data } : { ok: false, problem: 'bad-field' }
}
