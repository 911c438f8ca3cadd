/** Runs a verb with this process's arguments and streams: for a clone, a package, and the app. */
import manifest from '../../../package.json' with { type: 'json' }
import { runCli } from './main.ts'
import type { Workers } from './verb.ts'

/** @returns the exit code, after all output is written */
export async function runVerb(words: readonly string[], workers: Workers): Promise<number> {
  process.stdout.on(
    'error',
    (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1),
    // For example in `vibeflow ls | head`.
  )
  const code = await runCli(words, {
    environment: process.env,
    directory: process.cwd(),
    version: manifest.version,
    workers,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  })
  await new Promise((resolve) => process.stdout.write('', resolve))
  return code
}
