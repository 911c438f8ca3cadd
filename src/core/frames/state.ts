/** The modes, cursor and colours that a page's terminal needs, as sequences that set them whatever was in force there. */
import { hexColor } from '../vt/color.ts'
import { mouseEncodings, mouseModes, privateModes, type Modes } from '../vt/modes.ts'
import type { Colors, Screen } from '../vt/screen.ts'

/** Flags that change what the page sends for a key, a wheel, a paste or the focus. */
const wanted: ReadonlySet<keyof Modes> = new Set(['applicationCursor', 'applicationKeypad', 'focusReports', 'alternateScroll', 'bracketedPaste'])
const flags = Object.entries(privateModes).filter(([, name]) => wanted.has(name))

/** Equal states are equal texts. None of the sequences moves the cursor or changes a cell. */
export function stateSequences(screen: Screen): string {
  const { modes, cursorVisible, cursorStyle, buffer, colors } = screen
  let text = flags.map(([number, name]) => privateMode(number, modes[name])).join('')
  text += chosen(mouseModes, modes.mouse) + chosen(mouseEncodings, modes.mouseEncoding) + privateMode(25, cursorVisible)
  // The blinking of mode 12 counts where the style is the user's own: `CSI 0 SP q` would take it back.
  text += `${privateMode(12, modes.cursorBlink)}\x1b[${cursorStyle} q${cursorStyle === 0 && modes.cursorBlink ? privateMode(12, true) : ''}`
  return `${text}\x1b[=${buffer.keyboard.at(-1) ?? 0};1u${colorSequences(colors)}`
}

/** All of a kind are reset, then the one in force is set. */
function chosen(table: Readonly<Record<number, string>>, value: string): string {
  const entries = Object.entries(table)
  return entries.map(([number]) => privateMode(number, false)).join('') + entries.filter(([, name]) => name === value).map(([number]) => privateMode(number, true)).join('')
}

function colorSequences({ palette, foreground, background, cursor }: Colors): string {
  const set = [...palette].sort(([one], [other]) => one - other).map(([index, color]) => `\x1b]4;${index};${hexColor(color)}\x1b\\`)
  const dynamic = ([[10, foreground], [11, background], [12, cursor]] as const).map(([number, color]) => color === null ? `\x1b]${number + 100}\x1b\\` : `\x1b]${number};${hexColor(color)}\x1b\\`)
  return `\x1b]104\x1b\\${set.join('')}${dynamic.join('')}`
}

function privateMode(number: number | string, on: boolean | string): string {
  return `\x1b[?${number}${on === true ? 'h' : 'l'}`
}
