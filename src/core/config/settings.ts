/** The current options and subscribers, which are called only for selected changes. */
import type { Options } from './table.ts'

interface Subscription {
  /** Selects again and calls the listener if the value changed. */
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

  /** Applies options and calls listeners in the order of subscription. */
  set(options: Options): void {
    this.#options = options
    for (const { compare } of [...this.#subscriptions]) compare()
  }

  /**
   * @param selector pure function whose plain values are compared as JSON
   * @param listener called after a change; `options` is then current
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
