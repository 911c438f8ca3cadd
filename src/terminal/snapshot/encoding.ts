/**
 * Snapshots and deltas as bytes: JSON here, MessagePack through a codec that is handed in (core
 * imports no package for it). Back again: decode.ts.
 */
import { canonical } from './canonical.ts'
import { toPacked } from './packed.ts'
import { screenToPacked } from './packed-screen.ts'
import type { Screen } from '../screen/screen.ts'
import type { Delta } from './delta.ts'
import type { Position, Snapshot } from './snapshot.ts'

export type Encoding = 'json' | 'msgpack'

/** Writes and reads MessagePack. `decode` may throw: that is a value that is none. */
export interface MessagePackCodec {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

/** Above this no message of ours is: 1 000 x 1 000 cells, each in a style of its own. */
export const snapshotMessageBytesMax = 128 * 1024 * 1024

/**
 * Equal values give equal bytes, whatever the order of their keys. `alive` is called now and then:
 * large ones take seconds.
 */
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

/** As `encode` of a snapshot in MessagePack, without making one. */
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
