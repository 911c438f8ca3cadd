/** What all windows of this process share: programs in ptys, facts about the user, the settings. Opens windows and tabs for whoever asks. */
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { shippedAgents } from '../core/agent-rules/shipped.ts'
import { expandPath } from '../core/config/expand.ts'
import { tellOptions } from '../core/attention/options.ts'
import type { Options } from '../core/config/table.ts'
import { frameLine } from '../core/dispatch/frame-line.ts'
import type { LoggedFrame } from '../core/dispatch/frame-log.ts'
import { Tools } from '../core/process/match.ts'
import { shellLaunch } from '../core/session/shell-launch.ts'
import type { Exit } from '../core/session/ports.ts'
import type { LaunchRequest } from '../core/workspace/launch-request.ts'
import { namedDirectory, tabRules } from '../core/workspace/habits.ts'
import type { TabOptions, Workspace, WorkspaceFacts } from '../core/workspace/workspace.ts'
import type { House } from '../core/windows/house.ts'
import { Windows, type OpenWindow } from '../core/windows/windows.ts'
import { systemClock } from '../host/clock.ts'
import type { Configuration } from '../host/config/configuration.ts'
import { DoNotDisturb } from '../host/desktop/do-not-disturb.ts'
import { configFolder, isFolder, Repositories } from '../host/folders.ts'
import { openerWords, pathKind, runOpener } from '../host/open-file.ts'
import { readThemes } from '../host/themes/read-themes.ts'
import { Poller } from '../host/proc/poller.ts'
import { directoryOf, foregroundOf } from '../host/proc/process-facts.ts'
import { SystemProcReader } from '../host/proc/reader.ts'
import { exitStatus } from '../host/pty/exit-status.ts'
import { parseCommandLine } from '../host/command-line.ts'
import { makeStartPty } from '../host/pty/start-pty.ts'
import type { NewTabOutcome } from '../host/socket/app-socket.ts'
import { makeSockets, type Sockets } from '../host/socket/sockets.ts'
import type { WindowSizes } from '../host/window-sizes.ts'
import { clipboardPort } from './clipboard.ts'
import { app, shell } from './electron.ts'
import { setMenu } from './menu.ts'
import { complaintOf, openConfiguration } from './settings.ts'
import { desktopNotices } from './notices.ts'
import { offerSettings } from './test-hook.ts'
import { traySign } from './tray.ts'
import { openWindow } from './window.ts'

export interface InstanceParts {
  readonly configuration: Configuration
  readonly integrations: string
  readonly sizes: WindowSizes
  readonly debugFrames: boolean
  readonly quitting: () => boolean
}

export class Instance {
  readonly #repositories = new Repositories()
  readonly #parts: InstanceParts
  readonly #poller: Poller
  readonly #start: ReturnType<typeof makeStartPty>
  readonly #windows: Windows
  readonly #sockets: Sockets
  #stopListening: () => void = () => undefined
  /** What the next window is asked for beyond its options. */
  #next: Pick<LaunchRequest, 'geometry' | 'startup'> = { geometry: null, startup: null }
  #opened = 0
  /** Exit status of the first tab's program (`--wait`); null while it runs. */
  firstStatus: number | null = null

  constructor(parts: InstanceParts) {
    const { options } = parts.configuration
    this.#parts = parts
    this.#start = makeStartPty(systemClock, parts.integrations)
    this.#poller = new Poller(systemClock, new SystemProcReader(), new Tools(options.ai.tools, shippedAgents), options.ai.foreground_check_interval_ms)
    this.#sockets = socketsOf(parts.configuration)
    this.#windows = this.#makeWindows()
    setMenu(options.shortcuts)
    this.#windows.setRules(tabRules(options))
    this.#windows.desk.setOptions(tellOptions(options))
    offerSettings((told) => this.#windows.desk.setOptions(told))
  }

  get workspaces(): readonly Workspace[] {
    return this.#windows.all
  }

  configure(options: Options): void {
    this.#poller.configure(new Tools(options.ai.tools, shippedAgents), options.ai.foreground_check_interval_ms)
    setMenu(options.shortcuts)
    this.#windows.setRules(tabRules(options))
    this.#windows.desk.setOptions(tellOptions(options))
  }

  /** Lets `vibeflow new` in. */
  listen(): void {
    this.#stopListening = this.#sockets.listenForApp(({ words, directory, environment }) => this.#newTab(words, directory, environment))
  }

  dispose(): void {
    this.#stopListening()
  }

  /** Our own command line, or that of a second start. @returns the tab's id; null: its window has too many */
  open(request: LaunchRequest): string | null {
    const isFirst = this.#opened++ === 0
    const present = request.target === 'tab' ? this.#windows.latest : null
    this.#next = request
    const tab: TabOptions = {
      ...(request.command === null ? {} : { command: request.command }),
      ...(request.title === null ? {} : { title: request.title }),
      directory: request.directory ?? this.#directoryFor(request, present),
      hold: request.hold,
      launch: (options: Options) => launchOf(options, request.environment),
      ...(isFirst ? { ended: (exit: Exit) => { this.firstStatus = exitStatus(exit) } } : {}),
    }
    const id = present === null ? this.#windows.open(tab).active : present.open(tab)
    this.#next = { geometry: null, startup: null }
    if (present !== null && id !== null) this.#windows.goTo(id)
    return id
  }

  /** A tab as `vibeflow new` wants it: words, folder and variables are the caller's, judged like those of a start. */
  #newTab(words: readonly string[], directory: string, environment: Readonly<Record<string, string>>): NewTabOutcome {
    const wanted = parseCommandLine(words, { directory, version: app.getVersion() })
    if (wanted.kind === 'usage') return { problem: wanted.problem }
    if (wanted.kind !== 'run') return { problem: 'vibeflow new takes the options that say what to run and where.' }
    const id = this.open({ ...wanted.request, target: 'tab', callerDirectory: directory, environment })
    const session = this.#windows.all.map((workspace) => workspace.session(id ?? '')).find((one) => one !== undefined)
    return id === null || session === undefined ? { problem: 'This window has as many tabs as it can hold.' } : { id, socket: session.socketPath }
  }

  /** The windows, and how the user is reached: notices, tray, launcher. */
  #makeWindows(): Windows {
    const quiet = new DoNotDisturb(systemClock)
    void quiet.refresh()
    const notices = desktopNotices((tab) => { if (tab === null) windows.goToFirst(); else windows.goTo(tab) })
    const sign = traySign({ goToFirst: () => windows.goToFirst(), newWindow: () => { windows.open({ directory: homedir() }) }, quit: () => app.quit() })
    const windows: Windows = new Windows({
      clock: systemClock,
      newId: this.#sockets.newId,
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
      make: (house, id) => this.#makeWindow(house, id),
    })
    return windows
  }

  #makeWindow(house: House, id: string): OpenWindow {
    const { configuration, sizes, debugFrames, quitting } = this.#parts
    const { geometry, startup } = this.#next
    const { options } = configuration
    const made: OpenWindow = openWindow({
      id, sizes, quitting,
      facts: factsOf(options),
      closed: () => this.#windows.closed(id),
      ports: {
        options: { ...options, window: { ...options.window, ...(geometry ?? {}), ...(startup === null ? {} : { startup }) } },
        clock: systemClock,
        start: this.#start,
        watch: (watched) => this.#poller.watch(watched),
        newId: this.#sockets.newId,
        socket: this.#sockets,
        clipboard: clipboardPort,
        foreground: foregroundOf,
        directoryOf,
        isDirectory: isFolder,
        repository: (directory) => this.#repositories.nameAt(directory),
        openExternal: (address) => openAddress(address, configuration.options.links.opener),
        files: {
          pathKind,
          hasOpener: () => configuration.options.links.opener !== '',
          openFile: (path, line, column) => openFile(path, { line, column, opener: configuration.options.links.opener }),
        },
        themes: () => readThemes(join(configFolder(process.env, homedir()), 'themes')),
        beep: () => shell.beep(),
        house,
        launch: (asked) => launchOf(asked, process.env),
        reloadConfiguration: () => configuration.reload(),
        openConfiguration: () => void openConfiguration(configuration.file, {
          tab: (command) => made.workspace.open({ command, directory: homedir() }),
          told: (text) => made.workspace.notice('warning', text),
        }),
        ...(debugFrames ? { frame: (tab: string, frame: LoggedFrame) => { process.stderr.write(frameLine(tab, frame)) } } : {}),
      },
    })
    made.workspace.complain(complaintOf(configuration))
    return made
  }

  /** The caller's folder; from a launcher that starts us in `/`, or when the configuration names a folder, that one. */
  #directoryFor({ callerDirectory, environment }: LaunchRequest, present: Workspace | null): string {
    const named = namedDirectory(this.#parts.configuration.options, homedir(), environment)
    if (named !== null) return present?.directoryForNewTab() ?? (isFolder(named) ? named : homedir())
    return callerDirectory === '/' ? homedir() : callerDirectory
  }
}

/** [socket] as it is when a client comes. */
function socketsOf(configuration: Configuration): Sockets {
  return makeSockets({
    environment: process.env, home: homedir(), clock: systemClock, enabled: configuration.options.socket.enabled,
    options: {
      get access() { return configuration.options.socket.access },
      get clientsMax() { return configuration.options.socket.clients_max },
      get evidence() { return configuration.options.ai.protocols.includes('socket') },
      version: app.getVersion(),
    },
    log: (level, line) => { if (level === 'warn') process.stderr.write(`vibeflow: ${line}\n`) },
  })
}

function factsOf(options: Options): WorkspaceFacts {
  const version = app.getVersion()
  return {
    version,
    test: process.env['VIBEFLOW_TEST'] === '1',
    home: homedir(),
    ...launchOf(options, process.env),
    replies: { version, clipboardWrite: true },
    hostname: hostname(),
  }
}

/** [shell], seen from this environment. */
function launchOf(options: Options, parent: Readonly<Record<string, string | undefined>>): ReturnType<typeof shellLaunch> {
  return shellLaunch(options, { parent, passwdShell: passwdShell(), home: homedir(), version: app.getVersion() })
}

/** `links.opener` gets the address as its last word; no shell reads it. */
async function openAddress(address: string, opener: string): Promise<void> {
  if (opener === '') { await shell.openExternal(address); return }
  await run(openerWords(opener, address, null, null))
}

async function openFile(path: string, { line, column, opener }: { readonly line: number | null; readonly column: number | null; readonly opener: string }): Promise<void> {
  if (opener !== '') { await run(openerWords(opener, path, line, column)); return }
  const problem = await shell.openPath(path)
  if (problem !== '') throw new Error(`${problem}.`)
}

async function run([program = '', ...args]: readonly string[]): Promise<void> {
  await runOpener([expandPath(program, process.env, homedir()), ...args], homedir())
}

function passwdShell(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null // no passwd entry for this uid, as in some containers
  }
}
