/**
 * Encodes a MessagePort message as a binary WebSocket message: u32 length of the header (little
 * endian), the header (a JSON tree and the arrays' lengths), then the arrays. Length 0 means a
 * single Uint8Array.
 */
import { dataCloneError, fromTree, toTree, type Tree } from './values.ts'

/** Larger messages are refused: a port carries chunks, and no message may block later ones. */
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024
const HEAD_LENGTH_BYTES = 4

// Reused: creating one takes longer than decoding a message.
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Head {
  readonly value: Tree
  readonly lengths: readonly number[]
}

/** @throws DataCloneError for unsupported values, and above 16 MiB */
export function encodeFrame(value: unknown): Uint8Array<ArrayBuffer> {
  const arrays: Uint8Array[] = []
  const lone = value instanceof Uint8Array
  let head: Uint8Array | undefined
  if (lone) arrays.push(value)
  else {
    const tree = toTree(value, (bytes) => arrays.push(bytes) - 1)
    head = encoder.encode(
      JSON.stringify({ value: tree, lengths: arrays.map((bytes) => bytes.length) } satisfies Head),
    )
  }
  const length = arrays.reduce(
    (sum, bytes) => sum + bytes.length,
    HEAD_LENGTH_BYTES + (head?.length ?? 0),
  )
  if (length > MESSAGE_BYTES_MAX + HEAD_LENGTH_BYTES)
    throw dataCloneError('a message of more than 16 MiB')
  const frame = new Uint8Array(length)
  if (head !== undefined) {
    new DataView(frame.buffer).setUint32(0, head.length, true)
    frame.set(head, HEAD_LENGTH_BYTES)
  }
  let at = HEAD_LENGTH_BYTES + (head?.length ?? 0)
  for (const bytes of arrays) {
    frame.set(bytes, at)
    at += bytes.length
  }
  return frame
}

/** @returns the value and its own buffers, which may be transferred */
export function decodeFrame(frame: Uint8Array): {
  readonly value: unknown
  readonly transfer: ArrayBuffer[]
} {
  // Node passes a Buffer, whose `slice` is a view; an array's is a copy.
  const whole = new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength)
  const headLength = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(
    0,
    true,
  )
  const transfer: ArrayBuffer[] = []
  // Exact copies: a view would transfer the frame's other bytes too.
  const cut = (from: number, to: number): Uint8Array<ArrayBuffer> => {
    const bytes = whole.slice(from, to)
    transfer.push(bytes.buffer)
    return bytes
  }
  if (headLength === 0) return { value: cut(HEAD_LENGTH_BYTES, frame.length), transfer }
  const bodyAt = HEAD_LENGTH_BYTES + headLength
  const head = JSON.parse(decoder.decode(frame.subarray(HEAD_LENGTH_BYTES, bodyAt))) as Head
  let at = bodyAt
  const arrays = head.lengths.map((length) => cut(at, (at += length)))
  if (at !== frame.length) throw new RangeError('a message of the shim whose lengths do not add up')
  const taken = new Set<number>()
  const value = fromTree(head.value, (place) => {
    const bytes = arrays[Number(place)]
    if (bytes === undefined || taken.has(Number(place)))
      throw new RangeError('a message of the shim with a wrong place')
    taken.add(Number(place))
    return bytes
  })
  return {
    value,
    transfer: transfer.filter((buffer) => arrays.some((bytes) => bytes.buffer === buffer)),
  }
}
