/** How each grid's xterm.js is set up, by the configuration. */
import type { ITerminalInitOnlyOptions, ITerminalOptions } from '@xterm/xterm'
import type { Options } from '../../core/config/table.ts'
import { historyLines } from '../../core/view/history.ts'
import type { Size } from './fit.ts'
import { gridTheme } from './palette.ts'

/** `fonts.priority`, then what a Linux desktop is likely to have; the system's monospace font last. */
const fontFamily = '"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Noto Color Emoji", monospace'

/** What may change while a grid lives. Everything here is given again when the configuration changes. */
export function liveOptions({ fonts, colors, cursor, mouse, scrollback }: Options, columns: number): ITerminalOptions {
  return {
    fontFamily,
    lineHeight: Math.max(1, fonts.line_height), // xterm.js knows no less
    letterSpacing: Math.round(fonts.letter_spacing),
    fontWeight: fonts.weight,
    fontWeightBold: fonts.weight_bold,
    customGlyphs: fonts.custom_glyphs,
    scrollback: historyLines(scrollback, columns),
    theme: gridTheme(colors),
    cursorStyle: cursor.style,
    cursorInactiveStyle: cursor.style_unfocused === 'hidden' ? 'none' : cursor.style_unfocused,
    drawBoldTextInBrightColors: colors.bold_is_bright,
    minimumContrastRatio: colors.minimum_contrast,
    wordSeparator: mouse.word_separators,
    scrollOnUserInput: scrollback.snap_on_input,
  }
}

export function gridOptions(options: Options, { cols, rows }: Size, fontSize: number, openLink: (event: MouseEvent, address: string) => void): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    ...liveOptions(options, cols),
    cols,
    rows,
    fontSize,
    cursorBlink: true, // `blink.ts` lets it rest
    rescaleOverlappingGlyphs: true,
    altClickMovesCursor: false, // Alt+drag selects a block: a click that ends too early must not send arrows
    smoothScrollDuration: 0,
    // The width of the scrollbar. Its overview ruler stays empty.
    overviewRuler: { width: 8 },
    // OSC 8. The main process judges the address; a handler without all three would leave parts of it to xterm.js's own.
    linkHandler: { activate: openLink, hover: () => undefined, leave: () => undefined, allowNonHttpProtocols: true },
    // Lets these three sizes be asked for, of our handler (questions.ts). All other window operations stay off.
    windowOptions: { getWinSizePixels: true, getCellSizePixels: true, getWinSizeChars: true },
    allowProposedApi: true, // for `unicode`
    logLevel: 'off',
  }
}
