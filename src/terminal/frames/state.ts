/** Sequences that set modes, cursor and colors of a page's terminal, in independent parts. */
import { hexColor } from '../screen/color.ts'
import { mouseEncodings, mouseModes, privateModes, type Modes } from '../../base/sequences/modes.ts'
import type { ProgramColors, Screen } from '../screen/screen.ts'

type OwnColors = Pick<ProgramColors, 'foreground' | 'background' | 'cursor'>

/** Flags that affect what the page sends for keys, the wheel, paste and focus. */
const wanted: ReadonlySet<keyof Modes> = new Set([
  'applicationCursor',
  'applicationKeypad',
  'backspaceSendsBs',
  'focusReports',
  'alternateScroll',
  'bracketedPaste',
  'swapsArrows',
])
const flags = Object.entries(privateModes).filter(([, name]) => wanted.has(name))

/** Parts that another theme resets in the page. */
export const colorParts = ['palette', 'foreground', 'background', 'cursor'] as const

/** Returns equal texts for equal states. No sequence moves the cursor or changes a cell. */
export function stateParts({
  modes,
  cursorVisible,
  cursorStyle,
  buffer,
  colors: { palette, ...own },
  facts,
}: Screen): Readonly<Record<string, string>> {
  const { foreground, background, cursor } = modes.reverseVideo ? reversed(own, facts) : own
  const colors = [...palette]
    .sort(([one], [other]) => one - other)
    .map(([index, color]) => `\x1b]4;${index};${hexColor(color)}\x1b\\`)
  const dynamic = (number: number, color: number | null): string =>
    color === null ? `\x1b]${number + 100}\x1b\\` : `\x1b]${number};${hexColor(color)}\x1b\\`
  return {
    ...Object.fromEntries(flags.map(([number, name]) => [name, privateMode(number, modes[name])])),
    newline: `\x1b[20${modes.newline ? 'h' : 'l'}`,
    mouse: chosen(mouseModes, modes.mouse),
    // xterm.js supports only some of them
    mouseEncoding: resets(mouseEncodings) + chosen(mouseEncodings, modes.mouseEncoding),
    cursorVisible: privateMode(25, cursorVisible),
    // Mode 12 blinks only in the user's own style, which `CSI 0 SP q` would reset.
    cursorStyle:
      `${privateMode(12, modes.cursorBlink)}\x1b[${cursorStyle} q` +
      `${cursorStyle === 0 && modes.cursorBlink ? privateMode(12, true) : ''}`,
    keyboard: `\x1b[=${buffer.keyboard.at(-1) ?? 0};1u`,
    pointer: `\x1b]22;${buffer.pointers.at(-1) ?? ''}\x1b\\`,
    modifyOtherKeys: `\x1b[>4;${modes.modifyOtherKeys}m`,
    palette: `\x1b]104\x1b\\${colors.join('')}`,
    foreground: dynamic(10, foreground),
    background: dynamic(11, background),
    cursor: dynamic(12, cursor),
  }
}

/** xterm.js lacks DECSCNM. A cursor in the text's color would be invisible on it. */
function reversed(own: OwnColors, theme: OwnColors): OwnColors {
  const [foreground, background] = [
    own.background ?? theme.background,
    own.foreground ?? theme.foreground,
  ]
  const cursor = own.cursor ?? theme.cursor
  return { foreground, background, cursor: cursor === background ? foreground : own.cursor }
}

/** Sets the active mode, which resets all others, or resets all. */
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
