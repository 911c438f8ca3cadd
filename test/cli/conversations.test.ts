/** `vibeflow conversations` with a home of its own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runVerb } from '../support/run-verb.ts'

const id = '0f5a9f60-7c1e-4a34-9d2b-1c64a2b7f001'

function home(configuration: string) {
  const folder = mkdtempSync(join(tmpdir(), 'conversations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const projects = join(folder, 'work one/projects/-srv-api')
  for (const one of [projects, join(folder, '.config/vibeflow')])
    mkdirSync(one, { recursive: true })
  const line = { type: 'user', cwd: '/srv/api', message: { content: 'Fix the\x1b[2J lexer' } }
  writeFileSync(join(projects, `${id}.jsonl`), JSON.stringify(line))
  const file = join(folder, '.config/vibeflow/config.toml')
  writeFileSync(file, configuration.replace('HOME', folder))
  const run = (...words: string[]) =>
    runVerb(['conversations', ...words], { environment: { HOME: folder }, directory: folder })
  return { folder, run }
}

const profile = '[profiles.work]\nshell.env = { CLAUDE_CONFIG_DIR = "HOME/work one" }\n'

test('conversations of an account are printed with the command that resumes them', async () => {
  const { folder, run } = home(profile)
  const command = `CLAUDE_CONFIG_DIR='${folder}/work one' claude --resume ${id}`
  expect((await run('lexer', 'FIX')).out.split('\n')).toEqual([
    expect.stringMatching(/^Claude Code · work · \/srv\/api · .* ago$/),
    ...['  Fix the[2J lexer', '  Fix the[2J lexer', `  ${command}`, '', ''],
  ])
  expect(JSON.parse((await run('--json', 'lexer')).out)).toMatchObject({
    conversations: [{ id, account: 'work', directory: '/srv/api', command }],
    stopped: null,
  })
  expect((await run('zebra')).out).toBe('No conversation contains these words.\n')
})

test('nothing is searched without transcripts, or when the option is off', async () => {
  expect((await home('').run()).out).toBe('No agent has left conversations on this computer.\n')
  const { err, exit } = await home('[ai]\nconversations = false\n').run('lexer')
  expect([exit, err]).toEqual([1, expect.stringContaining('ai.conversations is off')])
})
