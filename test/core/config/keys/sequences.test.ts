/** Tests sequences of keys, and the mouse in shortcuts: form, conflicts, and matching events. */
import { describe, expect, test } from 'vitest'
import {
  accelerator,
  chordLabel,
  chordsIn,
  type KeyPress,
} from '../../../../src/core/config/keys/chords.ts'
import { actionNames } from '../../../../src/core/config/keys/actions.ts'
import { namedPress } from '../../../../src/core/config/keys/named-press.ts'
import {
  buttonKey,
  wheelKeys,
  type MousePress,
} from '../../../../src/core/config/keys/mouse-chords.ts'
import { parseShortcut, sequenceStarts } from '../../../../src/core/config/keys/sequences.ts'
import { ShortcutLookup } from '../../../../src/core/config/keys/shortcut-lookup.ts'
import { resolveShortcuts } from '../../../../src/core/config/keys/shortcuts.ts'

const read = (text: string): string => {
  const parsed = parseShortcut(text)
  return 'ok' in parsed ? parsed.ok : parsed.problem
}

function press(name: string, altGraph = false): KeyPress {
  const named = namedPress(name)
  if ('problem' in named) throw new Error(named.problem)
  return { ...named.ok, altGraph }
}

describe('parseShortcut', () => {
  test.each<[string, string]>([
    ['ctrl+shift+t', 'ctrl+shift+t'],
    ['Ctrl+A > C', 'ctrl+a>c'],
    ['ctrl+a>ctrl+a', 'ctrl+a>ctrl+a'],
    ['ctrl+>', 'ctrl+>'],
    ['ctrl+a>>', 'ctrl+a>>'],
    ['ctrl+>>>', 'ctrl+>>>'],
    ['ctrl+a>ctrl+>', 'ctrl+a>ctrl+>'],
    ['ctrl++>c', 'ctrl+plus>c'],
    ['ctrl+a>+', 'ctrl+a>plus'],
    ['f5>escape>code:KeyT', 'f5>escape>code:KeyT'],
    ['Ctrl+WheelUp', 'ctrl+wheelup'],
    ['shift+middleclick', 'shift+middleclick'],
    ['backclick', 'backclick'],
    ['click', 'click needs a modifier, since it selects text.'],
    ['ctrl+a>middleclick', 'a sequence has keys only.'],
    ['ctrl+click>a', 'a sequence has keys only.'],
    ['ctrl+a>', 'it is empty.'],
    ['c>ctrl+a', 'c needs a modifier (ctrl, alt or super).'],
    ['ctrl+a>blorp', 'unknown key blorp.'],
    ['ctrl+a>hyper+b', 'unknown modifier hyper. Use ctrl, shift, alt or super.'],
    [Array.from({ length: 20 }, () => 'f5').join('>'), 'it has 20 keys; the maximum is 8.'],
    ['f5>'.repeat(100_000), 'it has more than 400 characters.'],
  ])('reads %.40s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  test('reads the longest sequence, and its own form unchanged', () => {
    const longest = Array.from({ length: 8 }, () => 'ctrl+shift+alt+super+code:numpadsubtract')
    const once = read(longest.join('>'))
    expect([chordsIn(once).length, read(once)]).toEqual([8, once])
  })
})

test('a sequence has a label, no accelerator, and starts', () => {
  expect([
    chordLabel('ctrl+a>shift+c>>'),
    accelerator('ctrl+a>c'),
    accelerator('ctrl+>'),
    sequenceStarts('ctrl+a>b>c'),
    sequenceStarts('ctrl+>'),
  ]).toEqual(['Ctrl+A Shift+C >', null, 'Ctrl+>', ['ctrl+a', 'ctrl+a>b'], []])
})

describe('conflicts of sequences', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'the first binding wins over a sequence that starts with it',
      { why: ['ctrl+a'], new_tab: ['ctrl+a>c', 'alt+n'] },
      [
        'shortcuts.new_tab: ctrl+a>c starts with ctrl+a, which is already bound to ' +
          'shortcuts.why. Choose another sequence.',
      ],
    ],
    [
      'the first sequence wins over a key that starts it',
      { new_tab: ['ctrl+a>b>c'], why: ['ctrl+a>b', 'alt+w'] },
      [
        'shortcuts.why: ctrl+a>b starts ctrl+a>b>c, which is already bound to ' +
          'shortcuts.new_tab. Choose another shortcut.',
      ],
    ],
    [
      'a list cannot have both',
      { why: ['ctrl+a', 'ctrl+a>c'] },
      [
        'shortcuts.why: ctrl+a>c starts with ctrl+a, which is already bound. ' +
          'Choose another sequence.',
      ],
    ],
    ['sequences share their start', { why: ['ctrl+a>w'], new_tab: ['ctrl+a>c'] }, []],
    [
      'cyclic starts are independent',
      { why: ['ctrl+a>ctrl+b'], new_tab: ['ctrl+b>ctrl+a'], find: ['ctrl+c>ctrl+c>ctrl+c'] },
      [],
    ],
  ])('%s', (_name, table, problems) => {
    expect(resolveShortcuts(table).problems.map(({ text }) => text)).toEqual(problems)
  })

  test('a default yields to a sequence that starts with it', () => {
    const { table, gaveWay } = resolveShortcuts({ why: ['ctrl+shift+t>w'] })
    expect([table.actions.new_tab, gaveWay.map(({ text }) => text)]).toEqual([
      [],
      ['shortcuts.why: ctrl+shift+t was the default for new_tab, which is now unbound.'],
    ])
  })

  test('a file full of long sequences is read within a second', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    const sequence = (at: number): string =>
      ['ctrl+a', ...Array.from({ length: 7 }, (_, by) => letters[(at >> (3 * by)) % 26])].join('>')
    const table = Object.fromEntries(
      actionNames.map((name, at) => [
        name,
        Array.from({ length: 64 }, (_, by) => sequence(at * 64 + by)),
      ]),
    )
    const began = process.cpuUsage()
    const { table: resolved } = resolveShortcuts(table)
    const lookup = new ShortcutLookup(resolved)
    const { user } = process.cpuUsage(began)
    expect([lookup.isStart('ctrl+a'), user < 1_000_000]).toEqual([true, true])
  })
})

describe('ShortcutLookup with sequences', () => {
  const { table } = resolveShortcuts({
    new_tab: ['ctrl+a>c'],
    split_right: ['ctrl+a>%', 'ctrl+a>@'],
    zoom_pane: ['ctrl+a>x>x'],
  })
  const lookup = new ShortcutLookup(table)
  const german = { ...press('q'), key: '@', altGraph: true }

  test.each<[string, KeyPress, string, unknown]>([
    ['the first key', press('Ctrl+A'), '', { starts: 'ctrl+a' }],
    ['a key that ends one', press('c'), 'ctrl+a', { action: 'new_tab' }],
    ['a key that continues one', press('x'), 'ctrl+a', { starts: 'ctrl+a>x' }],
    ['a sign with Shift', press('%'), 'ctrl+a', { action: 'split_right' }],
    ['a sign with AltGr', german, 'ctrl+a', { action: 'split_right' }],
    ['a letter of a Russian layout', { ...press('c'), key: 'с' }, 'ctrl+a', { action: 'new_tab' }],
    ['the key with Ctrl still held', press('Ctrl+C'), 'ctrl+a', undefined],
    ['the same key alone', press('c'), '', undefined],
    ['the same key in another sequence', press('c'), 'ctrl+a>x', undefined],
    ['the first key again', press('Ctrl+A'), 'ctrl+a', undefined],
  ])('finds %s', (_name, given, after, expected) => {
    expect(lookup.find(given, after)).toEqual(expected)
  })
})

describe('ShortcutLookup with the mouse', () => {
  const { table } = resolveShortcuts({
    font_larger: ['ctrl+wheelup'],
    paste: ['middleclick'],
    copy: ['shift+middleclick'],
    why: ['shift+wheeldown'],
    previous_tab: ['backclick'],
  })
  const lookup = new ShortcutLookup(table)
  const none = { ctrl: false, shift: false, alt: false, meta: false, takes: false }
  const middle = { ...none, keys: ['middleclick'] } as const

  test.each<[string, MousePress, string | undefined]>([
    ['the wheel', { ...none, keys: wheelKeys(0, -120, false), ctrl: true }, 'font_larger'],
    ['the wheel without Ctrl', { ...none, keys: wheelKeys(0, -120, false) }, undefined],
    [
      'the wheel with Shift, which Chromium turns',
      { ...none, keys: wheelKeys(120, 0, true), shift: true },
      'why',
    ],
    ['a button', { ...none, keys: [buttonKey(3) ?? 'click'] }, 'previous_tab'],
    ['a button with Shift', { ...middle, shift: true }, 'copy'],
    ['Shift that takes the wheel from a program', { ...middle, shift: true, takes: true }, 'copy'],
    [
      'Shift that takes a button from a program',
      { ...none, keys: ['backclick'], shift: true, takes: true },
      'previous_tab',
    ],
  ])('finds %s', (_name, given, expected) => {
    expect(lookup.findMouse(given)).toEqual(
      expected === undefined ? undefined : { action: expected },
    )
  })

  test('labels name the buttons, and no accelerator has them', () => {
    expect([chordLabel('ctrl+wheelup'), accelerator('ctrl+wheelup')]).toEqual([
      'Ctrl+Wheel up',
      null,
    ])
  })
})
