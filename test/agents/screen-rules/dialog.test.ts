/** Dialogs on a screen: of real agents, and of what only looks like one. */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { readAgentRules } from '../../../src/agents/rules/parse.ts'
import type { DialogPlace } from '../../../src/agents/rules/rules.ts'
import { lastLines } from '../../../src/agents/screen-rules/dialog-lines.ts'
import { findDialog } from '../../../src/agents/screen-rules/dialog.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { drawn } from '../../support/dialogs/drawn-rows.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'
import { recording } from '../../support/recorded/recorded-agent.ts'
import { below, seeded } from '../../support/random.ts'

const placeOf = (agent: string, rule: string): DialogPlace => {
  const found = shippedAgents()
    .get(agent)
    ?.rules.find(({ id }) => id === rule)?.dialog
  if (found === undefined) throw new Error(`${agent} has no dialog by ${rule}`)
  return found
}
const claude = placeOf('claude', 'permission')
const codex = placeOf('codex', 'confirm')

/** The screen of a recording, as soon as it shows this. */
function screenWith(name: string, shown: string): readonly string[] {
  const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
  for (const { bytes } of recording(name).reads) {
    terminal.write(bytes)
    if (terminal.rowTexts().some((row) => row.includes(shown))) return terminal.rowTexts()
  }
  throw new Error(`${name} does not show it`)
}

/** Returns the dialog of the screen at the end of this recording, by the matching rule. */
function recordedDialog(agent: string, rule: string) {
  const found = recordedDialogs().find((one) => one.agent === agent)
  if (found === undefined) throw new Error(`no dialog of ${agent} was recorded`)
  const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
  terminal.write(found.atDialog)
  const { lines, choices } = findDialog(drawn(terminal.rowTexts()), placeOf(agent, rule)) ?? {}
  return {
    lines,
    choices: choices?.map(({ number, label, bytes }) => `${number} ${label}: ${key(bytes)}`),
  }
}
const key = (bytes: string) => (bytes === '\x1b' ? 'esc' : bytes)

describe('the dialogs that were seen', () => {
  it('of Claude Code: below the rule, chosen by number', () => {
    const found = findDialog(drawn(screenWith('claude-2.1.328', 'Tab to amend')), claude)
    expect(found).toEqual({
      ...{ from: 12, to: 21, problem: null },
      lines: ['Bash command', 'Make a file', 'touch made-by-agent', 'Do you want to proceed?'],
      choices: [
        { number: 1, label: 'Yes', bytes: '1' },
        {
          number: 2,
          label: 'Yes, and always allow access to /home/me/wwwwwwwwwwwwwwwww/api from this project',
          bytes: '2',
        },
        { number: 3, label: 'No', bytes: '3' },
      ],
    })
  })

  it('of Codex: from its question on, chosen by the key that it names', () => {
    const found = findDialog(drawn(screenWith('codex-0.169.0', 'Press enter to confirm')), codex)
    expect(found?.lines).toEqual([
      'Would you like to run the following command?',
      ...['', 'Environment: local', '', 'Reason: May I touch a file?', ''],
      '$ touch /home/zzz_test',
    ])
    expect(found?.choices).toEqual([
      { number: 1, label: 'Yes, proceed (y)', bytes: 'y' },
      {
        number: 2,
        label: "Yes, and don't ask again for commands that start with `touch /home/zzz_test` (p)",
        bytes: 'p',
      },
      {
        number: 3,
        label: 'No, and tell Codex what to do differently (esc)',
        bytes: '\x1b',
      },
    ])
  })
})

describe('dialogs of other agents, as recorded', () => {
  it('of Gemini CLI: in a frame, chosen by number', () => {
    expect(recordedDialog('gemini', 'confirm_box')).toEqual({
      lines: ['? Shell  touch made-by-agent', 'touch made-by-agent', 'Allow execution of [Shell]?'],
      choices: ['1 Allow once: 1', '2 Allow for this session: 2', '3 No, suggest changes (esc): 3'],
    })
  })

  it('of Qwen Code: from its tool on, chosen by number', () => {
    expect(recordedDialog('qwen', 'confirm_wait')).toEqual({
      lines: [
        ...['? Shell touch made-by-agent (Make a file) ←', '', '   touch made-by-agent', ''],
        " Allow execution of: 'touch'?",
      ],
      choices: [
        '1 Yes, allow once: 1',
        "2 Always allow run 'touch *' commands in this project: 2",
        "3 Always allow run 'touch *' commands for this user: 3",
        '4 No, suggest changes (esc): 4',
      ],
    })
  })

  it('of Copilot: in a frame; the number of its No would open a text', () => {
    expect(recordedDialog('copilot', 'permission')).toEqual({
      lines: ['Make a file', 'touch made-by-agent', '', 'Do you want to run this command?'],
      choices: [
        '1 Yes: 1',
        "2 Yes, and don't ask again for `touch` in this directory (~/api): 2",
        '3 No, and tell Copilot what to do differently (Esc to stop): esc',
      ],
    })
  })

  it('of Cline: the letters of its last row', () => {
    expect(recordedDialog('cline', 'approval_command')).toEqual({
      lines: [
        ...['Cline needs permission', '', 'Approve tool call?', '', 'run_commands', ''],
        '  $ touch made-by-agent',
      ],
      choices: ['1 [y] Approve: y', '2 [n] Deny: n'],
    })
  })

  it('of Auggie: the letters below its frame', () => {
    expect(recordedDialog('auggie', 'approval')).toEqual({
      lines: ['Tool Approval Required', '', 'Terminal: touch made-by-agent'],
      choices: ['1 [A]llow: a', '2 [D]eny: d'],
    })
  })
})

/** As wide as the screens here, which are as wide as their longest row. */
const rule = '─'.repeat(500)
const lines = (text: string) => drawn(text.split('\n'))

describe('text that only looks like a dialog', () => {
  const asks = (choices: string) =>
    findDialog(lines(`${rule}\n rm x\n Do you want to proceed?\n${choices}`), claude)
  it.each([
    ['no choices', ' Yes or no?'],
    ['one choice', ' ❯ 1. Yes'],
    ['a gap in the numbers', ' ❯ 1. Yes\n   3. No'],
    ['a number twice', ' ❯ 1. Yes\n   2. No\n   2. Never'],
    ['ten choices', Array.from({ length: 10 }, (_, at) => ` ${at + 1}. x`).join('\n')],
  ])('has no choices with %s', (_, choices) => {
    expect(asks(choices)).toBe(null)
  })

  it('does not count without its beginning, which may have scrolled away', () => {
    expect(findDialog(lines(' Do you want to proceed?\n ❯ 1. Yes\n   2. No'), claude)).toBe(null)
    expect(findDialog(lines('$ rm x\n› 1. Yes (y)\n  2. No (esc)'), codex)).toBe(null)
  })

  it('does not count where a key is missing, or is more than a key', () => {
    for (const wrong of ['No', 'No (ctrl+c)', 'No (Y)', 'No (esc) really', 'No (é)'])
      expect(
        findDialog(lines(`  Would you like to run it?\n› 1. Yes (y)\n  2. ${wrong}`), codex),
      ).toBe(null)
  })

  it("shows too much rather than too little: a command may contain a dialog's first words", () => {
    const found = findDialog(
      lines(
        '  Would you like to run the following command?\n  $ rm -rf ~\n' +
          '  Would you like to run the following command?\n  $ ls\n› 1. Yes (y)\n  2. No (esc)',
      ),
      codex,
    )
    expect(found?.lines).toContain('$ rm -rf ~')
    expect([found?.problem, found?.choices]).toEqual(['unclear', []])
  })

  it('has no digits of a table while no row is selected, since their effect is unknown', () => {
    const rows = (mark: string) =>
      drawn([rule, ' Review', ` ${mark}1. Submit answers`, '   2. Cancel'])
    const place = placeOf('claude', 'review_answers')
    expect(findDialog(rows('❯ '), place)?.choices).toHaveLength(2)
    expect(findDialog(rows('  '), place)).toBeNull()
  })

  it('does not count where its beginning is further right, as in a command', () => {
    const rows = '    Would you like to run it?\n    ls\n› 1. Yes (y)\n  2. No (esc)'
    expect(findDialog(lines(rows), codex)).toBe(null)
    expect(findDialog(lines(rows.slice(2)), codex)?.choices).toHaveLength(2)
  })

  it('takes the last list and makes an earlier one part of the question', () => {
    const found = asks(' 1. Fake\n 2. Fake\n\n ❯ 1. Yes\n   2. No')
    expect(found?.choices.map(({ label }) => label)).toEqual(['Yes', 'No'])
    expect(found?.lines).toContain('1. Fake')
  })

  it('has no choices where it is not shown whole', () => {
    const long = asks(`${' x\n'.repeat(61)} ❯ 1. Yes\n   2. No`)
    expect([long?.problem, long?.choices, long?.lines.length]).toEqual(['long', [], 60])
    const wide = asks(` ${'x'.repeat(401)}\n ❯ 1. Yes\n   2. No`)
    expect([wide?.problem, wide?.choices]).toEqual(['long', []])
  })

  it('joins a choice that continues in the next row, with its key', () => {
    const found = findDialog(
      lines('  Would you like to run it?\n› 1. Yes (y)\n  2. No, and say what\n     else (esc)'),
      codex,
    )
    expect(found?.choices[1]).toEqual({
      number: 2,
      label: 'No, and say what else (esc)',
      bytes: '\x1b',
    })
  })

  it('shows nothing but clean lines', () => {
    const found = asks(' a\u202eb\u200b\n ❯ 1. Yes\n   2. No')
    expect(found?.lines.join('\n')).toMatch(/^[\x20-\x7e\n]*$/)
    expect([found?.problem, found?.choices]).toEqual(['unclear', []])
    expect(asks(' ❯ 1. Yes\n   2. N\u202eo')).toBe(null)
  })
})

it('on any screen the choices form a list, and the key is the one shown there', () => {
  const random = seeded(7)
  const parts = [
    ...['1. Yes', '2. No', '3. x (y)', '❯ 1. Yes (y)', '› 2. No (esc)', '  2. No (p)', '   on'],
    ...[rule, '', '  Would you like to run it?', '$ rm', '│ x │', '10. z', '1.x', '\u202e1. Yes'],
  ]
  let found = 0
  for (let round = 0; round < 5_000; round += 1) {
    const rows = Array.from(
      { length: below(random, 12) },
      () => parts[below(random, parts.length)]!,
    )
    for (const place of [claude, codex]) {
      const dialog = findDialog(drawn(rows), place)
      if (dialog === null) continue
      const { choices, from, to, problem } = dialog
      expect(choices.length === 0).toBe(problem !== null)
      if (problem !== null) continue
      found += 1
      expect(choices.map(({ number }) => number)).toEqual(choices.map((_, at) => at + 1))
      expect(choices.length).toBeGreaterThan(1)
      const within = rows
        .slice(from, to)
        .map((row) => row.trim())
        .join(' ')
      for (const { number, label, bytes } of choices) {
        expect(within).toContain(`${number}. ${label}`)
        expect(bytes).toBe(
          place === claude ? String(number) : label.endsWith('(esc)') ? '\x1b' : label.at(-2),
        )
      }
    }
  }
  expect(found).toBeGreaterThan(20)
})

it('any other screen shows its last rows, few and clean', () => {
  expect(lastLines(['a', '', `│ b\u202e │`, rule, ...Array(20).fill('c')])).toEqual(
    Array(12).fill('c'),
  )
  expect(lastLines(['', '│ Which? │', rule, ''])).toEqual(['Which?'])
})

describe('frames around a dialog', () => {
  it('are not part of its lines: none of twelve agents has any', () => {
    const edges = recordedDialogs().flatMap(({ recording: name, atDialog }) => {
      const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
      terminal.write(atDialog)
      const shown = lastLines(terminal.rowTexts())
      expect(shown.length, name).toBeGreaterThan(0)
      return shown.filter((text) => /[─━═▀▄╭╮╰╯]{2}|^[│┃║]|[│┃║]$/u.test(text))
    })
    expect(edges).toEqual([])
  })

  it('keep a title, an inner frame, similar text, and empty rows unchanged', () => {
    const shown = lastLines([
      ...['╭─ Run this? ─────────────╮', '│ ╭─────────────────────╮ │'],
      ...['│ │ echo "─── done ───" │ │', '│ ╰─────────────────────╯ │'],
      ...['│ git log --graph | head  │', '╰─────────────────────────╯', '▄▄▄▄▄▄▄▄'],
    ])
    expect(shown).toEqual(['Run this?', 'echo "─── done ───"', 'git log --graph | head'])
  })
})

describe('a dialog in a frame', () => {
  const gemini = placeOf('gemini', 'confirm_box')
  const edge = '─'.repeat(20)
  const frame = (rows: string) =>
    rows.replace(/^│ (.*) │$/gmu, (_, text: string) => `│ ${text.padEnd(18)} │`)
  const rowsOf = (text: string, above = `╭${edge}╮`) =>
    frame(`an old line\n${above}\n${text}\n╰${edge}╯\n\n 1 tool`).split('\n')
  const framed = (text: string, above?: string) => drawn(rowsOf(text, above))
  const choices = '│ ● 1. Allow once │\n│   2. No (esc) │'

  it('is that within the last frame', () => {
    const found = findDialog(framed(`│ $ rm x │\n│  │\n${choices}`), gemini)
    expect(found?.lines).toEqual(['$ rm x'])
    expect(found).toMatchObject({ from: 2, to: 6 })
    expect(found?.choices.map(({ bytes }) => bytes)).toEqual(['1', '2'])
  })

  it('contains frames of its own, which do not count as its frame', () => {
    const line = '─'.repeat(16)
    const inner = `│ ╭${line}╮ │\n│ │ ${'rm x'.padEnd(14)} │ │\n│ ╰${line}╯ │`
    expect(findDialog(framed(`${inner}\n${choices}`), gemini)?.lines).toEqual(['rm x'])
    const narrow = '│ ╭──────╮ │\n│ │ rm x │ │\n│ ╰──────╯ │'
    expect(findDialog(framed(`${narrow}\n${choices}`), gemini)?.lines).toEqual([
      ...['╭──────╮', '│ rm x │', '╰──────╯'],
    ])
  })

  it.each([
    ['has scrolled off at its top', drawn(frame(`│ $ rm x │\n${choices}\n╰${edge}╯`).split('\n'))],
    ['is broken', framed(`│ $ rm x │\n $ rm y\n${choices}`)],
    ['is not closed at its right', framed(`│ $ rm x\n${choices}`)],
    ['has another indent at its top', framed(`│ $ rm x │\n${choices}`, ` ╭${edge.slice(1)}╮`)],
    ['is not drawn to its end', drawn(rowsOf(`│ $ rm x │\n${choices}`).slice(0, -3))],
    ['is not as wide as the screen', drawn(rowsOf(`│ $ rm x │\n${choices}`), 80)],
    ['has a title', framed(`│ $ rm x │\n${choices}`, `╭ rm y ${edge.slice(6)}╮`)],
    ['is not as wide in the middle', framed(`│ $ rm x  │ \n${choices}`)],
    ['has nothing in it', framed('│ $ rm x │')],
  ])('is not found where the frame %s', (_, rows) => {
    expect(findDialog(rows, gemini)).toBe(null)
  })
})

describe('choices by name', () => {
  const auggie = placeOf('auggie', 'approval')
  const cline = placeOf('cline', 'approval_command')
  const asks = (last: string) =>
    findDialog(lines(` Cline needs permission\n   $ rm x\n\n${last}`), cline)?.choices

  it('are in one row, or each in its own, and nothing else is with them', () => {
    expect(asks('  [y] Approve   [n] Deny')).toHaveLength(2)
    expect(asks('  [y] Approve\n  [n] Deny')).toHaveLength(2)
    for (const wrong of [
      ...['  [y] Approve   [n] Deny   [a] Always', '  [y] Approve', '  [n] Deny   [y] Approve'],
      ...['  [y] Approve and [n] Deny', '  [y] Approve\n\n  [n] Deny'],
    ])
      expect(asks(wrong), wrong).toBe(undefined)
  })

  it('are directly below a frame, with nothing between', () => {
    const frame = '╭──────╮\n│ rm x │\n╰──────╯'
    const lines = (text: string) => drawn(text.split('\n'), 8)
    expect(findDialog(lines(`${frame}\n [A]llow [D]eny`), auggie)?.choices).toHaveLength(2)
    expect(findDialog(lines(`${frame}\n\n [A]llow [D]eny`), auggie)?.choices).toHaveLength(2)
    expect(findDialog(lines(`${frame}\nor\n [A]llow [D]eny`), auggie)).toBe(null)
  })
})

describe('the dialog of a rule file', () => {
  const read = (dialog: unknown, state = 'waiting') =>
    readAgentRules([
      {
        agents: {
          bot: {
            rules: [
              {
                ...{ id: 'asks', priority: 1, region: 'screen', all: [{ text: 'x' }], dialog },
                ...(state === 'waiting' ? { state, kind: 'permission' } : { state }),
              },
            ],
          },
        },
      },
    ])
  it('is read', () => {
    const { agents, problems } = read({ begins: 'Allow', keys: 'shown' })
    expect(problems).toEqual([])
    expect(agents.get('bot')?.rules[0]?.dialog).toEqual({
      begins: { at: 'allow' },
      choices: 'numbered',
      keys: 'shown',
    })
  })

  it('is read with a table of keys', () => {
    const keys = { 'Type here': null, Stop: 'esc', yes: 'y', '': 'number' }
    const { agents, problems } = read({ begins: 'frame', keys })
    expect(problems).toEqual([])
    expect(agents.get('bot')?.rules[0]?.dialog).toEqual({
      begins: { below: 'frame' },
      choices: 'numbered',
      keys: [
        { text: 'type here', key: null },
        { text: 'stop', key: { bytes: '\x1b' } },
        { text: 'yes', key: { bytes: 'y' } },
        { text: '', key: 'number' },
      ],
    })
  })

  it.each([
    [{ yes: 'Y' }, 'a dialog key must be'],
    [{ yes: 'ctrl+c' }, 'a dialog key must be'],
    [{ yes: '1\r' }, 'a dialog key must be'],
    [{}, 'a dialog needs 1 to 32 keys.'],
    [
      Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`x${at}`, 'number'])),
      'a dialog needs 1 to 32 keys.',
    ],
  ])('is refused with the keys %j', (keys, said) => {
    const { agents, problems } = read({ begins: 'frame', keys })
    expect(agents.get('bot')?.rules).toEqual([])
    expect(problems[0]?.text).toContain(`bot, rule asks: ${said}`)
  })

  it.each([['number'], [{ yes: 'number' }], [{ yes: null }], [{ '': 'y' }]])(
    'is refused with named choices and the keys %j',
    (keys) => {
      expect(read({ begins: 'frame', choices: 'named', keys }).problems[0]?.text).toBe(
        'bot, rule asks: named choices need a table of keys, with a text and its own key for each.',
      )
    },
  )

  it.each([
    [{ begins: 'rule' }],
    [{ begins: 'rule', keys: 'letters' }],
    [{ begins: '', keys: 'number' }],
    [{ begins: 'rule', keys: 'number', more: 1 }],
    [null],
    ['rule'],
  ])('is refused as %j, with the rule', (dialog) => {
    const { agents, problems } = read(dialog)
    expect(agents.get('bot')?.rules).toEqual([])
    expect(problems.map(({ text }) => text)).toEqual([
      'bot, rule asks: dialog must be a table with begins ("rule", "frame" or a string), keys ' +
        '("number", "shown" or a table of texts and keys) and optionally choices ("numbered" or ' +
        '"named").',
    ])
  })

  it('is nothing for a rule that does not wait', () => {
    expect(read({ begins: 'rule', keys: 'number' }, 'idle').problems).toHaveLength(1)
  })
})
