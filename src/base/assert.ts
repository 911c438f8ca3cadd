/** Throws if an internal invariant is broken: a crash is better than a wrong state. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

/** Ends an exhaustive `switch`: a forgotten case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`broken invariant: unexpected ${JSON.stringify(value)}`)
}
