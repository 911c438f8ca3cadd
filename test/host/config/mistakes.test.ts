/**
 * Everything that can be wrong in a file, with the sentence that the user reads
 * (docs/reference/config.md).
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemLine, type ConfigProblem } from '../../../src/core/config/problem.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import { defaults, entries, sectionEntries, type Options } from '../../../src/core/config/table.ts'
import { tomlValue } from '../../../src/core/config/written.ts'
import { loadConfiguration } from '../../../src/host/config/load.ts'
import { parseToml } from '../../../src/host/config/parse-toml.ts'
import { vectors } from '../../support/vectors.ts'
import { folder, reported, start } from './start.ts'

const loads = vectors('config_load')

test.each(loads.map((vector) => [vector.id, vector] as const))(
  '%s',
  (_, { toml, expect: wanted }) => {
    const { options, problems } = start(toml as string | null)
    const names = (severity: ConfigProblem['severity']) =>
      problems
        .filter((problem) => problem.severity === severity)
        .map(({ kind, key = '' }) =>
          key === ''
            ? kind
            : `${kind}:` +
              `${/^(colors|shortcuts)\./.test(key) ? key.slice(key.indexOf('.') + 1) : key}`,
        )
    const {
      errors,
      warnings = [],
      rest: _rest,
      defaults: all,
      live_reload: live,
      ...values
    } = wanted as Record<string, unknown>
    const named = Object.entries(values).filter(([name]) => !name.startsWith('shortcuts'))
    const value = (from: Options, name: string) => {
      const [section = '', key = ''] = name.split('.')
      return (from as unknown as Record<string, Record<string, unknown>>)[section]?.[key]
    }
    expect({
      errors: names('error'),
      warnings: names('warning'),
      values: named.map(([name]) => value(options, name)),
    }).toEqual({
      errors: errors === 0 ? [] : errors,
      warnings,
      values: named.map(([name, one]) => (one === 'default' ? value(defaults, name) : one)),
    })
    const { shortcuts, ownColors: _own, ...others } = options
    const chords = Object.entries(values)
      .filter(([name]) => name.startsWith('shortcuts.'))
      .map(([name, one]) => [name.slice('shortcuts.'.length), one === 'unbound' ? [] : one])
    expect(shortcuts.actions).toEqual({
      ...defaults.shortcuts.actions,
      ...(Object.fromEntries(chords) as object),
    })
    const changed = Object.entries(others).flatMap(([section, table]) =>
      Object.keys(table)
        .filter(
          (key) =>
            JSON.stringify(value(options, `${section}.${key}`)) !==
            JSON.stringify(value(defaults, `${section}.${key}`)),
        )
        .map((key) => `${section}.${key}`),
    )
    expect(changed.filter((name) => !named.some(([one]) => one === name))).toEqual([])
    if (all === true) expect(options).toEqual(defaults)
    if (live !== undefined)
      expect(loadConfiguration(join(folder, 'config.toml')).state).toBe('refused')
  },
)

test.each<readonly [string, string | Uint8Array, readonly string[]]>([
  [
    'a table that is not closed',
    '[ui\n',
    [
      'config.toml line 1, column 4: unexpected end of line, expected whitespace, . or ]. ' +
        'Current settings stay active.',
    ],
  ],
  [
    'no value',
    'a = 1\n[ui]\nfont_size =\n',
    [
      'config.toml line 3, column 12: unexpected end of line, expected string, number, ' +
        'datetime, boolean, list or inline table. Current settings stay active.',
    ],
  ],
  [
    'columns are characters',
    '[ui]\nfont = "äö😀" x\n',
    [
      'config.toml line 2, column 14: unexpected "x", expected only whitespace or comments ' +
        'till end of line. Current settings stay active.',
    ],
  ],
  [
    'a curly quote',
    '[ui]\nfont = “Mono”\n',
    [
      'config.toml line 2, column 8: unexpected "“", expected string, number, datetime, ' +
        'boolean, list or inline table. Current settings stay active.',
    ],
  ],
  [
    'a text without an end',
    '[ui]\nfont = "Mono\n',
    ['config.toml line 2, column 13: unterminated string. Current settings stay active.'],
  ],
  [
    'a list without an end: where it begins',
    '[ai]\ntools = ["a",\n  "b",\n',
    ['config.toml line 2, column 1: unterminated list. Current settings stay active.'],
  ],
  ...['{', '{ font_size = 18', '{ font_size = 18,', '{ # wide', '{\n  font_size = 18\n}'].map(
    (table) =>
      [
        `a table in braces without an end in its line: ${JSON.stringify(table)}`,
        `[ai]\nui = ${table}\n`,
        [
          'config.toml line 2, column 1: the closing } of this table is missing; a { } table ' +
            'must be on one line. Current settings stay active.',
        ],
      ] as const,
  ),
  [
    'a table in braces without a comma',
    'ui = { font_size = 18 shapes = true }\n',
    [
      'config.toml line 1, column 23: unexpected "s", expected whitespace, comma (,) or }. ' +
        'Current settings stay active.',
    ],
  ],
  ...Object.entries({
    names: `${'a.'.repeat(100_000)}b = 1`,
    'names of a table': `[${'a.'.repeat(100_000)}b]`,
    tables: `a = ${'{a='.repeat(60_000)}`,
    'tables that end': `a = ${'{a='.repeat(50_000)}1${'}'.repeat(50_000)}`,
    lists: `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  }).map(
    ([what, text]) =>
      [
        `${what} within each other`,
        text,
        [
          expect.stringMatching(
            /^config\.toml line 1, column \d+: nested more than 128 deep\. Current/,
          ),
        ],
      ] as const,
  ),
  [
    'a key twice',
    '[ui]\nfont_size = 12\nshapes = true\nfont_size = 14\n',
    [
      'config.toml line 4, column 1: ui.font_size is set twice, first in line 2. Current ' +
        'settings stay active.',
    ],
  ],
  [
    'a table twice',
    '[ui]\nshapes = true\n[ai]\n[ui]\n',
    [
      'config.toml line 4, column 2: ui is set twice, first in line 1. Current settings stay ' +
        'active.',
    ],
  ],
  [
    'a key twice within a line',
    '[shell]\nenv = { A = "1", A = "2" }\n',
    [
      'config.toml line 2, column 18: shell.env.A is set twice, first in line 2. Current ' +
        'settings stay active.',
    ],
  ],
  [
    'a name that JavaScript has itself',
    '[constructor]\nkeys = 1\n',
    [
      "config.toml line 1, column 2: constructor can't be used as a key. Current settings stay " +
        'active.',
    ],
  ],
  [
    'not UTF-8',
    Uint8Array.from([...Buffer.from('[ui]\nfont = "ä'), 0xff, 0x22]),
    ['config.toml line 2, column 10: not valid UTF-8. Current settings stay active.'],
  ],
  [
    'too large',
    `#${'x'.repeat(1_048_576)}`,
    [
      'config.toml: the file has 1048577 bytes; the maximum for a configuration file is 1048576. ' +
        'Current settings stay active.',
    ],
  ],
  [
    'a key that is cut short',
    '[fonts]\nliga = true\n',
    ['config.toml line 2: unknown key fonts.liga. Did you mean fonts.ligatures?'],
  ],
  [
    'a key that several begin with',
    '[colors]\nindicator = "#123456"\n',
    ['config.toml line 2: unknown key colors.indicator.'],
  ],
  [
    'an unknown key',
    '[ui]\n\n# comment\nindicator_puls = true\n',
    ['config.toml line 4: unknown key ui.indicator_puls. Did you mean ui.indicator_pulse?'],
  ],
  [
    'an unknown key with dots',
    'ui.font_sise = 14\n',
    ['config.toml line 1: unknown key ui.font_sise. Did you mean ui.font_size?'],
  ],
  [
    'a key of another table',
    '[ui]\nhistory_lines = 5\n',
    ['config.toml line 2: unknown key ui.history_lines. Did you mean scrollback.history_lines?'],
  ],
  [
    'a key without its table',
    'font_size = 14\n',
    ['config.toml line 1: unknown key font_size. Did you mean ui.font_size?'],
  ],
  [
    'a key like no other',
    '[ui]\nrainbow_mode = true\n',
    ['config.toml line 2: unknown key ui.rainbow_mode.'],
  ],
  [
    'an unknown table',
    '[colours]\nforeground = "#ffffff"\n',
    ['config.toml line 1: unknown table colours. Did you mean colors?'],
  ],
  [
    'a value where a table is',
    'ui = 3\n',
    ['config.toml line 1: ui must be a table ([ui]), but is 3.'],
  ],
  [
    'a wrong type',
    '[ui]\nfont_size = "13"\n',
    [
      'config.toml line 2: invalid value for ui.font_size: "13". Allowed: a whole number from 10 ' +
        'to 24. Keeping ' +
        '13.',
    ],
  ],
  [
    'a broken number',
    '[ui]\nfont_size = 13.5\n',
    [
      'config.toml line 2: invalid value for ui.font_size: 13.5. Allowed: a whole number from 10 ' +
        'to 24. Keeping ' +
        '13.',
    ],
  ],
  [
    'no number at all',
    '[fonts]\nsize = nan\n',
    [
      'config.toml line 2: invalid value for fonts.size: NaN. Allowed: a number from 6 to 72. ' +
        'Keeping 14.',
    ],
  ],
  [
    'a word that is none of them',
    '[tabs]\non_exit = "stay"\n',
    [
      'config.toml line 2: invalid value for tabs.on_exit: "stay". Allowed: one of "auto", ' +
        '"hold", "close_on_success", "close". Keeping "auto".',
    ],
  ],
  [
    'a colour of three digits',
    '[colors]\nselection = "#69F"\n',
    [
      'config.toml line 2: invalid value for colors.selection: "#69F". Allowed: a color such ' +
        'as "#3399FF" or "#3399FFFF". Keeping "#6699FF66".',
    ],
  ],
  [
    'a list of fifteen colours',
    `[colors]\nansi = [${'"#000000", '.repeat(15)}]\n`,
    [
      `config.toml line 2: invalid value for colors.ansi: [${'"#000000", '.repeat(7)}"#…. ` +
        'Allowed: a list of 16 colors such as "#3399FF". Keeping ["#24242EFF", ' +
        '"#EB6B73FF", "#7CC982FF", "#E2B65FFF", "#6FA5F7FF", "#C68EEAFF", "….',
    ],
  ],
  [
    'too many of them',
    `[ai]\ntools = [${'"a", '.repeat(65)}]\n`,
    [
      `config.toml line 2: invalid value for ai.tools: [${'"a", '.repeat(15)}"a",…. Allowed: a ` +
        'list of up to 64 program names, such as ["claude", "mytool"]. Keeping ["claude", ' +
        '"codex", "opencode", "aider", "cursor-agent", "gemini", "qwen", "copi….',
    ],
  ],
  [
    'a name that no program has',
    '[ai]\ntools = ["claude", "node"]\n',
    [
      'config.toml line 2: ai.tools: "node" can never match: too many programs have this ' +
        "name. Use the name of the agent's own command: a script that node or python runs is " +
        'recognized by its own name.',
    ],
  ],
  [
    'a text that is too long',
    `[ui]\nfont = "${'x'.repeat(4_097)}"\n`,
    [
      `config.toml line 2: invalid value for ui.font: "${'x'.repeat(79)}…. Allowed: a string ` +
        'of up to 4096 characters. Keeping "system-ui".',
    ],
  ],
  [
    'a scheme that may never be',
    '[links]\nschemes = ["javascript"]\n',
    [
      'config.toml line 2: invalid value for links.schemes: ["javascript"]. Allowed: a list of ' +
        'up to 64 URL schemes, such as ["https", "mailto"]. Keeping ["https", "http", "mailto", ' +
        '"file"].',
    ],
  ],
  [
    'an import that is missing',
    'import = ["colors.toml"]\n',
    ['config.toml line 1: imported file DIR/colors.toml is missing. Ignored.'],
  ],
  [
    'imports that are no list',
    'import = "colors.toml"\n',
    [
      'config.toml line 1: invalid value for import: "colors.toml". Allowed: a list of file ' +
        'paths such as ["colors.toml"].',
    ],
  ],
  [
    'a string for a list of fixed values',
    '[notifications]\nexit = "toast"\n',
    [
      'config.toml line 2: invalid value for notifications.exit: "toast". Allowed: a list of ' +
        '"desktop", "sound", ' +
        '"badge", "urgency", "toast", such as ["desktop"]. Keeping ["toast"].',
    ],
  ],
  [
    'a word for true or false',
    '[ui]\nshapes = "yes"\n',
    [
      'config.toml line 2: invalid value for ui.shapes: "yes". Allowed: true or false. Keeping ' +
        'true.',
    ],
  ],
  [
    'one text for a list',
    '[ai]\ntools = "claude"\n',
    [
      'config.toml line 2: invalid value for ai.tools: "claude". Allowed: a list of up to 64 ' +
        'program names, such as ["claude", "mytool"]. Keeping ["claude", "codex", "opencode", ' +
        '"aider", "cursor-agent", "gemini", "qwen", "copi….',
    ],
  ],
  [
    'a channel that there is not',
    '[notifications]\nwaiting = ["desktop", "telepathy"]\n',
    [
      'config.toml line 2: invalid value for notifications.waiting: ["desktop", "telepathy"]. ' +
        'Allowed: a ' +
        'list of "desktop", "sound", "badge", "urgency", "toast", such as ["desktop"]. Keeping ' +
        '["desktop", "badge", "urgency"].',
    ],
  ],
  [
    'a table of something else',
    '[ai]\naliases = { a = 1 }\n',
    [
      'config.toml line 2: invalid value for ai.aliases: { a = 1 }. Allowed: a table of up to ' +
        '64 names. Keeping { claude-code = "claude" }.',
    ],
  ],
  [
    'a variable of a name that none can have',
    '[shell.env]\n"A-B" = "x"\n',
    [
      'config.toml line 1: invalid value for shell.env: { A-B = "x" }. Allowed: a table of up ' +
        'to 64 variables. Keeping {}.',
    ],
  ],
  [
    'a terminal of a name that none can have',
    '[shell]\nterm = "xterm 256"\n',
    [
      'config.toml line 2: invalid value for shell.term: "xterm 256". Allowed: a name of up to ' +
        '64 letters, digits and . _ + -. Keeping "xterm-256color".',
    ],
  ],
  [
    'hours that are none',
    '[notifications]\nquiet_hours = "25:00-07:00"\n',
    [
      'config.toml line 2: invalid value for notifications.quiet_hours: "25:00-07:00". ' +
        'Allowed: two times of day, such as "22:00-07:00", or an empty string. Keeping "".',
    ],
  ],
  [
    'a weight that is none',
    '[fonts]\nweight = "heavy"\n',
    [
      'config.toml line 2: invalid value for fonts.weight: "heavy". Allowed: "normal", "bold" or ' +
        'a whole ' +
        'number from 100 to 900. Keeping "normal".',
    ],
  ],
  [
    'a colour by its name',
    '[colors]\nforeground = "red"\n',
    [
      'config.toml line 2: invalid value for colors.foreground: "red". Allowed: a color such ' +
        'as "#3399FF" or "#3399FFFF". Keeping "#E5E5E5FF".',
    ],
  ],
  ['a table below a table', '[ui.bar]\nheight = 3\n', ['config.toml line 1: unknown key ui.bar.']],
  [
    'a list of tables',
    '[[ui]]\nfont_size = 15\n',
    ['config.toml line 1: ui must be a table ([ui]), but is [{ font_size = 15 }].'],
  ],
  [
    'a chord that is none',
    '[shortcuts]\n\nnew_tab = ["ctrl+blorp"]\n',
    [
      'config.toml line 3: shortcuts.new_tab: "ctrl+blorp" is not a valid shortcut: unknown key ' +
        'blorp. Use ctrl, shift, alt or super with one key, such as ctrl+shift+t. Keeping the ' +
        'previous shortcuts.',
    ],
  ],
  [
    'a chord of two actions',
    '[shortcuts]\nwhy = ["alt+w"]\nmark_seen = ["alt+w"]\n',
    [
      'config.toml line 3: shortcuts.mark_seen: alt+w is already bound to shortcuts.why. Choose ' +
        'another shortcut. Until then, mark_seen is unbound.',
    ],
  ],
  [
    'an action that there is not',
    '[shortcuts]\nnew_tabb = ["alt+t"]\n',
    [
      'config.toml line 2: shortcuts.new_tabb: unknown action; ignored. Did you mean ' +
        'shortcuts.new_tab?',
    ],
  ],
  [
    'a text to send without keys',
    '[[shortcuts.send]]\ntext = "x"\n',
    [
      'config.toml line 1: shortcuts.send[0].keys: must be a list of shortcuts such as ' +
        '["ctrl+shift+t"], or [] for none, but is missing. Ignored.',
    ],
  ],
  [
    'shortcuts that are no table',
    'shortcuts = "gnome"\n',
    [
      'config.toml line 1: shortcuts: must be a table ([shortcuts]), but is a string. Keeping ' +
        'the current shortcuts.',
    ],
  ],
  [
    'an escape that there is not',
    '[ui]\nfont = "a\\q"\n',
    ['config.toml line 2, column 11: unknown escape \\q. Current settings stay active.'],
  ],
  [
    'a number that is none',
    '[ui]\nfont_size = 1_\n',
    ['config.toml line 2, column 15: incomplete number. Current settings stay active.'],
  ],
])('%s', (_, content, sentences) => {
  expect(reported(start(content).problems)).toEqual(sentences)
})

test('every option explains a wrong value, the value it keeps and the allowed values', () => {
  // A date is not a value of any option. A list of numbers fits neither a list nor a single value.
  const wrong = ['1979-05-27T07:32:00Z', '[7, 7]'] as const
  const shown = { [wrong[0]]: 'a date', [wrong[1]]: '[7, 7]' }
  const short = (value: unknown) => {
    const letters = [...tomlValue(value)]
    return letters.length <= 80 ? letters.join('') : `${letters.slice(0, 80).join('')}…`
  }
  for (const value of wrong) {
    const text = sectionEntries()
      .flatMap(([section, { options }]) => [
        `[${section}]`,
        ...Object.keys(options).map((key) => `${key} = ${value}`),
      ])
      .join('\n')
    const parsed = parseToml(text)
    const document = {
      file: 'c.toml',
      table: parsed.ok ? parsed.table : {},
      placeOf: (name: string) => (parsed.ok ? parsed.placeOf(name) : null),
    }
    // A hundred are kept; each table alone has fewer.
    for (const [section] of sectionEntries()) {
      const { options, problems } = readOptions({
        documents: [{ ...document, table: { [section]: document.table[section] } }],
        before: null,
      })
      const lines = text.split('\n')
      expect({ options, reported: reported(problems) }).toEqual({
        options: defaults,
        reported: entries
          .filter((entry) => entry.section === section)
          .map(
            ({ key, name, option }) =>
              'c.toml line ' +
              `${lines.indexOf(`${key} = ${value}`, lines.indexOf(`[${section}]`)) + 1}: ` +
              `invalid value for ${name}: ${shown[value]}. Allowed: ${option.allowed}. Keeping ` +
              `${short(option.default)}.`,
          ),
      })
    }
  }
})

test('a key that is no longer an option is reported as unknown, and the others apply', () => {
  const { options, problems } = start('[ui]\nfirst_tab_hint = false\nfont_size = 15\n')
  expect({ ui: options.ui, reported: reported(problems) }).toEqual({
    ui: { ...defaults.ui, font_size: 15 },
    reported: ['config.toml line 2: unknown key ui.first_tab_hint.'],
  })
})

test('a wrong key keeps the earlier value, and the others apply', () => {
  const before: Options = { ...defaults, ui: { ...defaults.ui, font_size: 20, font: 'Mono' } }
  const { options, problems } = start('[ui]\nfont_size = "big"\nfont = "Sans"\n', before)
  expect({ ui: options.ui, reported: reported(problems) }).toEqual({
    ui: { ...defaults.ui, font_size: 20, font: 'Sans' },
    reported: [
      'config.toml line 2: invalid value for ui.font_size: "big". Allowed: a whole number from ' +
        '10 to 24. Keeping ' +
        '20.',
    ],
  })
})

test('a number out of bounds is clamped, and only the log and --check-config report it', () => {
  const { options, problems } = start(
    '[ai]\nheuristic_silence_ms = 5\nheuristic_busy_s = ' + '99_999_999_999_999_999\n',
  )
  expect([
    options.ai.heuristic_silence_ms,
    options.ai.heuristic_busy_s,
    reported(problems),
  ]).toEqual([100, 3_600, []])
  expect(problems.map((problem) => problemLine(problem).replace(folder, 'DIR'))).toEqual([
    'DIR/config.toml:2:1: note: ai.heuristic_silence_ms = 5 is out of range; using 100. Allowed: ' +
      'a whole number from 100 to 60000.',
    'DIR/config.toml:3:1: note: ai.heuristic_busy_s = 100000000000000000 is out of range; using ' +
      '3600. Allowed: a whole number from 0 to 3600.',
  ])
})

const strange = Array.from({ length: 20_000 }, (_, index) => `strange_${index}`)

test.each([
  ['in a section', `[ui]\n${strange.map((key) => `${key} = 1\n`).join('')}`],
  ['in one line', `profiles = {${strange.map((key) => `${key} = 1`).join(',')}}`],
  ['of chords', `[shortcuts]\n${strange.map((key) => `${key} = 1\n`).join('')}`],
])(
  'at most a hundred problems are kept, and a file full of them takes no time: %s',
  (_, text) => {
    // CPU time, because other processes may use the CPU in between
    const started = process.cpuUsage()
    const { problems } = start(text)
    expect([problems.length, process.cpuUsage(started).user < 5_000_000]).toEqual([100, true])
  },
  60_000,
)

test('keys of table lists and of inline tables have positions of their own', () => {
  const parsed = parseToml(
    '[[shortcuts.send]]\nkeys = "a"\n\n[[shortcuts.send]]\n  text = "b"\n[shell]\nenv = { A ' +
      '= "1",  "B C" = "2" }\n"ui" . font="x"\n',
  )
  const place = (name: string) => {
    const at = parsed.ok ? parsed.placeOf(name) : null
    return at === null ? null : `${at.line}:${at.column}`
  }
  expect(
    [
      ...['shortcuts.send', 'shortcuts.send[0].keys', 'shortcuts.send[1].text'],
      ...['shortcuts.send[1].gone', 'shell.env.B C', 'shell.ui.font', 'nowhere'],
    ].map(place),
  ).toEqual(['1:13', '2:1', '5:3', '4:13', '7:19', '8:8', null])
})
