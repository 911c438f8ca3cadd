/**
 * `npm run screenshots [-- NAME...]`: setup, build, then takes the pictures of docs/images from the
 * app (test/app/screenshots/main.ts), never on the user's screen.
 */
import { script } from '../project.mjs'
import { runInApp } from '../setup/run-in-app.mjs'
import { takeRetry } from '../setup/setup.mjs'

await script(async () => {
  const { retry, args } = takeRetry(process.argv.slice(2))
  return runInApp('test/app/screenshots/main.ts', args, { retry })
})
