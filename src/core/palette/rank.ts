/** What the palette shows for a typed text, the best first (behaviour/ui.md 11). Pure. */
import { fit } from './fuzzy.ts'

export interface Candidate {
  /** Unique among all. */
  readonly id: string
  /** The sign that asks for its kind alone: `>`, `@`, `#`. */
  readonly prefix: string
  readonly text: string
  /** Also searched, after the text: project, state, group. */
  readonly more: string
}

export interface Ranked<Item> {
  readonly item: Item
  /** Places in `text` that fit. */
  readonly at: readonly number[]
}

/** Ids remembered as used. */
export const recentMax = 20

/** What having been used lately adds to a score: it decides between fits of one kind, and does not lift one kind over another. */
const recentWorth = 300

/** @param recent ids, the newest first */
export function rank<Item extends Candidate>(items: readonly Item[], query: string, recent: readonly string[]): Ranked<Item>[] {
  const typed = query.trimStart()
  const prefix = items.some((item) => item.prefix === typed[0]) || ['>', '@', '#'].includes(typed[0] ?? '') ? typed[0] ?? '' : ''
  const asked = typed.slice(prefix.length).trim()
  const age = new Map(recent.slice(0, recentMax).map((id, index) => [id, index]))
  const among = prefix === '' ? items : items.filter((item) => item.prefix === prefix)
  if (asked === '') {
    const old = recentMax + 1
    return [...among].sort((one, other) => (age.get(one.id) ?? old) - (age.get(other.id) ?? old)).map((item) => ({ item, at: [] }))
  }
  const found: { item: Item; at: readonly number[]; score: number }[] = []
  for (const item of among) {
    const whole = fit(asked, item.more === '' ? item.text : `${item.text} ${item.more}`)
    if (whole === null) continue
    const used = age.get(item.id)
    const score = whole.score + (used === undefined ? 0 : recentWorth * (1 - used / recentMax))
    found.push({ item, at: whole.at.filter((place) => place < item.text.length), score })
  }
  return found.sort((one, other) => other.score - one.score).map(({ item, at }) => ({ item, at }))
}

/** The list with this id as the newest. */
export function used(recent: readonly string[], id: string): string[] {
  return [id, ...recent.filter((other) => other !== id)].slice(0, recentMax)
}
