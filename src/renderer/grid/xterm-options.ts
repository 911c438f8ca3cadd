/** Options of each grid's xterm.js, from the configuration and the window's colors. */
import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'
import type { GridOptions } from '../../core/config/grid-options.ts'
import { withFeatures } from '../look/font-features.ts'
import { fontFamily } from '../look/fonts.ts'
import type { FittedSize } from './fit.ts'
import { scrollbarPx } from './limits.ts'

/** Options that can change later. They are all set again when the configuration changes. */
export function liveOptions(options: GridOptions, theme: ITheme): ITerminalOptions {
  const { fonts, colors, cursor, mouse } = options
  return {
    fontFamily: withFeatures(fontFamily(fonts.priority, options.fallbackFonts), fonts.features),
    fontWeight: fonts.weight,
    fontWeightBold: fonts.weight_bold,
    // xterm.js refuses less; XtermInside.useWholePixels does it
    lineHeight: Math.max(1, fonts.line_height),
    letterSpacing: Math.round(fonts.letter_spacing),
    customGlyphs: fonts.custom_glyphs,
    theme: options.translucent
      ? { ...theme, background: `${theme.background?.slice(0, 7) ?? '#000000'}00` }
      : theme, // the grid's element has the background
    cursorStyle: cursor.style,
    cursorInactiveStyle: cursor.style_unfocused === 'hidden' ? 'none' : cursor.style_unfocused,
    drawBoldTextInBrightColors: colors.bold_is_bright,
    minimumContrastRatio: colors.minimum_contrast,
    wordSeparator: mouse.word_separators,
    screenReaderMode: options.screenReader,
  }
}

export function gridOptions(
  { cols, rows }: FittedSize,
  fontSize: number,
  options: GridOptions,
  theme: ITheme,
): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    ...liveOptions(options, theme),
    cols,
    rows,
    scrollback: 0, // of a list that VirtualLines replaces
    fontSize,
    allowTransparency: options.translucent,
    cursorBlink: options.cursor.blink_ms > 0,
    rescaleOverlappingGlyphs: true,
    // Alt+drag selects a block; releasing too early must not send arrows
    altClickMovesCursor: false,
    // GridInput.#fromTerminal scrolls: xterm.js would treat mouse reports as keys
    scrollOnUserInput: false,
    smoothScrollDuration: 0,
    // width of the scrollbar; its overview ruler stays empty
    overviewRuler: { width: scrollbarPx },
    allowProposedApi: true, // for decorations and joined characters
    logLevel: 'off',
  }
}
