/**
 * Tests the chords that the configuration's texts describe, and the chords that a key press can be,
 * on keyboards of several countries.
 */
import { describe, expect, test } from 'vitest'
import { actionNames, actionTable } from '../../../../src/core/config/keys/actions.ts'
import {
  accelerator,
  chordLabel,
  chordsOf,
  chordText,
  parseChord,
  type KeyPress,
} from '../../../../src/core/config/keys/chords.ts'
import { presetChords, presetNames } from '../../../../src/core/config/keys/presets.ts'
import { ShortcutLookup } from '../../../../src/core/config/keys/shortcut-lookup.ts'
import { defaultShortcuts, resolveShortcuts } from '../../../../src/core/config/keys/shortcuts.ts'
import { vectors } from '../../../support/vectors.ts'

const press = (parts: Partial<KeyPress>): KeyPress => ({
  key: '',
  code: '',
  ctrl: false,
  shift: false,
  alt: false,
  meta: false,
  altGraph: false,
  ...parts,
})

describe('parseChord', () => {
  test.each(vectors('shortcut_spec').map((vector) => [vector.id, vector] as const))(
    'vector %s',
    (_id, vector) => {
      const parsed = parseChord(String(vector['value']))
      expect('ok' in parsed ? parsed.ok : 'error').toEqual(vector['expect'])
    },
  )

  test.each<[string, string]>([
    ['CTRL+Shift+a', 'ctrl+shift+a'],
    ['shift+ctrl+a', 'ctrl+shift+a'],
    [' ctrl + pgup ', 'ctrl+pageup'],
    ['meta+enter', 'super+enter'],
    ['ctrl++', 'ctrl+plus'],
    ['ctrl+-', 'ctrl+minus'],
    ['ctrl+=', 'ctrl+equal'],
    ['ctrl+,', 'ctrl+comma'],
    ['alt+ü', 'alt+ü'],
    ['ctrl+я', 'ctrl+я'],
    ['ctrl+CODE:keyt', 'ctrl+code:KeyT'],
    ['alt+code:bracketleft', 'alt+code:BracketLeft'],
    ['shift+enter', 'shift+enter'],
    ['menu', 'menu'],
    ['f24', 'f24'],
  ])('reads %s as %s', (text, expected) => {
    const parsed = parseChord(text)
    expect('ok' in parsed ? chordText(parsed.ok) : parsed.problem).toBe(expected)
  })

  test.each<[string, string]>([
    ['', 'it is empty.'],
    ['ctrl+', 'it is empty.'],
    ['ctrl+shift', 'no key given, only modifiers.'],
    ['f25', 'unknown key f25.'],
    ['ctrl+blorp', 'unknown key blorp.'],
    ['a+b', 'unknown modifier a. Use ctrl, shift, alt or super.'],
    ['ctrl+ctrl+a', 'ctrl is given twice.'],
    ['control+ctrl+a', 'ctrl is given twice.'],
    ['t', 't needs a modifier (ctrl, alt or super).'],
    ['escape', 'escape needs a modifier (ctrl, alt or super).'],
    ['ctrl+code:KeyÄ', 'unknown key code:keyä.'],
    ['ctrl+\u200b', 'unknown key \u200b.'],
  ])('refuses %o: %s', (text, problem) => {
    expect(parseChord(text)).toEqual({ problem })
  })
})

describe('a key press finds its action', () => {
  const lookup = new ShortcutLookup(defaultShortcuts)
  const action = (parts: Partial<KeyPress>, table = lookup) => {
    const bound = table.find(press(parts))
    return bound !== undefined && 'action' in bound ? bound.action : bound
  }
  const cs = { ctrl: true, shift: true }

  test.each<[string, Partial<KeyPress>, string | undefined]>([
    ['US: a letter with Shift', { key: 'T', code: 'KeyT', ...cs }, 'new_tab'],
    ['US: with Caps Lock', { key: 't', code: 'KeyT', ...cs }, 'new_tab'],
    ["US: without Shift it is the program's", { key: 't', code: 'KeyT', ctrl: true }, undefined],
    [
      'US: with Alt too it is another chord',
      { key: 'T', code: 'KeyT', ...cs, alt: true },
      'reopen_closed_tab',
    ],
    ['US: a digit', { key: '1', code: 'Digit1', alt: true }, 'go_to_tab_1'],
    ['US: plus, which needs Shift', { key: '+', code: 'Equal', ...cs }, 'font_larger'],
    ['US: equal', { key: '=', code: 'Equal', ctrl: true }, 'font_larger'],
    ['US: underscore is no minus', { key: '_', code: 'Minus', ...cs }, undefined],
    ['US: Shift makes < of the comma', { key: '<', code: 'Comma', ...cs }, 'reload_config'],
    ['German: Shift makes ; of it', { key: ';', code: 'Comma', ...cs }, 'reload_config'],
    ['German: < has a key of its own', { key: '<', code: 'IntlBackslash', ...cs }, undefined],
    ['US: number pad', { key: '+', code: 'NumpadAdd', ctrl: true }, 'font_larger'],
    ['US: Tab', { key: 'Tab', code: 'Tab', ctrl: true }, 'next_tab'],
    ['US: Tab backwards', { key: 'Tab', code: 'Tab', ...cs }, 'previous_tab'],
    ['US: space', { key: ' ', code: 'Space', ...cs }, 'quick_select'],
    ['US: F11', { key: 'F11', code: 'F11' }, 'toggle_fullscreen'],
    ['US: the key that is labelled Copy', { key: 'Copy', code: 'Copy' }, 'copy'],
    ["US: Super is the desktop's", { key: 'T', code: 'KeyT', ...cs, meta: true }, undefined],
    ['US: a modifier alone', { key: 'Shift', code: 'ShiftLeft', shift: true }, undefined],
    [
      'AZERTY: digits are engraved on keys that make signs',
      { key: '&', code: 'Digit1', alt: true },
      'go_to_tab_1',
    ],
    ['AZERTY: the sign of Digit0', { key: 'à', code: 'Digit0', alt: true }, 'last_tab'],
    ['AZERTY: a letter by what it makes', { key: 'A', code: 'KeyQ', ...cs }, 'select_all'],
    ['AZERTY: not by what is engraved for others', { key: 'Q', code: 'KeyA', ...cs }, 'quit'],
    ['Cyrillic: a letter by its key', { key: 'Е', code: 'KeyT', ...cs }, 'new_tab'],
    ['Cyrillic: without Shift', { key: 'е', code: 'KeyT', ctrl: true }, undefined],
    ['Greek: a letter by its key', { key: 'Χ', code: 'KeyX', ...cs }, 'copy_mode'],
    ['Dvorak: a letter by what it makes', { key: 'T', code: 'KeyK', ...cs }, 'new_tab'],
    ['Dvorak: the sign on the key of Q is no q', { key: '"', code: 'KeyQ', ...cs }, undefined],
    ['German: AltGr+Q is @', { key: '@', code: 'KeyQ', altGraph: true }, undefined],
    [
      'German: AltGr with Ctrl and Alt, as other systems report it',
      { key: '{', code: 'Digit7', ctrl: true, alt: true, altGraph: true },
      undefined,
    ],
    [
      'German: AltGr and a digit of a tab',
      { key: '²', code: 'Digit2', alt: true, altGraph: true },
      undefined,
    ],
    ['German: plus without Shift', { key: '+', code: 'BracketRight', ctrl: true }, 'font_larger'],
    ['a dead key', { key: 'Dead', code: 'Quote' }, undefined],
    ['an input method', { key: 'Process', code: 'KeyT', ...cs }, undefined],
  ])('%s', (_name, parts, expected) => {
    expect(action(parts)).toBe(expected)
  })

  test('a physical key is bound by its code, whatever its character', () => {
    const bound = new ShortcutLookup(
      resolveShortcuts({ new_tab: ['ctrl+code:KeyZ'], quit: ['ctrl+code:Quote'] }).table,
    )
    expect([
      action({ key: 'z', code: 'KeyZ', ctrl: true }, bound),
      action({ key: 'y', code: 'KeyZ', ctrl: true }, bound),
      action({ key: 'z', code: 'KeyY', ctrl: true }, bound),
      action({ key: 'Dead', code: 'Quote', ctrl: true }, bound),
      action({ key: 'Dead', code: 'Quote' }, bound),
    ]).toEqual(['new_tab', 'new_tab', undefined, 'quit', undefined])
  })

  test('the character takes precedence over the key', () => {
    const bound = new ShortcutLookup(
      resolveShortcuts({ new_tab: ['ctrl+alt+я'], quit: ['ctrl+alt+z'] }).table,
    )
    expect(chordsOf(press({ key: 'я', code: 'KeyZ', ctrl: true, alt: true }))).toEqual([
      'ctrl+alt+я',
      'ctrl+alt+z',
      'ctrl+alt+code:KeyZ',
    ])
    expect(action({ key: 'я', code: 'KeyZ', ctrl: true, alt: true }, bound)).toBe('new_tab')
  })
})

describe('chords of the program', () => {
  const all = (preset: (typeof presetNames)[number]) => Object.values(presetChords(preset)).flat()

  test.each(presetNames)(
    'preset %s: each chord is written as it is compared, and given once',
    (preset) => {
      const canonical = all(preset).map((chord) => {
        const parsed = parseChord(chord)
        return 'ok' in parsed ? chordText(parsed.ok) : parsed.problem
      })
      expect(canonical).toEqual(all(preset))
      expect(new Set(canonical).size).toBe(canonical.length)
    },
  )

  test('the defaults leave alone the keys of programs, desktops and input methods', () => {
    const forbidden = new RegExp(
      String.raw`^(?:ctrl\+[a-z]|alt\+[a-z]|(?:ctrl\+|shift\+|alt\+)*escape|f(?!11$)\d+` +
        String.raw`|ctrl\+shift\+u|ctrl\+(?:shift\+)?alt\+(?:up|down|left|right)|.*super\+.*)$`,
    )
    expect(all('default').filter((chord) => forbidden.test(chord))).toEqual([])
  })

  test('the tmux preset has ctrl+shift only, and classic is what it was', () => {
    expect(all('tmux').filter((chord) => !/^ctrl\+shift\+[^+]+$/.test(chord))).toEqual([])
    const { new_tab, close_tab, copy, paste, next_tab } = presetChords('classic')
    expect([new_tab, close_tab, copy, paste, next_tab].map(([first]) => first)).toEqual([
      ...['super+t', 'super+w', 'super+c', 'super+v', 'super+tab'],
    ])
  })

  // the defaults of kitty 0.26, by its names, where vibeflow has such an action
  test.each([
    ['new_window', 'ctrl+shift+enter', 'split_right'],
    ['close_window', 'ctrl+shift+w', 'close_tab'],
    ['next_window', 'ctrl+shift+]', 'next_pane'],
    ['previous_window', 'ctrl+shift+[', 'previous_pane'],
    ['close_tab', 'ctrl+shift+q', 'close_all_panes'],
    ['show_scrollback', 'ctrl+shift+h', 'page_scrollback'],
    ['show_last_command_output', 'ctrl+shift+g', 'page_last_output'],
    ['open_url_with_hints', 'ctrl+shift+e', 'quick_select_open'],
    ['paste_from_selection', 'shift+insert', 'paste_primary'],
    ['scroll_line_up', 'ctrl+shift+k', 'scroll_line_up'],
    ['clear_terminal reset', 'ctrl+shift+delete', 'reset_terminal'],
  ] as const)('the kitty preset has its key for %s', (_kitty, chord, action) => {
    expect(presetChords('kitty')[action]).toContain(chord)
  })

  test('every action has a label of its own', () => {
    const labels = actionNames.map((name) => actionTable[name].label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  test('are drawn with keyboard labels, and written as Electron reads them', () => {
    const chords = [
      ...['ctrl+shift+t', 'ctrl+plus', 'shift+pageup', 'f11', 'ctrl+comma', 'alt+code:KeyQ'],
      ...['ctrl+shift+space', 'menu', 'ctrl+ä', 'ctrl+я'],
    ]
    expect(chords.map(chordLabel)).toEqual([
      ...['Ctrl+Shift+T', 'Ctrl++', 'Shift+PageUp', 'F11', 'Ctrl+,', 'Alt+Q', 'Ctrl+Shift+Space'],
      ...['Menu', 'Ctrl+Ä', 'Ctrl+Я'],
    ])
    expect(chords.map(accelerator)).toEqual([
      ...['Ctrl+Shift+T', 'Ctrl+Plus', 'Shift+PageUp', 'F11', 'Ctrl+,'],
      null,
      'Ctrl+Shift+Space',
      ...[null, null, null],
    ])
  })
})
