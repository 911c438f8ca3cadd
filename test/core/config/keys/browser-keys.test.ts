/** Keys that the browser beneath may act on. */
import { expect, test } from 'vitest'
import { editsLine, isBrowsers } from '../../../../src/core/config/keys/browser-keys.ts'
import type { KeyPress } from '../../../../src/core/config/keys/chords.ts'

/** `Control+Shift+j`; the last part is `KeyboardEvent.key`. */
function press(chord: string, rest: Partial<KeyPress> = {}): KeyPress {
  const parts = chord.split('+')
  const held = (name: string) => parts.slice(0, -1).includes(name)
  return {
    key: parts.at(-1)!,
    code: '',
    ctrl: held('Control'),
    shift: held('Shift'),
    alt: held('Alt'),
    meta: held('Meta'),
    altGraph: false,
    ...rest,
  }
}

const only = (chords: string, inField: boolean) =>
  chords.split(' ').filter((chord) => isBrowsers(press(chord), inField))

test('are never those with which it does something of its own', () => {
  const own =
    'Control+Shift+J Control+Shift+I Control+Shift+C Control+Shift+G Control+f Control+p ' +
    'Control+r Control+Tab Control+PageUp Control+Shift+Delete Control+u Control+Shift+B ' +
    'Alt+ArrowLeft Alt+ArrowRight Alt+Home Alt+d Meta+c Control+Alt+v ' +
    'F1 F3 F5 F7 F12 Shift+F5 Shift+Escape BrowserBack BrowserRefresh Control+Enter'
  expect([only(own, false), only(own, true)]).toEqual([[], []])
})

test('are keys that make text, and in a text field keys that edit it', () => {
  const always =
    'a A é Shift+Tab Enter Escape Backspace Shift+ArrowLeft PageUp Dead Alt Alt+ArrowUp'
  const edits =
    'Control+a Control+c Control+x Control+v Control+z Control+y Control+Shift+Z Control+Shift+V ' +
    'Control+ArrowLeft Control+Shift+ArrowRight Control+Backspace Control+Delete Control+Home ' +
    'Control+Insert'
  expect([only(always, false), only(edits, true)]).toEqual([always.split(' '), edits.split(' ')])
  expect(only(edits, false)).toEqual([])
})

test('are keys that AltGr makes, and chords by their key label on other layouts', () => {
  expect([
    isBrowsers(press('Control+Alt+@', { altGraph: true }), false),
    isBrowsers(press('Control+м', { code: 'KeyV' }), true),
    isBrowsers(press('Control+о', { code: 'KeyJ' }), true),
  ]).toEqual([true, true, false])
})

test('in a text field, go before actions where they edit it', () => {
  const edits =
    'Control+z Control+Shift+Z Shift+Home Control+Shift+ArrowLeft Control+Delete Shift+Delete'
  const others =
    'z Home Tab Shift+A Shift+Tab Shift+PageUp Shift+ArrowUp Control+Shift+ArrowDown ' +
    'Control+Shift+X Control+Shift+Delete Control+Alt+z Meta+ArrowLeft'
  expect(`${edits} ${others}`.split(' ').filter((chord) => editsLine(press(chord)))).toEqual(
    edits.split(' '),
  )
})
