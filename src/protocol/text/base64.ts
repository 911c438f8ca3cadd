/** Strict base64: one alphabet, exact padding, no left-over bits. */
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

const standard = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const none = 64

/** Value of each ASCII character, or 64 if it is not in the alphabet. */
const sextets = new Uint8Array(128).fill(none)
for (let value = 0; value < 64; value += 1) sextets[standard.charCodeAt(value)] = value

interface Base64Options {
  /** `either` also accepts `-` and `_` for `+` and `/`, but no mix of both alphabets. */
  readonly alphabet?: 'standard' | 'either'
  /** Padding is required. */
  readonly padded?: boolean
}

/** Returns the bytes, or `null` if the text is not valid base64. Linear. */
export function decodeBase64(
  text: string,
  { alphabet = 'standard', padded = false }: Base64Options = {},
): Uint8Array<ArrayBuffer> | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  const rest = length % 4
  if (rest === 1 || ((padding > 0 || padded) && padding !== (4 - rest) % 4)) return null
  const plain = alphabet === 'either' ? inStandard(text) : text
  if (plain === null) return null
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let group = 0
  let bits = 0
  let to = 0
  for (let at = 0; at < length; at += 1) {
    const sextet = sextets[plain.charCodeAt(at)] ?? none
    if (sextet === none) return null
    group = ((group << 6) | sextet) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[to] = group >> bits
    to += 1
  }
  return (group & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Returns the UTF-8 text, or `null` if the text is not valid base64 of UTF-8. */
export function decodeBase64Text(text: string, options?: Base64Options): string | null {
  const bytes = decodeBase64(text, options)
  return bytes === null ? null : decodeUtf8(bytes)
}

/** Encodes with padding. A lone surrogate becomes U+FFFD. */
export function encodeBase64(text: string): string
export function encodeBase64(text: string | undefined): string | undefined
export function encodeBase64(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const bytes = encodeUtf8(text)
  let encoded = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    encoded +=
      character(group >> 18) + character(group >> 12) + character(group >> 6) + character(group)
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return missing === 0 ? encoded : encoded.slice(0, -missing) + '='.repeat(missing)
}

function character(bits: number): string {
  return standard[bits & 63] as string // there are 64 characters
}

function inStandard(text: string): string | null {
  const urlSafe = /[-_]/.test(text)
  if (urlSafe && /[+/]/.test(text)) return null
  return urlSafe ? text.replaceAll('-', '+').replaceAll('_', '/') : text
}
