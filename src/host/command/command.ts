/**
 * The program `out/main/command.js`: handles options that need no window, and exits with 125 if a
 * window is needed. The launcher runs it first, so `--help` needs neither engine nor display.
 */
import { homedir } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { parseCommandLine } from './command-line.ts'
import { collectionFile } from '../config/themes/theme-collection.ts'
import { askEngine } from './diagnose/engine.ts'
import { integrationScripts } from '../pty/integration-scripts.ts'
import { answer } from './windowless.ts'

/** Exit code of `env` and `timeout` for "could not start", otherwise unused. */
const wantsWindow = 125

// Programs started from here must not run as Node (packaging/engine-electron.sh).
delete process.env['ELECTRON_RUN_AS_NODE']

const directory = process.cwd()
const calledAs = process.env['VIBEFLOW_CALLED_AS']
const line = parseCommandLine(process.argv.slice(2), {
  directory,
  version: manifest.version,
  ...(calledAs === undefined ? {} : { calledAs }),
})
if (line.kind === 'run') {
  process.exitCode = wantsWindow
} else {
  const { output, error, code } = await answer(line, {
    environment: process.env,
    home: homedir(),
    directory,
    integrations: integrationScripts(import.meta.dirname),
    themeCollection: collectionFile(import.meta.dirname),
    version: manifest.version,
    askEngine: () => askEngine(process.env),
  })
  process.exitCode = code
  process.stdout.write(output)
  process.stderr.write(error)
}
