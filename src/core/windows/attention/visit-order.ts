/**
 * The order of `vibeflow next` and other callers outside the windows. Each tab that needs the user
 * is visited once. Then a call leads nowhere, and the call after it starts over. A tab whose window
 * the desktop does not focus is not visited.
 */
import type { SessionId } from '../../ids.ts'
import { beganAt, type QueuedTab } from './queue.ts'

export class Round {
  /** Reason for which each tab needed the user at its visit. Only tabs of the list are kept. */
  #visited = new Map<SessionId, string>()
  /** The last visited tab; `null` after the user has gone elsewhere. */
  #at: SessionId | null = null

  /** Records whether the user sees this tab. */
  front(tab: SessionId, on: boolean): void {
    if (on ? tab !== this.#at : tab === this.#at) this.#at = null
  }

  /** Records that the desktop has not shown the tab of the last visit. */
  unseen(tab: SessionId): void {
    this.#visited.delete(tab)
    if (this.#at === tab) this.#at = null
  }

  /** Records that another app has led the user on. */
  left(): void {
    this.#at = null
  }

  /** Returns where the user is, as far as is known. */
  at(front: SessionId | null): SessionId | null {
    return this.#at ?? front
  }

  /**
   * Visits and returns the first tab that was not visited; `null` if all were and the user is still
   * on one of them. If the user is elsewhere, the order starts over.
   *
   * @param rows in the order of `queue`
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

  /** Returns the next tab without visiting it, and whether the user is on a visited tab. */
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

  /** Starts over at the next call, because the user has seen that nothing else needs them. */
  over(): void {
    this.#visited.clear()
  }
}

/** Returns a text that changes when the tab needs the user for another reason. */
function whatFor({ view }: QueuedTab): string {
  const { state, agent, call } = view
  const { kind, message, where } = agent ?? {}
  return JSON.stringify([state, kind, message, where, call?.at, beganAt(view)])
}
