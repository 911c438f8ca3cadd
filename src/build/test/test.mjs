/**
 * `npm test [-- RING...]`: setup, build, types and lint, vitest, Playwright; `npm run test:all`
 * includes the tests that are tagged as slow. All parts run even
 * after a failure, and the last line is `N passed, N failed` (with `, N skipped`), from the
 * runners' reports. Specs get the engine from VIBEFLOW_TEST_ELECTRON (executable),
 * VIBEFLOW_TEST_APP (app folder) and VIBEFLOW_TEST_ENGINE_LINE.
 */
import fs from 'node:fs'
import path from 'node:path'
import { build } from '../build.mjs'
import { engineLine } from '../setup/engine.mjs'
import {
  alone,
  outsideEnvironment,
  projectNode,
  readJson,
  root,
  run,
  say,
  Stop,
} from '../project.mjs'
import { plan } from './rings.mjs'
import { isOnScreen, onScreen } from './screen/on-screen.mjs'
import { setUp, takeRetry } from '../setup/setup.mjs'
import {
  closingLine,
  playwrightCounts,
  playwrightTroubles,
  step,
  sum,
  vitestCounts,
  vitestTroubles,
} from './summary.mjs'

const artifacts = path.join(root, 'artifacts')
/** A runner that takes longer hangs: ten times the time on two idle cores. */
const vitestMs = 30 * 60_000
const playwrightMs = 45 * 60_000
/** With a display, specs run one after the other (test/playwright.config.ts). */
const playwrightOnScreenMs = 60 * 60_000

/** @type {{ name: string, seconds: number, counts: import('./summary.mjs').Counts }[]} */
const done = []
/** @type {string[]} */
const troubles = []

/**
 * Runs one part and records its result.
 * @param {string} name
 * @param {() => Promise<import('./summary.mjs').Counts>} work
 */
async function part(name, work) {
  say(`--- ${name}`)
  const start = performance.now()
  let counts = step(false)
  try {
    counts = await work()
  } catch (error) {
    say(
      error instanceof Stop ? error.message : String(error instanceof Error ? error.stack : error),
    )
  }
  done.push({ name, seconds: (performance.now() - start) / 1000, counts })
  return counts.failed === 0
}

const isAll = process.argv[2] === '--all'
const { retry, args: filter } = takeRetry(process.argv.slice(isAll ? 3 : 2))
const wanted = plan(filter, isAll)
/** @type {import('../setup/engine.mjs').Engine | undefined} */
let engine

const ready = await part('set-up', async () => {
  engine = await setUp({ tests: true, retry })
  say(engineLine(engine))
  return step(true)
})
if (ready && engine !== undefined) await runParts(engine)
finish()

/** @param {import('../setup/engine.mjs').Engine} engine */
async function runParts(engine) {
  const node = projectNode().path
  const environment = testEnvironment(engine)
  fs.mkdirSync(artifacts, { recursive: true })
  const module = async (/** @type {string} */ file, /** @type {readonly string[]} */ ...args) =>
    (await run(node, [path.join(root, 'node_modules', file), ...args], {
      env: environment,
      output: 1,
    })) === 0
  // Biome needs no build, which uses one CPU.
  const lint = wanted.check
    ? module('@biomejs/biome/bin/biome', 'ci', '--config-path=src/build/check/biome.config.jsonc')
    : undefined
  if (wanted.build) await part('build', async () => build().then(() => step(true)))
  if (lint !== undefined) {
    await part('check', async () => {
      // Several checkers each check the types that they share, and Biome has the other CPU.
      const types = await module('typescript/bin/tsc', '--build', '--singleThreaded')
      return step((await lint) && types)
    })
  }
  const { vitest, app } = wanted
  if (vitest !== undefined) {
    await part(`vitest${named(vitest)}`, async () => {
      const report = reportFile('vitest')
      const args = [
        'run',
        ...vitest,
        '--config=test/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(wanted.slow ? [] : ['--tags-filter=!slow']),
        ...passEmpty('--passWithNoTests'),
      ]
      const code = await run(node, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
        env: environment,
        timeoutMs: vitestMs,
        output: 1,
      })
      const reported = takeReport(report, 'vitest')
      troubles.push(...vitestTroubles(reported, root))
      return notEmpty('vitest', vitestCounts(reported, code, wanted))
    })
  }
  if (app !== undefined) {
    await part(`playwright${named(app)}, on the ${engine.engine}`, async () => {
      const report = reportFile('playwright')
      const args = [
        path.join(root, 'node_modules/@playwright/test/cli.js'),
        'test',
        ...app,
        '--config=test/playwright.config.ts',
        ...(wanted.slow ? [] : ['--grep-invert=@slow']),
        ...passEmpty('--pass-with-no-tests'),
      ]
      const [command = node, ...rest] = onScreen([node, ...args], engine.engine)
      // One at a time in a tree: runs share the folder of traces, and two are slow enough to fail.
      const code = await alone('app-tests', () =>
        run(command, rest, {
          env: { ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
          timeoutMs: isOnScreen(engine.engine) ? playwrightOnScreenMs : playwrightMs,
          output: 1,
        }),
      )
      const reported = takeReport(report, 'playwright')
      troubles.push(...playwrightTroubles(reported))
      return notEmpty('playwright', playwrightCounts(reported, code))
    })
  }
}

/**
 * Tests must not open windows on the user's screen: the shim runs headless, Electron on its own
 * screen.
 * @param {import('../setup/engine.mjs').Engine} engine
 */
function testEnvironment(engine) {
  /** @type {NodeJS.ProcessEnv} */
  const environment = {
    ...outsideEnvironment(),
    VIBEFLOW_TEST_ELECTRON: engine.electron,
    VIBEFLOW_TEST_APP: engine.app,
    VIBEFLOW_TEST_ENGINE_LINE: engineLine(engine),
    // Tests start commands some thousand times, and compiling takes three quarters of each: keep
    // the result for later processes.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/vibeflow/compiled'),
  }
  if (process.env['VIBEFLOW_TEST_DISPLAY'] !== '1') {
    delete environment['DISPLAY']
    delete environment['WAYLAND_DISPLAY']
  }
  // Child processes of tests find the project's Node and tools first, as in any npm script.
  environment['PATH'] = `${path.join(root, 'node_modules/.bin')}:${environment['PATH']}`
  return environment
}

/** Contains the process ID, since another run may use the same tree. @param {string} runner */
function reportFile(runner) {
  return path.join(artifacts, `${runner}.${process.pid}.json`)
}

/**
 * Reads the report and renames it to its plain name.
 * @param {string} file
 * @param {string} runner
 */
function takeReport(file, runner) {
  const report = readJson(file)
  if (report !== undefined) fs.renameSync(file, path.join(artifacts, `${runner}.json`))
  return report
}

/**
 * With a filter a runner may have no tests; the total is checked at the end.
 * @param {string} option
 */
function passEmpty(option) {
  return filter.length > 0 ? [option] : []
}

/** @param {string} runner @param {import('./summary.mjs').Counts} counts */
function notEmpty(runner, counts) {
  if (filter.length > 0 || counts.passed + counts.failed > 0) return counts
  say(`${runner} ran no test at all`)
  return step(false)
}

/** @param {readonly string[]} filters */
function named(filters) {
  return filters.length > 0 ? ` (${filters.join(' ')})` : ''
}

function finish() {
  let total = sum(done.map(({ counts }) => counts))
  const onlyTypes = wanted.vitest === undefined && wanted.app === undefined
  if (total.passed + total.failed === 0 && !onlyTypes) {
    troubles.push(`no test matches: ${filter.join(' ')}`)
    total = sum([total, step(false)])
  }
  const seconds = done.reduce((all, { seconds }) => all + seconds, 0)
  const lines = done.map(
    ({ name, seconds, counts }) =>
      `${counts.failed > 0 ? 'FAILED' : 'ok    '} ${seconds.toFixed(1).padStart(6)} s  ` +
      `${name}: ${closingLine(counts)}`,
  )
  fs.writeSync(
    1,
    `\n${[...troubles, ...lines].join('\n')}\n${' '.repeat(7)}` +
      `${seconds.toFixed(1).padStart(6)} s  in all` +
      `${wanted.slow ? '' : ', without the slow tests of npm run test:all'}` +
      `${engine === undefined ? '' : `; ${engineLine(engine)}`}\n${closingLine(total)}\n`,
  )
  process.exitCode = total.failed > 0 ? 1 : 0
}
