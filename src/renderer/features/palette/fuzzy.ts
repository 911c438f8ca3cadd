/** How well a typed text fits a name: start of word before run before scattered letters. Pure. */

export interface FuzzyFit {
  /** Higher is better; only fits of one query can be compared. */
  readonly score: number
  /** Places of the letters that fit, in UTF-16 units of the text, ascending. */
  readonly at: readonly number[]
  /** Letters of a word stand here and there. */
  readonly scattered: boolean
}

/**
 * What a kind of fit is worth; the rest of a score is far below the distance between two of them.
 */
const worth = { start: 4_000, word: 3_000, initials: 2_500, run: 2_000, scattered: 1_000 } as const

/**
 * What the words add that stand beside each other as they were typed: "move pane" means "Move pane
 * to its own tab", also when "Move divider" was used lately (`recentWorth`).
 */
const phraseWorth = 400

/** Letters of a query that count. Nobody types more to find a name. */
export const queryCharactersMax = 128

/** A text as it is compared: made once, for each key is held against it. */
export interface Prepared {
  readonly lower: string
  /** 1 where a word begins. */
  readonly begins: Uint8Array
  /** Scattered letters fit before this place only: behind it are words that nobody sees. */
  readonly seen: number
}

/** A letter behind something that is none, or a capital behind a small letter, begins a word. */
export function prepare(text: string, seen = text.length): Prepared {
  const begins = new Uint8Array(text.length)
  for (const { index } of text.matchAll(
    /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}|(?<=[^\p{L}\p{N}])[^\p{L}\p{N}]|^./gu,
  ))
    begins[index] = 1
  return { lower: lowered(text), begins, seen }
}

/** The words of a query, as they are compared. */
export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .slice(0, queryCharactersMax)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** All words of the query must fit, each anywhere. @returns null when one does not */
export function fuzzyFit(words: readonly string[], prepared: Prepared): FuzzyFit | null {
  const { lower } = prepared
  let score = 0
  let scattered = false
  const at = new Set<number>()
  for (const word of words) {
    const one = fitWord(word, prepared)
    if (one === null) return null
    score += one.score
    scattered ||= one.scattered
    for (const place of one.at) at.add(place)
  }
  const phrase = words.length > 1 && lower.includes(words.join(' ')) ? phraseWorth : 0
  const each = words.length === 0 ? 0 : score / words.length
  return {
    // Of two that fit alike the shorter one has less beside it.
    score: each + phrase - Math.min(lower.length, 200) / 10,
    at: [...at].sort((a, b) => a - b),
    scattered,
  }
}

function fitWord(word: string, { lower, begins, seen }: Prepared): FuzzyFit | null {
  const scattered = false
  if (lower.startsWith(word)) return { score: worth.start, at: run(0, word.length), scattered }
  let first = -1
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
    if (first === -1) first = at
    if (begins[at] === 1)
      return { score: worth.word - Math.min(at, 200), at: run(at, word.length), scattered }
  }
  const initials = fitInitials(word, lower, begins)
  if (initials !== null)
    return { score: worth.initials - Math.min(initials[0] ?? 0, 200), at: initials, scattered }
  if (first !== -1)
    return { score: worth.run - Math.min(first, 200), at: run(first, word.length), scattered }
  return fitScattered(word, lower.slice(0, seen))
}

/**
 * Each letter begins a word or follows the one before: `mvl` and `mol` are "move left". The first
 * letters found are kept: good enough, and never slow.
 */
function fitInitials(word: string, lower: string, begins: Uint8Array): number[] | null {
  const at: number[] = []
  for (const letter of word.split('')) {
    const last = at.at(-1)
    if (last !== undefined && lower[last + 1] === letter) {
      at.push(last + 1)
      continue
    }
    let found = lower.indexOf(letter, last === undefined ? 0 : last + 1)
    while (found !== -1 && begins[found] !== 1) found = lower.indexOf(letter, found + 1)
    if (found === -1) return null
    at.push(found)
  }
  return at
}

function fitScattered(word: string, lower: string): FuzzyFit | null {
  const at: number[] = []
  let from = 0
  for (const letter of word.split('')) {
    const found = lower.indexOf(letter, from)
    if (found === -1) return null
    at.push(found)
    from = found + 1
  }
  // From the end back, so that the letters stand as close together as they can before the last one.
  for (let index = at.length - 2; index >= 0; index -= 1)
    at[index] = lower.lastIndexOf(word[index] ?? '', (at[index + 1] ?? 0) - 1)
  const spread = (at.at(-1) ?? 0) - (at[0] ?? 0) - word.length
  return { score: worth.scattered - Math.min(spread * 4, 900), at, scattered: true }
}

/** In small letters, without changing its length: places in it are places in the text. */
function lowered(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length
    ? lower
    : text
        .split('')
        .map((unit) => {
          const small = unit.toLowerCase()
          return small.length === 1 ? small : unit
        })
        .join('')
}

function run(from: number, length: number): number[] {
  return Array.from({ length }, (_, index) => from + index)
}
