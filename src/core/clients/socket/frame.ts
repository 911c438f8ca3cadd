/**
 * Frames of the session socket: `u8 type
 * u32 big-endian length
 * payload`. The parser takes a stream cut anywhere, checks a length as soon as the header is
 * complete, and returns one frame at a time, so that callers can stop in between.
 */
import { frameBytesMax, headerBytes } from './limits.ts'

export interface Packet {
  readonly type: number
  /** Not shared. */
  readonly payload: Uint8Array
}

/** Ends the stream: a header announced too large a payload. */
export interface StreamRefusal {
  readonly refused: 'PAYLOAD_TOO_LARGE'
  readonly type: number
  readonly length: number
}

export function encodePacket(type: number, payload: Uint8Array | string = ''): Uint8Array {
  const body = typeof payload === 'string' ? encoder.encode(payload) : payload
  const frame = new Uint8Array(headerBytes + body.length)
  frame[0] = type
  new DataView(frame.buffer).setUint32(1, body.length)
  frame.set(body, headerBytes)
  return frame
}

/** Encodes a frame with a JSON payload. */
export function encodeJson(type: number, value: unknown): Uint8Array {
  return encodePacket(type, JSON.stringify(value))
}

/** Encodes OUTPUT: the offset of the first byte, then the bytes. */
export function encodeOutput(type: number, at: number, bytes: Uint8Array): Uint8Array {
  const payload = new Uint8Array(8 + bytes.length)
  new DataView(payload.buffer).setBigUint64(0, BigInt(at))
  payload.set(bytes, 8)
  return encodePacket(type, payload)
}

export function decodeOutput(
  payload: Uint8Array,
): { readonly at: number; readonly bytes: Uint8Array } | null {
  if (payload.length < 8) return null
  const at = Number(new DataView(payload.buffer, payload.byteOffset).getBigUint64(0))
  return Number.isSafeInteger(at) ? { at, bytes: payload.subarray(8) } : null
}

const encoder = new TextEncoder()

/** Size of blocks of a payload, so that a stream of single bytes costs no more than its bytes. */
const blockBytes = 65_536

export class FrameParser {
  readonly #payloadBytesMax: number
  /** Unparsed chunks; several only while `next` is not called. */
  readonly #waiting: Uint8Array[] = []
  #at = 0
  readonly #header = new Uint8Array(headerBytes)
  #headerHas = 0
  #length = 0
  #blocks: Uint8Array[] = []
  #has = 0
  #over: StreamRefusal | null = null
  #frames = 0
  #waits = 0

  constructor(payloadBytesMax = frameBytesMax) {
    this.#payloadBytesMax = payloadBytesMax
  }

  /** Bytes received for frames that were not returned yet. */
  get pendingBytes(): number {
    return this.#headerHas + this.#has + this.#waits
  }

  /** Frames returned so far, which is the number of the current one. */
  get frames(): number {
    return this.#frames
  }

  /** Queues a chunk, which must not change until it is parsed. */
  push(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.#over !== null) return
    this.#waiting.push(chunk)
    this.#waits += chunk.length
  }

  /** Returns the next frame; `null` if more bytes are needed. Nothing follows a refusal. */
  next(): Packet | StreamRefusal | null {
    while (this.#over === null) {
      if (this.#headerHas < headerBytes) {
        if (!this.#readHeader()) return null
        const type = this.#header[0] ?? 0
        this.#length = new DataView(this.#header.buffer).getUint32(1)
        if (this.#length > this.#payloadBytesMax) {
          this.#over = { refused: 'PAYLOAD_TOO_LARGE', type, length: this.#length }
          this.#forget()
          break
        }
      }
      if (!this.#readPayload()) return null
      const frame = { type: this.#header[0] ?? 0, payload: this.#take() }
      this.#headerHas = 0
      this.#frames += 1
      return frame
    }
    return this.#over
  }

  #readHeader(): boolean {
    while (this.#headerHas < headerBytes) {
      const [chunk] = this.#waiting
      if (chunk === undefined) return false
      const part = chunk.subarray(this.#at, this.#at + headerBytes - this.#headerHas)
      this.#header.set(part, this.#headerHas)
      this.#headerHas += part.length
      this.#passed(part.length)
    }
    return true
  }

  #readPayload(): boolean {
    while (this.#has < this.#length) {
      const [chunk] = this.#waiting
      if (chunk === undefined) return false
      const at = this.#has % blockBytes
      if (at === 0)
        this.#blocks.push(new Uint8Array(Math.min(blockBytes, this.#length - this.#has)))
      const block = this.#blocks.at(-1) as Uint8Array // pushed above, or in an earlier iteration
      const part = chunk.subarray(this.#at, this.#at + block.length - at)
      block.set(part, at)
      this.#has += part.length
      this.#passed(part.length)
    }
    return true
  }

  /** Drops parsed bytes of the first chunk. */
  #passed(bytes: number): void {
    this.#at += bytes
    this.#waits -= bytes
    if (this.#at < (this.#waiting[0]?.length ?? 0)) return
    this.#waiting.shift()
    this.#at = 0
  }

  #take(): Uint8Array {
    const [first, ...rest] = this.#blocks
    let payload = first ?? new Uint8Array(0)
    if (rest.length > 0) {
      payload = new Uint8Array(this.#length)
      for (const [index, block] of this.#blocks.entries()) payload.set(block, index * blockBytes)
    }
    this.#blocks = []
    this.#has = 0
    return payload
  }

  #forget(): void {
    this.#waiting.length = this.#at = this.#waits = this.#has = this.#headerHas = 0
    this.#blocks = []
  }
}
