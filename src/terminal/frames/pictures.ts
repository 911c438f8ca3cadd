/** Images for a page: their positions are in a frame, their data follows in parts, once. */
import { positionOf } from '../images/relative.ts'
import type { ImagePicture, ImagePlacement } from '../images/picture.ts'
import { isHole } from '../images/store.ts'
import type { Screen } from '../screen/screen.ts'
import type { PicturePart, PlacedPicture } from './frame.ts'
import { picturePartBytes } from './limits.ts'
import { pictureHead, pictureKind } from './wire.ts'

/** Returns all placements, as a frame lists them. */
export function placedPictures({ pictures }: Screen): readonly PlacedPicture[] {
  return pictures.placements.map((one) => {
    const { root, row, column } = positionOf(one)
    return {
      ...{ serial: one.serial, picture: one.picture.serial },
      size: [one.picture.width, one.picture.height],
      ...animationOf(one.picture),
      ...{ alternate: root.alternate, row, column },
      ...(root !== one && root.virtual ? { anchor: root.serial } : {}),
      ...{ cols: one.cols, rows: one.rows },
      drawn: [one.left, one.top, one.width, one.height],
      source: [one.source.x, one.source.y, one.source.width, one.source.height],
      ...{ z: one.z, from: one.from, end: one.end },
      ...(one.holes === null ? {} : { holes: holesOf(one) }),
      ...(one.virtual ? { virtual: { id: one.picture.id, placement: one.id } } : {}),
    }
  })
}

function animationOf({ animation }: ImagePicture): Pick<PlacedPicture, 'animation'> {
  if (animation === null) return {}
  const { gap, frames, state, loops, current } = animation
  return { animation: { gaps: [gap, ...frames.map((one) => one.gap)], state, loops, current } }
}

function holesOf(one: ImagePlacement): readonly (readonly [number, number, number])[] {
  const holes: (readonly [number, number, number])[] = []
  for (let y = one.from; y < one.end; y += 1)
    for (let x = 0; x < one.cols; x += 1) {
      if (!isHole(one, y, x)) continue
      const from = x
      while (x < one.cols && isHole(one, y, x)) x += 1
      holes.push([y, from, x])
    }
  return holes
}

/** Tracks which image data a page was sent, and returns the next part. */
export class PictureParts {
  /** Bytes sent of each block, by image and frame, and their version. */
  readonly #sent = new Map<number, Map<number, { version: number; offset: number }>>()
  #placed: readonly ImagePicture[] = []

  /** Takes the images in a frame. The page drops all others, so they are sent again later. */
  named({ pictures }: Screen): void {
    this.#placed = [...new Set(pictures.placements.map(({ picture }) => picture))]
    const frames = new Map(
      this.#placed.map(({ serial, animation }) => [serial, 1 + (animation?.frames.length ?? 0)]),
    )
    for (const [serial, blocks] of this.#sent) {
      const count = frames.get(serial) ?? 0
      if (count === 0) this.#sent.delete(serial)
      for (const frame of blocks.keys()) if (frame >= count) blocks.delete(frame)
    }
  }

  /** Returns the next part, or `null` if everything was sent. */
  next(): Uint8Array<ArrayBuffer> | null {
    for (const picture of this.#placed) {
      const { data, version, animation } = picture
      if (data === null) continue
      const first = this.#part(picture, 0, data, version)
      if (first !== null) return first
      for (const [index, { data: pixels, version: newest }] of (
        animation?.frames ?? []
      ).entries()) {
        if (pixels === null) continue
        const part = this.#part(picture, index + 1, pixels, newest)
        if (part !== null) return part
      }
    }
    return null
  }

  #part(
    { serial, form, width, height }: ImagePicture,
    frame: number,
    data: Uint8Array,
    version: number,
  ): Uint8Array<ArrayBuffer> | null {
    let blocks = this.#sent.get(serial)
    if (blocks === undefined) this.#sent.set(serial, (blocks = new Map()))
    let block = blocks.get(frame)
    if (block?.version !== version) blocks.set(frame, (block = { version, offset: 0 }))
    const { offset } = block
    if (offset >= data.length) return null
    block.offset = Math.min(data.length, offset + picturePartBytes)
    return bytesOf(
      { picture: serial, frame, version, form, width, height, offset, total: data.length },
      data.subarray(offset, block.offset),
    )
  }
}

function bytesOf(part: PicturePart, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(part))
  const head = pictureHead.words * 4
  const bytes = new Uint8Array(head + text.length + data.length)
  bytes.set(new Uint8Array(Uint32Array.of(pictureKind, text.length).buffer))
  bytes.set(text, head)
  bytes.set(data, head + text.length)
  return bytes
}
