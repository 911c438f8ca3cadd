/** Parameters of a control sequence. Missing ones are 0, missing subparameters -1. */
import { parameterMax, parametersMax, subParametersMax } from '../limits.ts'

export class Parameters {
  /** Valid up to `count`. */
  readonly values = new Int32Array(parametersMax)
  readonly #subs = new Int32Array(subParametersMax)
  /** End of the subparameters of each parameter. */
  readonly #ends = new Uint8Array(parametersMax)
  #subCount = 0
  /** At least 1. */
  count = 1
  /** Whether nothing follows the last `;`, or there are no parameters. */
  endsEmpty = true
  #open = true
  #subOpen = false

  reset(): void {
    this.count = 1
    this.values[0] = 0
    this.#ends[0] = 0
    this.#subCount = 0
    this.endsEmpty = true
    this.#open = true
    this.#subOpen = false
  }

  /**
   * Fast path: reads numbers separated by `;` from `start` on. Returns their end, or -1 for
   * subparameters or too many numbers, which need the slow path. Reads nothing if the bytes end
   * first.
   */
  take(bytes: Uint8Array, start: number): number {
    const values = this.values
    let at = start
    let count = 0
    let value = 0
    let isEmpty = true
    for (const { length } = bytes; at < length; at += 1) {
      const byte = bytes[at]!
      const digit = byte ^ 0x30
      if (digit <= 9) {
        value = value * 10 + digit
        if (value > parameterMax) value = parameterMax
        isEmpty = false
        continue
      }
      values[count] = value
      count += 1
      if (byte !== 0x3b) {
        if (byte === 0x3a) return -1
        this.count = count
        this.#subCount = 0
        this.endsEmpty = isEmpty
        return at
      }
      if (count === parametersMax) return -1
      value = 0
      isEmpty = true
    }
    return at
  }

  digit(digit: number): void {
    this.endsEmpty = false
    if (!this.#open) return
    if (!this.#subOpen) {
      this.values[this.count - 1] = Math.min(
        this.values[this.count - 1]! * 10 + digit,
        parameterMax,
      )
      return
    }
    const value = this.#subs[this.#subCount - 1]!
    this.#subs[this.#subCount - 1] =
      value === -1 ? digit : Math.min(value * 10 + digit, parameterMax)
  }

  next(): void {
    this.endsEmpty = true
    this.#subOpen = false
    this.#open = this.count < parametersMax
    if (!this.#open) return
    this.values[this.count] = 0
    this.#ends[this.count] = this.#subCount
    this.count += 1
  }

  sub(): void {
    if (this.count === parametersMax && !this.#open) return
    this.#open = this.#subCount < subParametersMax
    this.#subOpen = true
    if (!this.#open) return
    this.#subs[this.#subCount++] = -1
    this.#ends[this.count - 1] = this.#subCount
  }

  value(index: number): number {
    return index < this.count ? this.values[index]! : 0
  }

  /** Returns a count: 0 and missing are 1. */
  atLeastOne(index: number): number {
    return Math.max(1, this.value(index))
  }

  get hasSubs(): boolean {
    return this.#subCount > 0
  }

  subCount(index: number): number {
    return this.#subCount === 0 ? 0 : this.#ends[index]! - this.#firstSub(index)
  }

  subValue(index: number, sub: number): number {
    return this.#subs[this.#firstSub(index) + sub]!
  }

  #firstSub(index: number): number {
    return index === 0 ? 0 : this.#ends[index - 1]!
  }
}
