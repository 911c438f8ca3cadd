/** The page's clock: what the pure parts take as an argument. */
import type { Clock } from '../base/clock.ts'

export const pageClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, act) => {
    const timer = window.setTimeout(act, delayMs)
    return () => window.clearTimeout(timer)
  },
}

/**
 * By what the main process's times lie behind ours. Messages arrive late and never early: the least
 * difference seen is the nearest.
 */
let offset = Number.POSITIVE_INFINITY

/** A message says what time it was there when it was sent. */
export function heardTime(mainNow: number): void {
  offset = Math.min(offset, performance.now() - mainNow)
}

/** Now, on the main process's clock. */
export function mainNow(): number {
  return performance.now() - (offset === Number.POSITIVE_INFINITY ? 0 : offset)
}

/** A snooze until a new message is a day long; within it people say the hour. */
const dayMs = 23 * 3_600_000

/** `14:05`: a time of the main process's clock as people read it. */
export function wallClock(at: number): string {
  if (at - mainNow() > dayMs) return 'there is a new message' // a snooze without an end
  return new Date(Date.now() + at - mainNow()).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
