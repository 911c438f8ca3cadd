/** The body of an OSC string as text. */
import { decodeUtf8 } from '../../protocol/index.ts'
import type { OscBody } from '../scan/osc-body.ts'

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** null: no valid UTF-8. */
export function bodyText({ bytes, from, to }: OscBody): string | null {
  return decodeUtf8(bytes, from, to)
}

/** With U+FFFD for what is no UTF-8. */
export function lenientText(body: OscBody): string {
  return bodyText(body) ?? lenient.decode(body.bytes.subarray(body.from, body.to))
}

/**
 * Does the body begin with these characters, all ASCII? `null`: it is shorter, and agrees so far.
 */
export function beginsWith({ bytes, from, to }: OscBody, word: string): boolean | null {
  for (let at = 0; at < word.length; at += 1) {
    if (from + at === to) return null
    if (bytes[from + at] !== word.charCodeAt(at)) return false
  }
  return true
}
