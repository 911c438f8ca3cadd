/**
 * Finds by which terminator a program ended its colour queries, since an answer must end alike and xterm.js does not tell its
 * handlers. Looks at the bytes only when such a query was met. Pure.
 */

export type Terminator = 'bel' | 'st'

const ESC = 0x1b
const BEL = 0x07
const BACKSLASH = 0x5c
const BRACKET = 0x5d
const QUESTION = 0x3f

/** Bytes before a chunk in which a query may have begun: the longest is a few times shorter. */
export const tailBytesMax = 128

/** For each OSC 4, 10, 11 or 12 with a question mark that ends within `bytes`, in order. `tail`: what came just before. */
export function queryTerminators(tail: Uint8Array, bytes: Uint8Array): Terminator[] {
  const before = tail.subarray(Math.max(0, tail.length - tailBytesMax))
  const whole = new Uint8Array(before.length + bytes.length)
  whole.set(before)
  whole.set(bytes, before.length)
  const found: Terminator[] = []
  for (let start = whole.indexOf(ESC); start !== -1; start = whole.indexOf(ESC, start + 1)) {
    if (whole[start + 1] !== BRACKET) continue
    let asks = false
    for (let at = start + 2; at < whole.length; at += 1) {
      const byte = whole[at]
      if (byte === QUESTION) asks = true
      if (byte !== BEL && byte !== ESC) continue
      const end = byte === BEL ? at : at + 1
      if (asks && isColourCode(whole, start + 2) && (byte === BEL || whole[end] === BACKSLASH) && end >= before.length) found.push(byte === BEL ? 'bel' : 'st')
      start = at - (byte === ESC ? 1 : 0) // an ESC that ends one string may begin the next
      break
    }
  }
  return found
}

/** `4;`, `10;`, `11;` or `12;` stands at `at`. */
function isColourCode(bytes: Uint8Array, at: number): boolean {
  const digit = (index: number) => (bytes[index] ?? 0) - 0x30
  if (digit(at) === 4) return bytes[at + 1] === 0x3b
  return digit(at) === 1 && digit(at + 1) >= 0 && digit(at + 1) <= 2 && bytes[at + 2] === 0x3b
}
