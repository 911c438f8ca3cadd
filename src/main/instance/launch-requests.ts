/**
 * Opens the tabs that a start, a later start, `vibeflow new` or a global shortcut requests. Keeps
 * the request for the next window, and the exit of the first program.
 */
import { paneFor, type SessionId } from '../../core/ids.ts'
import { homedir, userInfo } from 'node:os'
import { noSuchProfile, profileNamed, withProfile } from '../../core/config/profile.ts'
import type { Options } from '../../core/config/table.ts'
import type { SavedLayout } from '../../core/windows/layouts/layout.ts'
import { shellLaunch } from '../../core/session/launch/shell-launch.ts'
import { whenStarted } from '../../core/session/launch/when-started.ts'
import type { ProgramExit } from '../../core/session/ports.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { noTab, unknownSession } from '../../core/windows/open-window.ts'
import type { Windows } from '../../core/windows/windows.ts'
import { shownPath } from '../../core/windows/worktrees/removal.ts'
import type { CreatedWorktree } from '../../core/windows/worktrees/worktree-view.ts'
import type { GitProblem } from '../../core/windows/worktrees/worktree-git.ts'
import { asksForTab, type LaunchRequest } from '../../core/windows/workspace/launch-request.ts'
import { namedDirectory } from '../../core/windows/workspace/directories.ts'
import { profileCommand, type TabOptions } from '../../core/windows/workspace/tab-options.ts'
import type { Workspace } from '../../core/windows/workspace/workspace.ts'
import { systemClock } from '../../host/clock.ts'
import { parseCommandLine } from '../../host/command/command-line.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import { definedOf } from '../../host/pty/defined.ts'
import { exitStatus } from '../../host/pty/exit-status.ts'
import { writeOwnCommands } from '../../host/pty/own-commands.ts'
import type { NewTab, NewTabOutcome } from '../../host/socket/app-socket.ts'
import { app } from '../electron.ts'
import type { LayoutRequest, WindowLayouts } from '../window/window-layouts.ts'
import { ownEnvironment } from '../process.ts'

export interface LaunchPorts {
  readonly configuration: Configuration
  readonly windows: Windows
  readonly layouts: WindowLayouts
  /** Returns the drop-down of the last run once, or `null`. */
  readonly takeDropDown: () => Parameters<Windows['restore']>[0] | null
}

export class LaunchRequests {
  readonly #ports: LaunchPorts
  /** Request for the next window beyond its options. */
  #next: Pick<LaunchRequest, 'geometry' | 'startup'> = { geometry: null, startup: null }
  #opened = 0
  /** Exit status of the first tab's program (`--wait`), or `null` while it runs. */
  firstStatus: number | null = null

  constructor(ports: LaunchPorts) {
    this.#ports = ports
  }

  /**
   * Our own command line, or that of a second start.
   * @param wait `--wait`: our process leaves when the program has ended or cannot be started
   * @returns the id of the tab's session; null: its window has too many tabs
   */
  open(request: LaunchRequest & Pick<NewTab, 'beside'>, { wait = false } = {}): SessionId | null {
    if (request.layout !== null) return this.#openNamedLayout(request.layout, request)
    if (request.target === 'drop-down' && this.#showDropDown(request)) return null
    const front =
      request.target === 'present' ? (this.#ports.windows.latest?.strip.focused ?? null) : null
    if (front !== null) {
      this.#ports.windows.goTo(front)
      return front
    }
    const isFirst = this.#opened++ === 0
    const { beside } = request
    const present = this.#presentWindow(request)
    const inView = present?.strip.focused ?? null
    this.#next = request
    const { options } = this.#ports.configuration
    const profile = profileNamed(options, request.profile ?? undefined)
    const tab = this.#tabOf(request, { profile, present, wait, isFirst })
    const kind = request.target === 'drop-down' ? 'drop-down' : 'ordinary'
    const workspace = present ?? this.#ports.windows.open(tab, kind)
    const id =
      present === null
        ? workspace.strip.focused
        : beside === undefined
          ? request.background
            ? present.newTabs.openInBackground(tab)
            : present.newTabs.open(tab)
          : present.newTabs.split(paneFor(beside.session), beside.axis, tab)
    this.#next = { geometry: null, startup: null }
    if (request.profile !== null && profile === undefined)
      workspace.page.notice(
        'warning',
        `${noSuchProfile(options, request.profile)} Using no profile.`,
      )
    if (present !== null && id !== null)
      if (request.background && inView !== null) present.strip.focusPane(paneFor(inView))
      else this.#ports.windows.goTo(id)
    if (wait) void this.#judgeStart(id, request.hold)
    return id
  }

  #openDetached(request: LaunchRequest): SessionId | null {
    const profile = profileNamed(this.#ports.configuration.options, request.profile ?? undefined)
    const tab = this.#tabOf(request, { profile, present: null, wait: false, isFirst: false })
    return this.#ports.windows.withoutWindow.open(tab)
  }

  /** Returns the window that the tab joins, or null if it opens one. */
  #presentWindow({ beside, target }: LaunchRequest & Pick<NewTab, 'beside'>): Workspace | null {
    const { windows } = this.#ports
    if (beside !== undefined) return windows.windowOf(beside.session)?.workspace ?? null
    if (target === 'tab') return windows.latest
    return target === 'drop-down' ? (windows.dropDown?.workspace ?? null) : null
  }

  #tabOf(
    request: LaunchRequest,
    {
      profile,
      present,
      wait,
      isFirst,
    }: {
      readonly profile: ReturnType<typeof profileNamed>
      readonly present: Workspace | null
      readonly wait: boolean
      readonly isFirst: boolean
    },
  ): TabOptions {
    return {
      ...(profile === undefined || request.profile === null
        ? {}
        : { profile: request.profile, ...profileCommand(profile) }),
      ...(request.command === null ? {} : { command: request.command }),
      ...(request.title === null ? {} : { title: request.title }),
      ...(request.directory === null
        ? this.#placeFor(request, present)
        : { directory: request.directory }),
      ...(request.hold ? { onExit: 'hold' as const } : wait ? { onExit: 'close' as const } : {}),
      launch: (asked: Options) => launchOf(asked, request.environment),
      ...(isFirst
        ? {
            ended: (exit: ProgramExit) => {
              this.firstStatus = exitStatus(exit)
            },
          }
        : {}),
    }
  }

  /**
   * Shows the existing drop-down, or that of the last run. Returns false if a tab must be opened
   * too.
   */
  #showDropDown(request: LaunchRequest): boolean {
    const there = this.#ports.windows.dropDown
    if (there !== null && !asksForTab(request)) {
      there.toggle?.()
      return true
    }
    const before = there === null ? this.#ports.takeDropDown() : null
    if (before !== null) this.#ports.windows.restore(before, 'drop-down')
    return before !== null && !asksForTab(request)
  }

  /** Has the effect of its global shortcut. */
  toggleDropDown(): void {
    this.open({
      command: null,
      directory: null,
      callerDirectory: homedir(),
      environment: definedOf(ownEnvironment),
      title: null,
      profile: null,
      layout: null,
      hold: false,
      background: false,
      target: 'drop-down',
      geometry: null,
      startup: null,
    })
  }

  /** Opens a window with this layout, or notifies the user of a problem. Returns the active tab. */
  #openNamedLayout(name: string, request: LaunchRequest): SessionId | null {
    const opened = this.#ports.layouts.open(name, request)
    if ('strip' in opened) return opened.strip.focused
    const present = this.#ports.windows.latest ?? this.#ports.windows.open({ directory: homedir() })
    present.page.notice('error', opened.problem)
    return present.strip.focused
  }

  /**
   * Opens a tab for `vibeflow new`. Words, directory and variables are the caller's, handled as for
   * a start.
   */
  async newTab(asked: NewTab): Promise<NewTabOutcome> {
    const { words, directory, environment, beside, detached = false } = asked
    const wanted = parseCommandLine(words, { directory, version: app.getVersion() })
    if (wanted.kind === 'usage') return { problem: wanted.problem }
    if (wanted.kind !== 'run')
      return { problem: 'vibeflow new accepts only options for what to run and where.' }
    const { options } = this.#ports.configuration
    const { profile } = wanted.request
    if (profile !== null && profileNamed(options, profile) === undefined)
      return { problem: noSuchProfile(options, profile) }
    if (beside !== undefined) {
      const window = this.#ports.windows.windowOf(beside.session)
      if (window === undefined) return unknownSession(beside.session)
      if (window.kind === 'detached') return noTab
    }
    const worktree = await this.#worktreeOf(asked, wanted.request)
    if (worktree !== undefined && 'problem' in worktree) return { ...worktree, failed: true }
    const before = this.#ports.windows.latest?.strip.focused ?? null
    const caller = { callerDirectory: directory, environment }
    const request = {
      ...{ ...wanted.request, ...caller, target: 'tab' as const },
      ...(worktree === undefined ? {} : { directory: worktree.path }),
    }
    const id = detached
      ? this.#openDetached(request)
      : this.open({ ...request, ...(beside === undefined ? {} : { beside }) })
    const session = id === null ? undefined : this.#ports.windows.session(id)
    if (id === null || session === undefined)
      return {
        problem:
          'This window already has the maximum number of tabs. Close one first.' + stays(worktree),
        failed: true,
      }
    const started = await whenStarted(session, systemClock)
    // The client gets the reason, so other warnings are withdrawn.
    if ('failed' in started)
      for (const workspace of this.#ports.windows.all) workspace.closing.withdraw(id, before)
    if ('failed' in started) return { ...started, problem: started.problem + stays(worktree) }
    return worktree === undefined ? started : { ...started, worktree }
  }

  /** Creates the worktree of a requested tab. Returns `undefined` if it has none. */
  #worktreeOf(
    { directory, worktree }: NewTab,
    request: Pick<LaunchRequest, 'command' | 'directory' | 'profile'>,
  ): Promise<CreatedWorktree | GitProblem | undefined> {
    if (worktree === undefined) return Promise.resolve(undefined)
    const { options } = this.#ports.configuration
    const { command, profile } = request
    const own = profileNamed(options, profile ?? undefined)
    const program = (command ?? (own && profileCommand(own).command))?.program ?? null
    const { worktrees } = this.#ports.windows
    return worktrees.create(request.directory ?? directory, worktree.branch, program)
  }

  /**
   * With `--wait`, prints the reason to standard error and uses the shell's status for a program
   * that cannot be run.
   */
  async #judgeStart(id: SessionId | null, hold: boolean): Promise<void> {
    const session = id === null ? undefined : this.#ports.windows.session(id)
    const started =
      session === undefined
        ? { problem: 'The tab was not opened.' }
        : await whenStarted(session, systemClock, Number.POSITIVE_INFINITY)
    if (!('problem' in started) || session?.program.phase !== 'failed') return
    process.stderr.write(`vibeflow: ${safeText(started.problem, lineCharactersMax)}\n`)
    this.firstStatus = 127
    if (!hold) app.quit()
  }

  /** Opens a window with this layout. */
  openLayout(layout: SavedLayout, { environment, ...request }: LayoutRequest): Workspace {
    this.#opened += 1
    this.#next = request
    const workspace = this.#ports.windows.openLayout(layout, {
      ...(request.directory === null
        ? this.#placeFor({ ...request, environment }, null)
        : { directory: request.directory }),
      launch: (asked: Options) => launchOf(asked, environment),
    })
    this.#next = { geometry: null, startup: null }
    return workspace
  }

  /** Returns the options of the next window, with the requested size. */
  optionsOfNext(): Options {
    const { geometry, startup } = this.#next
    const { options } = this.#ports.configuration
    const window = {
      ...options.window,
      ...(geometry ?? {}),
      ...(startup === null ? {} : { startup }),
    }
    return { ...options, window }
  }

  /**
   * Returns the caller's directory, or the configured one for a launcher in `/` or if the
   * configuration has one.
   */
  #placeFor(
    {
      callerDirectory,
      environment,
      profile,
    }: Pick<LaunchRequest, 'callerDirectory' | 'environment' | 'profile'>,
    present: Workspace | null,
  ): Pick<TabOptions, 'directory' | 'instead'> {
    const { options } = this.#ports.configuration
    const own = withProfile(options, profileNamed(options, profile ?? undefined))
    const named = namedDirectory(own, homedir(), environment)
    if (named !== null)
      return (
        present?.newTabs.place(profile ?? undefined) ?? { directory: named, instead: [homedir()] }
      )
    return { directory: callerDirectory === '/' ? homedir() : callerDirectory }
  }
}

/** Returns the end of a message about a tab that was not opened. */
function stays(worktree: CreatedWorktree | undefined): string {
  return worktree === undefined ? '' : ` The worktree ${shownPath(worktree.path)} was created.`
}

/** Applies [shell] in this environment. */
export function launchOf(
  options: Options,
  parent: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof shellLaunch> {
  return shellLaunch(options, {
    parent,
    passwdShell: passwdShell(),
    home: homedir(),
    version: app.getVersion(),
    commands: ownCommands(),
  })
}

/** Written once, with the first tab. */
let commands: string | null | undefined

function ownCommands(): string | null {
  commands ??= writeOwnCommands({
    environment: ownEnvironment,
    home: homedir(),
    appFolder: app.getAppPath(),
  })
  return commands
}

function passwdShell(): string | null {
  try {
    return userInfo().shell
  } catch {
    return null // no passwd entry for this user, as in some containers
  }
}
