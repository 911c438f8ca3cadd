/**
 * Data of pictures as it comes from the core, and the bitmaps that it becomes: Chromium decodes it
 * outside of the page's turn, in the page's sandbox.
 */
import type { PicturePart } from '../../../terminal/frames/frame.ts'
import { movingPixelsMax } from '../limits.ts'
import { MovingPicture } from './moving.ts'

interface Block {
  readonly version: number
  /** null: all of it has come. */
  data: Uint8Array<ArrayBuffer> | null
  came: number
  bitmap: ImageBitmap | null
  /** null: it stands still. `pixels`: of its own while it may move. */
  moving: MovingPicture | null
  pixels: number
}

export class Bitmaps {
  /** By picture and frame. */
  readonly #blocks = new Map<number, Map<number, Block>>()
  readonly #ready: () => void
  readonly #now: () => number
  /** Pixels of those that move. */
  #movingPixels = 0
  /** Changes with each bitmap that there is or is no more. */
  version = 0

  /** @param ready another one can be drawn */
  constructor(now: () => number, ready: () => void) {
    this.#now = now
    this.#ready = ready
  }

  /** What can be drawn of a frame; null: it has not come, or is no picture. */
  get(picture: number, frame: number): ImageBitmap | null {
    return this.#blocks.get(picture)?.get(frame)?.bitmap ?? null
  }

  /** It is in view, and may move. Returns ms until its next frame is due, which is made then. */
  play(picture: number): number {
    const moving = this.#blocks.get(picture)?.get(0)?.moving ?? null
    return moving?.play() ?? Number.POSITIVE_INFINITY
  }

  take(part: PicturePart, data: Uint8Array): void {
    const { picture, frame, version, offset, total } = part
    let blocks = this.#blocks.get(picture)
    if (blocks === undefined) this.#blocks.set(picture, (blocks = new Map<number, Block>()))
    let block = blocks.get(frame)
    if (block?.version !== version) {
      // the one of before is drawn until this one is there
      const bitmap = block?.bitmap ?? null
      if (block !== undefined) this.#rest(block)
      block = { version, data: new Uint8Array(total), came: 0, bitmap, moving: null, pixels: 0 }
      blocks.set(frame, block)
    }
    if (block.data === null || offset !== block.came) return
    block.data.set(data, offset)
    block.came += data.length
    if (block.came < total) return
    const whole = block.data
    block.data = null
    void this.#decode(part, whole, block)
  }

  /** Others than these are forgotten. @param frames how many of each picture there are */
  keep(frames: ReadonlyMap<number, number>): void {
    for (const [picture, blocks] of this.#blocks) {
      const count = frames.get(picture) ?? 0
      if (count === 0) this.#blocks.delete(picture)
      for (const [frame, block] of blocks) {
        if (frame < count) continue
        blocks.delete(frame)
        this.#close(block)
      }
    }
  }

  async #decode(part: PicturePart, data: Uint8Array<ArrayBuffer>, block: Block): Promise<void> {
    try {
      const { form, width, height } = part
      const source =
        form === 'rgba'
          ? new ImageData(new Uint8ClampedArray(data.buffer), width, height)
          : new Blob([data], { type: `image/${form}` })
      const bitmap = await createImageBitmap(source)
      if (this.#blocks.get(part.picture)?.get(part.frame) !== block) {
        bitmap.close()
        return
      }
      this.#show(block, bitmap)
      if (form === 'gif' || form === 'webp') await this.#move(part, data, block)
    } catch {
      // no picture after all: nothing is drawn
    }
  }

  #show(block: Block, bitmap: ImageBitmap): void {
    block.bitmap?.close()
    block.bitmap = bitmap
    this.version += 1
    this.#ready()
  }

  /** It moves from now on, if it does at all. */
  async #move(part: PicturePart, data: Uint8Array<ArrayBuffer>, block: Block): Promise<void> {
    const pixels = part.width * part.height
    if (this.#movingPixels + pixels > movingPixelsMax) return
    this.#movingPixels += pixels
    block.pixels = pixels
    const moving = await MovingPicture.open(data, `image/${part.form}`, {
      now: this.#now,
      shows: (bitmap) => this.#show(block, bitmap),
    })
    if (moving === null) this.#rest(block)
    else if (this.#blocks.get(part.picture)?.get(part.frame) !== block) moving.close()
    else block.moving = moving
    if (block.moving !== null) this.#ready()
  }

  /** It stands still, or is no more. */
  #rest(block: Block): void {
    block.moving?.close()
    block.moving = null
    this.#movingPixels -= block.pixels
    block.pixels = 0
  }

  #close(block: Block): void {
    this.#rest(block)
    block.bitmap?.close()
    block.bitmap = null
    this.version += 1
  }
}
