#!/usr/bin/env node
/**
 * Starts vibeflow-protocol: the built files, or in the repository the sources, with a Node that
 * reads TypeScript.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = new URL('../conformance/main.ts', import.meta.url)
const built = new URL('../dist/conformance/main.js', import.meta.url)
const file = process.features.typescript && existsSync(source) ? source : built

if (existsSync(file)) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const { runConformance } = await import(file.href)
  const own = {
    version,
    vectors: new URL(
      file === source ? '../../../test/data/protocol-vectors.json' : '../vectors.json',
      import.meta.url,
    ),
    program: fileURLToPath(import.meta.url),
  }
  process.exit(await runConformance(process.argv.slice(2), own))
} else {
  process.stderr.write(
    "vibeflow-protocol: not built, and this Node.js can't run the sources. Use Node.js 24, or " +
      'build the package (npm pack).\n',
  )
  process.exit(3)
}
