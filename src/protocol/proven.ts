/**
 * A formatter's last step: what was written is read again. So nothing leaves that the parser would
 * refuse or take for something else.
 */
import { fail, ok, type Problem, type Result } from './result.ts'

/** @param otherwise the problem when the parser reads another value than was to be written */
export function proven<Value>(
  written: string,
  value: Value,
  parse: (written: string) => Result<unknown>,
  otherwise: Problem = 'malformed',
): Result<string> {
  const read = parse(written)
  if (!read.ok) return read
  return same(read.value, value) ? ok(written) : fail(otherwise)
}

/** Plain values: an absent field and `undefined` are the same. */
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
