/** Reads one complete OSC frame. Each dialect parses the payload. */
import { MAX_FRAME_LEN } from '../limits.ts'
import { fail, ok, type Result } from '../result.ts'
import { hasLoneSurrogate } from '../text/text.ts'
import { decodeUtf8, encodeUtf8 } from '../text/utf8.ts'

/** Bytes as received, or text, whose length counts as UTF-8. */
export type Input = Uint8Array | string

const BEL = 0x07
const CAN = 0x18
const SUB = 0x1a
const ESC = 0x1b
const SPACE = 0x20
const DEL = 0x7f

/**
 * A frame of maximum length, and the two bytes after a longer string: ST, or an escape that cuts
 * it.
 */
const lookedAt = MAX_FRAME_LEN + 2

/**
 * Returns the payload after `number;` of the frame at the start of the input. Skips controls
 * inside, as terminals do, and ignores everything after the terminator. Never reads past the length
 * limit.
 */
export function readFrame(input: Input, number: number): Result<string> {
  const text = typeof input === 'string' ? input.slice(0, lookedAt) : null
  const bytes = text === null ? (input as Uint8Array).subarray(0, lookedAt) : encodeUtf8(text)
  if (bytes[0] !== ESC || bytes[1] !== 0x5d) return fail('not-ours')
  const end = stringEnd(bytes)
  const payload = withoutControls(bytes.subarray(2, end))
  if (!hasNumber(payload, String(number))) return fail('not-ours')
  const problem = endProblem(bytes, end)
  if (problem !== null) return fail(problem)
  if (text !== null && hasLoneSurrogate(text.slice(2, 2 + text.slice(2).search(/[\x07\x1b]/))))
    return fail('malformed')
  const decoded = decodeUtf8(payload.subarray(String(number).length + 1))
  return decoded === null ? fail('malformed') : ok(decoded)
}

/** Returns the index of the byte that ends the string, or the length if none does. */
function stringEnd(bytes: Uint8Array): number {
  let at = 2
  while (
    at < bytes.length &&
    bytes[at] !== BEL &&
    bytes[at] !== ESC &&
    bytes[at] !== CAN &&
    bytes[at] !== SUB
  )
    at += 1
  return at
}

function endProblem(bytes: Uint8Array, end: number): 'cut' | 'too-long' | 'malformed' | null {
  if (end > MAX_FRAME_LEN) return 'too-long'
  if (end === bytes.length) return 'malformed'
  if (bytes[end] === BEL) return end + 1 > MAX_FRAME_LEN ? 'too-long' : null
  if (bytes[end] !== ESC) return 'cut'
  if (end + 1 === bytes.length) return 'malformed' // it may have been the start of ST
  if (bytes[end + 1] !== 0x5c) return 'cut'
  return end + 2 > MAX_FRAME_LEN ? 'too-long' : null
}

function hasNumber(payload: Uint8Array, digits: string): boolean {
  for (let at = 0; at < digits.length; at += 1) {
    if (payload[at] !== digits.charCodeAt(at)) return false
  }
  return payload.length === digits.length || payload[digits.length] === 0x3b
}

function withoutControls(bytes: Uint8Array): Uint8Array {
  return bytes.some(isControl) ? bytes.filter((byte) => !isControl(byte)) : bytes
}

function isControl(byte: number): boolean {
  return byte < SPACE || byte === DEL
}
