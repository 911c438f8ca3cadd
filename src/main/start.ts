/**
 * Starts the main process in numbered steps. Each step is a module; this file puts them in order.
 */
import { ownEnvironment } from './process.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownWords, parseCommandLine } from '../host/command/command-line.ts'
import { loadProblem, reportStartProblem, startProblem } from '../host/command/start-problem.ts'
import { definedOf } from '../host/pty/defined.ts'
import { systemClock } from '../host/clock.ts'
import { Configuration } from '../host/config/configuration.ts'
import { probeVariable } from '../host/command/diagnose/engine.ts'
import { integrationScripts } from '../host/pty/integration-scripts.ts'
import { LayoutFiles } from '../host/config/layouts/layout-files.ts'
import { Log } from '../host/files/log.ts'
import { configFile, isSameFolder, stateFolder } from '../host/files/folders.ts'
import { overrideDocuments } from '../host/config/overrides.ts'
import { exits } from '../core/clients/exit-codes.ts'
import type { LaunchRequest } from '../core/windows/workspace/launch-request.ts'
import { app } from './electron.ts'
import { collectionFile } from '../host/config/themes/theme-collection.ts'
import { ownFacts, printEngineFacts } from './engine-facts.ts'
import { hungUp, onQuit } from './instance/quit.ts'
import type { Run } from './instance/run.ts'
import { handOver } from './instance/second-start.ts'
import { lockSession, lockWebContents } from './page/locks.ts'
import { registerScheme, serveScheme } from './page/scheme.ts'
import { followConfiguration, logProblems } from './instance/settings.ts'

// 0. Without a GPU, Chromium has WebGL only through SwiftShader, and calls that unsafe since pages
// could attack it. Only the app's own page is ever loaded (locks.ts refuses all others). Must
// precede `ready`.
app.commandLine.appendSwitch('enable-unsafe-swiftshader')
// A GPU process that keeps crashing would end the app with all tabs. Chromium draws on the CPU
// then.
app.commandLine.appendSwitch('disable-gpu-process-crash-limit')
// Lets the page collect memory of hidden grids (renderer/grid/parking.ts). With 60 tabs of 10,000
// lines it has 73 MB instead of 102; V8 itself collects only when it needs memory.
if (!app.commandLine.hasSwitch('js-flags')) app.commandLine.appendSwitch('js-flags', '--expose-gc')

// 1. The command line. Options without a window are handled first, for users who start the engine
// directly. For all others, the command has handled them (host/command/command.ts).
const directory = callerDirectory()
const calledAs = ownEnvironment['VIBEFLOW_CALLED_AS']
const words = ownWords(process.argv, {
  packaged: app.isPackaged,
  appPath: app.getAppPath(),
  directory: process.cwd(),
})
const commandLine = parseCommandLine(words, {
  directory,
  version: app.getVersion(),
  ...(calledAs === undefined ? {} : { calledAs }),
})
if (ownEnvironment[probeVariable] === '1') {
  useTemporaryProfile()
  void app.whenReady().then(printEngineFacts)
} else if (commandLine.kind !== 'run') {
  useTemporaryProfile()
  const facts = {
    environment: ownEnvironment,
    home: homedir(),
    directory,
    integrations: integrationScripts(import.meta.dirname),
    themeCollection: collectionFile(import.meta.dirname),
    version: app.getVersion(),
    askEngine: () => app.whenReady().then(ownFacts),
  }
  void import('../host/command/windowless.ts')
    .then(({ answer }) => answer(commandLine, facts))
    .then(({ output, error, code }) => {
      process.stderr.write(error)
      leave(process.stdout, output, code)
    })
    .catch((error: unknown) => leave(process.stderr, `${loadProblem(error)}\n`, exits.failed))
} else {
  const { layout } = commandLine.request
  const place = { environment: ownEnvironment, home: homedir() }
  const problem = layout === null ? null : new LayoutFiles(place).problemOf(layout)
  const missing = startProblem()
  if (missing !== null) {
    fail(missing) // before Chromium starts and reports its own errors
  } else if (problem === null) start(commandLine)
  else leave(process.stderr, `vibeflow: ${problem}\n`, 2)
}

function start(run: Run): void {
  const { settings, windowClass } = run
  // 2. The settings. They always exist, valid or not.
  const overrides = overrideDocuments(settings.overrides)
  if ('problem' in overrides) {
    const { problem, code } = overrides
    return leave(process.stderr, `vibeflow: ${problem} Nothing was started.\n`, code)
  }
  const state = stateFolder(ownEnvironment, homedir())
  const log = new Log(join(state, 'log'), 'warn')
  const follow = followConfiguration(() => configuration, log, settings.config !== null)
  const file = configFile(ownEnvironment, { home: homedir(), directory, asked: settings.config })
  const configuration: Configuration = new Configuration(
    { file, overrides: overrides.documents, clock: systemClock },
    follow.events,
  )
  logConfiguration(log, configuration)

  // 3. Before Electron is ready: Chromium's directory. A running instance may take the command.
  const userData = join(state, 'chromium')
  app.setPath('userData', userData)
  if (windowClass !== null) setWindowClass(windowClass)
  const request: LaunchRequest = { ...run.request, ...callerFacts() }
  const isShared = run.single ?? configuration.options.window.single_instance
  const later = isShared ? handOver(app, request, userData) : null
  if (typeof later === 'number') return app.exit(later)
  registerScheme()
  let hasPage = false
  app.on('web-contents-created', (_event, contents) => {
    hasPage = true
    lockWebContents(contents)
  })
  const quit = onQuit(app, run.wait ? hungUp : 0)

  // 4. Restrictions of the page.
  const ready = app.whenReady().then(() => {
    lockSession()
    serveScheme()
  })

  // 5. Everything else is loaded while Chromium starts.
  const started = { run, request, configuration, follow, log, state, later, ready, quit }
  setImmediate(() => {
    void import('./instance/run.ts')
      .then(({ runInstance }) => runInstance(started))
      .catch((error: unknown) => {
        if (hasPage) throw error // its tabs work
        log.write('error', error instanceof Error ? (error.stack ?? '') : String(error))
        fail(loadProblem(error))
      })
  })
}

/** Applies the configured log level. */
function logConfiguration(log: Log, configuration: Configuration): void {
  log.level = configuration.options.log.level
  configuration.settings.subscribe(
    (options) => options,
    (options) => {
      log.level = options.log.level
      log.write('info', 'the configuration has changed')
    },
  )
  logProblems(log, configuration.problems)
}

/**
 * Electron's own place for Chromium's data is the directory of the configuration, and that of a
 * running instance is in use.
 */
function useTemporaryProfile(): void {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'vibeflow-profile-'))
    app.setPath('userData', folder)
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  } catch {
    // Without a directory for temporary files, Chromium reports the reason itself.
  }
}

function setWindowClass(windowClass: string): void {
  app.commandLine.appendSwitch('class', windowClass) // X11
  app.setDesktopName(`${windowClass}.desktop`) // Wayland's app id is this name without its end
}

/**
 * Returns PWD, which keeps links that cwd resolves, if it is the current directory: some callers
 * change only that.
 */
function callerDirectory(): string {
  const cwd = process.cwd()
  const named = ownEnvironment['PWD']
  return named !== undefined && isSameFolder(named, cwd) ? named : cwd
}

function callerFacts(): Pick<LaunchRequest, 'callerDirectory' | 'environment'> {
  return { callerDirectory: directory, environment: definedOf(ownEnvironment) }
}

/** Ends a start that the user may have made by a click. */
function fail(problem: string): void {
  const { stderr } = process
  reportStartProblem(problem, { stderr, env: ownEnvironment }, () => app.exit(exits.failed))
}

function leave(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}
