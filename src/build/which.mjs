/**
 * `npm run --silent which`: says as JSON what to run and with what, for scripts from outside. It
 * makes sure that all it names exists, so a first call takes as long as a first start. Only the
 * JSON goes to standard output.
 */
import { build } from './build.mjs'
import { engineLine } from './engine.mjs'
import { say, script } from './project.mjs'
import { setUp, takeRetry } from './setup.mjs'

await script(async () => {
  const engine = await setUp(takeRetry(process.argv.slice(2)))
  await build()
  say(engineLine(engine))
  process.stdout.write(`${JSON.stringify(engine, null, 2)}\n`)
})
