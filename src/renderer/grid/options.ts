/**
 * How each grid's xterm.js is set up, from the configuration and the colours of
 * the window.
 */
import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'
import type { GridOptions } from '../../core/view/grid-options.ts'
import { historyLines } from '../../core/view/history.ts'
import { fontFamily } from '../look/fonts.ts'
import type { Size } from './fit.ts'
import { scrollbarPx } from './limits.ts'

/** Lines of history: as many as the user wants and as memory allows. */
export function historyOf({ scroll }: GridOptions, columns: number): number {
  return historyLines(
    { history_lines: scroll.historyLines, memory_max_mib: scroll.memoryMaxMib },
    columns,
  )
}

/**
 * What may change while a terminal lives. Everything here is given again when the configuration
 * changes.
 */
export function liveOptions(options: GridOptions, theme: ITheme): ITerminalOptions {
  const { fonts, colours, cursor, selection } = options
  return {
    fontFamily: fontFamily(fonts),
    fontWeight: fonts.weight,
    fontWeightBold: fonts.weightBold,
    // xterm.js knows no less; XtermInside.useWholePixels does
    lineHeight: Math.max(1, fonts.lineHeight),
    letterSpacing: Math.round(fonts.letterSpacing),
    customGlyphs: fonts.customGlyphs,
    theme: options.translucent
      ? { ...theme, background: `${theme.background?.slice(0, 7) ?? '#000000'}00` }
      : theme, // the grid's element has the ground
    cursorStyle: cursor.style,
    cursorInactiveStyle: cursor.unfocused === 'hidden' ? 'none' : cursor.unfocused,
    drawBoldTextInBrightColors: colours.boldIsBright,
    minimumContrastRatio: colours.minimumContrast,
    wordSeparator: selection.wordSeparators,
    screenReaderMode: options.screenReader,
  }
}

export function gridOptions(
  { cols, rows }: Size,
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
    cursorBlink: options.cursor.blinkMs > 0,
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
