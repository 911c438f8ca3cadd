/**
 * Bars that ask for consent at the edge of a pane. A key answers the bar of a pane only if the bar
 * would take a click now.
 */
import type { Approval } from '../../core/consent/consent.ts'
import type { ConsentState } from './use-consent.ts'

interface Bar {
  readonly asking: ConsentState
  readonly run: (approval: Approval) => void
  /** Scrolls its text by a key. False: the key does not scroll it. Absent: no key does. */
  readonly scroll?: (event: KeyboardEvent) => boolean
}

/** Result of a key: the pane has no bar, it ran, the bar is too new, or it is not all read. */
export type BarAnswer = 'none' | 'ran' | 'new' | 'unread'

export class Bars {
  readonly #bars = new Map<string, Bar>()

  /** The bar of this pane asks this, until the returned function is called. */
  show(pane: string, bar: Bar): () => void {
    this.#bars.set(pane, bar)
    return () => {
      if (this.#bars.get(pane) === bar) this.#bars.delete(pane)
    }
  }

  /** Scrolls the bar of a pane by a key. False: the key is for something else. */
  scroll(pane: string, event: KeyboardEvent): boolean {
    return this.#bars.get(pane)?.scroll?.(event) ?? false
  }

  /**
   * Answers the bar of a pane as its button does.
   * @param since when the keyboard came to the pane; absent: the user has named the pane
   */
  approve(pane: string, since?: number): BarAnswer {
    const bar = this.#bars.get(pane)
    if (bar === undefined) return 'none'
    const approval = bar.asking.approve(since)
    if (approval === null) return bar.asking.consent.seen ? 'new' : 'unread'
    bar.run(approval)
    return 'ran'
  }
}
