/** Age of a state in text that changes rarely: `12 s`, `3 min`, `2 h`. */
import type { Millis } from '../clock.ts'

const minute = 60_000
const hour = 60 * minute

interface Step {
  readonly unit: string
  readonly long: string
  readonly ms: number
}

function stepOf(ageMs: number): Step {
  if (ageMs < minute) return { unit: 's', long: 'second', ms: 1_000 }
  return ageMs < hour
    ? { unit: 'min', long: 'minute', ms: minute }
    : { unit: 'h', long: 'hour', ms: hour }
}

export function sinceText(ageMs: Millis): string {
  const { unit, ms } = stepOf(ageMs)
  return `${count(ageMs, ms)} ${unit}`
}

/** Returns the age for screen readers: `3 minutes`. */
export function sinceWords(ageMs: Millis): string {
  const { long, ms } = stepOf(ageMs)
  const number = count(ageMs, ms)
  return `${number} ${long}${number === 1 ? '' : 's'}`
}

/** Returns the milliseconds until the result of `sinceText` changes. */
export function sinceChangesIn(ageMs: Millis): Millis {
  if (ageMs < 0) return -ageMs + 1_000
  const { ms } = stepOf(ageMs)
  return ms - (ageMs % ms)
}

function count(ageMs: number, ms: number): number {
  return Math.max(0, Math.floor(ageMs / ms))
}
