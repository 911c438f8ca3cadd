/** Votes of terminals on a screen. Pure. */
import type { Seen } from './oracles.ts'

export const aspects = ['rows', 'cursor'] as const
export type Aspect = (typeof aspects)[number]

/** The screen of each terminal for one stream. */
export type Shown = ReadonlyMap<string, Seen>

/** Returns the value that more than half of the terminals show, without `name`; or `null`. */
export function majority(shown: Shown, aspect: Aspect, name: string): string | null {
  const values = [...shown]
    .filter(([other, seen]) => other !== name && seen[aspect] !== null)
    .map(([, seen]) => JSON.stringify(seen[aspect]))
  const most = values.find(
    (value) => values.filter((other) => other === value).length * 2 > values.length,
  )
  return most ?? null
}

/** Returns the first aspect in which `name` differs from the majority of the others. */
export function dissent(shown: Shown, name: string): Aspect | null {
  const own = shown.get(name)
  if (own === undefined) return null
  const found = aspects.find((aspect) => {
    const most = majority(shown, aspect, name)
    return most !== null && own[aspect] !== null && JSON.stringify(own[aspect]) !== most
  })
  return found ?? null
}

/** Returns whether the others, without `name`, have no majority in some aspect. */
export function isUndecided(shown: Shown, name: string): boolean {
  return aspects.some((aspect) => majority(shown, aspect, name) === null)
}
