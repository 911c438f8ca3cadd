/**
 * Prepares a new clone, which needs only Node 20, npm and git: npm packages, system packages,
 * node-pty. Fast if nothing is missing, and safe to run twice. npm packages come first since they
 * need no system package and determine the engine, so that one apt-get installs everything.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureModules, ensurePty, ptyReady } from './dependencies.mjs'
import { ensureKeeper, keeperReady } from './keeper.mjs'
import { chooseEngine, findChromium, findExecutable } from './engine.mjs'
import { ensurePackages, fetchAlacrittyTests } from './packages.mjs'
import {
  alone,
  endWithParent,
  exitCode,
  nodeMajor,
  projectNode,
  root,
  script,
  startedDirectly,
} from '../project.mjs'

/**
 * @param {{ tests?: boolean, packaging?: boolean, packageTests?: boolean, engine?: boolean, retry?:
 * boolean }} [options] tests: also for `npm test`; packaging, packageTests: for `npm run package`
 * and `npm run test:package`; engine false: no engine will run; retry: forget a failed download of
 * Electron
 */
async function prepare({
  tests = false,
  packaging = false,
  packageTests = false,
  engine = true,
  retry = false,
} = {}) {
  await ensureModules()
  const found = engine ? await findExecutable({ retry }) : undefined
  const built = ptyReady() && keeperReady()
  await ensurePackages(
    purposesFor({ engine: found?.engine, built, tests, packaging, packageTests }),
  )
  if (!built) {
    await ensurePty()
    await ensureKeeper()
  }
  if (tests) await fetchAlacrittyTests()
  return found
}

/**
 * Returns why system packages are needed. A machine with a Chromium needs no other one.
 * @param {{ engine?: 'electron' | 'shim' | undefined, built: boolean, tests?: boolean, packaging?:
 * boolean, packageTests?: boolean, chromium?: () => string | undefined }} run chromium: for tests
 */
export function purposesFor({
  engine,
  built,
  tests = false,
  packaging = false,
  packageTests = false,
  chromium = findChromium,
}) {
  /** @type {import('./packages.mjs').Purpose[]} */
  const wanted = []
  if (!built) wanted.push('building')
  if (engine === 'electron') wanted.push('electron')
  if (engine === 'shim' && chromium() === undefined) wanted.push('shim')
  if (tests) wanted.push('tests')
  if (tests && engine === 'electron') wanted.push('screen')
  if (packaging) wanted.push('packaging')
  if (packageTests) wanted.push('packageTests')
  return wanted
}

/**
 * For scripts that run the app. @param {{ tests?: boolean, packaging?: boolean, packageTests?:
 * boolean, retry?: boolean }} [options]
 */
export async function setUp(options) {
  const found = await alone('set-up', () => prepare(options))
  return chooseEngine(found === undefined ? {} : { found })
}

/** For scripts that run no engine (build, benches of pure code, fuzz). */
export async function setUpWithoutEngine() {
  await alone('set-up', () => prepare({ engine: false }))
}

/**
 * Returns whether `--retry-electron` is given, as npm's option or as the first argument, which is
 * then not the app's.
 * @param {readonly string[]} args
 */
export function takeRetry(args) {
  const first = args[0] === '--retry-electron'
  return {
    retry: first || process.env['npm_config_retry_electron'] === 'true',
    args: first ? args.slice(1) : args,
  }
}

/**
 * Runs the script again in the project's Node, which loads TypeScript, if this is another Node.
 * @param {string} url the script's `import.meta.url`
 * @returns {Promise<number | undefined>} its exit code, or undefined if this is the right Node
 */
export async function inProjectNode(url) {
  endWithParent()
  if (Number(process.versions.node.split('.')[0]) === nodeMajor) return undefined
  // A new clone has nothing yet.
  if (!fs.existsSync(path.join(root, 'node_modules'))) await setUpWithoutEngine()
  const child = spawn(projectNode().path, [fileURLToPath(url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  return new Promise((resolve) =>
    child.on('exit', (code, signal) => resolve(exitCode(code, signal))),
  )
}

if (startedDirectly(import.meta.url)) {
  await script(async () => {
    await setUp({ tests: process.argv.includes('--tests') })
  })
}
