/**
 * The fonts that come with the program: JetBrains Mono in four styles, and the symbols of Nerd
 * Fonts for every font. From our own origin, as the page's policy asks.
 */
import nerdSymbols from '@azurity/pure-nerd-font/PureNerdFont.woff2?url'
import bold from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Bold.woff2?url'
import boldItalic from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-BoldItalic.woff2?url'
import italic from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Italic.woff2?url'
import regular from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Regular.woff2?url'

export const bundled = 'JetBrains Mono'
const symbols = 'Symbols Nerd Font'

/**
 * Where Nerd Fonts puts its symbols: private use, and the few signs that it draws for power and
 * lists.
 */
const symbolRange = 'U+23FB-23FE, U+2B58, U+E000-F8FF, U+F0000-FFFFD'

/**
 * A page waits so long, ms, for the font by which its cells are measured: a window that shows
 * nothing is worse than one whose letters change.
 */
const fontWaitMs = 500

/** Names the fonts to the page. @returns when cells can be measured */
export async function offerFonts(): Promise<void> {
  const face = (file: string, weight: string, style: string) =>
    new FontFace(bundled, `url("${file}")`, { weight, style, display: 'block' })
  const first = face(regular, '400', 'normal')
  const others = [
    face(bold, '700', 'normal'),
    face(italic, '400', 'italic'),
    face(boldItalic, '700', 'italic'),
  ]
  for (const one of [first, ...others]) document.fonts.add(one)
  // A megabyte: it is read when the first symbol is drawn.
  document.fonts.add(
    new FontFace(symbols, `url("${nerdSymbols}")`, { unicodeRange: symbolRange, display: 'swap' }),
  )
  const loaded = Promise.allSettled([first.load(), ...others.map((one) => one.load())])
  await Promise.race([
    loaded,
    new Promise((resolve) => {
      window.setTimeout(resolve, fontWaitMs)
    }),
  ])
}

export const quotedFamily = (name: string): string => `"${name.replace(/["\\\n]/g, '')}"`
/** Behind the user's own, where it is there. */
export const systemMono = 'Noto Sans Mono'

/**
 * `fonts.priority` for CSS; behind it the symbols, the system's fixed-width font, and what it has
 * for everything else: a named family costs less than one that has to be looked for.
 */
export function fontFamily(priority: readonly string[], fallback: readonly string[]): string {
  return [
    ...priority.map(quotedFamily),
    quotedFamily(symbols),
    quotedFamily(systemMono),
    '"Noto Color Emoji"',
    'monospace',
    ...fallback.map(quotedFamily),
  ].join(', ')
}
