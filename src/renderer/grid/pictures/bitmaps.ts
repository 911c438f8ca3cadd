/**
 * Data of pictures as it comes from the core, and the bitmaps that it becomes: Chromium decodes it
 * outside of the page's turn, in the page's sandbox.
 */
import type { PicturePart } from '../../../core/frames/frame.ts'

interface Block {
  readonly version: number
  /** null: all of it has come. */
  data: Uint8Array<ArrayBuffer> | null
  came: number
  bitmap: ImageBitmap | null
}

export class Bitmaps {
  /** By picture and frame. */
  readonly #blocks = new Map<number, Map<number, Block>>()
  readonly #ready: () => void
  /** Changes with each bitmap that there is or is no more. */
  version = 0

  /** @param ready another one can be drawn */
  constructor(ready: () => void) {
    this.#ready = ready
  }

  /** What can be drawn of a frame; null: it has not come, or is no picture. */
  get(picture: number, frame: number): ImageBitmap | null {
    return this.#blocks.get(picture)?.get(frame)?.bitmap ?? null
  }

  take(part: PicturePart, data: Uint8Array): void {
    const { picture, frame, version, offset, total } = part
    let blocks = this.#blocks.get(picture)
    if (blocks === undefined) this.#blocks.set(picture, (blocks = new Map<number, Block>()))
    let block = blocks.get(frame)
    if (block?.version !== version) {
      // the one of before is drawn until this one is there
      const bitmap = block?.bitmap ?? null
      block = { version, data: new Uint8Array(total), came: 0, bitmap }
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

  /** Others than these are forgotten. */
  keep(pictures: ReadonlySet<number>): void {
    for (const [picture, blocks] of this.#blocks) {
      if (pictures.has(picture)) continue
      this.#blocks.delete(picture)
      for (const block of blocks.values()) this.#close(block)
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
      this.#close(block)
      block.bitmap = bitmap
      this.version += 1
      this.#ready()
    } catch {
      // no picture after all: nothing is drawn
    }
  }

  #close(block: Block): void {
    block.bitmap?.close()
    block.bitmap = null
    this.version += 1
  }
}
