/**
 * The rings that need no app: plain vitest in the project's Node. Run by src/build/test/test.mjs,
 * which hands the engine over for test/shim.
 */
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seeded } from './support/random.ts'

/** Files that import JSX or fonts. */
const bundled = ['test/renderer/actions.test.ts', 'test/core/config/obeys-in-window.test.ts']

/** Files that take the longest, the first some twenty seconds, most of it waiting for programs. */
const longest = [
  ...['tidy/prose', 'protocol/emit-cli', 'protocol/emit-agents', 'cli/mcp/mcp', 'cli/remote/ssh'],
  ...['host/shell-integration', 'host/start-pty', 'protocol/emit-hook', 'tidy/tidy', 'cli/run'],
  ...['host/testing/package', 'host/shell-hooks', 'host/proc/foreground', 'build/start'],
  ...['cli/integrate/integrate', 'protocol/emit', 'host/tmux/panes', 'protocol/conformance'],
  ...['core/session/output/command-modes', 'protocol/package', 'host/user-rules'],
].map((name) => resolve(import.meta.dirname, `${name}.test.ts`))

/**
 * Runs files in random order, from the printed seed, but files of one project together: a process
 * ends when the next file belongs to another one. The longest files are spread among them at equal
 * distances, the very longest first. So the CPUs are busy throughout, and at the end no worker
 * waits for one of them.
 */
class Spread extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const random = seeded(this.ctx.config.sequence.seed)
    const waiting = longest.flatMap((name) => files.find(({ moduleId }) => moduleId === name) ?? [])
    const rest = files
      .filter((file) => !waiting.includes(file))
      .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
      .map((file) => ({ file, place: random() }))
      .toSorted(
        (a, b) => b.file.project.name.localeCompare(a.file.project.name) || a.place - b.place,
      )
      .map(({ file }) => file)
    const sorted = waiting.splice(0, 3)
    const distance = Math.ceil(rest.length / (waiting.length + 1))
    for (let at = 0; at < rest.length; at += distance)
      sorted.push(...rest.slice(at, at + distance), ...waiting.splice(0, 1))
    return Promise.resolve([...sorted, ...waiting])
  }
}

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    environment: 'node',
    // Scripts that tests run do not change the machine.
    env: { VIBEFLOW_INSTALL: '0' },

    // Real ptys, sockets and worker threads want processes. Files share them: a new one for each,
    // with all that it imports, takes a quarter of a second and more.
    pool: 'forks',
    isolate: false,
    // More than there are processors: half of the time these tests wait for programs.
    maxWorkers: 6,
    // For what hangs only: a machine with one busy core takes ten times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // On a busy machine a real process may be late. The run's end names the tests that needed it.
    retry: 2,
    tags: [
      { name: 'slow', description: 'Only in `npm run test:all`, and where a path selects it.' },
    ],
    // A test left `.only` would hide all others.
    allowOnly: false,
    sequence: { shuffle: { files: true, tests: false }, sequencer: Spread },
    projects: [
      {
        extends: true,
        // They start few programs, so they keep the CPUs busy. More workers would only import the
        // same modules more often. Node imports TypeScript itself, which takes much less time than
        // Vite's modules.
        test: {
          name: 'pure',
          include: ['test/{base,agents,terminal,core,main,renderer}/**/*.test.ts'],
          exclude: bundled,
          maxWorkers: 3,
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'bundled', include: bundled, maxWorkers: 3 } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['test/{shim,build,fuzz,attack,protocol,tidy,cli}/**/*.test.ts'],
          sequence: { groupOrder: 1 },
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        // Files that start the most programs: each has a process of its own, so that no program,
        // socket or timer that one leaves disturbs the next.
        test: {
          name: 'host',
          include: ['test/host/**/*.test.ts'],
          isolate: true,
          sequence: { groupOrder: 1 },
          experimental: { viteModuleRunner: false },
        },
      },
    ],
  },
})
