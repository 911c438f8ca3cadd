/**
 * A screen as text or sequences in the session socket's JSON (docs/reference/session-socket.md).
 * The worker writes the final bytes, since decoding and encoding megabytes in the main process
 * would delay every tab.
 */
import { joinBytes } from '../../base/objects/join-bytes.ts'
import type { TextSnapshot } from '../clients/socket/messages.ts'
import type { Taken } from './messages.ts'

/** Upper limit for the bytes around the text. */
export const aroundBytesMax = 512

/** Returns a text as it appears between JSON quotes. */
export function inJson(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text).slice(1, -1))
}

/** @param written parts of the text, from `inJson` */
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
  return joinBytes([before, ...written, after])
}

/**
 * Returns the offset at which output continues after the screen: a clean cut, the start of an
 * unfinished sequence or character that has changed nothing yet. If the ring has lost it (an
 * endless string, a megabyte of parameters), output continues at `at`, and an unknown sequence
 * swallows the rest (docs/contributing/internals/shadow.md).
 */
export function goesOnAt(
  { at, cut, opener }: Pick<Taken, 'at' | 'cut' | 'opener'>,
  ringStart: number,
): { readonly at: number; readonly opened: string } {
  if (cut >= ringStart) return { at: cut, opened: '' }
  return { at, opened: opener }
}
