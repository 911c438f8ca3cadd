/** Snapshots and deltas as bytes and back: JSON here, MessagePack through a codec that is handed in (core imports no package for it). */
import { canonical } from './canonical.ts'
import { fromPacked, toPacked } from './packed.ts'
import { screenToPacked } from './packed-screen.ts'
import type { Screen } from './screen.ts'
import { deltaSchema, snapshotSchema } from './schema.ts'
import type { Delta } from './delta.ts'
import type { Position, Snapshot } from './snapshot.ts'

export type Encoding = 'json' | 'msgpack'

/** Writes and reads MessagePack. `decode` may throw: that is a value that is none. */
export interface MessagePackCodec {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

/** Why bytes are refused. */
export type DecodeProblem = 'too-large' | 'malformed' | 'unknown-version' | 'bad-field'
export type Decoded = { readonly ok: true; readonly value: Snapshot | Delta } | { readonly ok: false; readonly problem: DecodeProblem }

/** Above this no message of ours is: 1 000 x 1 000 cells, each in a style of its own. */
export const messageBytesMax = 128 * 1024 * 1024

/** Equal values give equal bytes, whatever the order of their keys. `alive` is called now and then: large ones take seconds. */
export function encode(value: Snapshot | Delta, encoding: Encoding, codec: MessagePackCodec, alive?: () => void): Uint8Array {
  return encoding === 'json' ? new TextEncoder().encode(JSON.stringify(canonical(value))) : codec.encode(toPacked(value, alive))
}

/** As `encode` of a snapshot in MessagePack, without making one. */
export function screenToMessagePack(screen: Screen, position: Position, codec: MessagePackCodec, { scrollback = 0, cut = false, alive }: { readonly scrollback?: number; readonly cut?: boolean; readonly alive?: () => void } = {}): Uint8Array {
  return codec.encode(screenToPacked(screen, position, scrollback, cut, alive))
}

/** Refuses hostile bytes with a problem of the list; unknown keys are ignored. */
export function decode(bytes: Uint8Array, codec: MessagePackCodec): Decoded {
  if (bytes.length > messageBytesMax) return { ok: false, problem: 'too-large' }
  let value: unknown
  try {
    value = bytes[0] === 0x7b ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) : fromPacked(codec.decode(bytes))
  } catch {
    return { ok: false, problem: 'malformed' }
  }
  if (typeof value !== 'object' || value === null) return { ok: false, problem: 'malformed' }
  if (!('v' in value) || value.v !== 1) return { ok: false, problem: 'unknown-version' }
  const judged = 'from' in value ? deltaSchema.safeParse(value) : snapshotSchema.safeParse(value)
  return judged.success ? { ok: true, value: judged.data } : { ok: false, problem: 'bad-field' }
}
