/**
 * UTF-8, in and out. The engine's decoder tells bad bytes by an exception, which costs some 20 us: a flood of ten-byte frames would
 * take a terminal's time. So bytes are looked through first.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Up to this length a call of the engine's decoder costs more than it saves. */
const shortBytes = 64

/** A lone surrogate becomes U+FFFD: ask `hasLoneSurrogate` first. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** null: no UTF-8. A byte order mark is a character like any other. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const ascii = asciiLength(bytes)
  if (ascii === bytes.length && ascii <= shortBytes) return shortAscii(bytes)
  return isUtf8(bytes, ascii) ? decoder.decode(bytes) : null
}

function asciiLength(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length && (bytes[at] as number) < 0x80) at += 1
  return at
}

function shortAscii(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 1) text += String.fromCharCode(bytes[at] as number)
  return text
}

/** The table of well-formed sequences, Unicode 3.9: no overlong forms, no surrogates, nothing above U+10FFFF. */
function isUtf8(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < bytes.length;) {
    const lead = bytes[at] as number
    const length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if (length === 0) return false
    if (length > 1) {
      const second = bytes[at + 1] ?? 0
      const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
      const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
      if (second < least || second > most) return false
      for (let more = 2; more < length; more += 1) if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return false
    }
    at += length
  }
  return true
}
