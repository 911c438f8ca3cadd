/**
 * Helpers of the targets: bytes rich in the sequences that they look for, and a reader that turns
 * bytes into choices.
 */

export interface FuzzRun {
  readonly random: () => number
  readonly iterations: number
  readonly deadlineMs: number
  readonly attempt: (input: Uint8Array, property: () => void) => void
}

/** Tries `property` on random byte strings made of `parts` and stray bytes. */
export function tryBytes(
  run: FuzzRun,
  parts: readonly string[],
  replay: (input: Uint8Array) => void,
  partsMax = 16,
): void {
  const below = (count: number) => Math.floor(run.random() * count)
  for (let round = 0; round < run.iterations && performance.now() < run.deadlineMs; round += 1) {
    let text = ''
    for (let part = below(partsMax); part > 0; part -= 1) {
      const chance = run.random()
      if (chance < 0.75) text += parts[below(parts.length)] ?? ''
      else if (chance < 0.9) text += String(below(run.random() < 0.5 ? 200 : 5_000_000_000))
      else text += String.fromCharCode(below(256))
    }
    const input = Uint8Array.from(text, (character) => character.charCodeAt(0))
    run.attempt(input, () => replay(input))
  }
}

/** Tries `replay` on random bytes: up to `usualMax` of them, one time in ten up to `most`. */
export function tryRandomBytes(
  { random, iterations, deadlineMs, attempt }: FuzzRun,
  replay: (input: Uint8Array) => void,
  headBytes: number,
  usualMax: number,
  most = usualMax,
): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const length = headBytes + Math.floor(random() * (random() < 0.1 ? most : usualMax))
    const input = Uint8Array.from({ length }, () => Math.floor(random() * 256))
    attempt(input, () => {
      replay(input)
    })
  }
}

/** Takes choices out of bytes, so that a finding in the corpus makes the same choices again. */
export class Choices {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  byte(): number {
    const byte = this.#bytes[this.#at % Math.max(1, this.#bytes.length)] ?? 0
    this.#at += 1
    return byte
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.byte() % values.length] as Value // never empty
  }
}

export function holds(condition: boolean, what: string): void {
  if (!condition) throw new Error(what)
}

/**
 * Pieces of the input, each shorter than `lengthMax`, some of them empty. They depend on the input
 * alone, so that a finding in the corpus is cut the same way.
 */
export function* cuts(input: Uint8Array, lengthMax: number): Generator<Uint8Array> {
  const choices = new Choices(input)
  for (let at = 0; at < input.length; ) {
    const length = choices.byte() % lengthMax
    yield input.slice(at, at + length)
    at += length
    if (length === 0) yield input.slice(at, (at += 1))
  }
}
