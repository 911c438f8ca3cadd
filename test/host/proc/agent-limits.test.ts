/** Limits of accounts, from the files of real processes. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { statusPath } from '../../../src/core/clients/socket/paths.ts'
import { agentDirectory } from '../../../src/host/proc/agent-directory.ts'
import { LimitsReader } from '../../../src/host/proc/agent-limits.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'

let folder: string
const at = 1_763_480_000
const reader = () => new LimitsReader(new SystemProcReader(), () => at * 1_000)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-limits-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Leaves a status for a session, as the wrapped status line does. Returns its socket. */
function claude(name: string, used: number | null, seconds: number, context = 10): string {
  const socket = join(folder, name, 'sock')
  const five_hour = { used_percentage: used, resets_at: at + 3_600 }
  const status = {
    transcript_path: '/home/u/.claude/projects/x/y.jsonl',
    context_window: { used_percentage: context },
    ...(used === null ? {} : { rate_limits: { five_hour } }),
  }
  writeFileSync(statusPath(socket), JSON.stringify(status))
  utimesSync(statusPath(socket), seconds, seconds)
  return socket
}

const of = (socket: string) => ({ socket, pid: null, agent: 'claude' })

test('the newest report of an account counts for all of its tabs', async () => {
  const limits = reader()
  const [old, fresh, none] = [
    claude('a', 20, at - 60),
    claude('b', 50, at - 5, 30),
    claude('c', null, at, 70),
  ]
  expect(await limits.read(of(old))).toMatchObject({ windows: [{ used: 20 }], context: 10 })
  expect(await limits.read(of(fresh))).toMatchObject({ windows: [{ used: 50 }], context: 30 })
  expect(await limits.read(of(old))).toMatchObject({ windows: [{ used: 50 }], context: 10 })
  expect(await limits.read(of(none))).toMatchObject({ windows: [{ used: 50 }], context: 70 })
})

test('a report from the future counts as one of now', async () => {
  const limits = reader()
  await limits.read(of(claude('a', 100, at + 1e6)))
  expect(await limits.read(of(claude('b', 5, at)))).toMatchObject({ windows: [{ used: 5 }] })
})

test('other files are not read', async () => {
  const limits = reader()
  const socket = join(folder, 'a', 'sock')
  expect(await limits.read(of(socket)), 'missing').toBe(null)
  symlinkSync('/dev/zero', statusPath(socket))
  expect(await limits.read(of(socket)), 'endless').toBe(null)
  rmSync(statusPath(socket))
  writeFileSync(statusPath(socket), `{"a":"${'x'.repeat(100_000)}"}`)
  expect(await limits.read(of(socket)), 'long').toBe(null)
  expect(await limits.read({ ...of(socket), agent: 'goose' })).toBe(null)
})

test('the session file that Codex has open is read', async () => {
  const sessions = join(folder, 'codex home', 'sessions', '2025', '11', '18')
  mkdirSync(sessions, { recursive: true })
  const file = join(sessions, 'rollout-1.jsonl')
  const limits = { primary: { used_percent: 64, window_minutes: 300, resets_at: at + 60 } }
  const timestamp = new Date(at * 1_000).toISOString()
  const payload = { type: 'token_count', rate_limits: limits }
  writeFileSync(file, `${'x'.repeat(400_000)}\n${JSON.stringify({ timestamp, payload })}\n`)
  // the wrapper of Codex starts the process that writes its file
  const child = spawn('sh', [
    '-c',
    `sh -c 'exec 9>>"$1"; echo open; read -r end' sh "$1"; :`,
    'sh',
    file,
  ])
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const read = await reader().read({ socket: null, pid: child.pid ?? null, agent: 'codex' })
  expect(read).toMatchObject({
    account: join(folder, 'codex home'),
    windows: [{ name: '5 h', used: 64, resetsAt: (at + 60) * 1_000 }],
  })
  child.stdin.end('\n')
})

test('the newest report of the account counts if the tab has no session file open', async () => {
  const home = join(folder, "codex's home")
  const running = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'], CODEX_HOME: home } })
  onTestFinished(() => void running.kill('SIGKILL'))
  const read = () => reader().read({ socket: null, pid: running.pid!, agent: 'codex' })
  expect(await read()).toBeNull()
  const sessions = join(home, 'sessions/2025/11/18')
  mkdirSync(sessions, { recursive: true })
  const write = (name: string, used: number | null, age: number) => {
    const limits = { primary: { used_percent: used, window_minutes: 300, resets_at: at + 60 } }
    const info = { model_context_window: 10, last_token_usage: { total_tokens: 5 } }
    const payload = { type: 'token_count', rate_limits: limits, info }
    const timestamp = new Date(at * 1_000).toISOString()
    const text = used === null ? '{}' : JSON.stringify({ timestamp, payload })
    writeFileSync(join(sessions, name), `${text}\n`)
    const time = Date.now() / 1_000 - age
    utimesSync(join(sessions, name), time, time)
  }
  write('rollout-long-ago.jsonl', 99, 30 * 86_400)
  expect(await read()).toBeNull()
  write('rollout-old.jsonl', 10, 600)
  write("rollout-it's new.jsonl", 100, 60)
  write('rollout-begins.jsonl', null, 1)
  write('other.jsonl', 20, 0)
  symlinkSync('/dev/zero', join(sessions, 'rollout-endless.jsonl'))
  expect(await read()).toMatchObject({ account: home, windows: [{ used: 100 }], context: null })
})

test("a report of another account than the process's own is not believed", async () => {
  const limits = reader()
  const running = (environment: Record<string, string>) => {
    const child = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'], ...environment } })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child.pid!
  }
  const own = running({ HOME: '/home/u' })
  const other = running({ HOME: '/home/u', CLAUDE_CONFIG_DIR: '/home/u/.claude-work/' })
  const socket = claude('a', 100, at)
  expect(await limits.read({ socket, pid: other, agent: 'claude' }), 'forged').toBeNull()
  expect(await limits.read({ socket, pid: own, agent: 'claude' })).toMatchObject({
    ...{ account: '/home/u/.claude', context: 10 },
  })
  const none = join(folder, 'none', 'sock')
  expect(await limits.read({ socket: none, pid: own, agent: 'claude' })).toMatchObject({
    ...{ windows: [{ used: 100 }], context: null },
  })
  expect(await limits.read({ socket: none, pid: other, agent: 'claude' })).toBeNull()
  expect([agentDirectory('claude', other), agentDirectory('codex', own)]).toEqual([
    ...['/home/u/.claude-work', '/home/u/.codex'],
  ])
})
