/** Changes of an agent's turn and limits of its account, in `ls --json`, the inbox and `wait`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AccountLimits } from '../../src/agents/limits/account-limits.ts'
import { asSession } from '../support/windows/ids.ts'
import { instance, json, useInstance, vibeflow } from './live-verbs.ts'

useInstance()

test('ls counts what an agent changed since its turn started', async () => {
  const top = join(instance.home, 'repository')
  mkdirSync(top)
  execFileSync('git', ['init', '-q'], { cwd: top })
  writeFileSync(join(top, 'before'), 'a\n')
  const script = `cd '${top}'; printf '\\033]7501;state=working:app=mine\\007'; cat`
  const { id } = instance.open('/bin/sh', '-c', script)
  const changes = async () =>
    (await json('ls')).sessions.find((one: { id: string }) => one.id === id).changes
  await expect.poll(changes).toEqual({ files: 0, added: 0, removed: 0 })
  writeFileSync(join(top, 'new'), 'a\nb\n')
  await expect.poll(changes, { timeout: 10_000 }).toEqual({ files: 1, added: 2, removed: 0 })
  const session = instance.workspace.session(asSession(id))
  expect(session?.why().changes).toBe('+2 -0 in 1 file')
  expect(await session?.agents.dialog()).toMatchObject({ changes: '+2 -0 in 1 file' })
})

test('ls has the limits of an account, and wait ends when they have reset', async () => {
  const { id } = instance.open('/bin/cat')
  expect(await json('wait', id, '--until', 'limit-reset')).toMatchObject({ state: 'limit-reset' })
  const resetsAt = Date.now() + 2_000
  const windows = [{ name: '5 h', used: 100, resetsAt }]
  instance.limits.reported = { account: '/home/u/.claude', windows, context: 40, at: Date.now() }
  const { sessions } = await json('ls')
  expect(sessions.find((one: { id: string }) => one.id === id).limits).toEqual(
    instance.limits.reported,
  )
  expect(await json('wait', id, '--until', 'done,limit-reset')).toMatchObject({
    state: 'limit-reset',
  })
  expect(Date.now()).toBeGreaterThanOrEqual(resetsAt)
  instance.limits.reported = null
})

test('status and report show the limits of each account once', async () => {
  const script = "printf '\\033]7501;state=working:app=claude\\007'; cat"
  const ids = [1, 2].map(() => instance.open('/bin/sh', '-c', script).id)
  const windows = [{ name: 'week', used: 31, resetsAt: null }]
  const at = Date.now() - 120_000
  const directory = '/home/u/.claude-work'
  instance.limits.reported = { account: directory, windows, context: 40, at }
  const listed = async (...words: string[]) =>
    (await json(...words)).accounts.filter((one: AccountLimits) => one.directory === directory)
  // a busy app may answer later than a command waits
  await expect.poll(() => listed('status', '--limits')).toMatchObject([{ windows, at }])
  const [account] = await listed('status', '--limits')
  const known = account.sessions.map((one: { id: string }) => one.id)
  expect(ids.every((id) => known.includes(id))).toBe(true)
  const [id = ''] = ids
  await expect
    .poll(async () => (await json('status', id)).account?.sessions)
    .toEqual([{ id, context: 40 }])
  expect((await vibeflow(['status', id])).out).toContain(
    `week 31 % used (2 min ago); context: ${id} 60 % left`,
  )
  expect(await listed('report')).toMatchObject([{ windows }])
  expect((await vibeflow(['report'])).out).toContain('Limits now:')
  expect((await vibeflow(['status', '--limits', id])).err).toContain('--limits covers all accounts')
  instance.limits.reported = null
})
