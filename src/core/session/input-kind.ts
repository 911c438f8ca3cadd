/** What the user's bytes mean to the state machine: an answer, an interrupt, or typing (behaviour/state-machine.md 3). */

export type Typed = 'text' | 'submit' | 'interrupt'

const escape = 0x1b
const controlC = 0x03
const carriageReturn = 0x0d

/** A lone ESC may come doubled; in the kitty protocol both keys are sequences of their own. */
const interrupts: ReadonlySet<string> = new Set(['\x1b', '\x1b\x1b', '\x1b[27u', '\x1b[27;1u', '\x1b[99;5u'])

export function typedKind(bytes: Uint8Array): Typed {
  if (bytes.includes(carriageReturn)) return 'submit'
  if (bytes[0] === escape && bytes.length <= 8) return interrupts.has(String.fromCharCode(...bytes)) ? 'interrupt' : 'text'
  return bytes.length === 1 && bytes[0] === controlC ? 'interrupt' : 'text'
}

/** Reports of the terminal's focus come the way of the mouse's; the user did not touch it. */
export function isFocusReport(bytes: Uint8Array): boolean {
  return bytes.length === 3 && bytes[0] === escape && bytes[1] === 0x5b && (bytes[2] === 0x49 || bytes[2] === 0x4f)
}
