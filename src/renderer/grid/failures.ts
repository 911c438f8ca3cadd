/** What made a terminal of xterm.js throw: sequences (guarded-handlers.ts), sizes. What it shows may be wrong since, so that the tab's screen is asked for once more; another terminal is begun with it. */
export class Failures {
  count = 0
  #asked = false

  readonly note = (error: unknown): void => {
    if (this.count === 0) console.error('xterm.js has failed', error)
    this.count += 1
  }

  attempt(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.note(error)
    }
  }

  /** Asks, if there was one: once. */
  askAgain(ask: () => void): void {
    if (this.count === 0 || this.#asked) return
    this.#asked = true
    ask()
  }
}
