/** A GIF or WebP with several frames, each decoded when due, off the main thread. */
import { frameGapMin } from '../../../terminal/images/limits.ts'

/** Duration of a frame that specifies 10 ms or less, ms, as in browsers. */
const hurriedGap = 100

export class MovingPicture {
  readonly #decoder: ImageDecoder
  readonly #now: () => number
  readonly #shows: (bitmap: ImageBitmap) => void
  readonly #frames: number
  /** Remaining repetitions. */
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

  /**
   * @returns null for a still image
   * @param ports `shows` receives each further frame
   */
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
      // a still image, or not an image
    }
    decoder.close()
    return null
  }

  /** Decodes the next frame if it is due. Returns the time until it is, ms. */
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
      // closed or damaged, so it stops
    }
  }
}

/** Returns the duration of a frame, ms. */
function gapOf({ duration }: VideoFrame): number {
  const gap = (duration ?? 0) / 1_000
  return gap <= 10 ? hurriedGap : Math.max(frameGapMin, gap)
}
