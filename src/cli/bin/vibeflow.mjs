#!/usr/bin/env node
/**
 * The `vibeflow` command of a clone: runs a verb in a Node that can read the sources, else starts
 * the terminal like `npm start`. Plain JavaScript, so that any Node in package.json's `engines` can
 * start it.
 */
import { spawnSync } from 'node:child_process'
import module from 'node:module'
import { existsSync, mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Caches compiled sources for the user: compiling takes most of a verb's time. */
function cacheCompiled() {
  const { XDG_CACHE_HOME: named, HOME: home } = process.env
  const caches = named?.startsWith('/') ? named : home?.startsWith('/') ? `${home}/.cache` : null
  if (caches === null) return
  const folder = `${caches}/vibeflow/command`
  try {
    // otherwise Node creates it readable for others
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return // not writable: run without a cache
  }
  module.enableCompileCache?.(folder) // Node 22 and later
}

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const words = process.argv.slice(2)
const [first] = words

if (first === undefined || first.startsWith('-')) {
  process.env.INIT_CWD = process.cwd()
  await import(new URL('../../build/start.mjs', import.meta.url).href)
} else if (process.features.typescript) {
  cacheCompiled()
  const { runVerb } = await import(new URL('../command/run.ts', import.meta.url).href)
  process.exit(
    await runVerb(words, {
      shadow: here('../../host/shadow/worker.ts'),
      rules: here('../../host/config/agent-rules/check-worker.ts'),
      scripts: here('../../integrations/shell'),
      themes: here('../../../out/main/themes.json'),
      windowless: here('../../../out/main/windowless.js'),
    }),
  )
} else if (
  existsSync(here('../../../node_modules/.bin/node')) &&
  process.env.VIBEFLOW_NODE_TRIED === undefined
) {
  const { status, signal } = spawnSync(
    here('../../../node_modules/.bin/node'),
    [here('vibeflow.mjs'), ...words],
    { stdio: 'inherit', env: { ...process.env, VIBEFLOW_NODE_TRIED: '1' } },
  )
  if (signal !== null) process.kill(process.pid, signal)
  process.exit(status ?? 1)
} else {
  process.stderr.write(
    "vibeflow: this Node.js can't run the sources. Use Node.js 24, or run `npm start` once to " +
      'download it.\n',
  )
  process.exit(1)
}
