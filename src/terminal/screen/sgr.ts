/** SGR: sets the pen's attributes and colors, in both syntaxes of 256 and 24-bit colors. */
import {
  BLINK,
  BOLD,
  colorMask,
  DIM,
  HIDDEN,
  INVERSE,
  ITALIC,
  kindMask,
  OVERLINE,
  paletteKind,
  PROTECTED,
  rgbKind,
  STRIKE,
  underlineMask,
  underlineShift,
} from './cell.ts'
import type { Parameters } from '../parse/parameters.ts'
import type { Screen } from './screen.ts'

export function selectGraphics(screen: Screen, parameters: Parameters): void {
  let { foreground, background } = screen
  const { underline } = screen
  let color = underline
  const { values, count } = parameters
  for (let index = 0; index < count; index += 1) {
    const number = values[index]!
    // biome-ignore format: a table, one number a line
    switch (number) {
      case 0:
        foreground = 0
        background &= PROTECTED // DECSCA's, which SGR keeps
        color = 0
        break
      case 1:  foreground |= BOLD; break
      case 2:  background |= DIM; break
      case 3:  background |= ITALIC; break
      case 4:  background = underlined(background, underlineStyle(parameters, index)); break
      case 5:  foreground |= BLINK; break
      case 7:  foreground |= INVERSE; break
      case 8:  foreground |= HIDDEN; break
      case 9:  foreground |= STRIKE; break
      case 21: background = underlined(background, 2); break
      case 22: foreground &= ~BOLD; background &= ~DIM; break
      case 23: background &= ~ITALIC; break
      case 24: background &= ~underlineMask; break
      case 25: foreground &= ~BLINK; break
      case 27: foreground &= ~INVERSE; break
      case 28: foreground &= ~HIDDEN; break
      case 29: foreground &= ~STRIKE; break
      case 39: foreground &= ~colorMask; break
      case 49: background &= ~colorMask; break
      case 53: foreground |= OVERLINE; break
      case 55: foreground &= ~OVERLINE; break
      case 59: color = 0; break
      case 221: foreground &= ~BOLD; break
      case 222: background &= ~DIM; break
      case 38:
      case 48:
      case 58: {
        let set = plainColor(parameters, index)
        if (set !== null) index += (set & kindMask) === rgbKind ? 4 : 2
        else {
          const found = extended(parameters, index)
          set = found.color
          index += found.skipped
          if (set === null) break
        }
        if (number === 38) foreground = (foreground & ~colorMask) | set
        else if (number === 48) background = (background & ~colorMask) | set
        else color = set
        break
      }
      default:
        if (number >= 30 && number <= 37)
          foreground = (foreground & ~colorMask) | paletteKind | (number - 30)
        else if (number >= 40 && number <= 47)
          background = (background & ~colorMask) | paletteKind | (number - 40)
        else if (number >= 90 && number <= 97)
          foreground = (foreground & ~colorMask) | paletteKind | (number - 82)
        else if (number >= 100 && number <= 107)
          background = (background & ~colorMask) | paletteKind | (number - 92)
    }
  }
  screen.foreground = foreground >>> 0
  screen.background = background >>> 0
  if (color === underline) return
  screen.underline = color
  screen.settlePen()
}

/** Returns the subparameter of 4; by default a single line. */
function underlineStyle(parameters: Parameters, index: number): number {
  return parameters.subCount(index) > 0 ? parameters.subValue(index, 0) : 1
}

/** Parses `;5;N` and `;2;R;G;B` without colons after `index`; `null` for `extended`. */
function plainColor(parameters: Parameters, index: number): number | null {
  const { values, count, hasSubs } = parameters
  if (hasSubs || index + 2 >= count) return null
  const kind = values[index + 1]!
  if (kind === 5) return paletteKind | (values[index + 2]! & 0xff)
  if (kind !== 2 || index + 4 >= count) return null
  return (
    rgbKind |
    ((values[index + 2]! & 0xff) << 16) |
    ((values[index + 3]! & 0xff) << 8) |
    (values[index + 4]! & 0xff)
  )
}

/** An unknown style is a single line. */
function underlined(background: number, style: number): number {
  return (background & ~underlineMask) | ((style < 0 || style > 5 ? 1 : style) << underlineShift)
}

/**
 * Parses `;5;N`, `;2;R;G;B`, `:5:N`, `:2:R:G:B`, `:2:SPACE:R:G:B` or a mixture after 38, 48 or 58,
 * as xterm.js does, except that the fourth has no color space (as in xterm). Other kinds have no
 * effect.
 */
function extended(
  parameters: Parameters,
  first: number,
): { color: number | null; skipped: number } {
  // Target, kind, color space, then three values; -1 if missing.
  const found = [0, 0, -1, 0, 0, 0]
  let space = 0
  let skipped = 0
  do {
    found[skipped + space] = parameters.value(first + skipped)
    const subs = parameters.subCount(first + skipped)
    if (subs > 0) {
      const bare = skipped + subs === 4 // three values without a color space
      for (let sub = 0; sub < subs; sub += 1) {
        if (sub > 0 && sub + skipped + 1 + space >= found.length) break
        if (found[1] === 5 || (found[1] === 2 && bare)) space = 1
        found[skipped + sub + 1 + space] = parameters.subValue(first + skipped, sub)
      }
      break
    }
    if ((found[1] === 5 && skipped + space >= 2) || (found[1] === 2 && skipped + space >= 5)) break
    if (found[1] !== 0) space = 1
    skipped += 1
  } while (skipped + first < parameters.count && skipped + space < found.length)
  const [kind = 0, red = 0, green = 0, blue = 0] = [
    found[1],
    ...found.slice(3).map((value) => (value === -1 ? 0 : value)),
  ]
  if (kind === 5) return { color: paletteKind | (red & 0xff), skipped }
  if (kind === 2)
    return {
      color: rgbKind | ((red & 0xff) << 16) | ((green & 0xff) << 8) | (blue & 0xff),
      skipped,
    }
  return { color: null, skipped }
}
