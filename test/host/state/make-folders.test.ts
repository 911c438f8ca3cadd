/** Tests directories that several processes create at the same time, or that can't be created. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { makeFolders } from '../../../src/host/files/make-folders.ts'

const root = mkdtempSync(join(tmpdir(), 'vibeflow-folders-'))
afterAll(() => rmSync(root, { recursive: true }))

test.each(['/proc/none', '/proc/self/none/deeper'])('ends if %s cannot be made', (folder) => {
  expect(() => makeFolders(folder)).toThrow('ENOENT')
})

test('returns the first directory that it creates', () => {
  expect(makeFolders(join(root, 'a/b/c'))).toBe(join(root, 'a'))
  expect(makeFolders(join(root, 'a/b/c/d'))).toBe(join(root, 'a/b/c/d'))
  expect(makeFolders(join(root, 'a/b'))).toBeUndefined()
  expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700)
})

const racer = `
  const { workerData: { root, helper, turns }, parentPort } = require('node:worker_threads')
  import(helper).then(({ makeFolders }) => {
    for (let turn = 1; turn <= 300; turn += 1) {
      Atomics.add(turns, 0, 1)
      while (Atomics.load(turns, 0) < 2 * turn);
      makeFolders(root + '/race' + turn + '/a/b')
    }
    parentPort.postMessage('made')
  })`

test('two starts at the same time both find their directory', async () => {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const helper = new URL('../../../src/host/files/make-folders.ts', import.meta.url).href
  const race = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(racer, { eval: true, workerData: { root, helper, turns } })
      worker.once('message', resolve)
      worker.once('error', (error) => {
        Atomics.add(turns, 0, 1_000) // the other one waits for no turn
        reject(error)
      })
    })
  expect(await Promise.all([race(), race()])).toEqual(['made', 'made'])
})
