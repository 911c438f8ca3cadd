/**
 * The least and the greatest of any count of numbers. `Math.min(...numbers)` throws a RangeError
 * above about 120,000 of them, since each is an argument on the stack.
 */

/** Returns the least number; `Infinity` if there are none. */
export function least(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const one of numbers) found = Math.min(found, one)
  return found
}

/** Returns the greatest number; `-Infinity` if there are none. */
export function greatest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY
  for (const one of numbers) found = Math.max(found, one)
  return found
}
