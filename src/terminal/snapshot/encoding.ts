/** Encodes snapshots and deltas as JSON, or as MessagePack with a given codec. */
import { canonical } from './canonical.ts'
import { toPacked } from './packed.ts'
import { screenToPacked } from './packed-screen.ts'
import type { Screen } from '../screen/screen.ts'
import type { Delta } from './delta.ts'
import type { Position, Snapshot } from './snapshot.ts'

export type Encoding = 'json' | 'msgpack'

/** MessagePack codec. `decode` may throw for invalid bytes. */
export interface MessagePackCodec {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

/** Largest message: 1,000 x 1,000 cells, each with its own style. */
export const snapshotMessageBytesMax = 128 * 1024 * 1024

/** Encodes equal values as equal bytes. Calls `alive` regularly, because it may take seconds. */
export function encode(
  value: Snapshot | Delta,
  encoding: Encoding,
  codec: MessagePackCodec,
  alive?: () => void,
): Uint8Array {
  return encoding === 'json'
    ? new TextEncoder().encode(JSON.stringify(canonical(value)))
    : codec.encode(toPacked(value, alive))
}

/** Encodes a snapshot in MessagePack without creating it. */
export function screenToMessagePack(
  screen: Screen,
  position: Position,
  codec: MessagePackCodec,
  {
    scrollback = 0,
    cut = false,
    alive,
  }: { readonly scrollback?: number; readonly cut?: boolean; readonly alive?: () => void } = {},
): Uint8Array {
  return codec.encode(screenToPacked(screen, position, scrollback, cut, alive))
}
