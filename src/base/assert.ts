/**
 * For what can only be wrong through a fault of ours: it crashes loudly instead of going on with a
 * lie.
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

/** Ends an exhaustive `switch`: a case that was forgotten does not compile. */
export function unreachable(value: never): never {
  throw new Error(`broken invariant: unexpected ${JSON.stringify(value)}`)
}
