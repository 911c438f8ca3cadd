/**
 * Characters that a chunk holds whole, as most are. What is cut, or no character, is read byte by
 * byte (lenient-utf8.ts), with the same result.
 */

/** What bytes that form no character are shown as. */
export const replacement = 0xfffd

/**
 * The code point that begins at `at`, its bytes all there and legal; 0 if not, and for C1 controls
 * and the byte order mark, which are no text. The byte there is 0x80 or more.
 */
export function codeAt(bytes: Uint8Array, at: number): number {
  const { length } = bytes
  const lead = bytes[at]!
  const second = at + 1 < length ? bytes[at + 1]! : 0
  if ((second & 0xc0) !== 0x80) return 0
  if (lead < 0xe0) {
    const code = ((lead & 0x1f) << 6) | (second & 0x3f)
    return lead >= 0xc2 && code >= 0xa0 ? code : 0
  }
  const third = at + 2 < length ? bytes[at + 2]! : 0
  if ((third & 0xc0) !== 0x80) return 0
  if (lead < 0xf0) {
    const code = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f)
    return code >= 0x800 && (code < 0xd800 || code > 0xdfff) && code !== 0xfeff ? code : 0
  }
  const fourth = at + 3 < length ? bytes[at + 3]! : 0
  if ((fourth & 0xc0) !== 0x80 || lead > 0xf4) return 0
  const code =
    ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f)
  return code >= 0x10000 && code <= 0x10ffff ? code : 0
}

/** Bytes of a code point beyond ASCII. */
export function bytesOf(code: number): number {
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
