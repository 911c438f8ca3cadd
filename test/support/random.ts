/** Seeded chance (mulberry32): a failing test prints its seed and can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from 0 up to, but not including, `below`. */
export function below(random: () => number, below: number): number {
  return Math.floor(random() * below)
}

export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[below(random, values.length)] as Value // never empty
}
