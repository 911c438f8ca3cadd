/**
 * `npm run conformance [-- NAME...]`: tests the terminals that are installed, and vibeflow, with
 * the runner of the protocol package (test/conformance), and prints the scoreboard. `--write` puts
 * it into docs/conformance.md.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { root, script } from './project.mjs'
import { inProjectNode, setUp } from './setup.mjs'

await script(async () => {
  const engine = await setUp()
  await build()
  const elsewhere = await inProjectNode(import.meta.url)
  if (elsewhere !== undefined) return elsewhere
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false } },
  })
  const { scoreboard } = await import(
    pathToFileURL(path.join(root, 'test/conformance/scoreboard.ts')).href
  )
  const all = await scoreboard(
    engine,
    { names: positionals, write: values.write },
    (/** @type {string} */ line) => process.stdout.write(`${line}\n`),
  )
  process.exit(all ? 0 : 1) // terminals may leave connections open
})
