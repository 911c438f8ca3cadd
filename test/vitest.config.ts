/** The rings that need no app: plain vitest in the project's Node. Run by src/build/test.mjs, which hands the engine over for test/shim. */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/{core,protocol,host,main,cli,renderer,shim,tidy,build,fuzz}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Real ptys, sockets and worker threads want a process of their own per file.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // A test left `.only` would hide all others.
    allowOnly: false,
    sequence: { shuffle: { files: true, tests: false } },
  },
})
