/** Kind and size of an image by its header, to reject large ones before decoding. */
export type Encoded = 'png' | 'jpeg' | 'gif' | 'webp'

export interface ImageHeader {
  readonly kind: Encoded
  readonly width: number
  readonly height: number
}

/** Returns `null` if the kind is unknown or the header incomplete. */
export function headerOf(bytes: Uint8Array): ImageHeader | null {
  const header = png(bytes) ?? gif(bytes) ?? jpeg(bytes) ?? webp(bytes)
  return header !== null && header.width > 0 && header.height > 0 ? header : null
}

const view = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const begins = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0))

function png(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 33 || !begins(bytes, 0, '\x89PNG\r\n\x1a\n') || !begins(bytes, 12, 'IHDR'))
    return null
  return { kind: 'png', width: view(bytes).getUint32(16), height: view(bytes).getUint32(20) }
}

/** Returns the larger of the screen and the first frame, because decoders use either. */
function gif(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 13 || !(begins(bytes, 0, 'GIF87a') || begins(bytes, 0, 'GIF89a'))) return null
  const data = view(bytes)
  const at = firstFrameOf(bytes)
  if (at === null) return null
  const side = (low: number): number =>
    Math.max(
      data.getUint16(6 + low, true),
      data.getUint16(at + 1 + low, true) + data.getUint16(at + 5 + low, true),
    )
  return { kind: 'gif', width: side(0), height: side(2) }
}

/** Returns the offset of a GIF's first frame descriptor, after colors and extensions, or `null`. */
function firstFrameOf(bytes: Uint8Array): number | null {
  const flags = bytes[10]!
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  while (bytes[at] === 0x21) {
    at += 2
    while ((bytes[at] ?? 0) > 0) at += 1 + bytes[at]!
    at += 1
  }
  return bytes[at] === 0x2c && at + 10 <= bytes.length ? at : null
}

/** Walks segments up to the frame. `null` if decoders may read another frame. */
function jpeg(bytes: Uint8Array): ImageHeader | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return {
        kind: 'jpeg',
        width: view(bytes).getUint16(at + 7),
        height: view(bytes).getUint16(at + 5),
      }
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    const length = alone ? 0 : view(bytes).getUint16(at + 2)
    if (!alone && (marker < 0xc0 || (marker >= 0xd8 && marker <= 0xda) || length < 2)) return null
    at += 2 + length
  }
  return null
}

function webp(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 30 || !begins(bytes, 0, 'RIFF') || !begins(bytes, 8, 'WEBP')) return null
  const data = view(bytes)
  if (begins(bytes, 12, 'VP8X'))
    return {
      kind: 'webp',
      width: 1 + (data.getUint32(24, true) & 0xffffff),
      height: 1 + ((data.getUint16(27, true) | (bytes[29]! << 16)) & 0xffffff),
    }
  if (begins(bytes, 12, 'VP8L')) {
    const word = data.getUint32(21, true)
    return { kind: 'webp', width: 1 + (word & 0x3fff), height: 1 + ((word >>> 14) & 0x3fff) }
  }
  if (!begins(bytes, 12, 'VP8 ')) return null
  return {
    kind: 'webp',
    width: data.getUint16(26, true) & 0x3fff,
    height: data.getUint16(28, true) & 0x3fff,
  }
}
