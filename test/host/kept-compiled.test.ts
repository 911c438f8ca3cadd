/** Tests the folder in which a worker thread stores compiled code. */
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { cacheCompiled, keptCompiled } from '../../src/host/shadow/compile-cache.ts'

test('a thread caches compiled code where its process does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-compiled-'))
  module.enableCompileCache(folder) // not where one is named to the tests already
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    "import module from 'node:module'; import { parentPort } from 'node:worker_threads'\n" +
      'parentPort.postMessage(module.getCompileCacheDir())',
  )
  const worker = new Worker(program, { env: keptCompiled() })
  const said = await new Promise((resolve) => worker.once('message', resolve))
  // the last part is of V8's flags, and another test may have set one since
  expect(dirname(String(said))).toBe(dirname(module.getCompileCacheDir() ?? ''))
  await worker.terminate()
  rmSync(folder, { recursive: true })
})

test('the cache is readable for its user only, and an AppImage has none', () => {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-compiled-'))
  cacheCompiled({ APPIMAGE: '/opt/vibeflow.AppImage' }, home)
  expect(existsSync(join(home, '.cache'))).toBe(false)
  cacheCompiled({}, home)
  expect(statSync(join(home, '.cache/vibeflow/engine')).mode & 0o777).toBe(0o700)
  writeFileSync(join(home, 'file'), '')
  cacheCompiled({ XDG_CACHE_HOME: join(home, 'file') }, home) // starts without
  rmSync(home, { recursive: true })
})
