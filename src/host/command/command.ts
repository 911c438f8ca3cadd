/**
 * A program of its own, `out/main/command.js`: answers what needs no window, and leaves with 125
 * when a window is wanted. The launcher asks it first, so that `--help` needs neither engine nor
 * display.
 */
import { homedir } from 'node:os'
import manifest from '../../../package.json' with { type: 'json' }
import { parseCommandLine } from './command-line.ts'
import { askEngine } from './diagnose/engine.ts'
import { integrationScripts } from '../pty/integration-scripts.ts'
import { answer } from './windowless.ts'

/** No code of ours; that of `env` and `timeout` for "could not even begin". */
const wantsWindow = 125

// What this starts is no Node (packaging/engine-electron.sh).
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
    version: manifest.version,
    askEngine: () => askEngine(process.env),
  })
  process.exitCode = code
  process.stdout.write(output)
  process.stderr.write(error)
}
