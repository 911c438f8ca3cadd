import { fail, ok, type Result } from '../result.ts'

/**
 * Last step of a formatter: parses the written frame, so that the parser accepts it and reads the
 * same value.
 */
export function proven<Value>(
  written: string,
  value: Value,
  parse: (written: string) => Result<unknown>,
): Result<string> {
  const read = parse(written)
  if (!read.ok) return read
  return same(read.value, value) ? ok(written) : fail('malformed')
}

/** Compares plain values; an absent field equals `undefined`. */
export function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  const left = one as Readonly<Record<string, unknown>>
  const right = other as Readonly<Record<string, unknown>>
  return (
    Object.keys(left).every((key) => same(left[key], right[key])) &&
    Object.keys(right).every((key) => right[key] === undefined || key in left)
  )
}
