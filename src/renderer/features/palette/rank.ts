/** Ranks the entries of the palette for a query. Pure. */
import { fuzzyFit, prepare, wordsOf, type FuzzyFit, type Prepared } from './fuzzy.ts'

export interface Candidate {
  readonly id: string
  /** Prefix that selects this kind: `>`, `@`, `#`. */
  readonly prefix: string
  readonly text: string
  /** Text that is searched but not shown: project, state, group. */
  readonly more: string
  /** Ranks after all others with an equal match. */
  readonly last?: true
  /** Ranks before others with an equal match. */
  readonly likely?: boolean
}

interface Ranked<Item> {
  readonly item: Item
  /** Offsets of the match in `text`. */
  readonly at: readonly number[]
}

/** Match of an empty query. */
const everything: FuzzyFit = { score: 0, at: [], scattered: false }

export const recentMax = 20

/** Bonus for recent use. It decides within one kind of match, never between kinds. */
const recentWorth = 300

/** Penalty if only hidden text matches: `theme` finds "Nord", below names that contain it. */
const unseenLoss = 500

/** Bonus of `likely`, less than that of recent use. */
const likelyWorth = 150

/** Ranks one list repeatedly, as the user types. */
export class Ranker<Item extends Candidate> {
  readonly #items: readonly { readonly item: Item; readonly prepared: Prepared }[]

  constructor(items: readonly Item[]) {
    this.#items = items.map((item) => ({
      item,
      prepared: prepare(
        item.more === '' ? item.text : `${item.text} ${item.more}`,
        item.text.length,
      ),
    }))
  }

  /** Returns the matches, best first. Scattered letters count only if nothing matches better. */
  rank(query: string, recent: readonly string[]): Ranked<Item>[] {
    const typed = query.trimStart()
    const prefix = ['>', '@', '#'].includes(typed[0] ?? '') ? (typed[0] ?? '') : ''
    const words = wordsOf(typed.slice(prefix.length))
    const age = new Map(recent.slice(0, recentMax).map((id, index) => [id, index]))
    const found: ({ readonly item: Item } & FuzzyFit)[] = []
    for (const { item, prepared } of this.#items) {
      if (prefix !== '' && item.prefix !== prefix) continue
      const used = age.get(item.id)
      const lately = used === undefined ? 0 : recentWorth * (1 - used / recentMax)
      const whole = words.length === 0 ? everything : fuzzyFit(words, prepared)
      if (whole === null) continue
      const unseen = words.length > 0 && !whole.at.some((place) => place < item.text.length)
      const loss = (unseen ? unseenLoss : 0) + (item.last === true ? unseenLoss : 0)
      const gain = lately + (item.likely === true && words.length > 0 ? likelyWorth : 0)
      found.push({ ...whole, item, score: whole.score + gain - loss })
    }
    const better = found.filter(({ scattered }) => !scattered)
    return (better.length > 0 ? better : found)
      .sort((one, other) => other.score - one.score)
      .map(({ item, at }) => ({ item, at: at.filter((place) => place < item.text.length) }))
  }
}

/** Moves the id to the front of the list. */
export function used(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, recentMax)
}
