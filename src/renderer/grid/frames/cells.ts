/**
 * Converts cells of the VT core (terminal/screen/cell.ts) to words of xterm.js 6.0.0
 * (`BufferLine._data`, three per cell: content, foreground, background). Pure.
 */
import {
  BLINK,
  BOLD,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  OVERLINE,
  PROTECTED,
  STRIKE,
  clusterBit,
  codeMask,
  kindMask,
  paletteKind,
  rgbKind,
  tailBit,
  underlineShift,
  valueMask,
  wideBit,
} from '../../../terminal/screen/cell.ts'

/** Width 1 in a content word. Width 2 is twice that. */
const widthOne = 1 << 22
/** The cell's text is in `BufferLine._combined`. */
export const combined = 1 << 21
/** In a background word: `BufferLine._extendedAttrs` has an underline's style, or a link. */
export const extended = 0x1000_0000
export const blankContent = widthOne

// Kinds of color.
const ansi = 1 << 24
const palette = 2 << 24
const rgb = 3 << 24

/** Returns a cell's content word. The text of a cluster is looked up by number (`codeMask`). */
export function contentOf(word: number): number {
  if ((word & tailBit) !== 0) return 0
  const width = (word & wideBit) !== 0 ? 2 * widthOne : widthOne
  return (word & clusterBit) !== 0 ? combined | width : (word & codeMask) | width
}

function colourOf(word: number): number {
  const kind = word & kindMask
  const value = word & valueMask
  return kind === paletteKind
    ? value | (value < 16 ? ansi : palette)
    : kind === rgbKind
      ? value | rgb
      : 0
}

export function foregroundAttributes(foreground: number, background: number): number {
  return (
    (colourOf(foreground) |
      ((foreground & BOLD) !== 0 ? 0x800_0000 : 0) |
      ((foreground & INVERSE) !== 0 ? 0x400_0000 : 0) |
      ((foreground & HIDDEN) !== 0 ? 0x4000_0000 : 0) |
      ((foreground & BLINK) !== 0 ? 0x2000_0000 : 0) |
      ((foreground & STRIKE) !== 0 ? 0x8000_0000 : 0) |
      (background >>> underlineShift !== 0 ? 0x1000_0000 : 0)) >>>
    0
  )
}

/** Returns the background word without `extended`. */
export function backgroundOf(foreground: number, background: number): number {
  return (
    colourOf(background) |
    ((background & ITALIC) !== 0 ? 0x400_0000 : 0) |
    ((background & DIM) !== 0 ? 0x800_0000 : 0) |
    ((background & PROTECTED) !== 0 ? 0x2000_0000 : 0) |
    ((foreground & OVERLINE) !== 0 ? 0x4000_0000 : 0)
  )
}

/**
 * Returns `ExtendedAttrs._ext`.
 * @param style of the underline, 0 none to 5 dashed
 * @param color 0-255 of the palette, or 0x1000000 + RGB; absent for the text's color
 */
export function extensionOf(style: number, color: number | undefined): number {
  return (
    (style << 26) |
    (color === undefined
      ? 0
      : color >= 0x100_0000
        ? (color & valueMask) | rgb
        : color | (color < 16 ? ansi : palette))
  )
}
