/** Image data from the core and its bitmaps. Chromium decodes off the main thread, sandboxed. */
import type { PicturePart } from '../../../terminal/frames/frame.ts'
import { movingPixelsMax } from '../limits.ts'
import { MovingPicture } from './moving.ts'

interface Block {
  readonly version: number
  /** Null if all of it has arrived. */
  data: Uint8Array<ArrayBuffer> | null
  came: number
  bitmap: ImageBitmap | null
  /** Null for a still image. `pixels` counts towards `movingPixelsMax`. */
  moving: MovingPicture | null
  pixels: number
}

export class Bitmaps {
  /** By image and frame. */
  readonly #blocks = new Map<number, Map<number, Block>>()
  readonly #ready: () => void
  readonly #now: () => number
  /** Pixels of all moving images. */
  #movingPixels = 0
  /** Changes with each bitmap that is added or removed. */
  version = 0

  /** @param ready called when another bitmap can be drawn */
  constructor(now: () => number, ready: () => void) {
    this.#now = now
    this.#ready = ready
  }

  /** Returns a frame's bitmap, or null if it has not arrived or is not an image. */
  get(picture: number, frame: number): ImageBitmap | null {
    return this.#blocks.get(picture)?.get(frame)?.bitmap ?? null
  }

  /** Plays a visible image, making its next frame if due. Returns the time until the next, ms. */
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
      // the old bitmap is drawn until the new one is there
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

  /** Forgets other images. @param frames number of frames of each image */
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
      // not an image, so nothing is drawn
    }
  }

  #show(block: Block, bitmap: ImageBitmap): void {
    block.bitmap?.close()
    block.bitmap = bitmap
    this.version += 1
    this.#ready()
  }

  /** Starts a moving image, if it has several frames. */
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

  /** Stops an image, or releases it. */
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
