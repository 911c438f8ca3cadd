/**
 * Large pictures that are inflated by another thread: one at a time, and only those that are there
 * still, since each takes its whole size meanwhile, whatever has become of it.
 */
import type { Picture, Pictures } from '../pictures/store.ts'
import type { Sent } from './kitty-data.ts'

interface Waiting {
  readonly picture: Picture
  readonly begin: NonNullable<Sent['later']>
}

export class InflateQueue {
  readonly #pictures: Pictures
  #waiting: readonly Waiting[] = []
  #runs = false

  constructor(pictures: Pictures) {
    this.#pictures = pictures
  }

  add(picture: Picture, begin: Waiting['begin']): void {
    this.#waiting = [...this.#waiting.filter((one) => this.#isThere(one)), { picture, begin }]
    this.#next()
  }

  #next(): void {
    while (!this.#runs) {
      const [first, ...rest] = this.#waiting
      if (first === undefined) return
      this.#waiting = rest
      if (!this.#isThere(first)) continue
      this.#runs = true
      first.begin((inflated) => {
        this.#runs = false
        this.#came(first.picture, inflated)
        this.#next()
      })
    }
  }

  #came(picture: Picture, inflated: Uint8Array | null): void {
    if (!this.#isThere({ picture })) return
    if (inflated === null) {
      this.#pictures.remove(picture)
      return
    }
    picture.data = inflated
    picture.version += 1
    this.#pictures.version += 1
  }

  #isThere({ picture }: Pick<Waiting, 'picture'>): boolean {
    return this.#pictures.pictures.has(picture.serial)
  }
}
