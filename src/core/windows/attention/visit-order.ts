/**
 * Where `next` leads from outside of the windows: once to each that needs the user, then nowhere,
 * and after that anew. Nobody says there which tab is in front where the desktop has not given its
 * window the keyboard, so what was gone to is remembered.
 */
import type { SessionId } from '../../ids.ts'
import { beganAt, type QueuedTab } from './queue.ts'

export class Round {
  /** By tab, what it needed the user for when it was gone to. Those of the list alone are kept. */
  #visited = new Map<SessionId, string>()
  /** Where it led last; null: the user has gone elsewhere since. */
  #at: SessionId | null = null

  /** The user looks at this tab now, or no longer. */
  front(tab: SessionId, on: boolean): void {
    if (on ? tab !== this.#at : tab === this.#at) this.#at = null
  }

  /** The user was led to another app. */
  left(): void {
    this.#at = null
  }

  /** Where the user is, as far as is known. */
  at(front: SessionId | null): SessionId | null {
    return this.#at ?? front
  }

  /**
   * The first that was not gone to; null: there is none but where the user is. From elsewhere it
   * begins anew. @param rows as `queue` gives them
   */
  next(rows: readonly QueuedTab[], front: SessionId | null): QueuedTab | null {
    const { fresh, isOnIt, visited } = this.#look(rows, front)
    const next = fresh ?? (isOnIt ? undefined : rows[0])
    this.#visited = fresh === undefined && !isOnIt ? new Map() : visited
    if (next === undefined) return null
    this.#visited.set(next.view.id, whatFor(next))
    this.#at = next.view.id
    return next
  }

  /** The same, and nothing changes: one that was not gone to, and whether the user is on one. */
  upNext(
    rows: readonly QueuedTab[],
    front: SessionId | null,
  ): { readonly fresh: QueuedTab | undefined; readonly isOnIt: boolean } {
    const { fresh, isOnIt } = this.#look(rows, front)
    return { fresh, isOnIt }
  }

  #look(rows: readonly QueuedTab[], front: SessionId | null) {
    const at = this.at(front)
    const visited = new Map<SessionId, string>()
    for (const row of rows) {
      const what = whatFor(row)
      if (row.view.id === at || this.#visited.get(row.view.id) === what)
        visited.set(row.view.id, what)
    }
    return {
      visited,
      isOnIt: this.#at !== null || (at !== null && visited.has(at)),
      fresh: rows.find(({ view }) => !visited.has(view.id)),
    }
  }

  /** It was said that there is nothing else: the next call begins anew. */
  over(): void {
    this.#visited.clear()
  }
}

/** The same as long as it is asked the same. */
function whatFor({ view }: QueuedTab): string {
  const { state, agent, call } = view
  const { kind, message, where } = agent ?? {}
  return JSON.stringify([state, kind, message, where, call?.at, beganAt(view)])
}
