/**
 * Format of a cell: three words in separate planes, so that text in the default style uses one
 * plane only.
 *
 *   content     code point, or index of a cluster (bit 21); bits 22-23 width; bit 24: an entry in
 *               the grid's extras (link, underline color)
 *   foreground  24 bits of color, 2 bits of its kind, bold inverse hidden blink strikethrough
 *               overline
 *   background  24 bits of color, 2 bits of its kind, italic dim protected, underline style (3
 *               bits)
 *
 * A blank cell in the default style is three zeros.
 */

// Content.
export const textMask = 0x3fffff
export const codeMask = 0x1fffff
export const clusterBit = 1 << 21
export const wideBit = 1 << 22
/** The right half of a wide cell. */
export const tailBit = 1 << 23
export const widthMask = wideBit | tailBit
export const extraBit = 1 << 24

// Colors.
export const valueMask = 0xffffff
export const kindMask = 3 << 24
export const paletteKind = 1 << 24
export const rgbKind = 2 << 24
export const colorMask = valueMask | kindMask

// Attributes in the foreground word.
export const BOLD = 1 << 26
export const INVERSE = 1 << 27
export const HIDDEN = 1 << 28
export const BLINK = 1 << 29
export const STRIKE = 1 << 30
export const OVERLINE = 1 << 31

// Attributes in the background word.
export const ITALIC = 1 << 26
export const DIM = 1 << 27
export const PROTECTED = 1 << 28
export const underlineShift = 29
export const underlineMask = 7 << underlineShift

/** Returns attributes as in snapshots: bold 1 ... overline 256, underline << 9, protected 16384. */
export function attributesOf(foreground: number, background: number): number {
  const style = (background & underlineMask) >>> underlineShift
  return (
    (foreground & BOLD ? 1 : 0) |
    (background & ITALIC ? 2 : 0) |
    (style > 0 ? 4 : 0) |
    (foreground & STRIKE ? 8 : 0) |
    (background & DIM ? 16 : 0) |
    (foreground & INVERSE ? 32 : 0) |
    (foreground & HIDDEN ? 64 : 0) |
    (foreground & BLINK ? 128 : 0) |
    (foreground & OVERLINE ? 256 : 0) |
    (style << 9) |
    (background & PROTECTED ? 16_384 : 0)
  )
}

/** Returns a color as in snapshots: 0 to 255 (palette), 0x1000000 + RGB, or `undefined`. */
export function colorOf(word: number): number | undefined {
  const kind = word & kindMask
  return kind === 0
    ? undefined
    : kind === paletteKind
      ? word & 0xff
      : 0x1000000 + (word & valueMask)
}
