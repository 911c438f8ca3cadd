/** What all windows of this process share: programs in ptys, facts about the user, the settings. Opens windows and tabs for whoever asks. */
import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { homedir, hostname, userInfo } from 'node:os'
import { shippedAgents } from '../core/agent-rules/shipped.ts'
import { expandPath } from '../core/config/expand.ts'
import type { Options } from '../core/config/table.ts'
import { frameLine } from '../core/dispatch/frame-line.ts'
import type { LoggedFrame } from '../core/dispatch/frame-log.ts'
import { Tools } from '../core/process/match.ts'
import { shellLaunch } from '../core/session/shell-launch.ts'
import type { Exit } from '../core/session/ports.ts'
import type { LaunchRequest } from '../core/workspace/launch-request.ts'
import type { Workspace, WorkspaceFacts } from '../core/workspace/workspace.ts'
import { systemClock } from '../host/clock.ts'
import type { Configuration } from '../host/config/configuration.ts'
import { isFolder, repositoryName } from '../host/folders.ts'
import { Poller } from '../host/proc/poller.ts'
import { directoryOf, foregroundOf } from '../host/proc/process-facts.ts'
import { SystemProcReader } from '../host/proc/reader.ts'
import { exitStatus } from '../host/pty/exit-status.ts'
import { makeStartPty } from '../host/pty/start-pty.ts'
import type { WindowSizes } from '../host/window-sizes.ts'
import { clipboardPort } from './clipboard.ts'
import { app, shell } from './electron.ts'
import { complaintOf, openConfiguration } from './settings.ts'
import { newestWorkspace, openWindow, showWindowOf } from './window.ts'

export interface InstanceParts {
  readonly configuration: Configuration
  readonly integrations: string
  readonly sizes: WindowSizes
  readonly debugFrames: boolean
  readonly quitting: () => boolean
}

export class Instance {
  readonly #parts: InstanceParts
  readonly #poller: Poller
  readonly #start: ReturnType<typeof makeStartPty>
  #opened = 0
  /** Exit status of the first tab's program (`--wait`); null while it runs. */
  firstStatus: number | null = null

  constructor(parts: InstanceParts) {
    const { ai } = parts.configuration.options
    this.#parts = parts
    this.#start = makeStartPty(systemClock, parts.integrations)
    this.#poller = new Poller(systemClock, new SystemProcReader(), new Tools(ai.tools, shippedAgents), ai.foreground_check_interval_ms)
  }

  configure({ ai }: Options): void {
    this.#poller.configure(new Tools(ai.tools, shippedAgents), ai.foreground_check_interval_ms)
  }

  /** Our own command line, or that of a second start. */
  open(request: LaunchRequest): void {
    const present = request.target === 'tab' ? newestWorkspace() : null
    const workspace = present ?? this.#newWindow(request)
    const isFirst = this.#opened++ === 0
    workspace.open({
      ...(request.command === null ? {} : { command: request.command }),
      ...(request.title === null ? {} : { name: request.title }),
      directory: request.directory ?? this.#directoryFor(request, workspace),
      hold: request.hold,
      launch: (options) => launchOf(options, request.environment),
      ...(isFirst ? { ended: (exit: Exit) => { this.firstStatus = exitStatus(exit) } } : {}),
    })
    if (present !== null) showWindowOf(present)
  }

  #newWindow({ geometry, startup }: LaunchRequest): Workspace {
    const { configuration, sizes, debugFrames, quitting } = this.#parts
    const { options } = configuration
    const window = { ...options.window, ...(geometry ?? {}), ...(startup === null ? {} : { startup }) }
    const workspace: Workspace = openWindow(factsOf(options), {
      options: { ...options, window },
      sizes,
      clock: systemClock,
      start: this.#start,
      watch: (watched) => this.#poller.watch(watched),
      newId: () => randomBytes(8).toString('hex'),
      clipboard: clipboardPort,
      foreground: foregroundOf,
      directoryOf,
      isDirectory: isFolder,
      repository: repositoryName,
      openExternal: (address) => openAddress(address, configuration.options.links.opener),
      beep: () => shell.beep(),
      launch: (asked) => launchOf(asked, process.env),
      reloadConfiguration: () => configuration.reload(),
      openConfiguration: () => void openConfiguration(configuration.file, {
        tab: (command) => workspace.open({ command, directory: homedir() }),
        told: (text) => workspace.notice('warning', text),
      }),
      ...(debugFrames ? { frame: (tab: string, frame: LoggedFrame) => { process.stderr.write(frameLine(tab, frame)) } } : {}),
    }, quitting)
    workspace.complain(complaintOf(configuration))
    return workspace
  }

  /** The caller's folder; from a launcher that starts us in `/`, or when the configuration names a folder, that one. */
  #directoryFor({ callerDirectory }: LaunchRequest, workspace: Workspace): string {
    const { working_directory: wanted } = this.#parts.configuration.options.shell
    if (wanted !== 'inherit') return workspace.directoryForNewTab()
    return callerDirectory === '/' ? homedir() : callerDirectory
  }
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
  await new Promise<void>((resolve, reject) => {
    const [program = '', ...args] = opener.split(/\s+/)
    const child = spawn(expandPath(program, process.env, homedir()), [...args, address], { stdio: 'ignore', detached: true })
    child.once('error', (error) => reject(new Error(`links.opener, ${opener}: ${error.message}`)))
    child.once('spawn', () => { child.unref(); resolve() })
  })
}

function passwdShell(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null // no passwd entry for this uid, as in some containers
  }
}
