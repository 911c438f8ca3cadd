/** Changes of an agent's turn and limits of its account, in `ls --json`, the inbox and `wait`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asSession } from '../support/windows/ids.ts'
import { instance, json } from './live-verbs.ts'

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
