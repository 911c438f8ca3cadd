/** Tests the folder in which a worker thread stores compiled code. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { keptCompiled } from '../../src/host/shadow/compile-cache.ts'

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
