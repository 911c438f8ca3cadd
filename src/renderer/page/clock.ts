/** The page's clock, for pure code that takes a `Clock`. */
import type { Clock } from '../../base/clock.ts'

export const pageClock: Clock = {
  now: () => performance.now(),
  after: (delayMs, act) => {
    const timer = window.setTimeout(act, delayMs)
    return () => window.clearTimeout(timer)
  },
}

/** How far our clock is ahead, ms. Messages only arrive late, so the least value is best. */
let offset = Number.POSITIVE_INFINITY

/** Records the main process's time, as a message carried it when it was sent. */
export function heardTime(mainNow: number): void {
  offset = Math.min(offset, performance.now() - mainNow)
}

export function mainNow(): number {
  return performance.now() - (offset === Number.POSITIVE_INFINITY ? 0 : offset)
}

/** A snooze without an end is stored as one day. A time within 23 h is shown as such. */
const dayMs = 23 * 3_600_000

/** Formats a time of the main process's clock, such as `14:05`. */
export function wallClock(at: number): string {
  if (at - mainNow() > dayMs) return 'there is a new message' // a snooze without an end
  return new Date(Date.now() + at - mainNow()).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })
}
