/**
 * Waits for conditions. Checks again when something has happened, at most every `lookMs`. Every
 * wait has a time limit, and keeps the process alive until then.
 */
import { lookMs } from './limits.ts'

type Waited<Value> =
  | { readonly value: Value }
  /** The condition can no longer come true, or time is up. */
  | { readonly gaveUp: 'over' | 'time' }

export class Waiting {
  #events = 0
  readonly #wake = new Set<() => void>()

  /** Reports that something has happened. */
  stir(): void {
    this.#events += 1
    for (const wake of [...this.#wake]) wake()
  }

  /**
   * Waits for a value.
   * @param look returns the value, or `null` for not yet
   * @param isOver returns whether no later event can change the result of `look`
   */
  async until<Value>(
    timeoutMs: number,
    look: () => Promise<Value | null> | Value | null,
    isOver: () => boolean = () => false,
  ): Promise<Waited<Value>> {
    const end = performance.now() + timeoutMs
    for (;;) {
      const events = this.#events
      const over = isOver()
      const found = await within(end - performance.now(), look())
      if (found === late) return { gaveUp: 'time' }
      if (found !== null) return { value: found }
      if (over) return { gaveUp: 'over' }
      const left = end - performance.now()
      if (left <= 0) return { gaveUp: 'time' }
      if (this.#events === events) await this.#next(left)
      await pause(Math.min(lookMs, Math.max(0, end - performance.now())))
    }
  }

  #next(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#wake.delete(done)
        resolve()
      }
      const timer = setTimeout(done, withinMs)
      this.#wake.add(done)
    })
  }
}

const late = Symbol('late')

/** Keeps the process alive, which a pending promise alone does not. */
async function within<Value>(
  ms: number,
  promise: Promise<Value> | Value,
): Promise<Value | typeof late> {
  if (!(promise instanceof Promise)) return promise
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<typeof late>((resolve) => {
    // time for a last check
    timer = setTimeout(() => resolve(late), Math.max(ms, lastLookMs))
  })
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** A screen is read in milliseconds, on a busy machine later. */
const lastLookMs = 2_000

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
