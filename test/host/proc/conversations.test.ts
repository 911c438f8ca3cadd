/** Conversations of agents that report none: found in their own files, or not at all. */
import { spawn, type ChildProcess } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversationOf } from '../../../src/host/proc/conversations.ts'
import { processStat } from '../../../src/host/proc/process-facts.ts'

const ids = ['1', '2'].map((digit) => `${digit}2345678-1234-4abc-8def-123456789abc`) as [
  string,
  string,
]
let home: string
let directory: string
const running: ChildProcess[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'conversations-'))
  directory = join(home, 'my.project')
  mkdirSync(directory)
})
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/** Starts a process with this name in the directory, in a process group of its own. */
async function agent(name: string, file: number | 'ignore' = 'ignore') {
  const child = spawn('/bin/sleep', ['60'], {
    argv0: name,
    cwd: directory,
    env: { HOME: home },
    detached: true,
    stdio: ['ignore', file, 'ignore'],
  })
  running.push(child)
  const pid = child.pid ?? 0
  await expect.poll(() => processStat(pid)?.comm).toBe('sleep')
  const startTime = processStat(pid)?.startTime ?? 0
  const asked = (promptAgeMs = 5_000) => ({
    ...{ agent: name, names: [name], directory, promptAgeMs },
    process: { pid, startTime },
  })
  return { asked, child }
}

/** Writes a conversation. `age`: of its last change, s. */
function talk(path: string, { of = directory, age = 0 } = {}): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `{"type":"summary"}\n{"cwd":${JSON.stringify(of)},"type":"user"}\n`)
  utimesSync(file, Date.now() / 1_000, Date.now() / 1_000 - age)
  return file
}

/** Claude Code's file of this id. */
const claudeFile = (id: string) =>
  `.claude/projects/${directory.replace(/[^A-Za-z0-9]/g, '-')}/${id}.jsonl`
const codexFile = (id: string, day = new Date()) =>
  `.codex/sessions/${day.getFullYear()}/${String(day.getMonth() + 1).padStart(2, '0')}/` +
  `${String(day.getDate()).padStart(2, '0')}/rollout-2026-01-02T03-04-05-${id}.jsonl`

for (const [name, file] of [
  ['claude', claudeFile],
  ['codex', codexFile],
] as const) {
  test(`finds the file that ${name} has written since the prompt`, async () => {
    const { asked } = await agent(name)
    expect(await conversationOf(asked())).toBeNull()
    talk(file(ids[0]))
    talk(file(ids[1]), { age: 60 })
    talk(file('not-a-uuid'))
    expect(await conversationOf(asked())).toBe(ids[0])
  })

  test(`finds nothing of ${name} that may be of another tab`, async () => {
    const { asked, child } = await agent(name)
    talk(file(ids[0]), { age: 60 }) // before the prompt
    expect(await conversationOf(asked())).toBeNull()
    talk(file(ids[0]), { of: join(home, 'my-project') }) // the same name in its files
    expect(await conversationOf(asked())).toBeNull()
    talk(file(ids[0]))
    talk(file(ids[1])) // two
    expect(await conversationOf(asked())).toBeNull()
    rmSync(join(home, file(ids[1])))
    const other = await agent(name)
    expect(await conversationOf(asked())).toBeNull()
    other.child.kill('SIGKILL')
    await expect.poll(() => conversationOf(asked())).toBe(ids[0])
    const { process } = asked()
    const earlier = { ...asked(), process: { ...process, startTime: process.startTime - 1 } }
    expect(await conversationOf(earlier)).toBeNull()
    child.kill('SIGKILL')
    await expect.poll(() => conversationOf(asked())).toBeNull()
  })
}

test('finds the file that codex has open, next to another codex', async () => {
  const file = talk(codexFile(ids[0], new Date(0)), { age: 600 })
  const handle = openSync(file, 'a')
  const { asked } = await agent('codex', handle)
  closeSync(handle)
  await agent('codex')
  talk(codexFile(ids[1]))
  expect(await conversationOf(asked())).toBe(ids[0])
})

test('finds nothing of other agents', async () => {
  const { asked } = await agent('gemini')
  expect(await conversationOf(asked())).toBeNull()
})
