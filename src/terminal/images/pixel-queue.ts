/**
 * Queue of pixel changes in order of request. Large data is inflated in another thread, one at a
 * time and only for existing images, because it needs its full memory meanwhile. Later changes of
 * the same image wait and run in separate turns.
 */
import { pendingImageBytesMax, pendingChangesMax, waitingWorkMax } from './limits.ts'
import type { ImagePicture } from './picture.ts'
import type { Pictures } from './store.ts'
import type { Pixels } from './kitty-data.ts'

/** Available, expected, or irrelevant data. */
type Data = Pick<Pixels, 'data' | 'later' | 'laterBytes'>

interface Step {
  readonly picture: ImagePicture
  readonly data: Data
  readonly isConversion: boolean
  readonly work: number
  readonly act: (data: Uint8Array | null) => void
}

export class PixelQueue {
  readonly #pictures: Pictures
  #waiting: readonly Step[] = []
  readonly #soon: (act: () => void) => void
  #running: Step | null = null
  /** Whether the next step waits for a turn. */
  #isPut = false

  /** @param soon runs work in a later turn */
  constructor(pictures: Pictures, soon: (act: () => void) => void) {
    this.#pictures = pictures
    this.#soon = soon
  }

  /** Returns whether a step that writes `work` bytes may wait. Immediate steps need no room. */
  hasRoom(data: Data, work: number): boolean {
    const waiting = this.#waiting.filter((one) => this.#isThere(one))
    const bytes = waiting.reduce((sum, step) => sum + bytesOf(step.data), bytesOf(data))
    const allWork = waiting.reduce((sum, step) => sum + step.work, work)
    return (
      waiting.length < pendingChangesMax &&
      bytes <= pendingImageBytesMax &&
      allWork <= waitingWorkMax
    )
  }

  /** Runs a change of an image, immediately if possible. */
  add(picture: ImagePicture, data: Data, act: Step['act'], work = 0): void {
    this.#add({ picture, data, act, work, isConversion: false })
  }

  convert(picture: ImagePicture, data: Data, act: Step['act']): void {
    this.#add({ picture, data, act, work: 0, isConversion: true })
  }

  isConverting(picture: ImagePicture): boolean {
    return [this.#running, ...this.#waiting].some(
      (step) => step?.picture === picture && step.isConversion,
    )
  }

  #add(step: Step): void {
    const isBehind = [this.#running, ...this.#waiting].some((one) => one?.picture === step.picture)
    if (step.data.later === undefined && !isBehind) {
      step.act(step.data.data)
      return
    }
    this.#waiting = [...this.#waiting.filter((one) => this.#isThere(one)), step]
    this.#next()
  }

  #next(): void {
    while (this.#running === null && !this.#isPut) {
      const [step, ...rest] = this.#waiting
      if (step === undefined) return
      this.#waiting = rest
      if (!this.#isThere(step)) continue
      const { later, data } = step.data
      if (later === undefined) {
        step.act(data)
        this.#nextSoon()
        continue
      }
      this.#running = step
      later((come) => {
        this.#running = null
        if (this.#isThere(step)) step.act(come)
        this.#nextSoon()
      })
    }
  }

  #nextSoon(): void {
    if (this.#waiting.length === 0) return
    this.#isPut = true
    this.#soon(() => {
      this.#isPut = false
      this.#next()
    })
  }

  #isThere({ picture }: Step): boolean {
    return this.#pictures.pictures.has(picture.serial)
  }
}

const bytesOf = ({ data, laterBytes = 0 }: Data): number => (data?.length ?? 0) + laterBytes
