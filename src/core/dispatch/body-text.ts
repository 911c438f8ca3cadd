/** The body of an OSC string as text. The shortest ones are put together here, since a decoder call costs more than they do. */
import type { OscBody } from '../scan/osc-body.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Up to this length, which all shell marks have, putting characters together costs less than a call of the decoder. */
const shortBytes = 16

/** null: no valid UTF-8. */
export function bodyText(body: OscBody): string | null {
  const short = shortAscii(body)
  if (short !== null) return short
  try {
    return strict.decode(body.bytes.subarray(body.from, body.to))
  } catch {
    return null // the decoder throws for every byte string that is no UTF-8
  }
}

/** With U+FFFD for what is no UTF-8. */
export function lenientText(body: OscBody): string {
  return shortAscii(body) ?? lenient.decode(body.bytes.subarray(body.from, body.to))
}

function shortAscii({ bytes, from, to }: OscBody): string | null {
  if (to - from > shortBytes) return null
  let text = ''
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number
    if (byte >= 0x80) return null
    text += String.fromCharCode(byte)
  }
  return text
}

/** Does the body begin with these characters, all ASCII? `null`: it is shorter, and agrees so far. */
export function beginsWith({ bytes, from, to }: OscBody, word: string): boolean | null {
  for (let at = 0; at < word.length; at += 1) {
    if (from + at === to) return null
    if (bytes[from + at] !== word.charCodeAt(at)) return false
  }
  return true
}
