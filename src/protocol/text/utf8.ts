/**
 * UTF-8 encoding and decoding. The engine's decoder throws for invalid bytes, which takes about 20
 * μs, so bytes are checked first: many short frames would slow the terminal.
 */
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Up to this length, a call of the engine's decoder costs more than it saves. */
const shortBytes = 64

/** Encodes text. A lone surrogate becomes U+FFFD; check `hasLoneSurrogate` first. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text)
}

/** Decodes a range of bytes; `null` if invalid. A byte order mark is an ordinary character. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string | null {
  const ascii = asciiEnd(bytes, from, to)
  if (ascii === to && to - from <= shortBytes) return shortAscii(bytes, from, to)
  return isUtf8(bytes, ascii, to) ? decoder.decode(bytes.subarray(from, to)) : null
}

function asciiEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && (bytes[at] as number) < 0x80) at += 1
  return at
}

/** Eight characters at a time take a third of the time. */
function shortAscii(bytes: Uint8Array, from: number, to: number): string {
  const code = (at: number) => bytes[at] as number
  let text = ''
  let at = from
  for (; at + 8 <= to; at += 8)
    text += String.fromCharCode(
      code(at),
      code(at + 1),
      code(at + 2),
      code(at + 3),
      code(at + 4),
      code(at + 5),
      code(at + 6),
      code(at + 7),
    )
  for (; at < to; at += 1) text += String.fromCharCode(code(at))
  return text
}

/** Checks Unicode 3.9: no overlong forms, no surrogates, nothing above U+10FFFF. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over bytes, for speed
function isUtf8(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const lead = bytes[at] as number
    const length =
      lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
    if (length === 0 || at + length > to) return false
    if (length > 1) {
      const second = bytes[at + 1] as number
      const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
      const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
      if (second < least || second > most) return false
      for (let more = 2; more < length; more += 1)
        if (((bytes[at + more] as number) & 0xc0) !== 0x80) return false
    }
    at += length
  }
  return true
}
