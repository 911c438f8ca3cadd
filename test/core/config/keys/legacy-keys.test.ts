/** Keys by name, without the kitty protocol, beside what xterm.js makes of the same press. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { legacyKey } from '../../../../src/core/config/keys/legacy-keys.ts'
import { namedPress } from '../../../../src/core/config/keys/named-press.ts'

/** As xterm.js has it; its own imports name types and constants. */
const source = readFileSync(
  join(import.meta.dirname, '../../../../node_modules/@xterm/xterm/src/common/input/Keyboard.ts'),
  'utf8',
)
const constants = `
const KeyboardResultType = { SEND_KEY: 0, SELECT_ALL: 1, PAGE_UP: 2, PAGE_DOWN: 3 }
const C0 = { ESC: '\\x1b', DEL: '\\x7f', HT: '\\t', CR: '\\r', NUL: '\\0', FS: '\\x1c',
  GS: '\\x1d', US: '\\x1f' }`
const code = `${constants}\n${stripTypeScriptTypes(source.replaceAll(/^import .*$/gm, ''))}`
type Evaluate = (
  event: object,
  applicationCursor: boolean,
  isMac: boolean,
  meta: boolean,
) => { key?: string }
const { evaluateKeyboardEvent } = (await import(
  `data:text/javascript,${encodeURIComponent(code)}`
)) as { evaluateKeyboardEvent: Evaluate }

const sent = (name: string, applicationCursor = false) => {
  const found = namedPress(name)
  return 'problem' in found ? found.problem : legacyKey(found.ok, applicationCursor)
}

/** `KeyboardEvent.keyCode`, by which xterm.js goes. */
const keyCodes: Readonly<Record<string, number>> = {
  Backspace: 8,
  Tab: 9,
  Enter: 13,
  Escape: 27,
  PageUp: 33,
  PageDown: 34,
  End: 35,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Insert: 45,
  Delete: 46,
  ' ': 32,
  '[': 219,
  '\\': 220,
  ']': 221,
  F1: 112,
  F2: 113,
  F3: 114,
  F4: 115,
  F5: 116,
  F6: 117,
  F7: 118,
  F8: 119,
  F9: 120,
  F10: 121,
  F11: 122,
  F12: 123,
}

/** xterm.js sends nothing, or leaves modifiers out, where xterm does not. */
const departures = new RegExp(
  '^(?:.*Shift\\+.*Page(?:Up|Down)|(?:Alt\\+|Ctrl\\+|Shift\\+)+Insert|Alt\\+Page(?:Up|Down)|' +
    'Ctrl\\+Shift\\+[ac]|Ctrl\\+Alt\\+[[\\]])$',
)

test('the same bytes as xterm.js', () => {
  const keys = [
    'Enter',
    'Tab',
    'Backspace',
    'Escape',
    'Up',
    'Down',
    'Left',
    'Right',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'Insert',
    'Delete',
    'a',
    'c',
    'z',
    'Space',
    '[',
    ']',
    ...Array.from({ length: 12 }, (_, at) => `F${at + 1}`),
  ]
  const modifiers = ['', 'Ctrl+', 'Alt+', 'Shift+', 'Ctrl+Shift+', 'Ctrl+Alt+']
  const differences: string[] = []
  for (const key of keys)
    for (const modifier of modifiers)
      for (const application of [false, true]) {
        const name = modifier + key
        const found = namedPress(name)
        if ('problem' in found) throw new Error(found.problem)
        const { ok } = found
        const code = /^[a-z]$/i.test(ok.key) ? ok.key.toUpperCase().charCodeAt(0) : keyCodes[ok.key]
        const theirs = evaluateKeyboardEvent(
          {
            key: ok.key,
            code: ok.code,
            keyCode: code ?? 0,
            charCode: 0,
            type: 'keydown',
            altKey: ok.alt,
            ctrlKey: ok.ctrl,
            shiftKey: ok.shift,
            metaKey: ok.meta,
            preventDefault: () => undefined,
            stopPropagation: () => undefined,
          },
          application,
          false,
          false,
        ).key
        const ours = sent(name, application)
        if (theirs !== undefined && theirs !== ours && !departures.test(name))
          differences.push(`${name}: ${JSON.stringify(theirs)} and not ${JSON.stringify(ours)}`)
      }
  expect(differences).toEqual([])
})

describe('by name', () => {
  test.each([
    ['A', 'A'],
    ['shift+a', 'A'],
    ['Ctrl+C', '\x03'],
    ['ctrl+@', '\0'],
    ['Ctrl+/', '\x1f'],
    ['+', '+'],
    ['Ctrl++', null],
    ['Space', ' '],
    [' ', 'it is empty.'],
    ['é', 'é'],
    ['?', '?'],
    ['ArrowUp', '\x1b[A'],
    ['Shift+PageUp', '\x1b[5;2~'],
    ['Alt+.', '\x1b.'],
    ['Shift+1', '!'],
    ['F13', null],
    ['Foo', 'there is no key named foo.'],
    ['Hyper+a', 'hyper is not a modifier; these are ctrl, shift, alt and super.'],
    ['Super+a', null],
    ['', 'it is empty.'],
  ])('%j sends %j', (name, bytes) => expect(sent(name)).toBe(bytes))
})
