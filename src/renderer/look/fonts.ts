/**
 * The bundled fonts: JetBrains Mono in four styles, and the symbols of Nerd Fonts for every font.
 * They load from our own origin, as the page's policy requires.
 */
import nerdSymbols from '@azurity/pure-nerd-font/PureNerdFont.woff2?url'
import bold from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Bold.woff2?url'
import boldItalic from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-BoldItalic.woff2?url'
import italic from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Italic.woff2?url'
import regular from 'jetbrains-mono/fonts/webfonts/JetBrainsMono-Regular.woff2?url'

export const bundled = 'JetBrains Mono'
const symbols = 'Symbols Nerd Font'

/** Code points of Nerd Fonts: private use, and its signs for power and lists. */
const symbolRange = 'U+23FB-23FE, U+2B58, U+E000-F8FF, U+F0000-FFFFD'

/** Longest wait for the font that decides the cell size, ms. An empty window would be worse. */
const fontWaitMs = 500

/** Adds the fonts to the page. Resolves when cells can be measured. */
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
  // A megabyte, loaded when the first symbol is drawn.
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
/** Used after the user's fonts, if it is installed. */
export const systemMono = 'Noto Sans Mono'

/**
 * Returns `fonts.priority` for CSS, followed by symbols, the system's fixed-width font and generic
 * families. A named family costs less than a family that the browser must look up.
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
