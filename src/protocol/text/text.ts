/** Checks of text in sequences: controls, lone surrogates, names, numbers. */
import { MAX_FRAME_LEN, tokenCharactersMax } from '../limits.ts'
import { encodeUtf8 } from './utf8.ts'

const controls = /[\u0000-\u001f\u007f-\u009f]/
const controlsButLf = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
const surrogate = /[\ud800-\udfff]/
const loneSurrogate = /\p{Surrogate}/u
const printable = /^[\x20-\x7e]*$/

/** Returns whether the text has a C0, DEL or C1 control. */
export function hasControl(text: string): boolean {
  return controls.test(text)
}

export function hasControlButLf(text: string): boolean {
  return controlsButLf.test(text)
}

/** Returns whether the text has half of a UTF-16 pair, which UTF-8 cannot encode. */
export function hasLoneSurrogate(text: string): boolean {
  // the second test is slow and rarely needed
  return surrogate.test(text) && loneSurrogate.test(text)
}

/** Returns whether the text is ASCII without controls; spaces are allowed. */
export function isPrintable(text: string): boolean {
  return printable.test(text)
}

/**
 * Returns whether the frame is within the limit. A frame that is far too long is not encoded for
 * this.
 */
export function fitsFrame(frame: string): boolean {
  return frame.length <= MAX_FRAME_LEN && encodeUtf8(frame).length <= MAX_FRAME_LEN
}

/** Removes spaces and tabs at both ends. Linear; a pattern with `+$` is not. */
export function trimBlanks(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isBlank(text.charCodeAt(from))) from += 1
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1
  return text.slice(from, to)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

const token = new RegExp(`^[A-Za-z0-9_.+-]{1,${tokenCharactersMax}}$`)

/** Returns whether the text is a name in OSC 26 or 7501: a program's, or an id segment. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/** Reads 0 to 100 in plain decimal, without sign or leading zeros. */
export function percentage(text: string): number | undefined {
  return /^(?:100|[1-9]?\d)$/.test(text) ? Number(text) : undefined
}

/** Reads a process start time, in clock ticks since boot. */
export function readTicks(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
}
