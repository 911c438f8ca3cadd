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
    return escapeKind(String.fromCharCode(...bytes.subarray(0, kittyBytesMax)))
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

/**
 * What a terminal says by itself: its focus, and answers to questions of the program (attributes,
 * modes, cursor, colours, names). Several may come at once.
 */
const answer =
  String.raw`\x1b\[[IO]|\x1b\[[?>=]?[\d;]*[cnt]|\x1b\[\??\d+;\d+R|\x1b\[\?\d*u|` +
  String.raw`\x1b\[\??[\d;]+\$y|` +
  String.raw`\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)`
const answersOnly = new RegExp(`^(?:${answer})+$`)
const mouseReport = String.raw`\x1b\[<[\d;]*[Mm]|\x1b\[M[^]{3}`
const answersOrMouseOnly = new RegExp(`^(?:${answer}|${mouseReport})+$`)

/** Longer ones are taken for what a user types. */
const reportBytesMax = 8_192

/** The terminal says it, and the user did nothing: the way is that of the mouse's reports. */
export function isTerminalReply(bytes: Uint8Array): boolean {
  return isOnly(answersOnly, bytes)
}

/** Of bytes that come from a terminal as they are, keys and reports alike: no key is among them. */
export function isReport(bytes: Uint8Array): boolean {
  return isOnly(answersOrMouseOnly, bytes)
}

function isOnly(form: RegExp, bytes: Uint8Array): boolean {
  if (bytes[0] !== escape || bytes.length > reportBytesMax) return false
  return form.test(String.fromCharCode(...bytes.subarray(0, reportBytesMax)))
}
