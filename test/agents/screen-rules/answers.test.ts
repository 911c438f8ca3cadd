/**
 * By which keys real dialogs are answered: screens as the agents drew them, and what each key did
 * when it was sent to the program (docs/guides/answer-from-the-inbox.md).
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asRulesSee, judge } from '../../../src/agents/rules/rules.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { findDialog, type StyleOf } from '../../../src/agents/screen-rules/dialog.ts'
import { screenRules } from '../../../src/agents/screen-rules/read-screen.ts'
import { regionsOf } from '../../../src/agents/screen-rules/regions.ts'
import { DialogReader } from '../../../src/core/worker/dialog-reader.ts'
import { Terminal } from '../../../src/terminal/index.ts'
import { unlimited } from '../../support/fake/limit.ts'
import { drawn } from '../../support/dialogs/drawn-rows.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'

const folder = new URL('../../data/agent-screens/', import.meta.url)

interface Recorded {
  readonly agent: string
  readonly rows: readonly string[]
  readonly size?: { readonly columns: number }
}

function recorded(screen: string): Recorded {
  return JSON.parse(readFileSync(new URL(`${screen}.json`, folder), 'utf8')) as Recorded
}

/** null: it has no keys. */
function read(screen: string, changed: (row: string) => string = (row) => row) {
  const { agent, rows, size } = recorded(screen)
  return readRows(agent, rows.map(changed), undefined, size?.columns)
}

function readRows(agent: string, rows: readonly string[], styleOf?: StyleOf, cols?: number) {
  const rules = screenRules(shippedAgents().get(agent)!.rules)
  const held = judge(rules, regionsOf(rows.map(asRulesSee)))
  const place = rules.find(({ id }) => id === held?.rule)?.dialog
  const found = place === undefined ? null : findDialog(drawn(rows, cols), place, styleOf)
  return (
    found && {
      lines: found.lines,
      choices: found.choices.map(({ number, label, bytes }) =>
        bytes === String(number) ? `${number} ${label}` : `${label}: ${JSON.stringify(bytes)}`,
      ),
    }
  )
}

it("a choice of Claude Code's question is answered with its digit, and text is not", () => {
  const expected = {
    lines: [' ☐ Colour', '', 'Which colour?', '', '3. Type something.'],
    choices: ['1 Red The warm one', '2 Blue The cold one', '4 Chat about this'],
  }
  expect(read('claude/question')).toEqual(expected)
  expect(read('claude/question-narrow')).toEqual(expected)
})

it("Claude Code's second question and its summary are answered", () => {
  expect(read('claude/second-question')).toEqual({
    lines: ['←  ☒ Colour  ☐ Size  ✔ Submit  →', '', 'Which size?', '', '3. Type something.'],
    choices: ['1 Big b', '2 Small s', '4 Chat about this'],
  })
  expect(read('claude/review')).toEqual({
    lines: [
      ...['←  ☒ Colour  ☒ Size  ✔ Submit  →', '', 'Review your answers', ''],
      ...[' ● Which colour?', '   → Red', ' ● Which size?', '   → Small'],
    ],
    choices: ['1 Submit answers', '2 Cancel'],
  })
})

it('a digit is not sent where it only marks a choice, opens a text or is unknown', () => {
  expect(read('claude/question-of-several')).toBe(null)
  expect(read('claude/question-with-previews')).toBe(null)
  expect(read('claude/form')).toBe(null)
  const onText = (row: string) => row.replace('❯ 1.', '  1.').replace('  3. Type', '❯ 3. Type')
  expect(read('claude/question', onText)).toBe(null)
  expect(read('claude/plan-text')).toBe(null)
  expect(read('claude/amending')).toBe(null)
  expect(read('kimi/approval', (row) => row.replace('▶ 1.', '  1.').replace('  4.', '▶ 4.'))).toBe(
    null,
  )
})

it("Claude Code's other dialogs are answered with their digits", () => {
  expect(read('claude/write')).toEqual({
    lines: ['Create file', 'new.txt', ' 1 a', ' 2 b', 'Do you want to create new.txt?'],
    choices: [
      '1 Yes',
      '2 Yes, and switch to accept edits (auto-approve file edits and common file commands) for ' +
        'this session (shift+tab)',
      '3 No',
    ],
  })
  expect(read('claude/fetch')?.choices).toEqual([
    '1 Yes',
    "2 Yes, and don't ask again for example.com",
    '3 No, and tell Claude what to do differently (esc)',
  ])
  expect(read('claude/plan')).toEqual({
    lines: [
      ...['Ready to code?', '', "Here is Claude's plan:", 'Plan', ''],
      ...[
        ...['1. touch a file', '2. look at it', '', '---', '', 'And more.'],
        ...Array<string>(13).fill(''),
      ],
      'Claude has written up a plan and is ready to execute. Would you like to proceed?',
      ...['', '3. Tell Claude what to change shift+tab to approve with this feedback'],
    ],
    choices: ['1 Yes, auto-accept edits', '2 Yes, manually approve edits'],
  })
})

it('a trust question is answered with arrows from the marked choice', () => {
  expect(read('claude/trust')?.choices).toEqual([
    'No, exit: "\\r"',
    'Yes, I trust this folder: "\\u001b[B\\r"',
  ])
  const other = (row: string) => row.replace('❯ No', '  No').replace('  Yes', '❯ Yes')
  expect(read('claude/trust', other)?.choices).toEqual([
    'No, exit: "\\u001b[A\\r"',
    'Yes, I trust this folder: "\\r"',
  ])
  for (const unclear of [
    (row: string) => row.replace('❯ No', '  No'),
    (row: string) => row.replace('  Yes', '❯ Yes'),
    (row: string) => row.replace('No, exit', 'No, quit'),
  ])
    expect(read('claude/trust', unclear)).toBe(null)
  expect(read('claude/trust-2.1.197')?.choices).toEqual([
    '1 Yes, I trust this folder',
    '2 No, exit',
  ])
})

it('a choice that opens an editor or is truncated gets no key', () => {
  expect(read('gemini/write')).toEqual({
    lines: [
      ...['? WriteFile  Writing to new.txt', '1 a', '2 b', 'Apply this change?', ''],
      '3. Modify with external editor',
    ],
    choices: ['1 Allow once', '2 Allow for this session', '4 No, suggest changes (esc)'],
  })
  expect(read('qwen/narrow')).toEqual({
    lines: [
      ...['? Shell touch made-by-agent (Make a    ←', '  file)', '', '   touch made-by-agent', ''],
      ...[" Allow execution of: 'touch'?", ''],
      "2. Always allow run 'touch *' com…",
      "3. Always allow run 'touch *' com…",
    ],
    choices: ['1 Yes, allow once', '4 No, suggest changes (esc)'],
  })
})

it("Kimi Code's dialogs are answered with their keys", () => {
  expect(read('kimi/approval')).toEqual({
    lines: [
      ...['▶ Run this command?', '', 'cwd: /home/me/api', '$ touch made-by-agent'],
      ...['  Make a file', '', '4. Reject with feedback'],
    ],
    choices: ['1 Approve once', '2 Approve for this session', '3 Reject'],
  })
})

describe('what the arrows choose, from the colored choice', () => {
  it.each([
    ['opencode', ['Allow once: enter', 'Allow always: → enter', 'Reject: → → enter']],
    ['kilo', ['Allow once: enter', 'Allow always: → enter', 'Reject: → → enter']],
    [
      'droid',
      [
        'Yes, allow: enter',
        'Yes, and always allow medium impact commands (all commands that are reversible): ↓ enter',
        'No, cancel: ↓ ↓ enter',
      ],
    ],
  ])('of %s', (agent, choices) => {
    const { atDialog } = recordedDialogs().find((one) => one.agent === agent)!
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
    terminal.write(atDialog)
    const { rules } = shippedAgents().get(agent)!
    const seen = new DialogReader(unlimited).read(terminal.screen, terminal.rowTexts(), rules)
    if ('off' in seen) throw new Error('a rule was switched off')
    expect(seen.lines.join('\n')).toMatch(/(\$|↳) touch made-by-agent/)
    expect(seen.dialog?.choices.map(({ label, bytes }) => `${label}: ${keys(bytes)}`)).toEqual(
      choices,
    )
  })

  const asks = (
    styles: string,
    row = '   Allow once   Allow always   Reject   ctrl+f fullscreen',
  ) => {
    const place = shippedAgents()
      .get('opencode')!
      .rules.find(({ id }) => id === 'permission_command')!.dialog!
    const labels = ['Allow once', 'Allow always', 'Reject']
    const found = findDialog(
      drawn(['  ┃  △ Permission required', '  ┃    # Shell', '  ┃  $ ls', `  ┃${row}`]),
      place,
      (y, index) =>
        styles[labels.findIndex((label) => y === 3 && row.indexOf(label) + 3 === index)]!,
    )
    return found?.choices.map(({ bytes }) => keys(bytes))
  }

  it('counts from the marked choice', () => {
    expect(asks('xoo')).toEqual(['enter', '→ enter', '→ → enter'])
    expect(asks('oxo')).toEqual(['← enter', 'enter', '→ enter'])
    expect(asks('oox')).toEqual(['← ← enter', '← enter', 'enter'])
  })

  it('has no keys where it is not clear which is marked, or they are others', () => {
    for (const styles of ['ooo', 'xyz']) expect(asks(styles)).toBe(undefined)
    expect(asks('xoo', '   Allow once   Reject   Allow always')).toBe(undefined)
    expect(asks('xoo', '   Never   Allow once   Allow always   Reject')).toBe(undefined)
  })
})

const keys = (bytes: string) =>
  bytes
    .replaceAll('\x1b[A', '↑ ')
    .replaceAll('\x1b[B', '↓ ')
    .replaceAll('\x1b[C', '→ ')
    .replaceAll('\x1b[D', '← ')
    .replace('\r', 'enter')

// where its bytes end it is being drawn: then a choice may be missing, or not be written to its end
it.each(recordedDialogs())(
  '$recording drawn in pieces has no other keys',
  (recorded) => {
    const { agent, atDialog } = recorded
    const { rules } = shippedAgents().get(agent)!
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
    const reader = new DialogReader(unlimited)
    const choices = () => {
      const seen = reader.read(terminal.screen, terminal.rowTexts(), rules)
      return 'off' in seen ? [] : (seen.dialog?.choices ?? [])
    }
    const begin = Math.max(0, atDialog.length - 6_000)
    terminal.write(atDialog.subarray(0, begin))
    const drawn = new Map<string, string>()
    for (let at = begin; at < atDialog.length; at += 7) {
      terminal.write(atDialog.subarray(at, at + 7))
      for (const { number, label, bytes } of choices()) drawn.set(`${number} ${label}`, bytes)
    }
    const whole = choices().map(
      ({ number, label, bytes }) => [`${number} ${label}`, bytes] as const,
    )
    for (const [part, bytes] of drawn)
      expect(whole.some(([all, key]) => all.startsWith(part) && key === bytes)).toBe(true)
  },
  60_000,
)

it('a dialog is not answered where the agent hides or scrolled off a part of it', () => {
  expect(read('gemini/cut')).toBe(null)
  expect(read('qwen/cut')).toBe(null)
  expect(read('copilot/scrolled')).toBe(null)
  expect(read('cline/cut')).toBe(null)
  expect(read('opencode/cut')).toBe(null)
  expect(read('droid/cut')).toBe(null)
})

describe('printed text does not count as the question', () => {
  it("a trust dialog of a file, whose 'No' is the Enter of the real one", () => {
    const { agent, rows } = recorded('claude/trust')
    const real = recorded('claude/write').rows
    expect(readRows(agent, [...rows, '$ claude', ...real])).toEqual(read('claude/write'))
    const [from, to] = [rows.findIndex((row) => row.includes('No, exit')), rows.length - 2]
    const place = shippedAgents()
      .get(agent)!
      .rules.find(({ id }) => id === 'trust_folder')!.dialog!
    expect(findDialog(drawn(rows), place)?.choices).toHaveLength(2)
    expect(findDialog(drawn([...rows, ...rows.slice(from, to), '1', '2', '3', '4']), place)).toBe(
      null,
    )
  })

  it("a row of opencode's choices in a command that it does not show whole", () => {
    const asked = (...command: readonly string[]) => [
      ...['  ┃  △ Permission required', '  ┃    # Shell command', '  ┃'],
      ...command.map((row) => `  ┃  ${row}`.trimEnd()),
      ...['  ┃', '  ┃', '  ┃   Allow once   Allow always   Reject    enter confirm', '  ┃'],
    ]
    const choices = (rows: readonly string[]) => {
      const last = rows.findLastIndex((row) => row.includes('Allow once'))
      const at = rows[last]!.indexOf('Allow once')
      return readRows('opencode', rows, (y, index) => `${y === last && index === at}`)?.choices
    }
    expect(choices(asked('$ ls'))).toHaveLength(3)
    expect(choices(asked('$ ls', '', ' Allow once   Allow always   Reject', 'touch a'))).toBe(
      undefined,
    )
  })

  it("Cline's dialog above another one, which is cut", () => {
    const short = [
      ...[' Cline needs permission', '', ' Approve tool call?', '', ' run_commands', ''],
      ...['   $ ls', '', '  [y] Approve   [n] Deny', ''],
    ]
    const { agent, rows } = recorded('cline/cut')
    expect(readRows(agent, [...short, ...rows.slice(-3)])?.choices).toHaveLength(2)
    const asked = rows.slice(rows.findIndex((row) => row.includes('Cline needs permission')))
    expect(readRows(agent, [...short, ...asked])).toBe(null)
    expect(readRows(agent, [...short, ...rows])).toBe(null)
  })

  it('the first row of a command of Droid whose middle the next row omits', () => {
    const { agent, rows } = recorded('droid/cut')
    const at = rows.findIndex((row) => row.startsWith('  ↳ '))
    const y = rows.findIndex((row) => row.includes('Yes, allow'))
    const of = (...command: readonly string[]) =>
      readRows(agent, rows.toSpliced(at, 1, ...command), (row) =>
        String(row === y + command.length - 1),
      )?.choices
    expect(of('  ↳ echo line 1')).toHaveLength(3)
    expect(of('  ↳ echo line 1 ⏎ echo', '    lin... echo line 9 ⏎ end')).toBe(undefined)
  })

  it("Kimi's question about a command above one about a file", () => {
    const { agent, rows } = recorded('kimi/approval')
    const file = rows.map((row) => row.replace('Run this command?', 'Write this file?'))
    expect(readRows(agent, file)).toBe(null)
    expect(readRows(agent, ['   ▶ Run this command?', ...file])).toBe(null)
  })
})
