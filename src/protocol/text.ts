/** Text on the wire: controls, lone surrogates, names, numbers. */
import { MAX_FRAME_LEN, tokenCharactersMax } from './limits.ts'
import { encodeUtf8 } from './utf8.ts'

const controls = /[\u0000-\u001f\u007f-\u009f]/
const controlsButLf = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
const surrogate = /[\ud800-\udfff]/
const loneSurrogate = /\p{Surrogate}/u
const printable = /^[\x20-\x7e]*$/

/** C0, DEL or C1. */
export function hasControl(text: string): boolean {
  return controls.test(text)
}

export function hasControlButLf(text: string): boolean {
  return controlsButLf.test(text)
}

/** Half of a UTF-16 pair: no character, and nothing that UTF-8 can carry. */
export function hasLoneSurrogate(text: string): boolean {
  // the second is slow, and has nothing to find in most texts
  return surrogate.test(text) && loneSurrogate.test(text)
}

/** ASCII without controls, blank included. */
export function isPrintable(text: string): boolean {
  return printable.test(text)
}

/**
 * Is the frame within the cap of state frames? A text of more characters than that is not encoded
 * at all.
 */
export function fitsFrame(frame: string): boolean {
  return frame.length <= MAX_FRAME_LEN && encodeUtf8(frame).length <= MAX_FRAME_LEN
}

/**
 * Removes blanks and tabs at both ends, and nothing else. Linear, where a pattern with `+$` would
 * not be.
 */
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

/** A name on the wire of OSC 26 and 7501: a program's, or a segment of an id. */
export function isToken(text: string): boolean {
  return token.test(text)
}

/** 0-100 in plain decimal, without sign and leading zeros; else undefined. */
export function percentage(text: string): number | undefined {
  return /^(?:100|[1-9]?\d)$/.test(text) ? Number(text) : undefined
}

/** When a process began, in clock ticks since the boot of its machine; else undefined. */
export function readTicks(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined
}
