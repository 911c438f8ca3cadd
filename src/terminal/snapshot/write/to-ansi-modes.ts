/** Returns sequences for modes that differ from their defaults. None moves the cursor. */
import {
  ansiModes,
  defaultModes,
  mouseEncodings,
  mouseModes,
  privateModes,
  type Modes,
} from '../../../base/sequences/modes.ts'
import type { Snapshot } from '../snapshot.ts'

export function flags({ modes, cursor, pen }: Snapshot): string {
  const fresh = defaultModes()
  const set = (table: Readonly<Record<number, keyof Modes>>, prefix: string) =>
    Object.entries(table)
      .filter(([, name]) => modes[name] !== fresh[name] && name !== 'cursorBlink')
      .map(([number, name]) => `\x1b[${prefix}${number}${modes[name] === true ? 'h' : 'l'}`)
      .join('')
  const chosen = (table: Readonly<Record<number, string>>, value: string) =>
    Object.entries(table)
      .filter(([, name]) => name === value)
      .map(([number]) => `\x1b[?${number}h`)
      .join('')
  const styles = { block: 2, underline: 4, bar: 6 }
  const style =
    cursor.style === undefined
      ? ''
      : `\x1b[${styles[cursor.style] - (cursor.blink === true ? 1 : 0)} q`
  // DECSCUSR sets mode 12 in xterm
  return (
    (modes.cursorBlink ? '\x1b[?12h' : '') +
    style +
    (cursor.visible !== false ? '' : '\x1b[?25l') +
    chosen(mouseModes, modes.mouse) +
    chosen(mouseEncodings, modes.mouseEncoding) +
    set(ansiModes, '') +
    set(privateModes, '?') +
    (modes.modifyOtherKeys === 0 ? '' : `\x1b[>4;${modes.modifyOtherKeys}m`) +
    (modes.rightToLeft ? '\x1b[2 k' : '') +
    (modes.rectangleExtent ? '\x1b[2*x' : '') +
    (modes.isoProtection ? `\x1bV${((pen.a ?? 0) & 16_384) === 0 ? '\x1bW' : ''}` : '')
  )
}

/**
 * Returns the level (DECSCL), which comes before all else: it resets margins, stacks and, in xterm,
 * the palette. Without `;1`, xterm would send 8-bit replies.
 */
export function levelOf({ modes }: Snapshot): string {
  return modes.conformance === 0 ? '' : `\x1b[${modes.conformance};1"p`
}

/** Returns sequences for the modes of XTSAVE, which need an empty screen. */
export function savedModesOf({ savedModes = [] }: Snapshot): string {
  const set = (mode: number, on: boolean) => `\x1b[?${mode}${on ? 'h' : 'l'}`
  const initial = defaultModes()
  const fresh = (mode: number) => {
    const name = privateModes[mode]
    return set(mode, mode === 25 || (name !== undefined && initial[name]))
  }
  return savedModes.map(([mode, on]) => `${set(mode, on)}\x1b[?${mode}s${fresh(mode)}`).join('')
}
