/** The grid's colours as xterm.js takes them (behaviour/config.md [colors]). */
import type { ITheme } from '@xterm/xterm'
import type { Options } from '../../core/config/table.ts'

const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'brightBlack', 'brightRed', 'brightGreen', 'brightYellow', 'brightBlue', 'brightMagenta', 'brightCyan', 'brightWhite'] as const

export function gridTheme(colors: Options['colors']): ITheme {
  return {
    foreground: opaque(colors.foreground),
    background: opaque(colors.background),
    cursor: colors.cursor,
    cursorAccent: colors.cursor_text,
    selectionBackground: colors.selection,
    selectionInactiveBackground: fainter(colors.selection, 0.63),
    scrollbarSliderBackground: colors.scrollbar_thumb,
    scrollbarSliderHoverBackground: fainter(colors.scrollbar_thumb, 1.52),
    scrollbarSliderActiveBackground: fainter(colors.scrollbar_thumb, 2),
    ...Object.fromEntries(names.map((name, index) => [name, opaque(colors.ansi[index] ?? '#000000FF')])),
  }
}

/** A grid is never seen through by accident: what a program draws would be lost. */
function opaque(colour: string): string {
  return colour.slice(0, 7)
}

function fainter(colour: string, by: number): string {
  const alpha = Math.min(255, Math.round(Number.parseInt(colour.slice(7), 16) * by))
  return `${colour.slice(0, 7)}${alpha.toString(16).padStart(2, '0')}`
}
