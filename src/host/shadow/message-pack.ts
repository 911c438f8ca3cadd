/** MessagePack for snapshots and deltas: the codec that `core/vt/encoding.ts` is given. */
import { decode, encode } from '@msgpack/msgpack'
import { messageBytesMax, type MessagePackCodec } from '../../core/vt/encoding.ts'

export const messagePack: MessagePackCodec = {
  encode: (value) => encode(value, { maxDepth: 16 }),
  // Nothing of ours is an extension or binary.
  decode: (bytes) => decode(bytes, { maxStrLength: messageBytesMax, maxArrayLength: 1_100_000, maxMapLength: 64, maxBinLength: 0, maxExtLength: 0 }),
}
