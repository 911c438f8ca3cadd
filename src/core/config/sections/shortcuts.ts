/** The `[shortcuts]` section, whose keys are names of actions (core/config/keys). */
import { z } from 'zod'
import { actionTable, type ActionName } from '../keys/actions.ts'
import { chordsMax, sendCharactersMax, sendsMax, shortcutCharactersMax } from '../keys/limits.ts'
import { presetChords, presetNames } from '../keys/presets.ts'
import {
  defaultShortcuts,
  resolveShortcuts,
  type KeyProblem,
  type ShortcutTable,
} from '../keys/shortcuts.ts'
import { once, type FreeSection } from '../option.ts'

const kinds: Readonly<Record<KeyProblem['kind'], string>> = {
  'unknown-action': 'unknown_action',
  'bad-type': 'invalid_value',
  'bad-value': 'invalid_value',
  'bad-chord': 'invalid_chord',
  taken: 'duplicate_chord',
}

const written = once(() => {
  const shortcut = z.string().max(shortcutCharactersMax)
  const chords = z.union([z.array(shortcut).max(chordsMax).readonly(), z.string()])
  return z
    .object({
      preset: z.enum(presetNames).optional(),
      send: z
        .array(z.strictObject({ keys: chords, text: z.string().min(1).max(sendCharactersMax) }))
        .max(sendsMax)
        .optional(),
    })
    .catchall(chords)
})

export const shortcuts: FreeSection<ShortcutTable> = {
  title: 'Keyboard shortcuts',
  default: defaultShortcuts,
  get written() {
    return written()
  },
  read: (table, below, before, report) => {
    const { table: read, problems, gaveWay } = resolveShortcuts(table, before ?? below, below)
    for (const { kind, key, text } of problems)
      report({ kind: kinds[kind], key: key.replace(/^shortcuts\.?/, ''), severity: 'error', text })
    for (const { key, text } of gaveWay)
      report({
        kind: 'default_gives_way',
        key: key.replace(/^shortcuts\.?/, ''),
        severity: 'note',
        text,
      })
    return read
  },
  print: ({ preset, actions, sends }) => {
    const usual = presetChords(preset)
    const changed = (Object.entries(actions) as [ActionName, readonly string[]][]).filter(
      ([name, chords]) => chords.join(' ') !== usual[name].join(' '),
    )
    return {
      preset,
      ...Object.fromEntries(changed),
      ...(sends.length === 0
        ? {}
        : { send: sends.map(({ chords, text }) => ({ keys: chords, text })) }),
    }
  },
  document: document(),
  template: template(),
}

function template(): readonly string[] {
  return [
    '  Key bindings by action. A list replaces the keys of the action; []',
    '  removes them. A sequence is written as "ctrl+a>c". Presets:',
    `  ${presetNames.join(', ')}.`,
    '  To type a text with a key binding:',
    '    [[shortcuts.send]]',
    '    keys = ["alt+g"]',
    '    text = "git status\\r"',
    `preset = ${JSON.stringify(defaultShortcuts.preset)}`,
    ...(Object.entries(actionTable) as [ActionName, (typeof actionTable)[ActionName]][]).flatMap(
      ([name, { label, chords }]) => [
        `  ${label}.`,
        `${name} = [${chords.map((chord) => JSON.stringify(chord)).join(', ')}]`,
      ],
    ),
  ]
}

function document(): string {
  return [
    'Key bindings by action. A list replaces the keys of the action; `[]` removes them. ' +
      '[Actions](actions.md) lists all actions with their default keys. [Keys](keys.md) ' +
      'describes how to write keys and what they do.',
    '',
    '```toml',
    '[shortcuts]',
    `preset = "default"  # ${presetNames.join(', ')}`,
    'new_tab = ["ctrl+shift+t", "alt+n"]',
    'split_right = ["ctrl+a>v"]  # Ctrl+A, then V',
    'quit = []',
    '',
    '[[shortcuts.send]]',
    'keys = ["alt+g"]',
    'text = "git status\\r"',
    '```',
  ].join('\n')
}
