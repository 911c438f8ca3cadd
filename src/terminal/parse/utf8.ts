/** Decodes complete characters; lenient-utf8.ts decodes others with the same result. */

/** Replaces invalid bytes. */
export const replacement = 0xfffd

/**
 * Returns the valid, complete code point at `at`, whose byte is at least 0x80. Returns 0 for any
 * other, for C1 controls and for the byte order mark, which are not text.
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

export function bytesOf(code: number): number {
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
