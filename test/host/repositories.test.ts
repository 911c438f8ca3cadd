/** Names of repositories, from real folders. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Repositories } from '../../src/host/folders.ts'

it('names the folder that holds .git, a folder or the file of a work tree, from anywhere inside', async () => {
  const root = mkdtempSync(join(tmpdir(), 'vibeflow-repositories-'))
  mkdirSync(join(root, 'api/.git'), { recursive: true })
  mkdirSync(join(root, 'api/src/deep'), { recursive: true })
  mkdirSync(join(root, 'tree/src'), { recursive: true })
  writeFileSync(join(root, 'tree/.git'), 'gitdir: /elsewhere\n')
  mkdirSync(join(root, 'notes'))
  const repositories = new Repositories()
  const names = await Promise.all(['api/src/deep', 'api', 'tree/src', 'notes', 'gone/too'].map((path) => repositories.nameAt(join(root, path))))
  expect(names).toEqual(['api', 'api', 'tree', null, null])
  expect(await repositories.nameAt('relative/path')).toBe(null)
  rmSync(root, { recursive: true })
})
