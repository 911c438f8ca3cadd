/**
 * A program of its own, `out/main/cli.js`: the verbs in a package, where no sources are.
 * bin/vibeflow of the package calls it.
 */
import { join } from 'node:path'
import { integrationScripts } from '../host/pty/integration-scripts.ts'
import { runVerb } from './run.ts'

// What this starts is no Node (packaging/engine-electron.sh).
delete process.env['ELECTRON_RUN_AS_NODE']

const beside = (name: string) => join(import.meta.dirname, name)
process.exit(
  await runVerb(process.argv.slice(2), {
    shadow: beside('shadow-worker.js'),
    rules: beside('rules-worker.js'),
    scripts: integrationScripts(import.meta.dirname),
  }),
)
