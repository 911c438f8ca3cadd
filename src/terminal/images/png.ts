/**
 * Decodes PNGs (W3C PNG specification) for animation frames, which are composed here. Others
 * inflate the zlib data, to as many bytes as the header implies.
 */
import { headerOf } from './header.ts'

/** Everything that is read before inflating. */
export interface Png {
  readonly width: number
  readonly height: number
  readonly depth: number
  /** Samples per pixel; one for a palette index. */
  readonly channels: number
  readonly interlaced: boolean
  /** RGBA entries; `null` if samples are not indices. */
  readonly palette: Uint8Array | null
  /** Samples of the transparent color, or `null`. */
  readonly transparent: readonly number[] | null
  /** zlib data, and its inflated size. */
  readonly data: Uint8Array
  readonly rawBytes: number
}

/** Allowed depths of each color type, and samples per pixel. */
const kinds: Readonly<Record<number, { readonly depths: readonly number[]; channels: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], channels: 1 },
  2: { depths: [8, 16], channels: 3 },
  3: { depths: [1, 2, 4, 8], channels: 1 },
  4: { depths: [8, 16], channels: 2 },
  6: { depths: [8, 16], channels: 4 },
}

interface Pass {
  readonly x: number
  readonly y: number
  readonly right: number
  readonly down: number
}

const wholePass: readonly Pass[] = [{ x: 0, y: 0, right: 1, down: 1 }]
/** Adam7: start and steps of each pass. */
const interlacedPasses: readonly Pass[] = [
  { x: 0, y: 0, right: 8, down: 8 },
  { x: 4, y: 0, right: 8, down: 8 },
  { x: 0, y: 4, right: 4, down: 8 },
  { x: 2, y: 0, right: 4, down: 4 },
  { x: 0, y: 2, right: 2, down: 4 },
  { x: 1, y: 0, right: 2, down: 2 },
  { x: 0, y: 1, right: 1, down: 2 },
]

/** Returns `null` if it is not a complete PNG. */
export function readPng(bytes: Uint8Array): Png | null {
  const header = headerOf(bytes)
  if (header?.kind !== 'png') return null
  const [depth, type, interlace] = [bytes[24]!, bytes[25]!, bytes[28]!]
  const kind = kinds[type]
  if (kind === undefined || !kind.depths.includes(depth) || interlace > 1) return null
  const chunks = chunksOf(bytes)
  if (chunks === null || (type === 3 && chunks.palette === null)) return null
  const png = {
    ...{ width: header.width, height: header.height, depth, channels: kind.channels },
    interlaced: interlace === 1,
    palette: type === 3 ? paletteOf(chunks.palette!, chunks.transparency) : null,
    transparent: type === 0 || type === 2 ? samplesOf(chunks.transparency, kind.channels) : null,
    data: chunks.data,
  }
  const rawBytes = passesOf(png).reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0)
  return { ...png, rawBytes }
}

/** Returns RGBA pixels of inflated data; `null` if it is too short or has an unknown filter. */
export function pngPixels(png: Png, raw: Uint8Array): Uint8Array | null {
  if (raw.length < png.rawBytes) return null
  const pixels = new Uint8Array(png.width * png.height * 4)
  const step = Math.max(1, (png.channels * png.depth) >> 3)
  let at = 0
  for (const { pass, cols, rows, rowBytes } of passesOf(png)) {
    let above: Uint8Array = new Uint8Array(rowBytes)
    for (let row = 0; row < rows; row += 1) {
      const line = raw.subarray(at + 1, at + 1 + rowBytes)
      if (!unfilter(raw[at]!, line, above, step)) return null
      const to = ((pass.y + row * pass.down) * png.width + pass.x) * 4
      expand(png, line, cols, { pixels, to, step: pass.right * 4 })
      above = line
      at += 1 + rowBytes
    }
  }
  return pixels
}

interface Chunks {
  readonly palette: Uint8Array | null
  readonly transparency: Uint8Array | null
  readonly data: Uint8Array
}

/** Chunk names as four bytes. */
const [dataChunk, endChunk, paletteChunk, transparencyChunk] = [
  0x49_44_41_54, 0x49_45_4e_44, 0x50_4c_54_45, 0x74_52_4e_53,
]

/** Returns `null` if a chunk exceeds the end or there is no data. */
function chunksOf(bytes: Uint8Array): Chunks | null {
  let palette: Uint8Array | null = null
  let transparency: Uint8Array | null = null
  let [length, first, last] = [0, 0, 0]
  const isWhole = eachChunk(bytes, (name, from, end) => {
    if (name === paletteChunk) palette = bytes.subarray(from, end)
    else if (name === transparencyChunk) transparency = bytes.subarray(from, end)
    if (name !== dataChunk || from === end) return
    if (length === 0) first = from
    length += end - from
    last = end
  })
  if (!isWhole || length === 0) return null
  if (last - first === length) return { palette, transparency, data: bytes.subarray(first, last) }
  const data = new Uint8Array(length)
  let at = 0
  eachChunk(bytes, (name, from, end) => {
    if (name !== dataChunk) return
    // most chunks have hundreds of bytes, but there may be millions with one or none
    if (end - from < 16)
      for (let byte = from; byte < end; byte += 1) data[at + byte - from] = bytes[byte]!
    else data.set(bytes.subarray(from, end), at)
    at += end - from
  })
  return { palette, transparency, data }
}

/** Visits each chunk. Returns `false` if one exceeds the last byte. */
function eachChunk(
  bytes: Uint8Array,
  visit: (name: number, from: number, end: number) => void,
): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  while (at + 12 <= bytes.length) {
    const end = at + 8 + view.getUint32(at)
    if (end + 4 > bytes.length) return false
    const name = view.getUint32(at + 4)
    if (name === endChunk) break
    visit(name, at + 8, end)
    at = end + 4
  }
  return true
}

/** Returns 256 entries, so that every index has one; missing ones are black. */
function paletteOf(rgb: Uint8Array, alpha: Uint8Array | null): Uint8Array {
  const colours = new Uint8Array(256 * 4)
  for (let index = 0; index < 256; index += 1) {
    const there = index * 3 + 3 <= rgb.length
    if (there) colours.set(rgb.subarray(index * 3, index * 3 + 3), index * 4)
    colours[index * 4 + 3] = there ? (alpha?.[index] ?? 255) : 255
  }
  return colours
}

function samplesOf(bytes: Uint8Array | null, channels: number): readonly number[] | null {
  if (bytes === null || bytes.length < channels * 2) return null
  return Array.from(
    { length: channels },
    (_, index) => (bytes[index * 2]! << 8) | bytes[index * 2 + 1]!,
  )
}

function passesOf(png: Omit<Png, 'rawBytes'>) {
  const { width, height, depth, channels } = png
  return (png.interlaced ? interlacedPasses : wholePass).flatMap((pass) => {
    const cols = Math.ceil((width - pass.x) / pass.right)
    const rows = Math.ceil((height - pass.y) / pass.down)
    const rowBytes = Math.ceil((cols * channels * depth) / 8)
    return cols > 0 && rows > 0 ? [{ pass, cols, rows, rowBytes }] : []
  })
}

/** Reverses a filter in place; `false` if unknown. `step`: bytes to the pixel at the left. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, step: number): boolean {
  const { length } = line
  if (filter === 0) return true
  if (filter === 1)
    for (let at = step; at < length; at += 1) line[at] = line[at]! + line[at - step]!
  else if (filter === 2) for (let at = 0; at < length; at += 1) line[at] = line[at]! + above[at]!
  else if (filter === 3)
    for (let at = 0; at < length; at += 1)
      line[at] = line[at]! + (((at < step ? 0 : line[at - step]!) + above[at]!) >> 1)
  else if (filter === 4)
    for (let at = 0; at < length; at += 1) {
      const left = at < step ? 0 : line[at - step]!
      const corner = at < step ? 0 : above[at - step]!
      line[at] = line[at]! + paeth(left, above[at]!, corner)
    }
  else return false
  return true
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

/** Converts one row's samples to RGBA, using the upper eight of 16 bits. */
function expand(
  { depth, channels, palette, transparent }: Png,
  line: Uint8Array,
  cols: number,
  out: { readonly pixels: Uint8Array; readonly to: number; readonly step: number },
): void {
  const { pixels, step } = out
  let { to } = out
  if (depth === 8 && channels === 4 && step === 4) {
    pixels.set(line, to)
    return
  }
  const most = 2 ** Math.min(depth, 8) - 1
  const sample = (index: number): number => {
    if (depth === 8) return line[index]!
    if (depth === 16) return (line[index * 2]! << 8) | line[index * 2 + 1]!
    const bit = index * depth
    return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & most
  }
  const shown = (value: number): number =>
    depth === 8 ? value : depth === 16 ? value >> 8 : Math.round((value * 255) / most)
  for (let x = 0, index = 0; x < cols; x += 1, index += channels, to += step) {
    const first = sample(index)
    if (palette !== null) {
      for (let part = 0; part < 4; part += 1) pixels[to + part] = palette[first * 4 + part]!
      continue
    }
    const isGrey = channels < 3
    const [second, third] = isGrey ? [first, first] : [sample(index + 1), sample(index + 2)]
    pixels[to] = shown(first)
    pixels[to + 1] = shown(second)
    pixels[to + 2] = shown(third)
    const clear =
      transparent !== null &&
      first === transparent[0] &&
      (isGrey || (second === transparent[1] && third === transparent[2]))
    const hasAlpha = channels === 2 || channels === 4
    pixels[to + 3] = hasAlpha ? shown(sample(index + channels - 1)) : clear ? 0 : 255
  }
}
