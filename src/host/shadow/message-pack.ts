/**
 * MessagePack for snapshots and deltas: the codec that `terminal/snapshot/encoding.ts` is given.
 */
import { decode, Encoder } from '@msgpack/msgpack'
import { snapshotMessageBytesMax, type MessagePackCodec } from '../../terminal/snapshot/encoding.ts'

/** Kept: its buffer has grown to what messages need. */
const encoder = new Encoder({ maxDepth: 16, initialBufferSize: 65_536 })

export const messagePack: MessagePackCodec = {
  encode: (value) => encoder.encode(value),
  // Nothing of ours is an extension or binary.
  decode: (bytes) =>
    decode(bytes, {
      maxStrLength: snapshotMessageBytesMax,
      maxArrayLength: 1_100_000,
      maxMapLength: 64,
      maxBinLength: 0,
      maxExtLength: 0,
    }),
}
