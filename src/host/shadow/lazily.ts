/**
 * A value that is made at its first use. Node's larger modules are taken so (by
 * `process.getBuiltinModule`) where a thread starts whose start somebody waits for, and which
 * mostly does without them: zlib and fs take some ms to load.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
