import type { Millis } from '../clock.ts'

/** Returns the two largest units: `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function exactSpan(ms: Millis): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Returns the largest unit: `under 1 s`, `12 s`, `3 min`, `2 h`, `4 d`. */
export function span(ms: Millis): string {
  if (ms < 1_000) return 'under 1 s'
  if (ms < 60_000) return `${Math.floor(ms / 1_000)} s`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`
  return ms < 86_400_000 ? `${Math.floor(ms / 3_600_000)} h` : `${Math.floor(ms / 86_400_000)} d`
}
