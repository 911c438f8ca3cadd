/** The port through which pure code reads the time and sets timers. Tests pass a fake one. */

/** Milliseconds on a monotonic clock; zero has no meaning. */
export type Millis = number

export interface Clock {
  now(): Millis
  /** Calls once, after at least `delayMs`. Returns a function that cancels it, even twice. */
  after(delayMs: number, call: () => void): () => void
}

export function waited(clock: Clock, ms: Millis): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve)
  })
}
