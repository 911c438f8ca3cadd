import type { Clock } from '../base/clock.ts'

/** Formats milliseconds since the epoch as local time, such as `14:05`. */
export function timeOfDay(at: number): string {
  const form = { hour: '2-digit', minute: '2-digit', hour12: false } as const
  return new Date(at).toLocaleTimeString([], form)
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs)
    return () => clearTimeout(timer)
  },
}
