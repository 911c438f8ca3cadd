/**
 * The main process, from start to window, in numbered steps. Each step is a module; this file only
 * says in which order.
 */
import './streams.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ownWords, parseCommandLine } from '../host/command-line.ts'
import { systemClock } from '../host/clock.ts'
import { fallbackFonts } from '../host/fallback-fonts.ts'
import { Configuration } from '../host/config/configuration.ts'
import { askEngine, probeVariable } from '../host/diagnose/engine.ts'
import { Log } from '../host/log.ts'
import { endPrograms } from '../host/pty/living.ts'
import { configFile, isSameFolder, stateFolder } from '../host/folders.ts'
import { WindowSizes } from '../host/window-sizes.ts'
import { answer, overrideDocuments } from '../host/windowless.ts'
import type { LaunchRequest } from '../core/workspace/launch-request.ts'
import { app } from './electron.ts'
import { ownFacts, printEngineFacts } from './engine-facts.ts'
import { Instance } from './instance.ts'
import { handOver } from './second-start.ts'
import { openFirst, sessionKeeper } from './restore.ts'
import { lockSession, lockWebContents } from './locks.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { followConfiguration, logProblems } from './settings.ts'

// Shells read these files themselves, and see nothing of the inside of an archive.
const integrations = join(import.meta.dirname, '../integrations/shell').replace(
  /app\.asar(?=\/)/,
  'app.asar.unpacked',
)
const shadowWorker = join(import.meta.dirname, 'shadow-worker.js')
const rulesWorker = join(import.meta.dirname, 'rules-worker.js')

// 1. The command line: answers that need no window come first. The launcher has asked for them
// already; a packaged app has no launcher.
const directory = callerDirectory()
const calledAs = process.env['VIBEFLOW_CALLED_AS']
const words = ownWords(process.argv, {
  packaged: app.isPackaged,
  appPath: app.getAppPath(),
  directory: process.cwd(),
})
const isVerb = words[0] !== undefined && !words[0].startsWith('-') && app.isPackaged
const commandLine = parseCommandLine(isVerb ? [] : words, {
  directory,
  version: app.getVersion(),
  ...(calledAs === undefined ? {} : { calledAs }),
})
if (isVerb) void import('../cli/run.ts').then(async ({ runVerb }) => app.exit(await runVerb(words)))
else if (process.env[probeVariable] === '1') void app.whenReady().then(printEngineFacts)
else if (commandLine.kind !== 'run') {
  // The command of a package has started this process without a display; the one that is asked gets
  // the user's.
  const ask = () =>
    process.env['VIBEFLOW_ENGINE_PROGRAM'] === undefined
      ? app.whenReady().then(() => ownFacts())
      : askEngine(process.env)
  void answer(commandLine, {
    environment: process.env,
    home: homedir(),
    directory,
    integrations,
    version: app.getVersion(),
    askEngine: ask,
  }).then(({ output, error, code }) => {
    process.stderr.write(error)
    leave(process.stdout, output, code)
  })
} else if (process.env['VIBEFLOW_WINDOWLESS'] === '1')
  app.exit(125) // the command of a package asks first whether a window is wanted
else start(commandLine)

function start({
  settings,
  request: asked,
  debugFrames,
  wait,
  single,
  windowClass,
  restore,
}: Extract<typeof commandLine, { kind: 'run' }>): void {
  // 2. The settings: good or bad, there always are some.
  const overrides = overrideDocuments(settings.overrides)
  if ('problem' in overrides) {
    leave(process.stderr, `vibeflow: ${overrides.problem} Nothing was started.\n`, overrides.code)
    return
  }
  const state = stateFolder(process.env, homedir())
  const log = new Log(join(state, 'log'), 'warn')
  const follow = followConfiguration(() => configuration, log)
  const configuration: Configuration = new Configuration(
    {
      file: configFile(process.env, { home: homedir(), directory, asked: settings.config }),
      overrides: overrides.documents,
      clock: systemClock,
    },
    follow.events,
  )

  // 3. Before Electron is ready: where Chromium keeps its things, and whether another vibeflow
  // shall have the command instead.
  log.level = configuration.options.log.level
  configuration.settings.subscribe(
    (options) => options,
    (options) => {
      log.level = options.log.level
      log.write('info', 'the configuration has changed')
    },
  )
  logProblems(log, configuration.problems)
  app.setPath('userData', join(state, 'chromium'))
  if (windowClass !== null) {
    app.commandLine.appendSwitch('class', windowClass) // X11
    app.setDesktopName(`${windowClass}.desktop`) // Wayland's app id is this name without its end
  }
  const request: LaunchRequest = {
    ...asked,
    callerDirectory: directory,
    environment: definedOf(process.env),
  }
  const isShared = single ?? configuration.options.window.single_instance
  const later = isShared ? handOver(request) : null
  if (isShared && later === null) {
    app.exit(0)
    return
  }
  registerScheme()
  app.on('web-contents-created', (_event, contents) => lockWebContents(contents))

  // 4. The end: the last window's, or a quit from anywhere. A quit by signal asks nothing.
  const sizes = new WindowSizes(join(state, 'window.json'), systemClock)
  // One vibeflow's alone: others would overwrite it.
  const keeper = isShared ? sessionKeeper(state, configuration, () => instance, log) : null
  let quitting = false
  let ending = false
  app.on('before-quit', () => {
    quitting = true
    keeper?.end()
  })
  app.on('will-quit', (event) => {
    // The programs end first: while one lives, the end of Electron's environment waits for it.
    event.preventDefault()
    if (ending) return
    ending = true
    const code = wait ? (instance?.firstStatus ?? 129) : 0 // closed while it ran: hung up
    sizes.flush()
    configuration.dispose()
    instance?.dispose()
    void endPrograms().then(() => app.exit(code))
  })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit())

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
      debugFrames,
      log,
      quitting: () => quitting,
      lastWindowCloses: () => keeper?.end(),
      tabGone: () => keeper?.tabGone(),
      resumed: () => keeper?.saveNow(),
    })
    openFirst(instance, keeper, request, { wait, restore })
    later?.open((one) => instance?.open(one))
    instance.listen()
    follow.began(instance)
    configuration.watch()
    instance.watch()
  })
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

function definedOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )
}

function leave(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}
