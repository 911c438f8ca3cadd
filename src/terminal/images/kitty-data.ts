/** Pixels of a kitty command from its payload, a file or shared memory, inflated if necessary. */
import type { SequenceQuery } from '../../base/sequences/query.ts'
import { headerOf } from './header.ts'
import type { Medium, PictureHost } from './host.ts'
import {
  encodedBytesMax,
  framePngPixelsMax,
  inflateAtOnceMax,
  pictureBytesMax,
  picturePixelsMax,
  pictureSideMax,
} from './limits.ts'
import type { ImagePicture } from './picture.ts'
import { pngPixels, readPng } from './png.ts'
import type { KittyCommand } from './kitty-command.ts'

export type GraphicsOutcome = Extract<SequenceQuery, { readonly kind: 'graphics' }>['outcome']

/** RGBA pixels; `later` delivers them after `laterBytes` bytes are inflated. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | null
  readonly later?: (done: (data: Uint8Array | null) => void) => void
  readonly laterBytes?: number
}

export interface Sent extends Pixels {
  readonly form: ImagePicture['form']
}

const media: Readonly<Record<string, Medium>> = { f: 'file', t: 'temporary', s: 'shared' }

/** Returns the pixels of a decoded `payload` after the `;`, or of a file if `files` is set. */
export function sentBy(
  command: KittyCommand,
  payload: Uint8Array,
  host: PictureHost | undefined,
  files: boolean,
): Sent | GraphicsOutcome {
  const format = command.number('f', 32)
  const compressed = command.letter('o', '') === 'z'
  if (![24, 32, 100].includes(format)) return 'EINVAL'
  const [width, height] = [command.number('s'), command.number('v')]
  if (format !== 100 && !fits(width, height)) return width * height === 0 ? 'EINVAL' : 'EFBIG'
  const raw = width * height * (format === 24 ? 3 : 4)
  const bytes = bytesOf(
    command,
    payload,
    files ? host : undefined,
    format === 100 || compressed ? 0 : raw,
  )
  if (typeof bytes === 'string') return bytes
  if (format === 100) {
    // PNGs hardly compress, so larger data is not useful
    const most = Math.min(encodedBytesMax, 4 * bytes.length + inflateAtOnceMax)
    const whole = compressed ? (host?.inflate(bytes, most) ?? null) : bytes
    return whole === null ? 'EINVAL' : encoded(whole)
  }
  const picture = { width, height, form: 'rgba' } as const
  if (!compressed) return bytes.length < raw ? 'EINVAL' : { ...picture, data: rgba(bytes, raw) }
  if (host === undefined) return 'EINVAL'
  const whole = (inflated: Uint8Array | null): Uint8Array | null =>
    inflated === null || inflated.length < raw
      ? null
      : format === 24
        ? withAlpha(inflated.subarray(0, raw))
        : inflated.subarray(0, raw)
  if (raw <= inflateAtOnceMax) {
    const data = whole(host.inflate(bytes, raw))
    return data === null ? 'EINVAL' : { ...picture, data }
  }
  // zlib never expands more than this; extra bytes would only use memory
  if (bytes.length > raw + raw / 1_000 + 64) return 'EFBIG'
  return {
    ...picture,
    data: null,
    laterBytes: bytes.length,
    later: (done) => host.inflateLater(bytes, raw, (inflated) => done(whole(inflated))),
  }

  function rgba(all: Uint8Array, length: number): Uint8Array {
    if (format === 24) return withAlpha(all.subarray(0, length))
    return all.length === length ? all : all.slice(0, length)
  }
}

/** Decodes sent pixels or a PNG; other formats are not decoded here. */
export function decodePixels(
  { form, data, ...sent }: Pixels & { readonly form: ImagePicture['form'] },
  host: PictureHost | undefined,
): Pixels | GraphicsOutcome {
  if (form === 'rgba') return { ...sent, data }
  const png = form === 'png' && data !== null ? readPng(data) : null
  if (png === null || host === undefined) return 'EINVAL'
  const { width, height, rawBytes } = png
  if (width * height > framePngPixelsMax) return 'EFBIG'
  const whole = (raw: Uint8Array | null): Uint8Array | null =>
    raw === null ? null : pngPixels(png, raw)
  if (rawBytes <= inflateAtOnceMax) {
    const pixels = whole(host.inflate(png.data, rawBytes))
    return pixels === null ? 'EINVAL' : { width, height, data: pixels }
  }
  return {
    ...{ width, height, data: null, laterBytes: data!.length },
    later: (done) => host.inflateLater(png.data, rawBytes, (raw) => done(whole(raw))),
  }
}

/** Checks a PNG, JPEG, GIF or WebP by its header. */
export function encoded(bytes: Uint8Array): Sent | GraphicsOutcome {
  if (bytes.length > encodedBytesMax) return 'EFBIG'
  const header = headerOf(bytes)
  if (header === null) return 'EINVAL'
  const { kind, width, height } = header
  return fits(width, height) ? { width, height, form: kind, data: bytes } : 'EFBIG'
}

function fits(width: number, height: number): boolean {
  return (
    width > 0 &&
    height > 0 &&
    width <= pictureSideMax &&
    height <= pictureSideMax &&
    width * height <= picturePixelsMax
  )
}

/** @param size bytes to read from a file if the command does not specify it; 0 for all */
function bytesOf(
  command: KittyCommand,
  payload: Uint8Array,
  host: PictureHost | undefined,
  size: number,
): Uint8Array | GraphicsOutcome {
  const letter = command.letter('t', 'd')
  if (letter === 'd') return payload
  const medium = media[letter]
  if (medium === undefined) return 'EINVAL'
  const bytes = host?.read(medium, new TextDecoder().decode(payload), {
    offset: command.number('O'),
    size: command.number('S') || size,
    most: pictureBytesMax,
  })
  return bytes ?? 'EBADF'
}

function withAlpha(rgb: Uint8Array): Uint8Array {
  const count = Math.floor(rgb.length / 3)
  const all = new Uint8Array(count * 4)
  for (let at = 0, from = 0; at < all.length; at += 4, from += 3) {
    all[at] = rgb[from]!
    all[at + 1] = rgb[from + 1]!
    all[at + 2] = rgb[from + 2]!
    all[at + 3] = 255
  }
  return all
}
