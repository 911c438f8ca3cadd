/**
 * Composes the parts that all windows of this process share: programs in ptys, facts about the
 * user, the settings. Requests to open something go through `requests`.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ConfigProblem } from '../../core/config/problem.ts'
import { ReportedProblems } from '../../core/config/reported-problems.ts'
import type { LiveOptions } from '../../core/config/settings.ts'
import type { Options } from '../../core/config/table.ts'
import { socketOptions } from '../../core/clients/socket/socket-options.ts'
import { DetachedTmux } from '../../core/windows/detached-tmux.ts'
import { allPaneEntries, type WindowKind } from '../../core/windows/open-window.ts'
import { worktreePattern } from '../../core/windows/worktrees/branch-name.ts'
import { MemoryWatch } from '../../core/windows/memory-watch.ts'
import { Windows, type WindowsPorts } from '../../core/windows/windows.ts'
import type { Workspace } from '../../core/windows/workspace/workspace.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { systemClock, timeOfDay } from '../../host/clock.ts'
import { runEventCommand } from '../../host/desktop/event-command.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'
import { UserManager } from '../../host/desktop/session-bus/user-manager.ts'
import { configFolder } from '../../host/files/folders.ts'
import { TurnSnapshots } from '../../host/files/git/turn-snapshot.ts'
import { ConversationSearch } from '../../host/files/conversations/thread.ts'
import { worktreeGit } from '../../host/files/git/worktrees.ts'
import { PathProbe } from '../../host/files/path-probe.ts'
import { pathLooksMax, startLooksMax } from '../../host/files/limits.ts'
import { McpAccess } from '../../host/socket/mcp/mcp-access.ts'
import { permissionFileName } from '../../host/socket/mcp/permission-file.ts'
import { makeStartPty, type Enclose } from '../../host/pty/start-pty.ts'
import { localCalendar, recorderFolder } from '../../host/state/recorder/folder.ts'
import { agentDirectory } from '../../host/proc/agent-directory.ts'
import { processStat } from '../../host/proc/process-facts.ts'
import { memoryOfAll } from '../../host/proc/usage.ts'
import { LimitsReader } from '../../host/proc/agent-limits.ts'
import { RecorderStore } from '../../host/state/recorder/recorder-store.ts'
import { shadowPool, type ShadowPool } from '../../host/shadow/pool.ts'
import { makeSockets, type Sockets } from '../../host/socket/sockets.ts'
import { ThemeFolder } from '../../host/config/themes/theme-folder.ts'
import { reconnectTmux, tmuxConnector } from '../../host/pty/tmux/connect.ts'
import { app } from '../electron.ts'
import { AgentSources } from './agent-sources.ts'
import { Entrances } from './entrances.ts'
import type { InstanceParts } from './parts.ts'
import { userReach } from './user-reach.ts'
import { windowFactory } from './window-factory.ts'
import { LaunchRequests } from './launch-requests.ts'
import { setMenu } from '../window/menu.ts'
import { followScreenLock } from '../window/screen-lock.ts'
import { complaintOf, logProblems } from './settings.ts'
import { offerSettings, offerRanOut, offerShadows } from '../test-hook.ts'
import { WindowLayouts } from '../window/window-layouts.ts'
import { ownEnvironment } from '../process.ts'

export class Instance {
  /**
   * Checks of directories, links and names. Output can request names without limit, so one name is
   * checked at a time.
   */
  readonly #looks = {
    starts: new PathProbe(systemClock, { programs: startLooksMax }),
    names: new PathProbe(systemClock, { programs: 1 }),
    links: new PathProbe(systemClock, { programs: pathLooksMax }),
  }
  readonly #parts: InstanceParts
  readonly #agents: AgentSources
  readonly #mcp: McpAccess
  readonly #saidRules = new ReportedProblems()
  readonly #detached: DetachedTmux
  readonly windows: Windows
  /** Requests to open tabs and windows. */
  readonly requests: LaunchRequests
  readonly #sockets: Sockets
  /** `null` until `listen`. */
  #entrances: Entrances | null = null
  #unfollowLock: (() => void) | null = null
  #memory: MemoryWatch | null = null
  readonly #shadows: ShadowPool
  /** Records all sessions. */
  readonly #recorder: RecorderStore
  readonly #themes: ThemeFolder
  /** Repositories at the start of agents' turns. */
  readonly #turns = new TurnSnapshots(ownEnvironment)
  readonly #limits: LimitsReader
  readonly #manager = new UserManager(sessionBusAddress(ownEnvironment))
  readonly #conversations: ConversationSearch
  readonly #layouts = new WindowLayouts({
    openWindow: (layout, request) => this.requests.openLayout(layout, request),
    changed: () => {
      for (const { layouts } of this.workspaces) layouts.sendNames()
    },
  })
  #shadowReported = false
  #limitsReported = false

  constructor(parts: InstanceParts) {
    const { configuration, log } = parts
    const { options } = configuration
    this.#parts = parts
    this.#agents = new AgentSources(configuration, parts.rulesWorker, this.#looks.names, {
      changed: () => {
        log.write('info', 'the rules for agents have changed')
        for (const workspace of this.workspaces) workspace.configure(configuration.options)
      },
      problems: (problems) => this.#rulesBlamed(problems),
    })
    this.#conversations = new ConversationSearch(parts.conversationsWorker, systemClock)
    this.#limits = new LimitsReader(this.#agents.proc, () => Date.now())
    this.#mcp = this.#makeMcp()
    this.#sockets = socketsOf(parts)
    this.#recorder = new RecorderStore(recorderFolder(parts.state), options.recorder.enabled, {
      clock: systemClock,
      wall: () => Date.now(),
      calendar: localCalendar,
      run: this.#sockets.newId(),
      failed: (problem) => {
        log.write('warn', problem)
        // the window may be created first
        setImmediate(() => this.workspaces[0]?.page.notice('warning', problem))
      },
    })
    this.#shadows = shadowPool({
      file: parts.shadowWorker,
      clock: systemClock,
      crashed: (text) => this.#shadowLost(text),
    })
    this.#detached = this.#makeDetached(options)
    this.#themes = new ThemeFolder(
      join(configFolder(ownEnvironment, homedir()), 'themes'),
      systemClock,
      () => {
        for (const { texts } of this.workspaces) void texts.sendThemes()
      },
    )
    this.windows = this.#makeWindows()
    this.requests = new LaunchRequests({
      configuration,
      windows: this.windows,
      layouts: this.#layouts,
      takeDropDown: () => parts.kept.takeDropDown(),
    })
    setMenu(options.shortcuts)
    this.#setRules(options)
    this.windows.commands.setCommands(options.on)
    this.#follow(configuration.settings)
    offerSettings((options) => this.windows.notifications.setOptions(options))
    offerShadows({
      session: (id) => this.windows.session(id),
      crash: () => this.#shadows.crash(),
    })
  }

  get workspaces(): readonly Workspace[] {
    return this.windows.all
  }

  /** Keeps the logs of these windows' sessions, which the next start restores. */
  logsStay(kind: WindowKind): void {
    this.#recorder.stays(this.windows.ofKind(kind).flatMap(({ strip }) => strip.lasting.ids))
  }

  /** Starts what the first tab needs: the worker, the check of its directory, and its shell. */
  prepare(): void {
    this.#looks.starts.prepare()
    this.#shadows.prepare()
    const { sizes } = this.#parts
    const [first] = this.windows.ofKind('ordinary')
    const size = first === undefined ? null : sizes.grid(first.options)
    if (size !== null) first?.expects(size, sizes.cell)
  }

  /** Serves `vibeflow new` and global shortcuts, and follows the screen lock. */
  listen(): void {
    const ports = {
      configuration: this.#parts.configuration,
      windows: this.windows,
      requests: this.requests,
      layouts: this.#layouts,
      mcp: this.#mcp,
      recorder: this.#recorder,
      sockets: this.#sockets,
      windowless: this.#parts.windowless === true,
      restart: this.#parts.restart,
    }
    const { log, windowless = false } = this.#parts
    this.#entrances = new Entrances(ports, log)
    const { commands } = this.windows
    const follow = () => followScreenLock((locked) => commands.userIs(locked ? 'away' : 'here'))
    this.#unfollowLock = windowless ? null : follow()
    this.#memory = windowless
      ? null
      : new MemoryWatch(systemClock, () => this.workspaces, memoryOfAll)
  }

  /** Problems of the user's rules for agents. */
  get ruleProblems(): readonly ConfigProblem[] {
    return this.#agents.rules.problems
  }

  /** Follows files other than the configuration. */
  watch(): void {
    this.#agents.rules.watch()
  }

  dispose(): void {
    this.#entrances?.dispose()
    this.#unfollowLock?.()
    this.#manager.dispose()
    this.#memory?.dispose()
    this.#recorder.end()
    this.#detached.dispose()
    this.#mcp.dispose()
    for (const looks of Object.values(this.#looks)) looks.dispose()
    this.#agents.rules.dispose()
    this.#shadows.dispose()
    this.#themes.dispose()
    this.#turns.dispose()
    this.#conversations.dispose()
    this.#layouts.dispose()
  }

  #follow(settings: LiveOptions): void {
    settings.subscribe(({ shortcuts }) => shortcuts, setMenu)
    settings.subscribe(
      ({ recorder }) => recorder.enabled,
      (enabled) => this.#recorder.configure(enabled),
    )
    settings.subscribe(
      ({ on }) => on,
      (commands) => this.windows.commands.setCommands(commands),
    )
    settings.subscribe(
      ({ ai }) => ai,
      () => this.#detached.configure(this.#parts.configuration.options),
    )
    settings.subscribe(
      ({ bell, notifications, tabs, ui }) => ({ bell, notifications, tabs, ui }),
      (options) => this.#setRules(options),
    )
    settings.subscribe(
      ({ socket }) => [socket.mcp, socket.access],
      () => this.#mcp.configured(),
    )
  }

  #setRules(options: Pick<Options, 'bell' | 'notifications' | 'tabs' | 'ui'>): void {
    this.windows.setRules(options)
    this.windows.notifications.setOptions(options)
  }

  #rulesBlamed(problems: readonly ConfigProblem[]): void {
    logProblems(this.#parts.log, this.#saidRules.fresh(problems))
    const complaint = complaintOf(this.#parts.configuration, problems)
    for (const { configuration } of this.workspaces) configuration.showProblems(complaint)
  }

  #warn(text: string): void {
    for (const { page } of this.workspaces) page.notice('warning', text)
  }

  /** Logs each lost shadow. The user is notified once: no program was lost. */
  #shadowLost(text: string): void {
    this.#parts.log.write('error', text)
    if (!this.#shadowReported) this.#warn(text)
    this.#shadowReported = true
  }

  /** Gives a program a systemd scope, if there is a user manager. */
  async #enclose(...[pid, limits, ranOut]: Parameters<Enclose>): Promise<void> {
    offerRanOut(pid, ranOut)
    const scope = await this.#manager.enclose(pid, limits, ranOut)
    if (scope !== null || Object.keys(limits ?? {}).length === 0 || this.#limitsReported) return
    if (processStat(pid)?.isDead !== false) return // it has ended first
    this.#limitsReported = true
    this.#warn("The limits of a profile don't apply: they need a user manager of systemd.")
  }

  /** Creates the access control of `vibeflow mcp`. */
  #makeMcp(): McpAccess {
    const { configuration, log, state } = this.#parts
    return new McpAccess({
      file: join(state, permissionFileName),
      clock: systemClock,
      options: () => configuration.options,
      proc: this.#agents.proc,
      looks: this.#looks.links,
      panes: () => allPaneEntries(this.windows),
      detached: () => this.#detached.listed(),
      sinceEpoch: (at) => this.#sockets.sinceEpoch(at),
      pidOf: (id) => this.windows.session(id)?.program.pid ?? null,
      log: (level, line) => log.write(level, line),
      notice: (text) => this.#warn(text),
      record: (id, event) => this.windows.session(id)?.recording.recorder.record(event),
      changed: () => {
        for (const { page } of this.workspaces) page.send(this.#mcp.state())
      },
    })
  }

  /** tmux sessions without a tab: items of the list without a window. */
  #makeDetached(options: Options): DetachedTmux {
    return new DetachedTmux({
      options,
      home: homedir(),
      reconnect: reconnectTmux,
      newId: this.#sockets.newId,
      changed: (view) => this.windows.viewChanged('', view),
      gone: (id) => this.windows.viewGone(id),
    })
  }

  #makeWindows(): Windows {
    const { configuration, kept } = this.#parts
    return new Windows({
      ...userReach(configuration, () => this.windows),
      keeps: () => kept.keeps,
      sessionGone: (session) => {
        kept.tabsChange()
        this.#recorder.gone(session)
      },
      detached: this.#detached,
      worktrees: {
        git: worktreeGit(ownEnvironment),
        pattern: () => worktreePattern(configuration.options, ownEnvironment, homedir()),
      },
      clock: systemClock,
      newId: this.#sockets.newId,
      sinceEpoch: this.#sockets.sinceEpoch,
      wallClock: (at) => timeOfDay(this.#sockets.sinceEpoch(at)),
      runCommand: (command, input) => runEventCommand(command, input, ownEnvironment),
      commandFailed: (sentence) => {
        this.#parts.log.write('warn', sentence)
        this.#warn(sentence)
      },
      keepsPrograms: () => kept.keepsPrograms,
      windowless: this.#parts.windowless === true,
      quit: (stop) => {
        if (stop) kept.stopPrograms()
        app.quit()
      },
      make: this.#windowFactory(),
    })
  }

  #windowFactory(): WindowsPorts['make'] {
    const { integrations, keeper, kept, offers } = this.#parts
    return windowFactory({
      parts: this.#parts,
      newId: this.#sockets.newId,
      sessions: {
        clock: systemClock,
        start: makeStartPty(
          systemClock,
          this.#looks.starts,
          integrations,
          keeper,
          (...started) => void this.#enclose(...started),
        ),
        ...this.#agents.ports,
        tmux: this.#detached.noting(tmuxConnector(this.#looks.starts)),
        keepTmux: (panes) => this.#detached.keep(panes),
        socket: this.#sockets,
        shadow: this.#shadows,
        repository: (directory) => this.#looks.names.repository(directory),
        turnSnapshot: (directory) => this.#turns.take(directory),
        agentLimits: (of) => this.#limits.read(of),
        agentDirectory,
        remembers: () => kept.tabsMove(),
      },
      recorder: this.#recorder,
      layouts: this.#layouts,
      conversations: {
        search: (asked, events) => this.#conversations.search(asked, events),
        directory: (path) => realDirectory(this.#looks.names, path),
      },
      mcp: this.#mcp,
      offers: {
        answered: () => offers.agents,
        answer: (agent) => {
          offers.add(agent)
          for (const workspace of this.workspaces) workspace.sendOffers()
        },
      },
      windows: () => this.windows,
      requests: () => this.requests,
      linkLooks: this.#looks.links,
      themes: this.#themes,
      ruleProblems: () => this.ruleProblems,
    })
  }
}

/** Reads [socket] for each new client. */
function socketsOf({ configuration, log }: Pick<InstanceParts, 'configuration' | 'log'>): Sockets {
  return makeSockets({
    environment: ownEnvironment,
    home: homedir(),
    clock: systemClock,
    options: socketOptions(() => configuration.options, app.getVersion()),
    log: (level, line) => {
      log.write(level, line)
      if (level === 'warn') process.stderr.write(`vibeflow: ${safeText(line, lineCharactersMax)}\n`)
    },
  })
}

/** Returns a directory without links; `null` if it is missing or can't be entered. */
async function realDirectory(looks: PathProbe, path: string): Promise<string | null> {
  return (await looks.look(path)) === 'folder' ? looks.realPath(path) : null
}
