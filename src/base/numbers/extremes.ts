/**
 * Minimum and maximum of any number of values. `Math.min(...numbers)` throws a RangeError above
 * about 120,000, because each is an argument on the stack.
 */

/** Returns the minimum, or `Infinity` if there are no numbers. */
export function least(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const one of numbers) found = Math.min(found, one)
  return found
}

/** Returns the maximum, or `-Infinity` if there are no numbers. */
export function greatest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY
  for (const one of numbers) found = Math.max(found, one)
  return found
}
