/**
 * The main process, from start to window, in numbered steps. Each step is a module; this file only
 * says in which order.
 */
import './streams.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownWords, parseCommandLine } from '../host/command/command-line.ts'
import { definedOf } from '../host/pty/defined.ts'
import { systemClock } from '../host/clock.ts'
import { fallbackFonts } from '../host/desktop/fallback-fonts.ts'
import { Configuration } from '../host/config/configuration.ts'
import { probeVariable } from '../host/command/diagnose/engine.ts'
import { integrationScripts } from '../host/pty/integration-scripts.ts'
import { LayoutFiles } from '../host/config/layouts/layout-files.ts'
import { Log } from '../host/files/log.ts'
import { endPrograms } from '../host/pty/live-children.ts'
import { lastWordsTaken } from '../host/socket/socket-wire.ts'
import { configFile, isSameFolder, stateFolder } from '../host/files/folders.ts'
import { AnsweredOffers } from '../host/state/answered-offers.ts'
import { WindowSizes } from '../host/state/window-sizes.ts'
import { answer, overrideDocuments } from '../host/command/windowless.ts'
import type { LaunchRequest } from '../core/windows/workspace/launch-request.ts'
import { app } from './electron.ts'
import { ownFacts, printEngineFacts } from './engine-facts.ts'
import { Instance } from './instance.ts'
import { handOver } from './second-start.ts'
import { openAsked, windowSets } from './restore.ts'
import { lockSession, lockWebContents } from './locks.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { followConfiguration, logProblems } from './settings.ts'

const integrations = integrationScripts(import.meta.dirname)
const layouts = new LayoutFiles({ environment: process.env, home: homedir() })
const shadowWorker = join(import.meta.dirname, 'shadow-worker.js')
const rulesWorker = join(import.meta.dirname, 'rules-worker.js')

// 0. Without a graphics card Chromium gives a page no WebGL unless it is asked to draw it by
// SwiftShader, which it calls unsafe since a page could attack it. Only our own page is ever loaded
// (locks.ts refuses all others), so no page of strangers reaches it. Before `ready`.
app.commandLine.appendSwitch('enable-unsafe-swiftshader')
// The page gives back what grids out of view have taken (renderer/grid/parking.ts). With 60 tabs of
// 10,000 lines it has 73 MB instead of 102; V8 collects by itself only when it needs memory.
if (!app.commandLine.hasSwitch('js-flags')) app.commandLine.appendSwitch('js-flags', '--expose-gc')

// 1. The command line: answers that need no window come first. The command has given them already
// (host/command/command.ts); whoever starts the engine by hand gets them here.
const directory = callerDirectory()
const calledAs = process.env['VIBEFLOW_CALLED_AS']
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
if (process.env[probeVariable] === '1') void app.whenReady().then(printEngineFacts)
else if (commandLine.kind !== 'run') {
  void answer(commandLine, {
    environment: process.env,
    home: homedir(),
    directory,
    integrations,
    version: app.getVersion(),
    askEngine: () => app.whenReady().then(ownFacts),
  }).then(({ output, error, code }) => {
    process.stderr.write(error)
    leave(process.stdout, output, code)
  })
} else {
  const { layout } = commandLine.request
  const problem = layout === null ? null : layouts.problemOf(layout)
  if (problem === null) start(commandLine)
  else leave(process.stderr, `vibeflow: ${problem}\n`, 2)
}

function start(run: Extract<typeof commandLine, { kind: 'run' }>): void {
  const { settings, debugFrames, wait, windowClass, restore } = run
  // 2. The settings: good or bad, there always are some.
  const overrides = overrideDocuments(settings.overrides)
  if ('problem' in overrides) {
    const { problem, code } = overrides
    return leave(process.stderr, `vibeflow: ${problem} Nothing was started.\n`, code)
  }
  const state = stateFolder(process.env, homedir())
  const log = new Log(join(state, 'log'), 'warn')
  const follow = followConfiguration(() => configuration, log, settings.config !== null)
  const file = configFile(process.env, { home: homedir(), directory, asked: settings.config })
  const configuration: Configuration = new Configuration(
    { file, overrides: overrides.documents, clock: systemClock },
    follow.events,
  )
  logConfiguration(log, configuration)

  // 3. Before Electron is ready: where Chromium keeps its things, and whether another vibeflow
  // shall have the command instead.
  app.setPath('userData', join(state, 'chromium'))
  if (windowClass !== null) setWindowClass(windowClass)
  const request: LaunchRequest = { ...run.request, ...callerFacts() }
  const isShared = run.single ?? configuration.options.window.single_instance
  const later = isShared ? handOver(request) : null
  if (isShared && later === null) return app.exit(0)
  registerScheme()
  app.on('web-contents-created', (_event, contents) => lockWebContents(contents))

  // 4. The end: the last window's, or a quit from anywhere. A quit by signal asks nothing.
  const sizes = new WindowSizes(join(state, 'window.json'), systemClock)
  // One vibeflow's alone: others would overwrite it.
  const sets = windowSets(state, { kept: isShared, restore }, configuration, () => instance, log)
  let quitting = false
  onQuit({
    begin: () => {
      quitting = true
      sets.end()
    },
    end: () => {
      const code = wait ? (instance?.requests.firstStatus ?? 129) : 0 // closed as it ran: hung up
      sizes.flush()
      configuration.dispose()
      instance?.dispose()
      return code
    },
  })

  let instance: Instance | null = null
  void Promise.all([fallbackFonts(), app.whenReady()]).then(([fonts]) => {
    // 5. What the page is and may do.
    lockSession()
    serveScheme()

    // 6. The menu first, since Electron's own has keys that reload and close; then the host with
    // its programs, the window and its first tab.
    instance = new Instance({
      configuration,
      fonts,
      integrations,
      shadowWorker,
      rulesWorker,
      sizes,
      offers: new AnsweredOffers(join(state, 'offers.json')),
      debugFrames,
      state,
      log,
      quitting: () => quitting,
      kept: sets,
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

/** At the level that the configuration names. */
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

function setWindowClass(windowClass: string): void {
  app.commandLine.appendSwitch('class', windowClass) // X11
  app.setDesktopName(`${windowClass}.desktop`) // Wayland's app id is this name without its end
}

/** `begin`: quitting was asked for. `end`: every window is closed; returns the exit code. */
function onQuit({ begin, end }: { readonly begin: () => void; readonly end: () => number }): void {
  let ending = false
  app.on('before-quit', begin)
  app.on('will-quit', (event) => {
    // The programs end first: while one lives, the end of Electron's environment waits for it.
    event.preventDefault()
    if (ending) return
    ending = true
    const code = end()
    app.releaseSingleInstanceLock() // from here on a start opens by itself
    void Promise.all([endPrograms(), lastWordsTaken()]).then(() => app.exit(code))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit())
}

/**
 * PWD keeps the links in a path that cwd resolves, but it is only a variable: some callers change
 * the folder and not it.
 */
function callerDirectory(): string {
  const cwd = process.cwd()
  const named = process.env['PWD']
  return named !== undefined && isSameFolder(named, cwd) ? named : cwd
}

function callerFacts(): Pick<LaunchRequest, 'callerDirectory' | 'environment'> {
  return { callerDirectory: directory, environment: definedOf(process.env) }
}

function leave(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}
