#!/usr/bin/env node
/**
 * Starts the Node version of vibeflow-emit: the built files, or in the repository the sources, with
 * a Node that reads TypeScript. This file always exists, so that npm can link it before the build.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('main.ts', import.meta.url)
const built = new URL('../dist/bin/main.js', import.meta.url)
const projectNode = new URL('../../../node_modules/.bin/node', import.meta.url)
const words = process.argv.slice(2)
const file = process.features.typescript && existsSync(source) ? source : built

if (existsSync(file)) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { runEmit } = await import(file.href)
  process.exit(await runEmit(words, version))
} else if (
  existsSync(source) &&
  existsSync(projectNode) &&
  process.env.VIBEFLOW_NODE_TRIED === undefined
) {
  const { status } = spawnSync(
    fileURLToPath(projectNode),
    [fileURLToPath(import.meta.url), ...words],
    { stdio: 'inherit', env: { ...process.env, VIBEFLOW_NODE_TRIED: '1' } },
  )
  process.exit(status ?? 1)
} else {
  process.stderr.write(
    "vibeflow-emit: not built, and this Node.js can't run the sources. Use Node.js 24, or " +
      'build the package (npm pack).\n',
  )
  process.exit(words.some((word) => word.startsWith('--hook')) ? 1 : 3)
}
