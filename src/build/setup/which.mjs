/**
 * `npm run --silent which`: prints as JSON what to run, for external scripts, after making sure
 * that all of it exists. Only the JSON goes to standard output.
 */
import { build } from '../build.mjs'
import { engineLine } from './engine.mjs'
import { say, script } from '../project.mjs'
import { setUp, takeRetry } from './setup.mjs'

await script(async () => {
  const engine = await setUp(takeRetry(process.argv.slice(2)))
  await build()
  say(engineLine(engine))
  process.stdout.write(`${JSON.stringify(engine, null, 2)}\n`)
})
