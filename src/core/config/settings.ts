/**
 * The options in force, and who follows them. A reader selects what it needs from the table's own
 * type and is called when just that has changed, so that nobody has to know all readers.
 */
import type { Options } from './table.ts'

interface Subscription {
  /** Selects anew and calls the listener when the value is another. */
  readonly compare: () => void
}

export class LiveOptions {
  readonly #subscriptions = new Set<Subscription>()
  #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get options(): Options {
    return this.#options
  }

  /** Puts options in force; listeners are called in the order in which they subscribed. */
  set(options: Options): void {
    this.#options = options
    for (const { compare } of [...this.#subscriptions]) compare()
  }

  /**
   * @param selector pure; its values are compared as JSON, and are plain data therefore
   * @param listener called when the value has changed, not at once: `options` has it already
   * @returns ends the subscription
   */
  subscribe<Value>(
    selector: (options: Options) => Value,
    listener: (value: Value) => void,
  ): () => void {
    let before = JSON.stringify(selector(this.#options))
    const subscription: Subscription = {
      compare: () => {
        const value = selector(this.#options)
        const now = JSON.stringify(value)
        if (now === before) return
        before = now
        listener(value)
      },
    }
    this.#subscriptions.add(subscription)
    return () => {
      this.#subscriptions.delete(subscription)
    }
  }
}
