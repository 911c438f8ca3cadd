/**
 * Classifies the user's bytes for the state machine (docs/contributing/internals/agent-state.md).
 */

export type Typed = 'text' | 'command' | 'submit' | 'interrupt' | 'mouse'

const escape = 0x1b
const controlC = 0x03
const carriageReturn = 0x0d
const slash = 0x2f

/** A key of the kitty protocol: number, base number, modifiers + 1, event (3: release). */
const kittyKey = /^\x1b\[(\d+)(?::\d*)?(?::(\d+))?(?:;(\d*)(?::([123]))?)?(?:;[\d:]*)?u$/
/** The release of an arrow or similar key in the kitty protocol. */
const otherRelease = /^\x1b\[\d*;\d*:3[~A-Z]$/
const kittyBytesMax = 64
/** A key of modifyOtherKeys: modifiers + 1, number. */
const otherKey = /^\x1b\[27;(\d+);(\d+)~$/

/** Modifier bits; the locks do not change the meaning of a key. */
const locks = 64 | 128
const control = 4

export function typedKind(bytes: Uint8Array): Typed {
  if (bytes[0] === escape && bytes[1] === 0x5b && bytes.length <= kittyBytesMax)
    return escapeKind(String.fromCharCode(...bytes.subarray(0, kittyBytesMax)))
  if (bytes[0] === escape && bytes.length <= 2)
    // a lone ESC may be doubled; Alt+Enter makes a new line
    return bytes.length === 1 || bytes[1] === escape ? 'interrupt' : 'text'
  if (bytes.includes(carriageReturn)) return 'submit'
  if (bytes.length === 1 && bytes[0] === controlC) return 'interrupt'
  return bytes[0] === slash ? 'command' : 'text'
}

/** Returns whether these bytes are the release of a key in the kitty protocol. */
export function isKeyRelease(bytes: Uint8Array): boolean {
  if (bytes[0] !== escape || bytes[1] !== 0x5b || bytes.length > kittyBytesMax) return false
  const text = String.fromCharCode(...bytes.subarray(0, kittyBytesMax))
  return otherRelease.test(text) || kittyKey.exec(text)?.[4] === '3'
}

function escapeKind(text: string): Typed {
  if (otherRelease.test(text)) return 'mouse'
  const key = kittyKey.exec(text.replace(otherKey, '\x1b[$2;$1u'))
  if (key === null) return text.includes('\r') ? 'submit' : 'text'
  const [, number = '', base = number, modifiers = '', kind] = key
  // A released key or a modifier shows the user's presence, but has no meaning.
  if (kind === '3' || (Number(number) >= 57_441 && Number(number) <= 57_454)) return 'mouse'
  const held = (Number(modifiers === '' ? 1 : modifiers) - 1) & ~locks
  if (held === 0 && (number === '13' || number === '57414')) return 'submit'
  return (held === 0 && number === '27') || (held === control && base === '99')
    ? 'interrupt'
    : 'text'
}

/**
 * Reports that a terminal sends by itself: focus, and replies to queries for attributes, modes,
 * cursor, colors and names. Several may come together.
 */
const answer =
  String.raw`\x1b\[[IO]|\x1b\[[?>=]?[\d;]*[cnt]|\x1b\[\??\d+;\d+R|\x1b\[\?\d*u|` +
  String.raw`\x1b\[\??[\d;]+\$y|\x1b\[>4;\dm|` +
  String.raw`\x1b[\]P_][^\x07\x1b]*(?:\x07|\x1b\\)`
const answersOnly = new RegExp(`^(?:${answer})+$`)
const mouseReport = String.raw`\x1b\[<[\d;]*[Mm]|\x1b\[M[^]{3}`
const answersOrMouseOnly = new RegExp(`^(?:${answer}|${mouseReport})+$`)

/** Longer input counts as typed. */
const reportBytesMax = 8_192

/** Whether the terminal sent these bytes without a user action, as it sends mouse reports. */
export function isTerminalReply(bytes: Uint8Array): boolean {
  return isOnly(answersOnly, bytes)
}

/** Whether bytes from a terminal contain only reports and no key. */
export function isReport(bytes: Uint8Array): boolean {
  return isOnly(answersOrMouseOnly, bytes)
}

function isOnly(form: RegExp, bytes: Uint8Array): boolean {
  if (bytes[0] !== escape || bytes.length > reportBytesMax) return false
  return form.test(String.fromCharCode(...bytes.subarray(0, reportBytesMax)))
}
