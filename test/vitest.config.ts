/**
 * The rings that need no app: plain vitest in the project's Node. Run by src/build/test.mjs, which
 * hands the engine over for test/shim.
 */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seeded } from './support/random.ts'

/** Those that take half a minute and more, most of it waiting for a program. */
const longest =
  /\/test\/(?:attack\/tmux|fuzz|protocol\/conformance|host\/(?:answers|tmux\/)|cli\/(?:run|remote))/

/**
 * In any order, as the printed seed says; but the longest files come first: at the end, the other
 * workers would stand idle beside them.
 */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = (file: TestSpecification) => longest.test(file.moduleId)
    const random = seeded(this.ctx.config.sequence.seed)
    const rest = files
      .filter((file) => !long(file))
      .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
      .map((file) => ({ file, place: random() }))
    return Promise.resolve([
      ...files.filter(long),
      ...rest.toSorted((a, b) => a.place - b.place).map(({ file }) => file),
    ])
  }
}

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    environment: 'node',
    // Real ptys, sockets and worker threads want processes. Files share them: a new one for each,
    // with all that it imports, takes a quarter of a second and more.
    pool: 'forks',
    isolate: false,
    // More than there are processors: half of the time tests wait for programs.
    maxWorkers: 5,
    // For what hangs only: a machine with one busy core takes ten times as long as a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test left `.only` would hide all others.
    allowOnly: false,
    sequence: { shuffle: { files: true, tests: false }, sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          // What neither starts nor holds anything shares processes with its like.
          include: ['test/{core,main,renderer,tidy}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'other',
          include: ['test/{protocol,shim,build,fuzz,attack}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        // On a busy machine a real process may be late. Tests that needed it are named at the run's
        // end. Those of the command start the most of them.
        test: { name: 'host', include: ['test/{host,cli}/**/*.test.ts'], retry: 1 },
      },
    ],
  },
})
