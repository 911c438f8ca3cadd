/**
 * Returns a getter that makes its value at first use. Delays loading of Node's zlib and fs, which
 * take some ms, in threads whose start is waited for (with `process.getBuiltinModule`).
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => (made ??= { value: make() }).value
}
