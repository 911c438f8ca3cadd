/** One timer for all "since" texts. It wakes when the next text changes and updates only that. */
import { useLayoutEffect, useReducer } from 'preact/hooks'
import { least } from '../../base/numbers/extremes.ts'
import { sinceChangesIn } from '../../base/text/since.ts'
import { mainNow } from '../page/clock.ts'
import type { Page } from '../page/page.ts'
import type { Observable } from '../state/cell.ts'
import { usePage } from '../page/page-context.ts'

interface Follower {
  readonly since: number
  readonly changed: () => void
  due: number
}

/** A timer may fire a little early, when the text is still the old one. */
const marginMs = 5

class SinceClock {
  readonly #followers = new Set<Follower>()
  #timer: number | null = null
  readonly #visible: Observable<boolean>

  /** Nothing is updated while the window is hidden. When it is shown, everything is. */
  constructor({ state }: Page) {
    this.#visible = state.visible
    state.visible.subscribe(() => {
      if (state.visible.value) this.#fire()
      else this.#stop()
    })
  }

  follow(since: number, changed: () => void): () => void {
    const follower: Follower = { since, changed, due: this.#due(since) }
    this.#followers.add(follower)
    this.#arm()
    return () => {
      this.#followers.delete(follower)
      this.#arm()
    }
  }

  #due(since: number): number {
    const now = mainNow()
    return now + sinceChangesIn(now - since) + marginMs
  }

  #fire(): void {
    const now = mainNow()
    for (const follower of [...this.#followers]) {
      if (follower.due > now) continue
      follower.due = this.#due(follower.since)
      follower.changed()
    }
    this.#arm()
  }

  #arm(): void {
    this.#stop()
    if (!this.#visible.value || this.#followers.size === 0) return
    const next = least([...this.#followers].map(({ due }) => due))
    this.#timer = window.setTimeout(
      () => {
        this.#timer = null
        this.#fire()
      },
      Math.max(1, next - mainNow()),
    )
  }

  #stop(): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer)
    this.#timer = null
  }
}

/** Redraws the component whenever the `sinceText` of `since` changes. Null does nothing. */
export function useSince(since: number | null): void {
  const page = usePage()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(
    () =>
      since === null ? undefined : page.get(SinceClock).follow(since, () => redraw(undefined)),
    [since],
  )
}
