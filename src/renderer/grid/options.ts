/** How each grid's xterm.js is set up, from the options of behaviour/config.md and the colours of the window. */
import type { ITerminalInitOnlyOptions, ITerminalOptions, ITheme } from '@xterm/xterm'
import type { GridOptions } from '../../core/view/grid-options.ts'
import { fontFamily } from '../look/fonts.ts'
import type { Size } from './fit.ts'
import { scrollbarPx } from './limits.ts'

/** What may change while a terminal lives. */
export function liveOptions({ fonts, colours, selection, scroll }: GridOptions, theme: ITheme): ITerminalOptions {
  return {
    fontFamily: fontFamily(fonts.priority),
    fontWeight: fonts.weight,
    fontWeightBold: fonts.weightBold,
    lineHeight: fonts.lineHeight,
    letterSpacing: fonts.letterSpacing,
    customGlyphs: fonts.customGlyphs,
    scrollback: scroll.historyLines,
    theme,
    drawBoldTextInBrightColors: colours.boldIsBright,
    minimumContrastRatio: colours.minimumContrast,
    wordSeparator: selection.wordSeparators,
  }
}

export function gridOptions({ cols, rows }: Size, fontSize: number, options: GridOptions, theme: ITheme): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    ...liveOptions(options, theme),
    cols,
    rows,
    fontSize,
    cursorStyle: 'block',
    cursorInactiveStyle: 'outline',
    cursorBlink: true,
    rescaleOverlappingGlyphs: true,
    altClickMovesCursor: false, // Alt+drag selects a block: a click that ends too early must not send arrows
    scrollOnUserInput: false, // by ourselves (Grid.#fromTerminal): xterm.js would take reports of the mouse for keys
    smoothScrollDuration: 0,
    // The width of the scrollbar. Its overview ruler stays empty.
    overviewRuler: { width: scrollbarPx },
    // Lets these three sizes be asked for, of our handler (questions.ts). All other window operations stay off.
    windowOptions: { getWinSizePixels: true, getCellSizePixels: true, getWinSizeChars: true },
    allowProposedApi: true, // for `unicode`, decorations and joined characters
    logLevel: 'off',
  }
}
