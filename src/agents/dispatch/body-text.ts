import { decodeUtf8 } from '../../protocol/index.ts'
import type { OscBody } from '../scan/osc-body.ts'

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns an OSC string's body as text, or `null` if it is not valid UTF-8. */
export function bodyText({ bytes, from, to }: OscBody): string | null {
  return decodeUtf8(bytes, from, to)
}

/** Returns the body as text, with U+FFFD for invalid UTF-8. */
export function lenientText(body: OscBody): string {
  return bodyText(body) ?? lenient.decode(body.bytes.subarray(body.from, body.to))
}

/** Returns whether the body starts with this ASCII word; `null` if it is a prefix of the word. */
export function beginsWith({ bytes, from, to }: OscBody, word: string): boolean | null {
  for (let at = 0; at < word.length; at += 1) {
    if (from + at === to) return null
    if (bytes[from + at] !== word.charCodeAt(at)) return false
  }
  return true
}
