/**
 * Where `next` leads from outside of the windows: once to each that needs the user, then nowhere,
 * and after that anew. Nobody says there which tab is in front where the desktop has not given its
 * window the keyboard, so what was gone to is remembered.
 */
import type { DisplayState } from '../ipc/contract.ts'
import { beganAt, type Row } from './queue.ts'

export class Round {
  /** By tab, what it needed the user for when it was gone to. Those of the list alone are kept. */
  #visited = new Map<string, string>()
  /** Where it led last; null: the user has gone elsewhere since. */
  #at: string | null = null

  /** The user looks at this tab now, or no longer. */
  front(tab: string, on: boolean): void {
    if (on ? tab !== this.#at : tab === this.#at) this.#at = null
  }

  /** Where the user is, as far as is known. */
  at(front: string | null): string | null {
    return this.#at ?? front
  }

  /**
   * The first that was not gone to; null: there is none but where the user is. From elsewhere it
   * begins anew. @param rows as `queue` gives them
   */
  next(rows: readonly Row[], front: string | null, include: readonly DisplayState[]): Row | null {
    const at = this.at(front)
    const visited = new Map<string, string>()
    for (const row of rows) {
      const what = whatFor(row, include)
      if (row.view.id === at || this.#visited.get(row.view.id) === what)
        visited.set(row.view.id, what)
    }
    const isOnIt = this.#at !== null || visited.has(at ?? '')
    const fresh = rows.find(({ view }) => !visited.has(view.id))
    const next = fresh ?? (isOnIt ? undefined : rows[0])
    this.#visited = fresh === undefined && !isOnIt ? new Map() : visited
    if (next === undefined) return null
    this.#visited.set(next.view.id, whatFor(next, include))
    this.#at = next.view.id
    return next
  }

  /** It was said that there is nothing else: the next call begins anew. */
  over(): void {
    this.#visited.clear()
  }
}

/** The same as long as it is asked the same. */
function whatFor({ view }: Row, include: readonly DisplayState[]): string {
  const { state, agent, call } = view
  const { kind, message, where } = agent ?? {}
  return JSON.stringify([state, kind, message, where, call?.at, beganAt(view, include)])
}
