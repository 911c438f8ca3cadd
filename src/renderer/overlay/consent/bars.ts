/** Bars that ask for consent at the edge of a pane. A key answers a bar only if a click would. */
import type { Approval } from '../../../core/consent/consent.ts'
import type { ConsentState } from './use-consent.ts'

interface Bar {
  readonly asking: ConsentState
  readonly run: (approval: Approval) => void
  /** Scrolls the text with a key. Returns false if the key does not scroll. */
  readonly scroll?: (event: KeyboardEvent) => boolean
}

/** `new` means that the bar appeared too recently, `unread` that a part was not visible. */
type BarAnswer = 'none' | 'ran' | 'new' | 'unread'

export class Bars {
  readonly #bars = new Map<string, Bar>()

  /** Registers the bar of a pane until the returned function is called. */
  show(pane: string, bar: Bar): () => void {
    this.#bars.set(pane, bar)
    return () => {
      if (this.#bars.get(pane) === bar) this.#bars.delete(pane)
    }
  }

  /** Scrolls the bar of a pane with a key. Returns false if the key is for something else. */
  scroll(pane: string, event: KeyboardEvent): boolean {
    return this.#bars.get(pane)?.scroll?.(event) ?? false
  }

  /**
   * Answers the bar of a pane as its button does.
   * @param since when the pane received the keyboard. Absent if the user named the pane.
   */
  approve(pane: string, since?: number): BarAnswer {
    const bar = this.#bars.get(pane)
    if (bar === undefined) return 'none'
    const approval = bar.asking.approve(since)
    if (approval === null) return bar.asking.consent.unread ? 'unread' : 'new'
    bar.run(approval)
    return 'ran'
  }
}
