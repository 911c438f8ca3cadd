/** `notifications.quiet_hours`: a daily time, possibly over midnight. */

interface QuietHours {
  /** Minutes since midnight, `from` inclusive and `to` exclusive. Equal for the entire day. */
  readonly from: number
  readonly to: number
}

/** Returns `null` for an invalid or empty text. */
export function parseQuietHours(text: string): QuietHours | null {
  const match = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*-\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(text)
  if (match === null) return null
  const [, fromHour = '0', fromMinute = '0', toHour = '0', toMinute = '0'] = match
  return {
    from: Number(fromHour) * 60 + Number(fromMinute),
    to: Number(toHour) * 60 + Number(toMinute),
  }
}

/** `minuteOfDay`: 0 to 1,439 of the wall clock. */
export function isQuiet(hours: QuietHours | null, minuteOfDay: number): boolean {
  if (hours === null) return false
  const { from, to } = hours
  return from < to
    ? minuteOfDay >= from && minuteOfDay < to
    : minuteOfDay >= from || minuteOfDay < to
}
