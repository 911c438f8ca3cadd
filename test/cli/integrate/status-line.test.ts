/** `vibeflow integrate claude-limits`: wraps the status line of Claude Code, and takes it out. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { expect, onTestFinished, test } from 'vitest'
import { unwrapStatusLine } from '../../../src/cli/verbs/integrate/status-line.ts'
import { environment, home, integrate, put, useHome } from './run-integrate.ts'

useHome()

const file = () => join(home, '.claude/settings.json')
const name = ['claude-limits']
const json = '{"rate_limits":{"five_hour":{"used_percentage":5}},"text":"a\\\\n %s \'\\"$(x)"}'

const commandIn = (text: string): string =>
  (parse(text) as { statusLine: { command: string } }).statusLine.command

const crowded: Readonly<Record<string, string>> = {
  'a command': '{\n  "statusLine": { "type": "command", "command": "cat", "padding": 0 }\n}\n',
  'one line': '{"a":1,"statusLine":{"command":"~/.claude/line.sh","type":"command"},"b":[2]}',
  'comments and trailing commas': `\ufeff// first
{
  "statusLine": {
    // mine
    "type": "command", "command": "sh -c 'cat # } \\" %s' # end", // it
  },
}`,
  'no status line': '{\n  "theme": "dark"\n}\n',
  'an empty object': '{}',
}

test.each(Object.entries(crowded))('%s is wrapped, and restored to the byte', async (_, text) => {
  put(file(), text, 0o640)
  expect((await integrate(name)).said).toContain('status line installed in ~/.claude/settings.json')
  const wrapped = readFileSync(file(), 'utf8')
  expect((await integrate(name)).said).toContain('already installed')
  expect(readFileSync(file(), 'utf8')).toBe(wrapped)
  expect((await integrate(name, { check: true })).exit).toBe(0)
  expect(unwrapStatusLine(wrapped).replace(/,?\s*\}\s*$/, '')).toBe(text.replace(/,?\s*\}\s*$/, ''))
  expect((await integrate(name, { remove: true, yes: true })).exit).toBe(0)
  expect(readFileSync(file(), 'utf8')).toBe(text)
  expect(statSync(file()).mode & 0o777).toBe(0o640)
})

test('other changes of the file in the meantime stay', async () => {
  put(file(), crowded['a command'] ?? '')
  await integrate(name)
  const changed = readFileSync(file(), 'utf8').replace('"padding": 0', '"padding": 2')
  writeFileSync(file(), changed)
  await integrate(name, { remove: true, yes: true })
  expect(readFileSync(file(), 'utf8')).toBe(
    (crowded['a command'] ?? '').replace('"padding": 0', '"padding": 2'),
  )
})

test('a new file is removed, and a status line of another kind is refused', async () => {
  await integrate(name)
  expect(existsSync(file())).toBe(true)
  await integrate(name, { remove: true, yes: true })
  expect(existsSync(file())).toBe(false)
  put(file(), '{"statusLine":{"type":"other"}}')
  expect(await integrate(name)).toMatchObject({ exit: 1 })
  expect(readFileSync(file(), 'utf8')).toBe('{"statusLine":{"type":"other"}}')
})

test('limits are set up only by name', async () => {
  mkdirSync(join(home, '.claude'))
  expect((await integrate([], { 'dry-run': true })).said).not.toContain('statusLine')
})

test('the wrapped command gets the JSON, and its output and exit code stay', async () => {
  put(file(), JSON.stringify({ statusLine: { type: 'command', command: 'cat; exit 3' } }))
  await integrate(name)
  const command = commandIn(readFileSync(file(), 'utf8'))
  const run = join(home, 'run')
  mkdirSync(join(run, 'abc'), { recursive: true })
  const socket = join(run, 'abc', 'sock')
  const server = createServer().listen(socket)
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const ran = (more: object) =>
    spawnSync('sh', ['-c', command], { input: `${json}\n`, env: { ...environment, ...more } })
  const left = () => readdirSync(run).filter((one) => one !== 'abc')
  for (const more of [{}, { VIBEFLOW_SOCKET: '/none' }, { VIBEFLOW_SOCKET: socket, TMUX: 'x' }]) {
    const { status, stdout, stderr } = ran(more)
    expect([status, String(stdout), String(stderr)]).toEqual([3, `${json}\n`, ''])
    expect(left()).toEqual([])
  }
  expect(String(ran({ VIBEFLOW_SOCKET: socket }).stdout)).toBe(`${json}\n`)
  expect(left()).toEqual(['abc.status'])
  expect(readFileSync(join(run, 'abc.status'), 'utf8')).toBe(json)
  expect(statSync(join(run, 'abc.status')).mode & 0o777).toBe(0o600)
})

test('without a status line of the user, nothing is printed', async () => {
  await integrate(name)
  const command = commandIn(readFileSync(file(), 'utf8'))
  expect(execFileSync('sh', ['-c', command], { input: json, env: environment }).length).toBe(0)
})
