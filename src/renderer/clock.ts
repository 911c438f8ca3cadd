/** The page's clock: what the pure parts take as an argument. */
import type { Clock } from '../core/clock.ts'

export const pageClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, act) => {
    const timer = window.setTimeout(act, delayMs)
    return () => window.clearTimeout(timer)
  },
}
