/**
 * A screen as text or sequences in the JSON that a session socket sends
 * (docs/socket.md). The worker writes these very bytes: megabytes that the main
 * process would decode and write again would hold up every tab.
 */
import type { TextSnapshot } from '../clients/socket/messages.ts'
import type { Taken } from './messages.ts'

/** What stands around the text, in bytes, with room to spare. */
export const aroundBytesMax = 512

/** A text, or a part of one, as it stands between the quotes. */
export function inJson(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text).slice(1, -1))
}

/** `written`: the text, by `inJson`. */
export function textSnapshot(
  {
    format,
    epoch,
    rev,
    at,
    cols,
    rows,
    cut = false,
    partial = false,
  }: Omit<TextSnapshot, 'v' | 'text' | 'ansi'>,
  ...written: readonly Uint8Array[]
): Uint8Array {
  const utf8 = new TextEncoder()
  const before = utf8.encode(
    `${JSON.stringify({ v: 1, format, epoch, rev, at, cols, rows }).slice(0, -1)},"${format}":"`,
  )
  const after = utf8.encode(`"${cut ? ',"cut":true' : ''}${partial ? ',"partial":true' : ''}}`)
  const parts = [before, ...written, after]
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let to = 0
  for (const part of parts) {
    whole.set(part, to)
    to += part.length
  }
  return whole
}

/**
 * Where output goes on behind the screen: at a clean cut, the start of a sequence or character that
 * has changed nothing yet. If the ring has lost that (a string without an end, a megabyte of
 * parameters), behind it, with the rest to be swallowed by a sequence that nobody knows
 * (docs/shadow.md).
 */
export function goesOnAt(
  { at, cut, opener }: Pick<Taken, 'at' | 'cut' | 'opener'>,
  ringStart: number,
): { readonly at: number; readonly opened: string } {
  if (cut >= ringStart) return { at: cut, opened: '' }
  return { at, opened: opener }
}
