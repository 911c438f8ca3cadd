/** Suggests the valid name that the user most likely meant. */

/**
 * @returns the nearest name within two changes or a quarter of the length, and less than half of
 *   the letters; the first of equally near names; `null` if none is near
 */
export function nearest(written: string, names: readonly string[]): string | null {
  const { length } = written
  const most = Math.min(
    Math.max(2, Math.floor(length / 4)),
    Math.max(1, Math.floor((length - 1) / 2)),
    length - 1,
  )
  let best: { readonly name: string; readonly changes: number } | null = null
  for (const name of names) {
    if (Math.abs(name.length - written.length) > most) continue
    const changes = distance(written.toLowerCase(), name.toLowerCase())
    if (changes <= most && (best === null || changes < best.changes)) best = { name, changes }
  }
  return best?.name ?? null
}

/** Returns a sentence to append to a message, or an empty string if no name is near. */
export function didYouMean(name: string | null): string {
  return name === null ? '' : ` Did you mean ${name}?`
}

/** Returns the message for a word that is not in a short list. */
export function noneOf(word: string, what: string, names: readonly string[]): string {
  const near = nearest(word, names)
  const hint = didYouMean(near === null ? null : `"${near}"`)
  return `unknown ${what} "${word}".${hint} Available: ${names.join(', ')}.`
}

/** Returns the number of letters inserted, deleted, replaced, or swapped with their neighbor. */
function distance(a: string, b: string): number {
  let older: number[] = []
  let old = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const at = (list: readonly number[], index: number) => list[index] ?? 0
      let least = Math.min(
        at(old, j) + 1,
        at(row, j - 1) + 1,
        at(old, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(older, j - 2) + 1)
      row.push(least)
    }
    older = old
    old = row
  }
  return old[b.length] ?? 0
}
