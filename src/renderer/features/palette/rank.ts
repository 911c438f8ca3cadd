/** What the palette shows for a typed text, the best first. Pure. */
import { fuzzyFit, prepare, wordsOf, type FuzzyFit, type Prepared } from './fuzzy.ts'

export interface Candidate {
  /** Unique among all. */
  readonly id: string
  /** The sign that asks for its kind alone: `>`, `@`, `#`. */
  readonly prefix: string
  readonly text: string
  /** Also searched, after the text: project, state, group. */
  readonly more: string
  /** Stands behind all others that fit in the same way. */
  readonly last?: true
  /** Stands before others that fit in the same way: what most people mean by a word of it. */
  readonly likely?: boolean
}

export interface Ranked<Item> {
  readonly item: Item
  /** Places in `text` that fit. */
  readonly at: readonly number[]
}

/** Without a word. */
const everything: FuzzyFit = { score: 0, at: [], scattered: false }

/** Ids remembered as used. */
export const recentMax = 20

/**
 * What having been used lately adds to a score: it decides between fits of one kind, and does not
 * lift one kind over another.
 */
const recentWorth = 300

/**
 * What a fit loses of which nothing is in the text that is seen: the theme "Nord" is found by
 * `theme`, below what is called so.
 */
const unseenLoss = 500

/** What being the likely one adds. Less than having been used lately. */
const likelyWorth = 150

/** Ranks one list again and again, as the user types. */
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

  /**
   * Scattered letters fit where nothing fits better.
   *
   * @param recent ids, the newest first
   */
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

/** The list with this id as the newest. */
export function used(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, recentMax)
}
