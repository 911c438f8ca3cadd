/** OSC 52, clipboard writes. Reads are seen and never answered. */
import { decodeBase64 } from '../base64.ts'
import { clipboardBytesMax } from '../limits.ts'
import { decodeUtf8 } from '../utf8.ts'

export type ClipboardRequest =
  /**
   * Text as sent: control characters are data here. `truncated`: it was longer. An empty text
   * clears.
   */
  | {
      readonly outcome: 'write'
      readonly selection: 'clipboard' | 'primary' | 'both'
      readonly text: string
      readonly truncated: boolean
    }
  | { readonly outcome: 'read_ignored' }
  | { readonly outcome: 'malformed' }

const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Base64 of the cap, in whole groups: what is decoded is bounded too. */
const encodedMax = Math.ceil(clipboardBytesMax / 3) * 4

/** The payload behind `52;`, decoded. */
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

/**
 * c is the clipboard, p PRIMARY; s (select), or c together with p, both; anything else the
 * clipboard.
 */
function selectionOf(letters: string): 'clipboard' | 'primary' | 'both' {
  const clipboard = letters.includes('c')
  const primary = letters.includes('p')
  if (letters.includes('s') || (clipboard && primary)) return 'both'
  return primary ? 'primary' : 'clipboard'
}

/** At most the cap, without the character that it would cut. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = Math.min(bytes.length, clipboardBytesMax)
  for (let back = 0; back < 3 && end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80; back += 1) end -= 1
  return bytes.subarray(0, end)
}
