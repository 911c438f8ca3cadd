/** OSC 52 clipboard writes. Reads are recognized and never answered. */
import { decodeBase64 } from '../text/base64.ts'
import { clipboardBytesMax } from '../limits.ts'
import { decodeUtf8 } from '../text/utf8.ts'

export type ClipboardRequest =
  /** Text as sent, including controls; an empty text clears. `truncated`: the text was longer. */
  | {
      readonly outcome: 'write'
      readonly selection: 'clipboard' | 'primary' | 'both'
      readonly text: string
      readonly truncated: boolean
    }
  | { readonly outcome: 'read_ignored' }
  | { readonly outcome: 'malformed' }

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Base64 length of the limit in complete groups, which bounds the decoding too. */
const encodedMax = Math.ceil(clipboardBytesMax / 3) * 4

/** Parses the decoded payload after `52;`. */
export function parse52(body: string): ClipboardRequest {
  const split = body.indexOf(';')
  if (split === -1) return { outcome: 'malformed' }
  const data = body.slice(split + 1)
  if (data === '?') return { outcome: 'read_ignored' }
  const bytes = decodeBase64(data.slice(0, encodedMax), { padded: true })
  if (bytes === null || data.length % 4 !== 0) return { outcome: 'malformed' }
  const truncated = data.length > encodedMax || bytes.length > clipboardBytesMax
  const whole = truncated ? wholeCharacters(bytes) : bytes
  const text = decodeUtf8(whole) ?? lenient.decode(whole)
  return { outcome: 'write', selection: selectionOf(body.slice(0, split)), text, truncated }
}

/** `p` is PRIMARY, `s`, or `c` with `p`, both, and anything else the clipboard. */
function selectionOf(letters: string): 'clipboard' | 'primary' | 'both' {
  const clipboard = letters.includes('c')
  const primary = letters.includes('p')
  if (letters.includes('s') || (clipboard && primary)) return 'both'
  return primary ? 'primary' : 'clipboard'
}

/** Truncates to the limit without splitting a character. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = Math.min(bytes.length, clipboardBytesMax)
  for (let back = 0; back < 3 && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80; back += 1) end -= 1
  return bytes.subarray(0, end)
}
