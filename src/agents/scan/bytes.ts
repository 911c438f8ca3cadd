/** Named bytes and byte classes of the scanner. */
export const BEL = 0x07
export const CAN = 0x18
export const SUB = 0x1a
export const ESC = 0x1b
export const SPACE = 0x20
export const DEL = 0x7f
export const DIGIT_0 = 0x30
export const DIGIT_9 = 0x39
export const COLON = 0x3a
export const SEMICOLON = 0x3b
export const QUESTION = 0x3f
export const BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const OSC_OPENER = 0x5d
export const LOWER_C = 0x63
export const LOWER_H = 0x68
export const LOWER_L = 0x6c

export function isParameter(byte: number): boolean {
  return byte >= SPACE && byte < 0x40
}

/** Returns whether a byte after `CSI` is a digit, a separator, or a final byte. */
export function isPlainCsiByte(byte: number): boolean {
  return byte >= DIGIT_0 && byte < DEL && (byte & 0xfc) !== 0x3c
}

/** Returns whether a byte after ESC opens a DCS, SOS, PM or APC string. */
export function isStringOpener(byte: number): boolean {
  return byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f
}
