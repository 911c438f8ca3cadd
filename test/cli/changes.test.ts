/** `vibeflow ls --json` and the inbox's question with the changes of an agent's turn. */
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
