/**
 * The scanner once more, as plainly as can be: one unit after the other,
 * nothing fast, no cuts, no caps. With `asXterm` it departs from it in the ways in which xterm.js's
 * parser does; each is marked `differs`.
 */
const BEL = 0x07
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const DEL = 0x7f
const doubtBytes = 8_192

type State = 'ground' | 'escape' | 'intermediate' | 'csi' | 'osc' | 'oscEscape' | 'string'

/** Returns all reports, one per line; `wanted` are the numbers that are read. */
export function modelOf(input: Uint8Array, wanted: readonly number[], asXterm: boolean): string[] {
  const reported: string[] = []
  // differs: xterm.js reads characters, and drops invalid UTF-8 before it parses.
  const units = asXterm ? charactersOf(input) : [...input]
  let state: State = 'ground'
  // `enter` changes it where the compiler does not look
  const isIn = (one: State): boolean => state === one
  let text: number[] = []
  let doubtEnd = Number.POSITIVE_INFINITY
  let letter = 0

  const report = (line: string, end: number): void => {
    reported.push(asXterm ? line : `${end} ${line}`)
  }
  const finish = (end: number): void => {
    const whole = String.fromCodePoint(...text)
    const [, digits, body] = /^([0-9]+)(?:;(.*))?$/su.exec(whole) ?? []
    // differs: xterm.js reads a number with leading zeros.
    const number =
      digits === undefined || (!asXterm && digits.length > 1 && digits.startsWith('0'))
        ? Number.NaN
        : Number(digits)
    if (wanted.includes(number)) report(`osc ${number} ${body ?? ''}`, end)
  }
  const cut = (end: number): void => {
    if (!asXterm) report('cut', end)
  }
  const enter = (next: State): void => {
    state = next
    text = []
    doubtEnd = Number.POSITIVE_INFINITY
  }

  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] as number
    const control = unit < 0x20 || unit === DEL
    if (isIn('string') && !asXterm && at === doubtEnd) state = 'ground'

    // differs: xterm.js knows the 8-bit controls, and in every state.
    if (asXterm && unit >= 0x80 && unit < 0xa0) {
      if (isIn('osc') && unit === 0x9c) finish(at + 1)
      if (unit === 0x9d) enter('osc')
      else if (unit === 0x9b) enter('csi')
      else if (unit === 0x90 || unit === 0x98 || unit === 0x9e || unit === 0x9f) {
        enter('string')
        letter = unit
      } else enter('ground')
      continue
    }

    if (isIn('oscEscape')) {
      if (unit === 0x5c) {
        finish(at + 1)
        enter('ground')
        continue
      }
      cut(at)
      enter('escape') // and the unit is read as what follows an ESC, below
    }
    if (isIn('osc')) {
      if (unit === BEL) {
        finish(at + 1)
        enter('ground')
      } else if (unit === CAN || unit === SUB) {
        cut(at + 1)
        enter('ground')
      }
      // differs: xterm.js finishes a string at any ESC.
      else if (unit === ESC) {
        if (asXterm) {
          finish(at + 1)
          enter('escape')
        } else state = 'oscEscape'
      }
      // differs: xterm.js keeps DEL.
      else if (!control || (asXterm && unit === DEL)) text.push(unit)
      continue
    }
    if (isIn('string')) {
      if (unit === CAN || unit === SUB) {
        enter('ground')
        continue
      }
      // differs: an ESC ends the string for xterm.js, whatever follows.
      if (unit === ESC && asXterm) {
        enter('escape')
        continue
      }
      if (unit === ESC && units[at + 1] === 0x5c && at + 1 < doubtEnd) {
        enter('ground')
        at += 1
        continue
      }
      if (unit === ESC && doubtEnd === Number.POSITIVE_INFINITY) doubtEnd = at + 1 + doubtBytes
      // differs: for xterm.js, a character outside ASCII ends such a string, except in the data of
      // a DCS.
      text.push(unit)
      if (asXterm && unit >= 0xa0 && !dcsHolds(letter, text)) enter('ground')
      continue
    }

    if (unit === ESC) {
      enter('escape')
      continue
    }
    if (unit === CAN || unit === SUB) {
      enter('ground')
      continue
    }
    if (unit === BEL) {
      report('bell', at + 1)
      continue
    }
    if (control || isIn('ground')) continue
    if (isIn('escape')) {
      if (unit === 0x5d) enter('osc')
      else if (unit === 0x5b) enter('csi')
      else if (unit === 0x50 || unit === 0x58 || unit === 0x5e || unit === 0x5f) {
        enter('string')
        letter = unit
      } else if (unit === 0x63) {
        report('ris', at + 1)
        enter('ground')
      } else enter(unit < 0x30 ? 'intermediate' : 'ground')
    } else if (isIn('intermediate')) {
      if (unit >= 0x30) enter('ground')
    } else {
      if (unit >= 0x20 && unit < 0x40) {
        text.push(unit)
        continue
      }
      const on = unit === 0x68
      const names = (...modes: readonly number[]) =>
        (on || unit === 0x6c) && namesMode(String.fromCodePoint(...text), modes)
      if (names(47, 1_047, 1_049)) report(`alternate ${on ? 'on' : 'off'}`, at + 1)
      if (names(2_004)) report(`brackets ${on ? 'on' : 'off'}`, at + 1)
      enter('ground')
    }
  }
  return reported
}

function namesMode(parameters: string, modes: readonly number[]): boolean {
  if (!/^\?[0-9;:]*$/.test(parameters)) return false
  return parameters
    .slice(1)
    .split(';')
    .slice(0, 32)
    .some((parameter) => modes.includes(Number(parameter.split(':')[0])))
}

/** Returns whether the DCS has reached its data, or has a header for which xterm.js skips it. */
function dcsHolds(letter: number, text: readonly number[]): boolean {
  if (letter !== 0x50 && letter !== 0x90) return false
  const before = String.fromCodePoint(
    ...text.slice(0, -1).filter((unit) => unit >= 0x20 && unit !== DEL),
  )
  return !/^[<-?]?[0-9:;]*[ -/]*$/.test(before)
}

/** Decodes as xterm.js does: U+FFFD only appears if it was sent. */
function charactersOf(input: Uint8Array): number[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return Buffer.from(input)
    .toString('latin1')
    .split('\xef\xbf\xbd')
    .map((part) => decoder.decode(Buffer.from(part, 'latin1')).replace(/[\ufffd\ufeff]/g, ''))
    .flatMap((part, index) => [
      ...(index === 0 ? [] : [0xfffd]),
      ...Array.from(part, (character) => character.codePointAt(0) ?? 0),
    ])
}
