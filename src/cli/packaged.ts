/**
 * A program of its own, `out/main/cli.js`: the verbs in a package, where no sources are.
 * bin/vibeflow of the package calls it.
 */
import { runVerb } from './run.ts'

process.exit(await runVerb(process.argv.slice(2)))
