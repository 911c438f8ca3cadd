/** From a `[shortcuts]` table to chords and sentences. */
import { describe, expect, test } from 'vitest'
import { presetChords } from '../../../../src/core/config/keys/presets.ts'
import {
  defaultShortcuts,
  resolveShortcuts,
  type ShortcutTable,
} from '../../../../src/core/config/keys/shortcuts.ts'

/** Returns the changes that a table makes, by action. */
function changed({ actions }: ShortcutTable): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(actions).filter(
      ([name, chords]) =>
        String(chords) !== String(defaultShortcuts.actions[name as keyof typeof actions]),
    ),
  )
}

describe('resolveShortcuts', () => {
  test.each<[string, unknown, Record<string, readonly string[]>]>([
    ['nothing', undefined, {}],
    ['an empty table', {}, {}],
    ['rebinds', { new_tab: ['alt+t', 'Ctrl+Shift+B'] }, { new_tab: ['alt+t', 'ctrl+shift+b'] }],
    ['takes a single text for a list', { new_tab: 'alt+t' }, { new_tab: ['alt+t'] }],
    ['unbinds', { new_tab: [] }, { new_tab: [] }],
    [
      "a default gives its chord to the user's",
      { why: ['ctrl+shift+t'] },
      { why: ['ctrl+shift+t'], new_tab: [] },
    ],
    [
      'and keeps its others',
      { why: ['ctrl+insert'] },
      { why: ['ctrl+insert'], copy: ['ctrl+shift+c', 'copy'] },
    ],
    [
      'two actions change places',
      { copy: ['ctrl+shift+v'], paste: ['ctrl+shift+c'] },
      { copy: ['ctrl+shift+v'], paste: ['ctrl+shift+c'] },
    ],
    [
      "a text takes a default's chord too",
      { send: [{ keys: ['ctrl+shift+t'], text: 'make\r' }] },
      { new_tab: [] },
    ],
  ])('%s', (_name, value, expected) => {
    const { table, problems } = resolveShortcuts(value)
    expect({ changed: changed(table), problems }).toEqual({ changed: expected, problems: [] })
  })

  test.each<[string, unknown, readonly string[]]>([
    [
      'of an action without another',
      { why: ['ctrl+shift+t'] },
      ['shortcuts.why: ctrl+shift+t was the default for new_tab, which is now unbound.'],
    ],
    [
      'of one that has more',
      { send: [{ keys: ['ctrl+insert'], text: 'x' }] },
      [
        'shortcuts.send[0].keys: ctrl+insert was the default for copy, which keeps ' +
          'ctrl+shift+c, copy.',
      ],
    ],
    ['of none: its action was given another', { why: ['ctrl+shift+t'], new_tab: ['alt+t'] }, []],
  ])('reports which default gave way: %s', (_name, value, texts) => {
    expect(resolveShortcuts(value).gaveWay.map(({ text }) => text)).toEqual(texts)
  })

  test('sends texts', () => {
    expect(
      resolveShortcuts({
        send: [
          { keys: 'alt+g', text: 'git status\r' },
          { keys: ['f5', 'alt+m'], text: '\x1b[15~' },
        ],
      }).table.sends,
    ).toEqual([
      { chords: ['alt+g'], text: 'git status\r' },
      { chords: ['f5', 'alt+m'], text: '\x1b[15~' },
    ])
  })

  test("a preset is the base, and the user's bindings override it", () => {
    const { table, problems } = resolveShortcuts({
      preset: 'konsole',
      next_tab: [],
      why: ['shift+left'],
    })
    expect(problems).toEqual([])
    const { actions, preset } = table
    expect([
      preset,
      actions.next_tab,
      actions.previous_tab,
      actions.why,
      actions.move_tab_left,
    ]).toEqual(['konsole', [], [], ['shift+left'], presetChords('konsole').move_tab_left])
  })

  test.each<
    [
      string,
      unknown,
      { readonly kind: string; readonly key: string; readonly text: string }[],
      Record<string, readonly string[]>,
    ]
  >([
    [
      'an unknown action',
      { launch_rocket: ['ctrl+r'] },
      [
        {
          kind: 'unknown-action',
          key: 'shortcuts.launch_rocket',
          text:
            'shortcuts.launch_rocket: unknown action; ignored. Run `vibeflow --list-actions` to ' +
            'list all actions.',
        },
      ],
      {},
    ],
    [
      'a mistyped action',
      { new_tabb: ['ctrl+r'] },
      [
        {
          kind: 'unknown-action',
          key: 'shortcuts.new_tabb',
          text: 'shortcuts.new_tabb: unknown action; ignored. Did you mean ' + 'shortcuts.new_tab?',
        },
      ],
      {},
    ],
    [
      'a bad chord: the others of its list do not hold either',
      { new_tab: ['alt+t', 'ctrl+blorp'] },
      [
        {
          kind: 'bad-chord',
          key: 'shortcuts.new_tab',
          text:
            'shortcuts.new_tab: "ctrl+blorp" is not a valid shortcut: unknown key blorp. Use ' +
            'ctrl, shift, alt or super with one key, such as ctrl+shift+t. Keeping the ' +
            'previous shortcuts.',
        },
      ],
      {},
    ],
    [
      'a number',
      { new_tab: 7 },
      [
        {
          kind: 'bad-type',
          key: 'shortcuts.new_tab',
          text:
            'shortcuts.new_tab: must be a list of shortcuts such as ["ctrl+shift+t"], or [] for ' +
            'none, but is a number. Keeping the previous shortcuts.',
        },
      ],
      {},
    ],
    [
      'a list of numbers',
      { new_tab: [7] },
      [
        {
          kind: 'bad-type',
          key: 'shortcuts.new_tab',
          text:
            'shortcuts.new_tab: a shortcut must be a string such as "ctrl+shift+t", but is a ' +
            'number. Keeping the previous shortcuts.',
        },
      ],
      {},
    ],
    [
      'two user chords alike: the first stays',
      { why: ['alt+w'], mark_seen: ['alt+w', 'alt+v'] },
      [
        {
          kind: 'taken',
          key: 'shortcuts.mark_seen',
          text:
            'shortcuts.mark_seen: alt+w is already bound to shortcuts.why. Choose another ' +
            'shortcut.',
        },
      ],
      { why: ['alt+w'], mark_seen: ['alt+v'] },
    ],
    [
      'two user chords alike and no other: the second keeps what it had',
      { new_tab: ['ctrl+shift+t'], why: ['ctrl+shift+t'] },
      [
        {
          kind: 'taken',
          key: 'shortcuts.why',
          text:
            'shortcuts.why: ctrl+shift+t is already bound to shortcuts.new_tab. Choose another ' +
            'shortcut. Until then, why keeps ctrl+shift+y.',
        },
      ],
      {},
    ],
    [
      'and has none where what it had was given away',
      { new_tab: ['ctrl+shift+t'], why: ['ctrl+shift+t'], mark_seen: ['ctrl+shift+y'] },
      [
        {
          kind: 'taken',
          key: 'shortcuts.why',
          text:
            'shortcuts.why: ctrl+shift+t is already bound to shortcuts.new_tab. Choose another ' +
            'shortcut. Until then, why is unbound.',
        },
      ],
      { why: [], mark_seen: ['ctrl+shift+y'] },
    ],
    [
      'what an action with a bad list had may be given away below it',
      { new_tab: ['ctrl+blorp'], why: ['ctrl+shift+t'] },
      [
        {
          kind: 'bad-chord',
          key: 'shortcuts.new_tab',
          text:
            'shortcuts.new_tab: "ctrl+blorp" is not a valid shortcut: unknown key blorp. Use ' +
            'ctrl, shift, alt or super with one key, such as ctrl+shift+t. Keeping the ' +
            'previous shortcuts.',
        },
      ],
      { new_tab: [], why: ['ctrl+shift+t'] },
    ],
    [
      'one chord twice',
      { why: ['alt+w', 'Alt+W'] },
      [
        {
          kind: 'taken',
          key: 'shortcuts.why',
          text: 'shortcuts.why: alt+w is listed twice.',
        },
      ],
      { why: ['alt+w'] },
    ],
    [
      'a preset nobody knows',
      { preset: 'emacs' },
      [
        {
          kind: 'bad-value',
          key: 'shortcuts.preset',
          text:
            'shortcuts.preset: unknown preset "emacs". Allowed: default, gnome, konsole, kitty, ' +
            'ghostty, classic, tmux. Keeping default.',
        },
      ],
      {},
    ],
    [
      'no table',
      ['ctrl+t'],
      [
        {
          kind: 'bad-type',
          key: 'shortcuts',
          text:
            'shortcuts: must be a table ([shortcuts]), but is a list. Keeping the current ' +
            'shortcuts.',
        },
      ],
      {},
    ],
    [
      'a text that is none',
      { send: [{ keys: ['alt+g'], text: 7 }] },
      [
        {
          kind: 'bad-type',
          key: 'shortcuts.send[0].text',
          text:
            'shortcuts.send[0].text: must be a string of 1 to 4096 characters, but is a number. ' +
            'Ignored.',
        },
      ],
      {},
    ],
    [
      'a text without keys',
      { send: [{ text: 'x' }] },
      [
        {
          kind: 'bad-type',
          key: 'shortcuts.send[0].keys',
          text:
            'shortcuts.send[0].keys: must be a list of shortcuts such as ["ctrl+shift+t"], or [] ' +
            'for none, but is missing. Ignored.',
        },
      ],
      {},
    ],
    [
      'a name of the prototype',
      JSON.parse('{"__proto__": ["alt+t"], "constructor": ["alt+c"]}'),
      [
        {
          kind: 'unknown-action',
          key: 'shortcuts.__proto__',
          text:
            'shortcuts.__proto__: unknown action; ignored. Run `vibeflow --list-actions` to list ' +
            'all actions.',
        },
        {
          kind: 'unknown-action',
          key: 'shortcuts.constructor',
          text:
            'shortcuts.constructor: unknown action; ignored. Run `vibeflow --list-actions` to ' +
            'list all actions.',
        },
      ],
      {},
    ],
  ])('%s', (_name, value, problems, expected) => {
    const resolved = resolveShortcuts(value)
    expect({ problems: resolved.problems, changed: changed(resolved.table) }).toEqual({
      problems,
      changed: expected,
    })
  })

  test('a wrong key keeps the binding that was active', () => {
    const last = resolveShortcuts({ preset: 'classic', new_tab: ['alt+t'] }).table
    const { table } = resolveShortcuts({ preset: 'clasic', new_tab: ['alt+'] }, last)
    expect([table.preset, table.actions.new_tab]).toEqual(['classic', ['alt+t']])
  })

  test('an action gets its default back when its only chord goes to one above it', () => {
    const last = resolveShortcuts({ why: ['alt+w'] }).table
    const { table } = resolveShortcuts({ new_tab: ['alt+w'], why: ['alt+w'] }, last)
    expect([table.actions.new_tab, table.actions.why]).toEqual([['alt+w'], ['ctrl+shift+y']])
  })

  test('too much of anything is refused', () => {
    const chords = Array.from(
      { length: 65 },
      (_, index) => `alt+${String.fromCodePoint(0x430 + index)}`,
    )
    expect(
      resolveShortcuts({
        new_tab: chords,
        send: Array.from({ length: 65 }, () => ({ keys: [], text: 'x' })),
      }).problems.map(({ text }) => text),
    ).toEqual([
      'shortcuts.new_tab: has 65 shortcuts; the maximum is 64. Keeping the previous shortcuts.',
      'shortcuts.send: has 65 entries; the maximum is 64. Keeping the previous entries.',
    ])
  })
})
