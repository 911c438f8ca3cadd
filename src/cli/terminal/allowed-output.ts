/**
 * Allowlist of output that may reach another terminal, and its normalized form.
 * docs/reference/session-socket.md, "What `attach` and `replay` let through", has the reasons, and
 * a test compares both. Queries are not in any table, so no terminal can be made to answer one.
 */
import { safeText, titleCharactersMax } from '../../base/text/safe-text.ts'
import { isCharset } from '../../terminal/screen/charsets.ts'
import { hexColor, parseColor } from '../../terminal/screen/color.ts'
import { colsMax, keyboardStackMax, cellLinkBytesMax } from '../../terminal/limits.ts'
import type { Parameters } from '../../terminal/parse/parameters.ts'
import { blocksOf } from '../../terminal/parse/text-size.ts'
import { identifier } from '../../terminal/parse/tokenizer.ts'
import { columnsOfBlock } from '../../terminal/screen/sized/sizing.ts'
import { widthOf } from '../../terminal/screen/width.ts'

/** Returns the parameters to send, or `null` if the sequence is dropped. */
type ControlRule = (parameters: Parameters) => string | null

/** Clamp for positions and counts, for which some terminals loop once per unit. */
const countMax = colsMax
/** Clamp for REP, which may fill a screen. */
const repeatMax = 9_999
/** Length of a link's `id`, in bytes. Longer ones are truncated. */
const linkIdMax = 250

/** Allows that many numbers, without trailing zeros. */
function numbers(count: number, max = countMax): ControlRule {
  return ({ values, count: given }) => {
    let last = Math.min(given, count)
    while (last > 0 && values[last - 1] === 0) last -= 1
    return Array.from(values.subarray(0, last), (value) => String(Math.min(value, max))).join(';')
  }
}

/** Allows one number up to `max`. */
function choice(max: number): ControlRule {
  return (parameters) => (parameters.value(0) > max ? null : String(parameters.value(0)))
}

const once = numbers(1)

/** Allows all colors and attributes. Numbers over 16 bits are reduced as the core does. */
const graphics: ControlRule = (parameters) => {
  let text = ''
  for (let index = 0; index < parameters.count; index += 1) {
    if (index > 0) text += ';'
    text += short(parameters.values[index] ?? 0)
    for (let sub = 0; sub < parameters.subCount(index); sub += 1) {
      const value = parameters.subValue(index, sub)
      text += value === -1 ? ':' : `:${short(value)}`
    }
  }
  return text
}

const short = (value: number): number => (value > 0xffff ? 0xff00 | (value & 0xff) : value)

function modes(passing: ReadonlySet<number>): ControlRule {
  return (parameters) => {
    const some = parameters.values.subarray(0, parameters.count).filter((mode) => passing.has(mode))
    return some.length === 0 ? null : some.join(';')
  }
}

const ansiModes = modes(new Set([4, 8, 20]))
const screenModes = [5, 6, 7, 12, 25, 45, 47, 69, 1047, 1048, 1049, 2026, 2027, 2500, 2501]
/** Modes of keys, mouse and paste: a session's program reads them, a recording has none. */
const inputModes = [1, 9, 66, 1000, 1002, 1003, 1006, 1015, 1016, 2004]

const screenControls: Readonly<Record<string, ControlRule>> = {
  '@': once,
  ' @': once,
  A: once,
  ' A': once,
  B: once,
  C: once,
  D: once,
  E: once,
  F: once,
  G: once,
  H: numbers(2),
  I: once,
  J: choice(3),
  '?J': choice(2),
  K: choice(2),
  '?K': choice(2),
  L: once,
  M: once,
  P: once,
  S: once,
  T: once,
  X: once,
  Z: once,
  '`': once,
  a: once,
  b: numbers(1, repeatMax),
  d: once,
  e: once,
  f: numbers(2),
  g: choice(3),
  h: ansiModes,
  l: ansiModes,
  m: graphics,
  '!p': numbers(0),
  ' q': choice(6),
  '"q': choice(2),
  r: numbers(2),
  s: numbers(2),
  u: numbers(0),
  "'}": once,
  "'~": once,
  $r: numbers(32),
  $v: numbers(8),
  $z: numbers(4),
  '${': numbers(4),
  t: (parameters) =>
    (parameters.value(0) === 22 || parameters.value(0) === 23) &&
    (parameters.value(1) === 0 || parameters.value(1) === 2)
      ? `${parameters.value(0)};2`
      : null,
}

const inputControls: Readonly<Record<string, ControlRule>> = {
  '=u': (parameters) =>
    parameters.value(1) > 3 ? null : `${parameters.value(0) & 31};${parameters.atLeastOne(1)}`,
  '>u': (parameters) => String(parameters.value(0) & 31),
  '<u': numbers(1, keyboardStackMax),
  '>m': (parameters) =>
    parameters.value(0) === 4 && parameters.value(1) <= 2 ? `4;${parameters.value(1)}` : null,
}

/** Output of each escape sequence, by the characters after ESC. */
const screenEscapes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['6', '7', '8', '9', 'D', 'E', 'H', 'M', 'N', 'O', 'c', 'n', 'o'],
      ...['#3', '#4', '#5', '#6', '#8'],
    ].map((name) => [name, `\x1b${name}`]),
  ),
  '%@': '\x0f\x1b(B',
  // `ESC % @` would make this terminal leave UTF-8, and bytes of characters would become controls.
  '%G': '\x0f\x1b(B',
}

const inputEscapes: Readonly<Record<string, string>> = { '=': '\x1b=', '>': '\x1b>' }

/** Control characters, with C1 controls in 7-bit form. */
const screenSingles: readonly (readonly [code: number, out: string])[] = [
  [0x08, '\b'],
  [0x09, '\t'],
  [0x0a, '\n'],
  [0x0b, '\n'],
  [0x0c, '\n'],
  [0x0d, '\r'],
  [0x0e, '\x0e'],
  [0x0f, '\x0f'],
  [0x84, '\x1bD'],
  [0x85, '\x1bE'],
  [0x88, '\x1bH'],
  [0x8e, '\x1bN'],
  [0x8f, '\x1bO'],
]

const levels: Readonly<Record<string, string>> = {
  '(': '(',
  ')': ')',
  '*': '*',
  '+': '+',
  '-': ')',
  '.': '*',
}

/** Returns `ESC ( 0` and similar for known character sets, else an empty string. */
function designation(name: number): string {
  const [level, set] = [levels[String.fromCharCode(name >> 8)], String.fromCharCode(name & 0xff)]
  return level === undefined || !isCharset(set) ? '' : `\x1b${level}${set}`
}

/** Returns the cleaned command by number, or `null` if it is dropped. */
const commands: ReadonlyMap<number, (rest: string) => string | null> = new Map([
  [0, titled(0)],
  [2, titled(2)],
  [4, palette],
  [8, link],
  [10, dynamic(10)],
  [11, dynamic(11)],
  [12, dynamic(12)],
  [66, sizedText],
  [104, palettesReset],
  [110, () => osc('110')],
  [111, () => osc('111')],
  [112, () => osc('112')],
  [133, (rest) => (/^[ABCD]/.test(rest) ? osc(`133;${rest.charAt(0)}`) : null)],
])

function osc(body: string): string {
  return `\x1b]${body}\x1b\\`
}

function titled(number: 0 | 2): (rest: string) => string {
  return (rest) => osc(`${number};${safeText(rest, titleCharactersMax)}`)
}

function palette(rest: string): string | null {
  const parts = rest.split(';')
  let text = ''
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [index, color] = [paletteIndex(parts[at] ?? ''), parseColor(parts[at + 1] ?? '')]
    if (index !== null && color !== undefined) text += `;${index};${hexColor(color)}`
  }
  return text === '' ? null : osc(`4${text}`)
}

function palettesReset(rest: string): string | null {
  if (rest === '') return osc('104')
  const some = rest
    .split(';')
    .map(paletteIndex)
    .filter((index) => index !== null)
  return some.length === 0 ? null : osc(`104;${some.join(';')}`)
}

function paletteIndex(text: string): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) < 256 ? Number(text) : null
}

/** `OSC 10 ; A ; B` sets colors 10 and 11. */
function dynamic(first: number): (rest: string) => string | null {
  return (rest) => {
    const colors = rest
      .split(';')
      .slice(0, 13 - first)
      .map(parseColor)
    const text = colors
      .map((color, index) =>
        color === undefined ? '' : osc(`${first + index};${hexColor(color)}`),
      )
      .join('')
    return text === '' ? null : text
  }
}

/**
 * Returns the address of a web page or e-mail, or `null`. The effect of a click in another terminal
 * is unknown, so other links become plain text.
 */
function address(uri: string): string | null {
  const url = uri.length > cellLinkBytesMax ? null : URL.parse(uri)
  if (url === null || url.href.length > cellLinkBytesMax || !/^[\x21-\x7e]+$/.test(url.href))
    return null
  const { protocol, username, password, search, href } = url
  const leads =
    protocol === 'http:' || protocol === 'https:'
      ? username === '' && password === ''
      : // A user name before @ looks like a host; mail fields can attach files.
        protocol === 'mailto:' && search === ''
  return leads ? href : null
}

function link(rest: string): string | null {
  if (rest === ';') return osc('8;;')
  const semicolon = rest.indexOf(';')
  if (semicolon === -1) return null
  const [parameters, uri] = [rest.slice(0, semicolon).trim(), rest.slice(semicolon + 1)]
  if (uri === '') return null
  const leads = address(uri)
  if (leads === null) return osc('8;;')
  const id =
    parameters
      .split(':')
      .find((part) => part.startsWith('id='))
      ?.slice(3)
      .replace(/[^\x21-\x39\x3c-\x7e]/g, '')
      .slice(0, linkIdMax) ?? ''
  return osc(`8;${id === '' ? '' : `id=${id}`};${leads}`)
}

/** Returns text of another size (OSC 66) at single size, with the columns of its blocks. */
function sizedText(rest: string): string {
  let out = ''
  for (const { text, word } of blocksOf(rest)) {
    const columns = columnsOfBlock(word)
    let used = 0
    let shown = ''
    for (const one of text) {
      const width = widthOf(one.codePointAt(0) ?? 0)
      if (word !== 0 && used + width > columns) break
      used += width
      shown += one
    }
    out += shown + ' '.repeat(Math.max(0, columns - used))
  }
  return out
}

/** The allowed sequences, by the tokenizer's names. */
export interface Allowed {
  /** By code; undefined is dropped. */
  readonly singles: readonly (string | undefined)[]
  readonly controls: ReadonlyMap<number, ControlRule>
  readonly escape: (name: number) => string
  readonly commands: typeof commands
  /** Names for the list in the docs. */
  readonly names: readonly string[]
}

/** @param replayed false for a session that reads keys, true for a recording */
export function allowedOutput(replayed: boolean): Allowed {
  return replayed ? toWatch : toWorkIn
}

function tables(replayed: boolean): Allowed {
  const privateModes = modes(new Set(replayed ? screenModes : [...screenModes, ...inputModes]))
  const controls = {
    ...screenControls,
    ...(replayed ? {} : inputControls),
    '?h': privateModes,
    '?l': privateModes,
  }
  const escapes = new Map(
    Object.entries(replayed ? screenEscapes : { ...screenEscapes, ...inputEscapes }).map(
      ([name, out]) => [identifier(name), out],
    ),
  )
  const singles: (string | undefined)[] = []
  for (const [code, out] of screenSingles) singles[code] = out
  if (!replayed) singles[0x07] = '\x07'
  return {
    singles,
    controls: new Map(Object.entries(controls).map(([name, rule]) => [identifier(name), rule])),
    escape: (name) => escapes.get(name) ?? designation(name),
    commands,
    names: [
      ...Object.keys(controls)
        .filter((name) => name !== '?h' && name !== '?l')
        .map((name) => `CSI ${name}`),
      ...[...screenModes, ...(replayed ? [] : inputModes)].map((mode) => `CSI ? ${mode} h`),
      ...[...escapes.keys()].map(
        (name) =>
          `ESC ${name > 0xff ? String.fromCharCode(name >> 8) : ''}` +
          String.fromCharCode(name & 0xff),
      ),
      ...[...commands.keys()].map((number) => `OSC ${number}`),
    ],
  }
}

const toWorkIn = tables(false)
const toWatch = tables(true)
