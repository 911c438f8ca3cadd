/**
 * How each grid's xterm.js is set up, from the configuration and the colours of
 * the window.
 */
import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'
import type { GridOptions } from '../../core/config/grid-options.ts'
import { historyLines } from '../../core/config/history-lines.ts'
import { fontFamily } from '../look/fonts.ts'
import type { FittedSize } from './fit.ts'
import { scrollbarPx } from './limits.ts'

/** Lines of history: as many as the user wants and as memory allows. */
export function historyOf({ scrollback }: GridOptions, columns: number): number {
  return historyLines(scrollback, columns)
}

/**
 * What may change while a terminal lives. Everything here is given again when the configuration
 * changes.
 */
export function liveOptions(options: GridOptions, theme: ITheme): ITerminalOptions {
  const { fonts, colors, cursor, mouse } = options
  return {
    fontFamily: fontFamily(fonts.priority, options.fallbackFonts),
    fontWeight: fonts.weight,
    fontWeightBold: fonts.weight_bold,
    // xterm.js knows no less; XtermInside.useWholePixels does
    lineHeight: Math.max(1, fonts.line_height),
    letterSpacing: Math.round(fonts.letter_spacing),
    customGlyphs: fonts.custom_glyphs,
    theme: options.translucent
      ? { ...theme, background: `${theme.background?.slice(0, 7) ?? '#000000'}00` }
      : theme, // the grid's element has the ground
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
    scrollback: 0, // of a list that VirtualLines takes the place of
    fontSize,
    allowTransparency: options.translucent,
    cursorBlink: options.cursor.blink_ms > 0,
    rescaleOverlappingGlyphs: true,
    // Alt+drag selects a block: a click that ends too early must not send arrows
    altClickMovesCursor: false,
    // by ourselves (GridInput.#fromTerminal): xterm.js would take reports of the mouse for keys
    scrollOnUserInput: false,
    smoothScrollDuration: 0,
    // The width of the scrollbar. Its overview ruler stays empty.
    overviewRuler: { width: scrollbarPx },
    allowProposedApi: true, // for decorations and joined characters
    logLevel: 'off',
  }
}
