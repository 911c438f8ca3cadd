/** Caches readings of repeated OSC bodies: comparing takes a tenth of the time of parsing. */
import type { Problem } from '../../protocol/index.ts'
import type { OscBody } from '../scan/osc-body.ts'
import type { EvidenceOf, OutputReportType } from './evidence.ts'
import { knownBodies, knownBodyBytes } from './limits.ts'

/** Reading of a body: evidence, a problem, or `null` for nothing. Shared, so never changed. */
export type BodyReading =
  | {
      readonly [Type in OutputReportType]: {
        readonly type: Type
        readonly value: EvidenceOf<Type>
        readonly text?: string
      }
    }[OutputReportType]
  | { readonly problem: Problem }
  | null

/** Initial capacity in bodies. */
const firstBodies = 16

interface Known {
  /** Offset in the bytes. */
  readonly base: number
  number: number
  length: number
  reading: BodyReading
}

export class KnownBodies {
  /** Newest body of each hash. */
  readonly #known: (Known | undefined)[] = Array.from({ length: knownBodies }, () => undefined)
  #bytes = new Uint8Array(firstBodies * knownBodyBytes)
  #used = 0

  /** Returns the cached reading, else the result of `read`. */
  reading(number: number, body: OscBody, read: () => BodyReading): BodyReading {
    const { bytes, from, to } = body
    const length = to - from
    if (length > knownBodyBytes) return read()
    let hash = number
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 16_777_619)
    const place = (hash ^ (hash >>> 15)) & (knownBodies - 1)
    const known = this.#known[place]
    if (
      known !== undefined &&
      known.number === number &&
      known.length === length &&
      this.#holds(known.base, bytes, from, length)
    )
      return known.reading
    const reading = read()
    const base = known?.base ?? this.#room()
    for (let index = 0; index < length; index += 1)
      this.#bytes[base + index] = bytes[from + index] as number
    if (known === undefined) this.#known[place] = { base, number, length, reading }
    else {
      known.number = number
      known.length = length
      known.reading = reading
    }
    return reading
  }

  #room(): number {
    const base = this.#used
    this.#used += knownBodyBytes
    if (this.#used > this.#bytes.length) {
      const more = new Uint8Array(this.#bytes.length * 2)
      more.set(this.#bytes)
      this.#bytes = more
    }
    return base
  }

  #holds(base: number, bytes: Uint8Array, from: number, length: number): boolean {
    for (let index = 0; index < length; index += 1)
      if (this.#bytes[base + index] !== bytes[from + index]) return false
    return true
  }
}
