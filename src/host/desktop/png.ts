/** Encodes pixels as a PNG file for a tray icon (RFC 2083; 8 bits, RGBA, no filter). */
import { crc32, deflateSync } from 'node:zlib'

interface PngPicture {
  readonly width: number
  readonly height: number
  /** Four bytes per pixel (RGBA), rows from the top. */
  readonly pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function png({ width, height, pixels }: PngPicture): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8) // 8 bits per channel, RGBA
  const rows = Buffer.alloc((width * 4 + 1) * height) // each row starts with its filter: none
  for (let row = 0; row < height; row += 1)
    rows.set(pixels.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1)
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a chunk of a PNG file with its length and checksum. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
