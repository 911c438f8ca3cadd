/** Dialogs on a screen: of real agents, and of what only looks like one. */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/core/agent-rules/shipped.ts'
import { readAgentRules } from '../../../src/core/agent-rules/parse.ts'
import type { DialogPlace } from '../../../src/core/agent-rules/rules.ts'
import { findDialog, lastLines } from '../../../src/core/screen-rules/dialog.ts'
import { Terminal } from '../../../src/core/vt/index.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'
import { recording } from '../../support/recorded/recorded-agent.ts'
import { below, seeded } from '../../support/random.ts'

const placeOf = (agent: string, rule: string): DialogPlace => {
  const found = shippedAgents.get(agent)?.rules.find(({ id }) => id === rule)?.dialog
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

describe('the dialogs that were seen', () => {
  it('of Claude Code: below the rule, chosen by number', () => {
    const found = findDialog(screenWith('claude-2.1.328', 'Tab to amend'), claude)
    expect(found).toEqual({
      ...{ from: 12, to: 21, cut: false },
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
    const found = findDialog(screenWith('codex-0.169.0', 'Press enter to confirm'), codex)
    expect(found?.lines).toEqual([
      'Would you like to run the following command?',
      '',
      'Environment: local',
      '',
      'Reason: May I touch a file?',
      '',
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

const rule = '─'.repeat(20)
const lines = (text: string) => text.split('\n')

describe('what only looks like one', () => {
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

  it('is none without its beginning, which may have scrolled away', () => {
    expect(findDialog(lines(' Do you want to proceed?\n ❯ 1. Yes\n   2. No'), claude)).toBe(null)
    expect(findDialog(lines('$ rm x\n› 1. Yes (y)\n  2. No (esc)'), codex)).toBe(null)
  })

  it('is none where a key is not named, or is more than a key', () => {
    for (const wrong of ['No', 'No (ctrl+c)', 'No (Y)', 'No (esc) really', 'No (é)'])
      expect(
        findDialog(lines(`Would you like to run it?\n› 1. Yes (y)\n  2. ${wrong}`), codex),
      ).toBe(null)
  })

  it('shows rather too much: a command may hold the words of its beginning', () => {
    const found = findDialog(
      lines(
        '  Would you like to run the following command?\n  $ rm -rf ~\n' +
          '  Would you like to run the following command?\n  $ ls\n› 1. Yes (y)\n  2. No (esc)',
      ),
      codex,
    )
    expect(found?.lines).toContain('$ rm -rf ~')
  })

  it('takes the last list: the one before is part of what is asked', () => {
    const found = asks(' 1. Fake\n 2. Fake\n\n ❯ 1. Yes\n   2. No')
    expect(found?.choices.map(({ label }) => label)).toEqual(['Yes', 'No'])
    expect(found?.lines).toContain('1. Fake')
  })

  it('has no choices where it is not shown whole', () => {
    const long = asks(`${' x\n'.repeat(61)} ❯ 1. Yes\n   2. No`)
    expect([long?.cut, long?.choices, long?.lines.length]).toEqual([true, [], 60])
    const wide = asks(` ${'x'.repeat(401)}\n ❯ 1. Yes\n   2. No`)
    expect([wide?.cut, wide?.choices]).toEqual([true, []])
  })

  it('joins a choice that goes on in the next row, with its key', () => {
    const found = findDialog(
      lines('Would you like to run it?\n› 1. Yes (y)\n  2. No, and say what\n     else (esc)'),
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
    expect(asks(' ❯ 1. Yes\n   2. N\u202eo')).toBe(null)
  })
})

it('on any screen the choices are a list of it, and the key is the one that it names', () => {
  const random = seeded(7)
  const parts = [
    ...['1. Yes', '2. No', '3. x (y)', '❯ 1. Yes (y)', '› 2. No (esc)', '  2. No (p)', '   on'],
    ...[rule, '', 'Would you like to run it?', '$ rm', '│ x │', '10. z', '1.x', '\u202e1. Yes'],
  ]
  let found = 0
  for (let round = 0; round < 20_000; round += 1) {
    const rows = Array.from(
      { length: below(random, 12) },
      () => parts[below(random, parts.length)]!,
    )
    for (const place of [claude, codex]) {
      const dialog = findDialog(rows, place)
      if (dialog === null) continue
      found += 1
      const { choices, from, to } = dialog
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
  expect(found).toBeGreaterThan(100)
})

it('the last rows of any other screen are shown, few and clean', () => {
  expect(lastLines(['a', '', `│ b\u202e │`, rule, ...Array(20).fill('c')])).toEqual(
    Array(12).fill('c'),
  )
  expect(lastLines(['', '│ Which? │', rule, ''])).toEqual(['Which?'])
})

describe('frames around what is shown', () => {
  it('are no lines of it: none of twelve agents has any', () => {
    const edges = recordedDialogs().flatMap(({ recording: name, atDialog }) => {
      const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
      terminal.write(atDialog)
      const shown = lastLines(terminal.rowTexts())
      expect(shown.length, name).toBeGreaterThan(0)
      return shown.filter((text) => /[─━═▀▄╭╮╰╯]{2}|^[│┃║]|[│┃║]$/u.test(text))
    })
    expect(edges).toEqual([])
  })

  it('leave a title, an inner frame, what only looks like one, and blank rows as they are', () => {
    const shown = lastLines([
      '╭─ Run this? ─────────────╮',
      '│ ╭─────────────────────╮ │',
      '│ │ echo "─── done ───" │ │',
      '│ ╰─────────────────────╯ │',
      '│ git log --graph | head  │',
      '╰─────────────────────────╯',
      '▄▄▄▄▄▄▄▄',
    ])
    expect(shown).toEqual(['Run this?', 'echo "─── done ───"', 'git log --graph | head'])
  })
})

describe('what a rule file says of a dialog', () => {
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
    expect(agents.get('bot')?.rules[0]?.dialog).toEqual({ begins: { at: 'allow' }, keys: 'shown' })
  })

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
      'bot, rule asks: dialog is a table with begins, "rule" or a text, and keys, "number" or ' +
        '"shown", and no more.',
    ])
  })

  it('is nothing for a rule that does not wait', () => {
    expect(read({ begins: 'rule', keys: 'number' }, 'idle').problems).toHaveLength(1)
  })
})
