/** The sessions of a window, and the facts of the window that they answer programs with. */
import { sessionIn, type SessionId } from '../../ids.ts'
import type { WindowFacts } from '../../ipc/contract.ts'
import type { Session } from '../../session/session.ts'
import type { ArrangedTab } from '../panes/tab-order.ts'
import { panesOf } from '../panes/tree.ts'
import { tabsMax } from './limits.ts'
import type { TabHandle } from './tab-handle.ts'

export class WindowSessions {
  readonly #held = new Map<SessionId, TabHandle>()
  /** Facts for programs' queries; `null` until a page has sent them. */
  #facts: WindowFacts | null = null

  get all(): readonly Session[] {
    return [...this.#held.values()].map(({ session }) => session)
  }

  get isEmpty(): boolean {
    return this.#held.size === 0
  }

  get(id: SessionId): Session | undefined {
    return this.#held.get(id)?.session
  }

  handle(id: SessionId): TabHandle | undefined {
    return this.#held.get(id)
  }

  /** Returns the sessions of a tab, by its panes from left to right and from top to bottom. */
  inTab(tab: ArrangedTab | undefined): readonly Session[] {
    return tab === undefined
      ? []
      : panesOf(tab.tree).flatMap((pane) => this.get(sessionIn(pane)) ?? [])
  }

  /** Whether the window can hold `panes` more. */
  hasRoomFor(panes: number): boolean {
    return this.#held.size + panes <= tabsMax
  }

  add(held: TabHandle): void {
    this.#held.set(held.session.id, held)
    if (this.#facts !== null) held.session.delivery.shownIn(this.#facts)
  }

  delete(id: SessionId): void {
    this.#held.delete(id)
  }

  /** Removes all sessions of a closed window. */
  clear(): void {
    this.#held.clear()
  }

  /** Passes facts of the window to current and later sessions. */
  showIn(facts: WindowFacts): void {
    this.#facts = facts
    for (const session of this.all) session.delivery.shownIn(facts)
  }
}
