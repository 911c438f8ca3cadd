/**
 * One message of a MessagePort as one binary WebSocket message: u32 length of the head (little
 * endian), the head (a JSON tree and the arrays' lengths), then the arrays' bytes. No head (length
 * 0) means one lone Uint8Array: the bulk case.
 */
import { dataCloneError, fromTree, toTree, type Tree } from './values.ts'

/**
 * Larger messages are refused: a port carries chunks, and one message must not hold up the ones
 * behind it.
 */
export const MESSAGE_BYTES_MAX = 16 * 1024 * 1024
const HEAD_LENGTH_BYTES = 4

// made once: Node takes longer to make one than to decode a message
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface Head {
  readonly value: Tree
  readonly lengths: readonly number[]
}

/** @throws DataCloneError for what may not cross, and beyond 16 MiB */
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

/** @returns the value and the buffers that belong to it alone, to be handed on without copying */
export function decodeFrame(frame: Uint8Array): {
  readonly value: unknown
  readonly transfer: ArrayBuffer[]
} {
  // Node hands in a Buffer, whose `slice` is a view; a plain array's is a copy.
  const whole = new Uint8Array(frame.buffer, frame.byteOffset, frame.byteLength)
  const headLength = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(
    0,
    true,
  )
  const transfer: ArrayBuffer[] = []
  // Exact copies: a view into the frame would carry the frame's other bytes along.
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
