/** Percent escapes of UTF-8 bytes for OSC 1338 (docs/reference/protocols.md). */
import { fail, ok, type Result } from '../result.ts'
import { hasLoneSurrogate } from './text.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

const needsNone = /^[\x20-\x24\x26-\x3a\x3c\x3e-\x7e]*$/
const hex = '0123456789ABCDEF'
const PERCENT = 0x25

/** Escapes `;`, `=`, `%`, controls and bytes from 0x80. A lone surrogate becomes U+FFFD. */
export function percentEncode(text: string): string {
  if (needsNone.test(text)) return text
  let encoded = ''
  for (const byte of encodeUtf8(text)) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== PERCENT && byte !== 0x3b && byte !== 0x3d
    encoded += plain
      ? String.fromCharCode(byte)
      : `%${hex[byte >> 4] as string}${hex[byte & 15] as string}`
  }
  return encoded
}

/** Decodes escapes in either case. `bad-encoding`: a bad escape or invalid UTF-8. */
export function percentDecode(text: string): Result<string> {
  if (hasLoneSurrogate(text)) return fail('bad-encoding')
  if (!text.includes('%')) return ok(text)
  const bytes = encodeUtf8(text)
  let to = 0
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] as number
    if (byte === PERCENT) {
      const high = hexDigit(bytes[at + 1])
      const low = hexDigit(bytes[at + 2])
      if (high === null || low === null) return fail('bad-encoding')
      byte = (high << 4) | low
      at += 2
    }
    bytes[to] = byte // never ahead of the read position
    to += 1
  }
  const decoded = decodeUtf8(bytes.subarray(0, to))
  return decoded === null ? fail('bad-encoding') : ok(decoded)
}

function hexDigit(byte: number | undefined): number | null {
  if (byte === undefined) return null
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : null
}
