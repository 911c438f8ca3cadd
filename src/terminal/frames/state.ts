/**
 * The modes, cursor and colours that a page's terminal needs, as sequences that set them whatever
 * was in force there: each part by itself, so that one that changes touches no other.
 */
import { hexColor } from '../screen/color.ts'
import { mouseEncodings, mouseModes, privateModes, type Modes } from '../../base/sequences/modes.ts'
import type { Screen } from '../screen/screen.ts'

/** Flags that change what the page sends for a key, a wheel, a paste or the focus. */
const wanted: ReadonlySet<keyof Modes> = new Set([
  'applicationCursor',
  'applicationKeypad',
  'focusReports',
  'alternateScroll',
  'bracketedPaste',
])
const flags = Object.entries(privateModes).filter(([, name]) => wanted.has(name))

/** Parts that another theme takes back in the page. */
export const colorParts = ['palette', 'foreground', 'background', 'cursor'] as const

/**
 * By name of the part. Equal states are equal texts. None of the sequences moves the cursor or
 * changes a cell.
 */
export function stateParts({
  modes,
  cursorVisible,
  cursorStyle,
  buffer,
  colors: { palette, foreground, background, cursor },
}: Screen): Readonly<Record<string, string>> {
  const colors = [...palette]
    .sort(([one], [other]) => one - other)
    .map(([index, color]) => `\x1b]4;${index};${hexColor(color)}\x1b\\`)
  const dynamic = (number: number, color: number | null): string =>
    color === null ? `\x1b]${number + 100}\x1b\\` : `\x1b]${number};${hexColor(color)}\x1b\\`
  return {
    ...Object.fromEntries(flags.map(([number, name]) => [name, privateMode(number, modes[name])])),
    newline: `\x1b[20${modes.newline ? 'h' : 'l'}`,
    mouse: chosen(mouseModes, modes.mouse),
    // of which xterm.js knows some only
    mouseEncoding: resets(mouseEncodings) + chosen(mouseEncodings, modes.mouseEncoding),
    cursorVisible: privateMode(25, cursorVisible),
    // The blinking of mode 12 counts where the style is the user's own: `CSI 0 SP q` would take it
    // back.
    cursorStyle:
      `${privateMode(12, modes.cursorBlink)}\x1b[${cursorStyle} q` +
      `${cursorStyle === 0 && modes.cursorBlink ? privateMode(12, true) : ''}`,
    keyboard: `\x1b[=${buffer.keyboard.at(-1) ?? 0};1u`,
    palette: `\x1b]104\x1b\\${colors.join('')}`,
    foreground: dynamic(10, foreground),
    background: dynamic(11, background),
    cursor: dynamic(12, cursor),
  }
}

/** The one in force is set, after which none of the others is; or all are reset. */
function chosen(table: Readonly<Record<number, string>>, value: string): string {
  const [number] = Object.entries(table).find(([, name]) => name === value) ?? []
  return number === undefined ? resets(table) : privateMode(number, true)
}

function resets(table: Readonly<Record<number, string>>): string {
  return Object.keys(table)
    .map((number) => privateMode(number, false))
    .join('')
}

function privateMode(number: number | string, on: boolean | string): string {
  return `\x1b[?${number}${on === true ? 'h' : 'l'}`
}
