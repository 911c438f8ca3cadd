/** What a mistyped name was meant to be. */

/** The candidate at the least distance, if that is 2 or less, or a quarter of the word's length (behaviour/config.md 3); the first of equals. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(2, Math.floor(word.length / 4))
  for (const candidate of candidates) {
    const far = Math.abs(candidate.length - word.length) > least ? Number.POSITIVE_INFINITY : distance(word, candidate)
    if (far < least || (far === least && best === null)) { best = candidate; least = far }
  }
  return best
}

/** Letters put in, left out or changed between two words (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let left = 1; left <= one.length; left += 1) {
    const next = [left]
    for (let right = 1; right <= other.length; right += 1) {
      next.push(Math.min((row[right] ?? 0) + 1, (next[right - 1] ?? 0) + 1, (row[right - 1] ?? 0) + (one[left - 1] === other[right - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length] ?? 0
}
