/** Scores how a query matches a name: word starts, then runs, then scattered letters. Pure. */

export interface FuzzyFit {
  /** Higher is better. Only scores of one query are comparable. */
  readonly score: number
  /** Offsets of the matched letters, UTF-16 units, ascending. */
  readonly at: readonly number[]
  /** Whether the letters of a word are scattered. */
  readonly scattered: boolean
}

/** Worth of each kind of match. The rest of a score is far below the difference of two kinds. */
const worth = { start: 4_000, word: 3_000, initials: 2_500, run: 2_000, scattered: 1_000 } as const

/**
 * Bonus for words that are adjacent as typed. It beats `recentWorth`: "move pane" prefers "Move
 * pane to its own tab" to a recent "Move divider".
 */
const phraseWorth = 400

/** Letters of a query that count. */
const queryCharactersMax = 128

/** A text prepared for matching, once for all queries. */
export interface Prepared {
  readonly lower: string
  /** 1 where a word starts. */
  readonly begins: Uint8Array
  /** Scattered letters match only before this offset. The rest is not visible. */
  readonly seen: number
}

/** Prepares a text. Words start after other signs, and at an uppercase after a lowercase letter. */
export function prepare(text: string, seen = text.length): Prepared {
  const begins = new Uint8Array(text.length)
  for (const { index } of text.matchAll(
    /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=\p{Ll})\p{Lu}|(?<=[^\p{L}\p{N}])[^\p{L}\p{N}]|^./gu,
  ))
    begins[index] = 1
  return { lower: lowered(text), begins, seen }
}

export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .slice(0, queryCharactersMax)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Matches all words anywhere. @returns null if one does not match */
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
    // among equal matches, the shorter text wins
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
 * Matches letters that start a word or follow the previous one: `mvl` and `mol` match "move left".
 * It takes the first letters found, which is good enough and never slow.
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
  // Backwards, to bring the letters as close together as possible before the last one.
  for (let index = at.length - 2; index >= 0; index -= 1)
    at[index] = lower.lastIndexOf(word[index] ?? '', (at[index + 1] ?? 0) - 1)
  const spread = (at.at(-1) ?? 0) - (at[0] ?? 0) - word.length
  return { score: worth.scattered - Math.min(spread * 4, 900), at, scattered: true }
}

/** Lowercases a text without changing its length, so that offsets stay valid. */
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
