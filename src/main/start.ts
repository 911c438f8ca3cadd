/**
 * Starts the main process in numbered steps. Each step is a module; this file puts them in order.
 */
import { ownEnvironment } from './process.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownWords, parseCommandLine } from '../host/command/command-line.ts'
import { commandAgain, startAfterThis } from '../host/command/start-after.ts'
import { startProblem } from '../host/command/start-problem.ts'
import { definedOf } from '../host/pty/defined.ts'
import { systemClock } from '../host/clock.ts'
import { fallbackFonts } from '../host/desktop/fallback-fonts.ts'
import { Configuration } from '../host/config/configuration.ts'
import { probeVariable } from '../host/command/diagnose/engine.ts'
import { integrationScripts } from '../host/pty/integration-scripts.ts'
import { LayoutFiles } from '../host/config/layouts/layout-files.ts'
import { Log } from '../host/files/log.ts'
import type { Keeper } from '../host/pty/keeper/keeper.ts'
import { keptPrograms, openKeeper, socketRootOf } from '../host/pty/keeper/open-keeper.ts'
import { areAllKept, endPrograms, leavePrograms } from '../host/pty/live-children.ts'
import { endWindowless, startWindowless } from '../host/socket/windowless.ts'
import { lastWordsTaken } from '../host/socket/socket-wire.ts'
import { configFile, isSameFolder, stateFolder } from '../host/files/folders.ts'
import { AnsweredOffers } from '../host/state/answered-offers.ts'
import { WindowSizes } from '../host/state/window-sizes.ts'
import { answer, overrideDocuments } from '../host/command/windowless.ts'
import type { LaunchRequest } from '../core/windows/workspace/launch-request.ts'
import { app } from './electron.ts'
import { collectionFile } from '../host/config/themes/theme-collection.ts'
import { ownFacts, printEngineFacts } from './engine-facts.ts'
import { Instance } from './instance/instance.ts'
import { handOver } from './instance/second-start.ts'
import { openAsked, windowSets, type WindowSets } from './window/restore.ts'
import { lockSession, lockWebContents } from './page/locks.ts'
import { registerScheme, serveScheme } from './page/scheme.ts'
import { followConfiguration, logProblems } from './instance/settings.ts'

const integrations = integrationScripts(import.meta.dirname)
const ownPlace = { environment: ownEnvironment, home: homedir() }
const layouts = new LayoutFiles(ownPlace)
const shadowWorker = join(import.meta.dirname, 'shadow-worker.js')
const rulesWorker = join(import.meta.dirname, 'rules-worker.js')
const conversationsWorker = join(import.meta.dirname, 'conversations-worker.js')
const themeCollection = collectionFile(import.meta.dirname)
const windowless = join(import.meta.dirname, 'windowless.js')

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
  void answer(commandLine, {
    environment: ownEnvironment,
    home: homedir(),
    directory,
    integrations,
    themeCollection,
    version: app.getVersion(),
    askEngine: () => app.whenReady().then(ownFacts),
  }).then(({ output, error, code }) => {
    process.stderr.write(error)
    leave(process.stdout, output, code)
  })
} else {
  const { layout } = commandLine.request
  const problem = layout === null ? null : layouts.problemOf(layout)
  const missing = startProblem()
  if (missing !== null) {
    process.stderr.write(`${missing}\n`)
    app.exit(1) // before Chromium starts and reports its own errors
  } else if (problem === null) start(commandLine)
  else leave(process.stderr, `vibeflow: ${problem}\n`, 2)
}

type Run = Extract<typeof commandLine, { kind: 'run' }>

function start(run: Run): void {
  const { settings, debugFrames, wait, windowClass, restore } = run
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
  app.on('web-contents-created', (_event, contents) => lockWebContents(contents))

  // 4. The end: of the last window, or quitting. A signal quits without asking.
  const sizes = new WindowSizes(join(state, 'window.json'), systemClock)
  // For one instance only: others would overwrite it.
  const saving = { kept: later !== null, restore }
  const keeper = keeperOf(configuration, log, () => instance)
  const sets = windowSets(state, saving, configuration, () => instance, log)
  const restart = restartOf(run, saving.kept, sets)
  onQuit({
    begin: () => sets.end(),
    end: () => {
      // closed while running: hung up
      const code = wait ? (instance?.requests.firstStatus ?? 129) : 0
      if (!restart.follows(keeper)) endKept(keeper, sets, instance)
      sizes.flush()
      configuration.dispose()
      instance?.dispose()
      return code
    },
  })

  let instance: Instance | null = null
  const programs = saving.kept && restore ? takenPrograms(keeper) : keptPrograms(null, ownPlace)
  void Promise.all([fallbackFonts(), programs, app.whenReady()]).then(([fonts, kept]) => {
    sets.adopts(kept)
    // 5. Restrictions of the page.
    lockSession()
    serveScheme()

    // 6. The menu first, since Electron's default has keys that reload and close; then the
    // instance, the window and its first tab.
    instance = new Instance({
      configuration,
      fonts,
      ...{ integrations, shadowWorker, rulesWorker, conversationsWorker, sizes },
      themeCollection,
      offers: new AnsweredOffers(join(state, 'offers.json')),
      debugFrames,
      ...{ state, log, kept: sets, keeper, restart: restart.now },
    })
    const started = instance
    openAsked(started, sets, request, { wait })
    later?.open((one) => openAsked(started, sets, one, { wait: false }))
    instance.listen()
    follow.began(instance)
    configuration.watch()
    instance.watch()
  })
}

const noRestart =
  "Can't restart: this vibeflow does not save its tabs, or was started with --wait. Quit it, and " +
  'start it again.'
const wouldEnd =
  "Can't restart: a program would end, since vibeflow-keeper does not have it. Close its tab first."

/** Restarts this process when it is asked to. */
function restartOf(run: Run, isSaved: boolean, sets: WindowSets) {
  let isWanted = false
  return {
    /** Quits. Returns why not, or `null`. */
    now: (): string | null => {
      if (run.wait || !isSaved) return noRestart
      if (!areAllKept()) return wouldEnd
      isWanted = true
      sets.restarts()
      setImmediate(() => app.quit()) // after the answer
      return null
    },
    /** Starts the next process, if there is to be one. It adopts the programs. */
    follows: (keeper: Keeper | null): boolean => {
      if (!isWanted) return false
      keeper?.setHangUp(false)
      const launcher = ownEnvironment['VIBEFLOW_LAUNCHER']
      const place = { appPath: app.getAppPath(), launcher, own: settingWords(run) }
      startAfterThis(commandAgain(process.argv, place), ownEnvironment)
      return true
    },
  }
}

/** Returns the options of a start that the next one needs too. */
function settingWords({ settings, single }: Run): readonly string[] {
  const { config, overrides } = settings
  return [
    ...(single === true ? ['--single-instance'] : []),
    ...(config === null ? [] : ['--config', config]),
    ...overrides.flatMap((one) => ['-o', one]),
  ]
}

/**
 * Ends the programs, also a program that the keeper is starting. Sessions without a window move to
 * a process of their own.
 */
function endKept(
  keeper: Keeper | null,
  { stops, endsPrograms }: Pick<WindowSets, 'stops' | 'endsPrograms'>,
  instance: Instance | null,
): void {
  const programs = instance?.windows.withoutWindow.programs ?? new Set()
  const stay = programs.size > 0 && !stops
  if (!stay) {
    if (endsPrograms) keeper?.setHangUp(true)
    return
  }
  keeper?.setHangUp(false)
  leavePrograms(programs)
  startWindowless(windowless, ownEnvironment, ownEnvironment['APPIMAGE'], process.pid)
}

/** Returns the programs that no window has. Processes with sessions without a window end. */
async function takenPrograms(keeper: Keeper | null): ReturnType<typeof keptPrograms> {
  await endWindowless(socketRootOf(ownPlace), (environment) =>
    socketRootOf({ environment, home: environment['HOME'] ?? homedir() }),
  )
  return keptPrograms(keeper, ownPlace)
}

/** Returns the keeper, which follows `session.keep_running` = "never". */
function keeperOf(
  { settings }: Configuration,
  log: Log,
  instance: () => Instance | null,
): Keeper | null {
  const failed = (problem: string) => {
    log.write('warn', problem)
    setImmediate(() => instance()?.workspaces[0]?.page.notice('warning', problem))
  }
  const keeper = openKeeper({ ...ownPlace, failed })
  const follow = (keeps: string) => keeper?.setHangUp(keeps === 'never')
  follow(settings.options.session.keep_running)
  settings.subscribe(({ session }) => session.keep_running, follow)
  return keeper
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
 * Handles quitting. `begin` is called at its start. `end` is called when every window is closed,
 * and returns the exit code.
 */
function onQuit({ begin, end }: { readonly begin: () => void; readonly end: () => number }): void {
  let ending = false
  app.on('before-quit', begin)
  app.on('will-quit', (event) => {
    // Programs end first: the end of Electron's environment waits for them.
    event.preventDefault()
    if (ending) return
    ending = true
    const code = end()
    app.releaseSingleInstanceLock() // later starts open their own window
    void Promise.all([endPrograms(), lastWordsTaken()]).then(() => app.exit(code))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit())
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

function leave(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}
