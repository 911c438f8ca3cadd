/** The program `out/main/cli.js`: runs verbs in a package, called by its bin/vibeflow. */
import { join } from 'node:path'
import { collectionFile } from '../../host/config/themes/theme-collection.ts'
import { integrationScripts } from '../../host/pty/integration-scripts.ts'
import { runVerb } from './run.ts'

// Programs started from here must not run as Node (packaging/engine-electron.sh).
delete process.env['ELECTRON_RUN_AS_NODE']

const beside = (name: string) => join(import.meta.dirname, name)
const windowless = beside('windowless.js')
// From an AppImage, whose mount ends with its first process (sessions/windowless.ts).
if (process.argv[2] === 'windowless') await import(windowless)
else
  process.exit(
    await runVerb(process.argv.slice(2), {
      shadow: beside('shadow-worker.js'),
      rules: beside('rules-worker.js'),
      scripts: integrationScripts(import.meta.dirname),
      themes: collectionFile(import.meta.dirname),
      windowless,
    }),
  )
