/** Names of keys and codes of physical keys in the configuration. */
import { signCodes } from './us-layout.ts'

/** Names of keys that type or end something. */
const typing = ['enter', 'escape', 'tab', 'space', 'backspace', 'plus', 'minus', 'equal', 'comma']

export const functionKeys = Array.from({ length: 24 }, (_, index) => `f${index + 1}`)

export const otherKeys: readonly string[] =
  'delete insert home end pageup pagedown up down left right menu copy paste'.split(' ')

/** Names of keys, in addition to single characters. */
export const keyNames: ReadonlySet<string> = new Set([...typing, ...otherKeys, ...functionKeys])

const others =
  'IntlBackslash IntlRo IntlYen Enter Tab Escape Backspace Delete Insert Home End PageUp ' +
  'PageDown ArrowUp ArrowDown ArrowLeft ArrowRight ContextMenu Pause PrintScreen ScrollLock ' +
  'NumpadAdd NumpadSubtract NumpadMultiply NumpadDivide NumpadDecimal NumpadEnter NumpadEqual ' +
  'NumpadComma Convert NonConvert KanaMode Lang1 Lang2'

const codes: readonly string[] = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `Key${letter}`),
  ...[...'0123456789'].flatMap((digit) => [`Digit${digit}`, `Numpad${digit}`]),
  ...functionKeys.map((name) => name.toUpperCase()),
  ...signCodes,
  ...others.split(' '),
]

/** Codes of physical keys (`KeyboardEvent.code`) by their lowercase form, for a chord's `code:`. */
export const keyCodes: ReadonlyMap<string, string> = new Map(
  codes.map((code) => [code.toLowerCase(), code]),
)
