/**
 * Waits until something is so. Nothing is asked by the clock: it is looked at again when something
 * has happened, and not more often than every `lookMs`. Every wait has an end, and holds the
 * process until then.
 */
import { lookMs } from './limits.ts'

export type Waited<Value> =
  | { readonly value: Value }
  /** What was looked at is over and never will be so; or time is. */
  | { readonly gaveUp: 'over' | 'time' }

export class Waiting {
  #events = 0
  readonly #wake = new Set<() => void>()

  /** Something that somebody may wait for has happened. */
  stir(): void {
    this.#events += 1
    for (const wake of [...this.#wake]) wake()
  }

  /**
   * `look` gives the value, or null: not yet. `isOver`: asked before each look: nothing that comes
   * could change what that look finds.
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

/** A promise that nobody keeps would let the process end in the middle of a test. */
async function within<Value>(
  ms: number,
  promise: Promise<Value> | Value,
): Promise<Value | typeof late> {
  if (!(promise instanceof Promise)) return promise
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<typeof late>((resolve) => {
    // a last look is given the time that it takes
    timer = setTimeout(() => resolve(late), Math.max(ms, lastLookMs))
  })
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** A screen is read in milliseconds; a machine that is busy may take longer. */
const lastLookMs = 2_000

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
