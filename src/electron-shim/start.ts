/**
 * Startup: parses the command line, sets up the process like Electron's, and loads the app's main
 * file.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, becomeReady, setAppFacts } from './api/app.ts'
import { leave, leaveOnSignals, leaveWithDriver, quitting } from './process/closing.ts'
import { packagedApp, parseCommandLine, type CommandLine } from './process/command-line.ts'
import { Engine } from './chromium/engine.ts'
import { requestHooks } from './chromium/hooks.ts'
import { say, Stop } from './process/problem.ts'
import { recordedCalls } from './api/recorded.ts'
import { setEngine } from './run.ts'
import { defaultSession } from './api/session.ts'

declare const SHIM_ELECTRON_VERSION: string

interface AppFiles {
  readonly folder: string
  readonly main: string
  readonly name: string
  readonly version: string
}

const executable =
  process.env['ELECTRON_SHIM_EXECUTABLE'] ?? path.join(import.meta.dirname, 'electron')
delete process.env['ELECTRON_SHIM_EXECUTABLE']
if (process.env['ELECTRON_SHIM_MALLOC'] !== undefined) delete process.env['MALLOC_MMAP_THRESHOLD_']
delete process.env['ELECTRON_SHIM_MALLOC']
if (process.env['ELECTRON_SHIM_CACHE'] !== undefined) delete process.env['NODE_COMPILE_CACHE']
delete process.env['ELECTRON_SHIM_CACHE']

try {
  await boot()
} catch (error) {
  say(
    error instanceof Stop
      ? error.message
      : `${error instanceof Error ? error.stack : String(error)}`,
  )
  process.exit(1)
}

async function boot(): Promise<void> {
  const packaged = packagedApp(executable)
  const line = parseCommandLine(process.argv.slice(2), packaged !== undefined)
  if (line.switches.has('version') && line.app === undefined) {
    process.stdout.write(`v${SHIM_ELECTRON_VERSION}\n`)
    return process.exit(0)
  }
  const files = findApp(packaged ?? line.app)
  dress(line, packaged !== undefined)
  setAppFacts({ ...files, packaged: packaged !== undefined })
  const engine = new Engine(engineOptions(line), requestHooks())
  for (const [name, value] of line.switches) engine.switches.set(name, [value])
  setEngine(engine)
  leaveOnSignals(() => app.quit())
  reportErrors()
  hookElectron()
  if (line.inspectPort !== undefined)
    process.getBuiltinModule('node:inspector').open(line.inspectPort, '127.0.0.1')
  if (line.driven) leaveWithDriver()
  const load = createRequire(pathToFileURL(path.join(process.cwd(), 'electron-shim')))
  for (const file of line.preloads) load(path.resolve(file))
  await loadMain(files.main)
  if (quitting.now) return
  warnOfSandbox(line)
  // X11's class, with which a desktop finds icon and name.
  if (!engine.switches.has('class')) engine.switches.set('class', [app.getName()])
  await engine.start().catch((error: unknown) => {
    say(error instanceof Error ? error.message : String(error))
    leave(1)
  })
  if (quitting.now) return
  Object.defineProperty(process.versions, 'chrome', {
    value: engine.chromeVersion,
    enumerable: true,
    configurable: true,
  })
  await defaultSession.denyAll()
  changeEnvironment()
  becomeReady()
}

/**
 * Sets what Electron's Chromium sets in the environment of its process at ready, and never removes.
 * Programs that the app starts must not get it.
 */
function changeEnvironment(): void {
  const names = ['GDK_BACKEND', 'NO_AT_BRIDGE', 'IBUS_ENABLE_SYNC_MODE', 'FCITX_ENABLE_SYNC_MODE']
  for (const name of names) process.env[name] = '1'
}

/** An exception while loading ends the app, so that a test driver does not wait for a timeout. */
async function loadMain(file: string): Promise<void> {
  try {
    await import(pathToFileURL(file).href)
  } catch (error) {
    say(
      'the app could not be loaded: ' +
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    process.exit(1)
  }
}

function findApp(given: string | undefined): AppFiles {
  if (given === undefined) throw new Stop('no app: give the folder or the main file of one')
  const target = path.resolve(given)
  if (!existsSync(target)) throw new Stop(`no app at ${target}`)
  if (statSync(target).isFile())
    return {
      folder: path.dirname(target),
      main: target,
      name: 'Electron',
      version: SHIM_ELECTRON_VERSION,
    }
  const file = path.join(target, 'package.json')
  const facts = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as {
        main?: string
        name?: string
        productName?: string
        version?: string
      })
    : {}
  const main = path.resolve(target, facts.main ?? 'index.js')
  const found = [main, `${main}.js`, path.join(main, 'index.js')].find(
    (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
  )
  if (found === undefined) throw new Stop(`the app in ${target} has no main file ${main}`)
  return {
    folder: target,
    main: found,
    name: facts.productName ?? facts.name ?? 'Electron',
    version: facts.version ?? SHIM_ELECTRON_VERSION,
  }
}

/** Makes the process look like Electron's. */
function dress(line: CommandLine, packaged: boolean): void {
  process.argv = [executable, ...line.args]
  const fixed = {
    type: 'browser',
    resourcesPath: path.join(path.dirname(executable), 'resources'),
    ...(packaged ? {} : { defaultApp: true }),
  }
  for (const [name, value] of Object.entries(fixed))
    Object.defineProperty(process, name, { value, enumerable: true, configurable: true })
  for (const [name, value] of Object.entries({
    electron: SHIM_ELECTRON_VERSION,
    chrome: '156.0.0.0',
  })) {
    Object.defineProperty(process.versions, name, { value, enumerable: true, configurable: true })
  }
  // Recorded calls, for tests.
  Object.defineProperty(globalThis, '__electronShim', {
    value: { recorded: recordedCalls },
    configurable: true,
  })
}

/**
 * An unhandled rejection is a warning, as in Electron. An uncaught exception ends the app cleanly.
 */
function reportErrors(): void {
  process.on('unhandledRejection', (reason) =>
    say(
      'unhandled rejection: ' +
        `${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`,
    ),
  )
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return // the app handles it
    say(`uncaught: ${error.stack ?? error.message}`)
    leave(1)
  })
}

function hookElectron(): void {
  const url = pathToFileURL(path.join(import.meta.dirname, 'electron.js')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common))?$/.test(specifier)
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context),
  })
}

function engineOptions(line: CommandLine) {
  const display = Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
  const headless = process.env['VIBEFLOW_HEADLESS'] === '1' || (!display && line.driven)
  if (!display && !headless)
    throw new Stop(
      'no display: DISPLAY and WAYLAND_DISPLAY are not set (VIBEFLOW_HEADLESS=1 runs without one)',
    )
  const root = process.getuid?.() === 0
  const asked = line.switches.has('no-sandbox')
  return { headless, driven: line.driven, sandbox: !root && !asked }
}

/** Warns when Chromium is needed: a start that passes its arguments on does not need it. */
function warnOfSandbox({ switches, driven }: CommandLine): void {
  const root = process.getuid?.() === 0
  if ((root || switches.has('no-sandbox')) && !driven)
    say(
      `Chromium's sandbox is off: ` +
        `${root ? 'it does not work for root' : 'asked for by --no-sandbox'}`,
    )
}
