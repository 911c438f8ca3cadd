/** The modes of a snapshot as sequences that set what is not the default. None of them moves the cursor. */
import { ansiModes, defaultModes, mouseEncodings, mouseModes, privateModes, type Modes } from './modes.ts'
import type { Snapshot } from './snapshot.ts'

export function flags({ modes, cursor }: Snapshot): string {
  const fresh = defaultModes()
  const set = (table: Readonly<Record<number, keyof Modes>>, prefix: string) => Object.entries(table)
    .filter(([, name]) => modes[name] !== fresh[name]).map(([number, name]) => `\x1b[${prefix}${number}${modes[name] === true ? 'h' : 'l'}`).join('')
  const chosen = (table: Readonly<Record<number, string>>, value: string) => Object.entries(table).filter(([, name]) => name === value).map(([number]) => `\x1b[?${number}h`).join('')
  const styles = { block: 2, underline: 4, bar: 6 }
  const style = cursor.style === undefined ? '' : `\x1b[${styles[cursor.style] - (cursor.blink === true ? 1 : 0)} q`
  return style + (cursor.visible !== false ? '' : '\x1b[?25l') + chosen(mouseModes, modes.mouse) + chosen(mouseEncodings, modes.mouseEncoding) + set(ansiModes, '') + set(privateModes, '?') + (modes.rectangleExtent ? '\x1b[2*x' : '')
}
