/**
 * What the user's bytes mean to the state machine: an answer, an interrupt, or typing
 * (docs/agent-state.md).
 */

export type Typed = 'text' | 'submit' | 'interrupt' | 'mouse'

const escape = 0x1b
const controlC = 0x03
const carriageReturn = 0x0d

/**
 * A key of the kitty protocol: number, the base layout's number, modifiers + 1, kind of event (3:
 * let go).
 */
const kittyKey = /^\x1b\[(\d+)(?::\d*)?(?::(\d+))?(?:;(\d*)(?::([123]))?)?(?:;[\d:]*)?u$/
const kittyBytesMax = 64

/** Bits of modifiers that say what is meant; the locks do not. */
const locks = 64 | 128
const control = 4

export function typedKind(bytes: Uint8Array): Typed {
  if (bytes[0] === escape && bytes[1] === 0x5b && bytes.length <= kittyBytesMax)
    return escapeKind(String.fromCharCode(...bytes))
  if (bytes.includes(carriageReturn)) return 'submit'
  if (bytes[0] === escape && bytes.length <= 2)
    // a lone ESC may come doubled
    return bytes.length === 1 || bytes[1] === escape ? 'interrupt' : 'text'
  return bytes.length === 1 && bytes[0] === controlC ? 'interrupt' : 'text'
}

function escapeKind(text: string): Typed {
  if (/^\x1b\[\d*;\d*:3[~A-Z]$/.test(text)) return 'mouse' // an arrow or the like was let go
  const key = kittyKey.exec(text)
  if (key === null) return text.includes('\r') ? 'submit' : 'text'
  const [, number = '', base = number, modifiers = '', kind] = key
  // A key that is let go, or a modifier: the hand is there, and nothing was meant by it.
  if (kind === '3' || (Number(number) >= 57_441 && Number(number) <= 57_454)) return 'mouse'
  const held = (Number(modifiers === '' ? 1 : modifiers) - 1) & ~locks
  if (held === 0 && (number === '13' || number === '57414')) return 'submit'
  return (held === 0 && number === '27') || (held === control && base === '99')
    ? 'interrupt'
    : 'text'
}

/** Reports of the terminal's focus come the way of the mouse's; the user did not touch it. */
export function isFocusReport(bytes: Uint8Array): boolean {
  return (
    bytes.length === 3 &&
    bytes[0] === escape &&
    bytes[1] === 0x5b &&
    (bytes[2] === 0x49 || bytes[2] === 0x4f)
  )
}
