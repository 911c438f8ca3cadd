/** MessagePack codec of snapshots and deltas for `terminal/snapshot/encoding.ts`. */
import { decode, Encoder } from '@msgpack/msgpack'
import { snapshotMessageBytesMax, type MessagePackCodec } from '../../terminal/snapshot/encoding.ts'

/** Reused: its buffer has grown to the size of messages. */
const encoder = new Encoder({ maxDepth: 16, initialBufferSize: 65_536 })

export const messagePack: MessagePackCodec = {
  encode: (value) => encoder.encode(value),
  // vibeflow writes neither extensions nor binary data.
  decode: (bytes) =>
    decode(bytes, {
      maxStrLength: snapshotMessageBytesMax,
      maxArrayLength: 1_100_000,
      maxMapLength: 64,
      maxBinLength: 0,
      maxExtLength: 0,
    }),
}
