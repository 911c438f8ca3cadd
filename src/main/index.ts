/** The main process, from start to window, in numbered steps. Each step is a module; this file only says in which order. */
import { randomBytes } from 'node:crypto'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine, ownWords } from '../host/command-line.ts'
import { systemClock } from '../host/clock.ts'
import { isFolder, isSameFolder, repositoryName, stateFolder } from '../host/folders.ts'
import { Poller } from '../host/proc/poller.ts'
import { directoryOf, foregroundOf } from '../host/proc/process-facts.ts'
import { SystemProcReader } from '../host/proc/reader.ts'
import type { NewTab, NewTabOutcome } from '../host/socket/app-socket.ts'
import { makeSockets } from '../host/socket/sockets.ts'
import { makeStartPty } from '../host/pty/start-pty.ts'
import { frameLine } from '../core/dispatch/frame-line.ts'
import type { LoggedFrame } from '../core/dispatch/frame-log.ts'
import { defaultTools, shippedAgents } from '../core/agent-rules/shipped.ts'
import { Tools } from '../core/process/match.ts'
import { childEnvironment } from '../core/session/environment.ts'
import { userShell } from '../core/session/launch.ts'
import { clientsMaxDefault } from '../core/socket/limits.ts'
import type { WorkspaceFacts } from '../core/workspace/workspace.ts'
import { Windows } from '../core/windows/windows.ts'
import { windowDefaults } from '../core/windows/options.ts'
import { DoNotDisturb } from '../host/desktop/do-not-disturb.ts'
import { readWindowState, writeWindowState } from '../host/window-state.ts'
import { clipboardPort } from './clipboard.ts'
import { app, shell } from './electron.ts'
import { lockSession, lockWebContents } from './locks.ts'
import { setMenu } from './menu.ts'
import { desktopNotices } from './notices.ts'
import { registerScheme, serveScheme } from './scheme.ts'
import { offerSettings } from './test-hook.ts'
import { traySign } from './tray.ts'
import { openWindow } from './window.ts'

// 1. The command line: answers that need no window come first.
const directory = callerDirectory()
const commandLine = parseCommandLine(
  ownWords(process.argv, { packaged: app.isPackaged, appPath: app.getAppPath(), directory: process.cwd() }),
  { directory, version: app.getVersion() },
)
if (commandLine.kind === 'print') leave(process.stdout, commandLine.text, 0)
else if (commandLine.kind === 'usage') leave(process.stderr, `vibeflow: ${commandLine.problem}\n`, 2)
else start(commandLine)

function start({ command, directory: asked, debugFrames }: Extract<typeof commandLine, { kind: 'run' }>): void {
  // 2. Before Electron is ready: where Chromium keeps its things, our scheme, and locks on everything that will ever show a page.
  app.setPath('userData', join(stateFolder(process.env, homedir()), 'chromium'))
  registerScheme()
  app.on('web-contents-created', (_event, contents) => lockWebContents(contents))

  // 3. The end: the last window's, or a quit from anywhere. A quit by signal asks nothing.
  let quitting = false
  app.on('before-quit', () => { quitting = true })
  app.on('window-all-closed', () => app.quit())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())

  void app.whenReady().then(() => {
    // 4. What the page is and may do.
    lockSession()
    serveScheme()

    // 5. The host: programs in ptys, and facts about this user.
    const startPty = makeStartPty(systemClock, join(import.meta.dirname, '../integrations/shell'))
    const poller = new Poller(systemClock, new SystemProcReader(), new Tools(defaultTools, shippedAgents))
    const facts = workspaceFacts()
    const sockets = makeSockets({
      environment: process.env, home: facts.home, clock: systemClock, enabled: true,
      // `socket.*` and `ai.protocols` until there is a configuration
      options: { access: 'full', clientsMax: clientsMaxDefault, evidence: true, version: facts.version },
      log: (level, line) => { if (level === 'warn') process.stderr.write(`vibeflow: ${line}\n`) },
    })

    // 6. How the user is reached: notices, tray, launcher.
    const newId = () => randomBytes(8).toString('hex')
    const quiet = new DoNotDisturb(systemClock)
    void quiet.refresh()
    const notices = desktopNotices((tab) => { if (tab === null) windows.goToFirst(); else windows.goTo(tab) })
    const sign = traySign({ goToFirst: () => windows.goToFirst(), newWindow: () => { windows.open({ directory: facts.home }) }, quit: () => app.quit() })

    // 7. The menu first, since Electron's own has keys that reload and close; then the first window and its tab.
    setMenu()
    const state = stateFolder(process.env, homedir())
    let size = { width: windowDefaults.width, height: windowDefaults.height, maximized: false, ...(windowDefaults.rememberSize ? readWindowState(state) : null) }
    const windows = new Windows({
      clock: systemClock,
      newId,
      quit: () => app.quit(),
      minuteOfDay: () => { const now = new Date(); return now.getHours() * 60 + now.getMinutes() },
      doNotDisturb: () => quiet.now(),
      ...notices,
      sound: () => shell.beep(),
      badge: (count) => {
        const { tray, badge } = windows.desk.options
        sign(count, tray)
        if (badge !== 'off') app.setBadgeCount(count)
      },
      make: (house, id) => openWindow({
        id, facts, state: size, quitting: () => quitting,
        resized: (now) => {
          size = now
          if (windowDefaults.rememberSize) writeWindowState(state, now)
        },
        closed: () => windows.closed(id),
        ports: {
          clock: systemClock,
          start: startPty,
          watch: (options) => poller.watch(options),
          newId: sockets.newId,
          socket: sockets,
          clipboard: clipboardPort,
          foreground: foregroundOf,
          directoryOf,
          isDirectory: isFolder,
          repository: repositoryName,
          openExternal: (address) => shell.openExternal(address),
          house,
          ...(debugFrames ? { frame: (tab: string, frame: LoggedFrame) => { process.stderr.write(frameLine(tab, frame)) } } : {}),
        },
      }),
    })
    offerSettings((options) => windows.desk.setOptions(options))
    windows.open({ ...(command === null ? {} : { command }), directory: asked ?? startDirectory(facts.home) })

    // 8. `vibeflow new` from a shell.
    const stopListening = sockets.listenForApp((wanted) => newTab(windows, wanted, facts))
    app.on('will-quit', stopListening)
  })
}

/** A tab as `vibeflow new` wants it: words, folder and environment are the caller's, judged like those of a start. */
function newTab(windows: Windows, { words, directory: callers, environment }: NewTab, { version }: WorkspaceFacts): NewTabOutcome {
  const wanted = parseCommandLine(words, { directory: callers, version })
  if (wanted.kind === 'usage') return { problem: wanted.problem }
  if (wanted.kind === 'print') return { problem: 'vibeflow new takes the options that say what to run and where.' }
  const { command, directory: asked } = wanted
  const known = new Set(windows.all.flatMap(({ tabs }) => tabs))
  const workspace = windows.openTab({ ...(command === null ? {} : { command }), directory: asked ?? callers, environment: childEnvironment(environment, { term: 'xterm-256color', version }) })
  const id = workspace.tabs.find((tab) => !known.has(tab))
  return id === undefined ? { problem: 'This window has as many tabs as it can hold.' } : { id, socket: workspace.session(id)?.socketPath ?? null }
}

function workspaceFacts(): WorkspaceFacts {
  const version = app.getVersion()
  const environment = childEnvironment(process.env, { term: 'xterm-256color', version })
  return {
    version,
    test: process.env['VIBEFLOW_TEST'] === '1',
    home: homedir(),
    environment,
    shell: userShell(environment, passwdShell()),
    replies: { version, clipboardWrite: true }, // `clipboard.allow_osc52_write` until there is a configuration
    hostname: hostname(),
  }
}

/** PWD keeps the links in a path that cwd resolves, but it is only a variable: some callers change the folder and not it. */
function callerDirectory(): string {
  const cwd = process.cwd()
  const named = process.env['PWD']
  return named !== undefined && isSameFolder(named, cwd) ? named : cwd
}

/** The caller's folder; from a launcher that starts us in `/`, the home folder. */
function startDirectory(home: string): string {
  return directory === '/' ? home : directory
}

function passwdShell(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null // no passwd entry for this uid, as in some containers
  }
}

function leave(stream: NodeJS.WriteStream, text: string, code: number): void {
  stream.write(text, () => app.exit(code))
}
