/**
 * Writes a screenshot as a PNG with a palette, a third to a half of its size. Text on plain ground
 * has few colors; of more than 256, similar ones are joined by median cut.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { pngChunk } from '../../../src/host/desktop/png.ts'
import { pngPixels, readPng } from '../../../src/terminal/images/png.ts'

const colorsMax = 256

interface Color {
  readonly rgb: number
  readonly count: number
}

const channels = [16, 8, 0] as const
const channelOf = (rgb: number, shift: number) => (rgb >> shift) & 255

export function asPalette(file: Buffer): Buffer {
  const png = readPng(file)
  const rgba = png && pngPixels(png, inflateSync(png.data))
  if (!rgba) throw new Error('not a PNG')
  const { width, height } = png
  const pixels = new Uint32Array(width * height)
  const counts = new Map<number, number>()
  for (let at = 0; at < pixels.length; at += 1) {
    const rgb = (rgba[4 * at]! << 16) | (rgba[4 * at + 1]! << 8) | rgba[4 * at + 2]!
    pixels[at] = rgb
    counts.set(rgb, (counts.get(rgb) ?? 0) + 1)
  }
  const { palette, indexOf } = paletteOf([...counts].map(([rgb, count]) => ({ rgb, count })))
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8) // 8 bits per pixel, indices
  const rows = Buffer.alloc((width + 1) * height) // each row starts with its filter: none
  for (let at = 0; at < pixels.length; at += 1)
    rows[at + 1 + Math.floor(at / width)] = indexOf.get(pixels[at]!)!
  return Buffer.concat([
    file.subarray(0, 8),
    pngChunk('IHDR', head),
    pngChunk('PLTE', Buffer.from(palette.flatMap((rgb) => channels.map((c) => channelOf(rgb, c))))),
    pngChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Splits the colors where they differ most; each group is drawn in its most frequent color. */
function paletteOf(colors: readonly Color[]) {
  const boxes = [boxOf(colors)]
  while (boxes.length < colorsMax) {
    boxes.sort((one, other) => other.weight - one.weight)
    const [widest] = boxes
    if (widest === undefined || widest.weight === 0) break
    boxes.splice(0, 1, ...halves(widest))
  }
  const palette: number[] = []
  const indexOf = new Map<number, number>()
  for (const [index, { colors: joined }] of boxes.entries()) {
    palette.push(joined.reduce((most, one) => (one.count > most.count ? one : most)).rgb)
    for (const { rgb } of joined) indexOf.set(rgb, index)
  }
  return { palette, indexOf }
}

interface Box {
  readonly colors: readonly Color[]
  /** Shift of the channel with the widest range. */
  readonly shift: number
  /** 0: one color. */
  readonly weight: number
}

function boxOf(colors: readonly Color[]): Box {
  const ranges = channels.map((shift) => {
    const values = colors.map(({ rgb }) => channelOf(rgb, shift))
    const least = values.reduce((one, other) => Math.min(one, other))
    return { shift, range: values.reduce((one, other) => Math.max(one, other)) - least }
  })
  const { shift, range } = ranges.reduce((most, one) => (one.range > most.range ? one : most))
  const count = colors.reduce((sum, one) => sum + one.count, 0)
  return { colors, shift, weight: range * Math.sqrt(count) }
}

function halves({ colors, shift }: Box): Box[] {
  const sorted = colors.toSorted((a, b) => channelOf(a.rgb, shift) - channelOf(b.rgb, shift))
  const middle = (channelOf(sorted[0]!.rgb, shift) + channelOf(sorted.at(-1)!.rgb, shift)) / 2
  const at = sorted.findIndex(({ rgb }) => channelOf(rgb, shift) > middle)
  return [boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at))]
}
