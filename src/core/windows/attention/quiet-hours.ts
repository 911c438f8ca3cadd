/**
 * `22:00-07:00`: a time of the day, every day, by the wall clock; it may go over midnight
 * (notifications.quiet_hours).
 */

export interface QuietHours {
  /** Minutes since midnight. `from` belongs to it, `to` does not. Both alike: the whole day. */
  readonly from: number
  readonly to: number
}

/** null: no such time. An empty text is none either: nothing is quiet then. */
export function parseQuietHours(text: string): QuietHours | null {
  const match = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(text)
  if (match === null) return null
  const [, fromHour = '0', fromMinute = '0', toHour = '0', toMinute = '0'] = match
  return {
    from: Number(fromHour) * 60 + Number(fromMinute),
    to: Number(toHour) * 60 + Number(toMinute),
  }
}

/** `minuteOfDay`: 0-1 439 of the wall clock. */
export function isQuiet(hours: QuietHours | null, minuteOfDay: number): boolean {
  if (hours === null) return false
  const { from, to } = hours
  return from < to
    ? minuteOfDay >= from && minuteOfDay < to
    : minuteOfDay >= from || minuteOfDay < to
}
