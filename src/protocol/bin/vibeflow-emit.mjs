#!/usr/bin/env node
/**
 * Starts the Node version of vibeflow-emit: the package's built files, or in the repository its sources where this Node reads them.
 * A file that is always there, so that npm can link it before anything is built.
 */
import { existsSync, readFileSync } from 'node:fs'

const source = new URL('main.ts', import.meta.url)
const built = new URL('../dist/bin/main.js', import.meta.url)
const file = process.features.typescript && existsSync(source) ? source : built

if (existsSync(file)) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { main } = await import(file.href)
  process.exit(await main(process.argv.slice(2), version))
} else {
  process.stderr.write('vibeflow-emit: not built yet: npm run build\n')
  process.exit(process.argv.some((word) => word.startsWith('--hook')) ? 1 : 3)
}
