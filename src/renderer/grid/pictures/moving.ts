/**
 * A GIF or WebP that moves: Chromium decodes its frames, outside of the page's turn, one after the
 * other, when they are due.
 */
import { frameGapMin } from '../../../terminal/images/limits.ts'

/** ms of a frame that says 10 or less: browsers have it so, since such files mean no such speed. */
const hurriedGap = 100

export class MovingPicture {
  readonly #decoder: ImageDecoder
  readonly #now: () => number
  readonly #shows: (bitmap: ImageBitmap) => void
  readonly #frames: number
  /** Times that it still begins anew. */
  #rounds: number
  #next = 1
  #due: number
  #decodes = false
  #closed = false

  private constructor(
    decoder: ImageDecoder,
    track: ImageTrack,
    firstGap: number,
    { now, shows }: { readonly now: () => number; readonly shows: (bitmap: ImageBitmap) => void },
  ) {
    this.#decoder = decoder
    this.#frames = track.frameCount
    this.#rounds = track.repetitionCount
    this.#now = now
    this.#shows = shows
    this.#due = now() + firstGap
  }

  /** @returns null: it stands still @param shows takes the bitmap of each further frame */
  static async open(
    data: Uint8Array<ArrayBuffer>,
    type: string,
    ports: { readonly now: () => number; readonly shows: (bitmap: ImageBitmap) => void },
  ): Promise<MovingPicture | null> {
    const decoder = new ImageDecoder({ data, type })
    try {
      await decoder.tracks.ready
      const track = decoder.tracks.selectedTrack
      if (track !== null && track.frameCount > 1) {
        const { image } = await decoder.decode({ frameIndex: 0 })
        const gap = gapOf(image)
        image.close()
        return new MovingPicture(decoder, track, gap, ports)
      }
    } catch {
      // what cannot be decoded so stands still, if it is a picture at all
    }
    decoder.close()
    return null
  }

  /** It is in view: decodes the next frame if that is due. Returns ms until it is. */
  play(): number {
    if (this.#decodes || this.#closed) return Number.POSITIVE_INFINITY
    if (this.#next === this.#frames) {
      if (this.#rounds <= 0) return Number.POSITIVE_INFINITY
      this.#next = 0
      this.#rounds -= 1
    }
    const left = this.#due - this.#now()
    if (left > 0) return left
    this.#decodes = true
    void this.#decode()
    return Number.POSITIVE_INFINITY
  }

  close(): void {
    this.#closed = true
    this.#decoder.close()
  }

  async #decode(): Promise<void> {
    try {
      const { image } = await this.#decoder.decode({ frameIndex: this.#next })
      const gap = gapOf(image)
      const bitmap = await createImageBitmap(image)
      image.close()
      if (this.#closed) {
        bitmap.close()
        return
      }
      this.#next += 1
      this.#due = this.#now() + gap
      this.#decodes = false
      this.#shows(bitmap)
    } catch {
      // closed, or broken: it stands still
    }
  }
}

/** ms */
function gapOf({ duration }: VideoFrame): number {
  const gap = (duration ?? 0) / 1_000
  return gap <= 10 ? hurriedGap : Math.max(frameGapMin, gap)
}
