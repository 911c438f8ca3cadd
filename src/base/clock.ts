/** Time as core sees it: an argument. The host gives the real one, tests a fake one. */

/** Milliseconds on a clock that never goes back; its zero means nothing. */
export type Millis = number

export interface Clock {
  now(): Millis
  /**
   * Calls once, `delayMs` from now at the earliest. The returned function takes the call back;
   * calling it twice is harmless.
   */
  after(delayMs: number, call: () => void): () => void
}

export function waited(clock: Clock, ms: Millis): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
