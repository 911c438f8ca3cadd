/**
 * Our widths as xterm.js's Unicode provider (`terminal.unicode.register`), so that the oracle lays
 * out cells as the VT core does.
 */
import { widensToEmoji } from '../../src/terminal/screen/graphemes.ts'
import { unicodeVersion } from '../../src/terminal/screen/unicode-data.ts'
import { widthOf } from '../../src/terminal/screen/width.ts'

/**
 * Returns xterm.js's properties of a character: state << 3 | width << 1 | joins the one before. The
 * state is its code point, or 0 if another character has joined it.
 */
function properties(width: number, joins: boolean, code = 0): number {
  return (code << 3) | (width << 1) | (joins ? 1 : 0)
}

/** Combining marks join, and U+FE0F makes a character wide. */
export const unicodeProvider = {
  version: `vibeflow-${unicodeVersion}`,
  wcwidth: (code: number): 0 | 1 | 2 => widthOf(code) as 0 | 1 | 2, // the table holds nothing else
  charProperties(code: number, preceding: number): number {
    const width = widthOf(code)
    const before = (preceding >> 1) & 3
    if (width === 0 && before > 0)
      return properties(widensToEmoji(preceding >> 3, code) ? 2 : before, true)
    return properties(Math.max(width, 1), false, code)
  },
}
