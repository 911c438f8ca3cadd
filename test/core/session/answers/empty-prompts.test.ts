/** Tests the rules for empty prompts on screens of real agents. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../../src/agents/rules/shipped.ts'
import { ScreenReader } from '../../../../src/agents/screen-rules/screen-reader.ts'
import { DialogReader, withoutFaint } from '../../../../src/core/worker/dialog-reader.ts'
import { Terminal } from '../../../../src/terminal/terminal.ts'
import { unlimited } from '../../../support/fake/limit.ts'
import { recordedDialogs } from '../../../support/recorded/recorded-dialogs.ts'

function promptReader(agent: string): (terminal: Terminal) => string | null {
  const { prompt = null, rules = [] } = shippedAgents().get(agent) ?? {}
  const reader = new DialogReader(unlimited)
  return (terminal) => {
    const seen = reader.read(terminal.screen, terminal.rowTexts(), rules, prompt)
    return 'off' in seen ? 'off' : seen.prompt
  }
}

function drawn(rows: readonly string[], size = { cols: 120, rows: 45 }): Terminal {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(new TextEncoder().encode(rows.join('\r\n')))
  return terminal
}

describe.each(recordedDialogs())('$recording', ({ agent, atPrompt, atDialog }) => {
  it('shows an empty prompt at first, then a typed one, and none at its dialog', () => {
    const read = promptReader(agent)
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 0 })
    terminal.write(atPrompt)
    expect(read(terminal)).toBe('empty')
    const seen: (string | null)[] = []
    for (let at = atPrompt.length; at < atDialog.length; at += 64) {
      terminal.write(atDialog.subarray(at, at + 64))
      seen.push(read(terminal))
    }
    expect(seen.find((one) => one !== 'empty')).toMatch(/^(?:other|unknown)$/)
    expect(read(terminal)).not.toBe('empty')
  })
})

const folder = new URL('../../../data/agent-screens/', import.meta.url)

const screens = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(new URL(`${name}/`, folder)).map((file) => {
      const text = readFileSync(new URL(`${name}/${file}`, folder), 'utf8')
      return { file: `${name}/${file}`, name, ...(JSON.parse(text) as AgentScreen) }
    }),
  )

interface AgentScreen {
  readonly rows: readonly string[]
  readonly size: { readonly columns: number; readonly rows: number }
  readonly expect: { readonly state: string }
}

const emptyScreens = [
  'auggie/quoted-narrow.json',
  'cline/quoted-narrow.json',
  'cline/quoted.json',
  'codex/quoted-limit.json',
  'codex/quoted-question.json',
  'gemini/compressed.json',
  'gemini/quoted-dialog-narrow.json',
  'gemini/quoted-dialog.json',
  'kimi/quoted-narrow.json',
  'nanocoder/ended.json',
  'nanocoder/prompt.json',
  'opencode/prompt-40-columns.json',
  'qwen/quoted-narrow.json',
]

it('only recorded screens at an empty prompt are read as such', () => {
  const found = screens
    .filter(({ name, rows, size }) => {
      const terminal = drawn(rows, { cols: size.columns, rows: size.rows })
      return promptReader(name)(terminal) === 'empty'
    })
    .map(({ file }) => file)
  expect(found.sort()).toEqual(emptyScreens)
})

const line = '─'.repeat(60)
const box = (text: string) => ['● Done.', line, text, line, '  ? for shortcuts']

it.each([
  ['nothing', '❯ ', 'empty'],
  ['a faint suggestion', '❯ \x1b[7mT\x1b[27m\x1b[2mry "fix lint errors"\x1b[22m', 'empty'],
  ['typed text', '❯ fix lint errors', 'other'],
  ['typed text of one character', '❯ \x1b[7mT\x1b[27m', 'other'],
  ['typed text before a faint completion', '❯ fi\x1b[2mx lint errors\x1b[22m', 'other'],
  ['a second line', '❯ \r\n  fix lint errors', 'other'],
  ['a shell command', '! ls', 'unknown'],
])('the prompt of Claude Code with %s', (_, text, prompt) => {
  expect(promptReader('claude')(drawn(box(text)))).toBe(prompt)
})

it('an empty prompt in a quoted screen does not count while a dialog is shown', () => {
  const dialog = [line, ' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', ' Esc to cancel']
  expect(promptReader('claude')(drawn([...box('❯ '), ...dialog]))).toBeNull()
})

it('a reading of an idle screen has a digest of the typed text, 0 for none', () => {
  const { rules, prompt } = shippedAgents().get('claude')!
  const boxOf = (text: string) => {
    const terminal = drawn(box(text))
    const grid = {
      rowTexts: () => terminal.rowTexts(),
      typed: (rows: readonly string[]) => withoutFaint(terminal.screen, rows),
    }
    const reader = new ScreenReader(unlimited, () => undefined)
    return reader.read(grid, { turn: 1, rules, prompt }, 0)?.evidence.box
  }
  const texts = ['❯ ', '❯ \x1b[2mfix lint errors\x1b[22m', '❯ fix', '❯ fix lint errors']
  const [none, suggested, one, other] = texts.map(boxOf)
  expect([none, suggested]).toEqual([0, 0])
  expect(new Set([none, one, other]).size).toBe(3)
})
