/** How each grid's xterm.js is set up: the defaults of behaviour/config.md until there is a configuration. */
import type { ITerminalInitOnlyOptions, ITerminalOptions } from '@xterm/xterm'
import type { Size } from './fit.ts'
import { darkTheme } from './palette.ts'

export const scrollbackLines = 10_000
export const wheelLinesPerDetent = 3

/** `fonts.priority`, then what a Linux desktop is likely to have; the system's monospace font last. */
const fontFamily = '"JetBrains Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Noto Color Emoji", monospace'

/** Where a double click ends a word: blank, brackets, quotes, comma, backtick. */
const wordSeparator = ' ()[]{}<>\'",`'

export function gridOptions({ cols, rows }: Size, fontSize: number, openLink: (address: string) => void): ITerminalOptions & ITerminalInitOnlyOptions {
  return {
    cols,
    rows,
    fontSize,
    fontFamily,
    lineHeight: 1,
    scrollback: scrollbackLines,
    theme: darkTheme,
    cursorStyle: 'block',
    cursorInactiveStyle: 'outline',
    cursorBlink: true,
    customGlyphs: true,
    rescaleOverlappingGlyphs: true,
    drawBoldTextInBrightColors: false,
    wordSeparator,
    altClickMovesCursor: false, // Alt+drag selects a block: a click that ends too early must not send arrows
    scrollOnUserInput: true,
    smoothScrollDuration: 0,
    // The width of the scrollbar. Its overview ruler stays empty.
    overviewRuler: { width: 8 },
    // OSC 8. The main process judges the address; a handler without all three would leave parts of it to xterm.js's own.
    linkHandler: { activate: (event, address) => { if (event.ctrlKey) openLink(address) }, hover: () => undefined, leave: () => undefined, allowNonHttpProtocols: true },
    // Lets these three sizes be asked for, of our handler (questions.ts). All other window operations stay off.
    windowOptions: { getWinSizePixels: true, getCellSizePixels: true, getWinSizeChars: true },
    allowProposedApi: true, // for `unicode`
    logLevel: 'off',
  }
}
