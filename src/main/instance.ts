/**
 * What all windows of this process share: programs in ptys, facts about the user, the settings.
 * What is asked to be opened goes through `requests`.
 */
import { homedir, hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from '../base/command.ts'
import { expandPath } from '../core/config/expand.ts'
import type { ConnectTmux } from '../agents/tmux/ports.ts'
import type { Settings } from '../core/config/settings.ts'
import type { Options } from '../core/config/table.ts'
import { FrameLines, type LoggedFrame } from '../agents/dispatch/frame-line.ts'
import { Tools } from '../agents/process/match.ts'
import { socketOptions } from '../core/clients/socket/socket-options.ts'
import type { TabOptions, Workspace, WorkspaceFacts } from '../core/windows/workspace/workspace.ts'
import type { WindowRegistry } from '../core/windows/workspace/window-registry.ts'
import { DetachedTmux } from '../core/windows/detached-tmux.ts'
import type { WindowFrame } from '../core/windows/window-frame.ts'
import { Windows, type OpenWindow, type WindowKind } from '../core/windows/windows.ts'
import { shownProblems, type Problem, type ShownProblem } from '../core/config/problem.ts'
import { lineCharactersMax, safeText } from '../base/text/safe-text.ts'
import { SaidProblems } from '../core/config/said-problems.ts'
import { namedThemes } from '../core/config/theme/named.ts'
import type { Theme } from '../core/config/theme/theme.ts'
import { userRulesFile } from '../host/agent-rules/read-user-rules.ts'
import { UserRules } from '../host/agent-rules/user-rules.ts'
import { systemClock } from '../host/clock.ts'
import type { Configuration } from '../host/config/configuration.ts'
import { openConfiguration, openInEditor } from '../host/config/open-in-editor.ts'
import { pagerCommand } from '../host/open-in-pager.ts'
import { saveOption } from '../host/config/save-option.ts'
import { screenReaderRuns } from '../host/desktop/screen-reader.ts'
import { DoNotDisturb } from '../host/desktop/do-not-disturb.ts'
import { configFolder } from '../host/folders.ts'
import { FileLooks } from '../host/looks/file-looks.ts'
import { linkLooksMax, startLooksMax } from '../host/looks/limits.ts'
import { RealPaths } from '../host/looks/real-paths.ts'
import { readSound } from '../host/read-sound.ts'
import { ThemeFolder } from '../host/themes/theme-folder.ts'
import { McpAccess } from '../host/mcp/mcp-access.ts'
import { permissionFileName } from '../host/mcp/permission-file.ts'
import { LiveSessions } from '../host/proc/live-sessions.ts'
import { Poller } from '../host/proc/poller.ts'
import { directoryOf, foregroundOf } from '../host/proc/process-facts.ts'
import { SystemProcReader } from '../host/proc/reader.ts'
import type { Log } from '../host/log.ts'
import { shadowPool, type ShadowPool } from '../host/shadow/pool.ts'
import { reconnectTmux, tmuxConnector } from '../host/tmux/connect.ts'
import { makeStartPty } from '../host/pty/start-pty.ts'
import { localCalendar, recorderFolder } from '../host/recorder/folder.ts'
import { RecorderStore } from '../host/recorder/recorder-store.ts'
import { makeSockets, type Sockets } from '../host/socket/sockets.ts'
import type { AnsweredOffers } from '../host/answered-offers.ts'
import type { WindowSizes } from '../host/window-sizes.ts'
import { awakeKeeper } from './desktop/awake.ts'
import { listenForCalls } from './calls.ts'
import { clipboardPort } from './clipboard.ts'
import { DesktopKey, dropDownKey, nextAttentionKey } from './desktop/desktop-key.ts'
import { app, shell } from './electron.ts'
import { launchOf, LaunchRequests, type LaunchPorts } from './launch-requests.ts'
import { linkPorts } from './link-ports.ts'
import { setMenu } from './menu.ts'
import { complaintOf, logProblems } from './settings.ts'
import { desktopNotifications } from './notifications.ts'
import { offerSettings, offerShadows, recordCall } from './test-hook.ts'
import { traySign } from './desktop/tray.ts'
import { openWindow } from './window.ts'
import { WindowLayouts } from './window-layouts.ts'

export interface InstanceParts {
  readonly configuration: Configuration
  readonly log: Log
  readonly integrations: string
  /** The program of the threads in which shadow terminals live. */
  readonly shadowWorker: string
  /** The program of the thread that reads the user's rules for agents. */
  readonly rulesWorker: string
  readonly sizes: WindowSizes
  readonly offers: AnsweredOffers
  /** Families of this system for what those of the configuration lack. */
  readonly fonts: readonly string[]
  readonly debugFrames: boolean
  readonly quitting: () => boolean
  readonly kept: KeptWindows
  /** `stateFolder` */
  readonly state: string
}

/** Windows of the last run, and keeping those of this one; the drop-down's tabs are a set apart. */
export interface KeptWindows extends Pick<LaunchPorts, 'takeDropDown'> {
  /** A window of this kind opens, and no other of its kind is there. */
  readonly firstOpens: (kind: WindowKind) => void
  /** The last of this kind closes. Its tabs, if it has any, are still there. */
  readonly lastCloses: (kind: WindowKind) => void
  /** What is open at the end comes back with the next start. */
  readonly keeps: boolean
  readonly tabGone: () => void
  /** The disk must not have an offer to resume any more that has been used up. */
  readonly resumed: () => void
}

export class Instance {
  /**
   * Of folders that tabs begin in; of those that only a name is wanted of, which output can ask for
   * as often as it likes: one at a time.
   */
  readonly #looks = {
    starts: new FileLooks(systemClock, { programs: startLooksMax }),
    names: new FileLooks(systemClock, { programs: 1 }),
    links: new FileLooks(systemClock, { programs: linkLooksMax }),
  }
  readonly #parts: InstanceParts
  readonly #poller: Poller
  readonly #live: LiveSessions
  readonly #mcp: McpAccess
  readonly #rules: UserRules
  readonly #saidRules = new SaidProblems()
  readonly #frames = new FrameLines(systemClock, (line) => {
    process.stderr.write(line)
  })
  readonly #start: ReturnType<typeof makeStartPty>
  readonly #tmux: ConnectTmux
  readonly #detached: DetachedTmux
  readonly windows: Windows
  /** What is asked to be opened. */
  readonly requests: LaunchRequests
  readonly #sockets: Sockets
  /** null: `vibeflow new` is not let in. */
  #stopListening: (() => void) | null = null
  #listens = false
  #keys: readonly DesktopKey[] = []
  readonly #shadows: ShadowPool
  /** What all sessions record. */
  readonly #recorder: RecorderStore
  readonly #themes: ThemeFolder
  readonly #layouts = new WindowLayouts({
    openWindow: (layout, request) => this.requests.openLayout(layout, request),
    changed: () => {
      for (const workspace of this.workspaces) workspace.sendLayouts()
    },
  })
  readonly #awake = awakeKeeper()
  #working = false
  #shadowReported = false

  constructor(parts: InstanceParts) {
    const { options } = parts.configuration
    this.#parts = parts
    this.#looks.starts.prepare()
    this.#start = makeStartPty(systemClock, this.#looks.starts, parts.integrations)
    this.#rules = new UserRules(
      {
        file: userRulesFile(parts.configuration.file),
        program: parts.rulesWorker,
        clock: systemClock,
        tools: options.ai.tools,
      },
      {
        changed: () => this.#rulesChanged(),
        problems: (problems) => this.#rulesBlamed(problems),
      },
    )
    const realPaths = new RealPaths(this.#looks.names, () => this.#poller.reconsider())
    const proc = new SystemProcReader((path) => realPaths.at(path))
    this.#live = new LiveSessions(systemClock, proc)
    this.#mcp = this.#makeMcp(proc)
    this.#poller = new Poller(
      systemClock,
      proc,
      new Tools(options.ai.tools, this.#rules.agents),
      options.ai.foreground_check_interval_ms,
    )
    this.#sockets = socketsOf(parts)
    this.#recorder = new RecorderStore(recorderFolder(parts.state), options.recorder.enabled, {
      clock: systemClock,
      wall: () => Date.now(),
      calendar: localCalendar,
      run: this.#sockets.newId(),
      failed: (problem) => {
        parts.log.write('warn', problem)
        setImmediate(() => this.workspaces[0]?.notice('warning', problem)) // it may be made first
      },
    })
    this.#shadows = shadowPool({
      file: parts.shadowWorker,
      clock: systemClock,
      crashed: (text) => this.#shadowLost(text),
    })
    this.#detached = this.#makeDetached(options)
    this.#tmux = this.#detached.noting(tmuxConnector(this.#looks.starts))
    this.#themes = new ThemeFolder(
      join(configFolder(process.env, homedir()), 'themes'),
      systemClock,
      () => {
        for (const workspace of this.workspaces) void workspace.texts.sendThemes()
      },
    )
    this.windows = this.#makeWindows()
    this.requests = new LaunchRequests({
      configuration: parts.configuration,
      windows: this.windows,
      layouts: this.#layouts,
      takeDropDown: () => parts.kept.takeDropDown(),
    })
    setMenu(options.shortcuts)
    this.windows.setRules(options)
    this.windows.notifications.setOptions(options)
    this.#follow(parts.configuration.settings)
    offerSettings((options) => this.windows.notifications.setOptions(options))
    offerShadows({
      session: (tab) => this.windows.session(tab),
      crash: () => this.#shadows.crash(),
    })
  }

  get workspaces(): readonly Workspace[] {
    return this.windows.all
  }

  /** Sessions of these windows come back with the next start, and so do their logs. */
  logsStay(kind: WindowKind): void {
    this.#recorder.stays(this.windows.ofKind(kind).flatMap(({ lasting }) => lasting.ids))
  }

  #follow(settings: Settings): void {
    settings.subscribe(
      ({ ai }) => [ai.tools, ai.foreground_check_interval_ms],
      () => this.#configureAgents(),
    )
    settings.subscribe(({ shortcuts }) => shortcuts, setMenu)
    settings.subscribe(
      ({ recorder }) => recorder.enabled,
      (enabled) => this.#recorder.configure(enabled),
    )
    settings.subscribe(
      ({ ai, shadow }) => ({ ai, shadow }),
      () => this.#detached.configure(this.#parts.configuration.options),
    )
    settings.subscribe(
      ({ attention, bell, notifications, tabs, ui }) => ({
        attention,
        bell,
        notifications,
        tabs,
        ui,
      }),
      (options) => {
        this.windows.setRules(options)
        this.windows.notifications.setOptions(options)
      },
    )
    settings.subscribe(
      ({ socket }) => socket.enabled,
      (enabled) => {
        if (this.#listens) this.#letIn(enabled)
      },
    )
    settings.subscribe(
      ({ socket }) => [socket.mcp, socket.access],
      () => this.#mcp.configured(),
    )
    settings.subscribe(
      ({ ai }) => ai.keep_awake,
      () => this.#keepAwake(),
    )
  }

  #configureAgents(): void {
    const { ai } = this.#parts.configuration.options
    this.#rules.configure(ai.tools)
    this.#poller.configure(new Tools(ai.tools, this.#rules.agents), ai.foreground_check_interval_ms)
  }

  /** Lets `vibeflow new` in, and keys of the desktop. */
  listen(): void {
    const { log, configuration } = this.#parts
    const ports = {
      settings: configuration.settings,
      log: (level: 'info' | 'warn', line: string) => log.write(level, line),
      notice: (text: string) => {
        for (const workspace of this.windows.all) workspace.notice('warning', text)
      },
    }
    this.#keys = [
      new DesktopKey(dropDownKey, { ...ports, pressed: () => this.requests.toggleDropDown() }),
      new DesktopKey(nextAttentionKey, {
        ...ports,
        // a key has no word for the end: it goes on with the first, as the one of the windows does
        pressed: () => void (this.windows.goToNext() ?? this.windows.goToNext()),
      }),
    ]
    this.#listens = true
    this.#letIn(this.#parts.configuration.options.socket.enabled)
  }

  /** What the user's own rules for agents are blamed for. */
  get ruleProblems(): readonly Problem[] {
    return this.#rules.problems
  }

  /** Follows the files that are not the configuration's. */
  watch(): void {
    this.#rules.watch()
  }

  dispose(): void {
    this.#letIn(false)
    for (const key of this.#keys) key.dispose()
    this.#recorder.end()
    this.#detached.dispose()
    this.#mcp.dispose()
    for (const looks of Object.values(this.#looks)) looks.dispose()
    this.#rules.dispose()
    this.#shadows.dispose()
    this.#themes.dispose()
    this.#layouts.dispose()
  }

  #letIn(wanted: boolean): void {
    if (!wanted) {
      this.#stopListening?.()
      this.#stopListening = null
    } else
      this.#stopListening ??= listenForCalls({
        configuration: this.#parts.configuration,
        windows: this.windows,
        requests: this.requests,
        layouts: this.#layouts,
        mcp: this.#mcp,
        recorder: this.#recorder,
        sockets: this.#sockets,
      })
  }

  #rulesChanged(): void {
    this.#parts.log.write('info', 'the rules for agents have changed')
    this.#configureAgents()
    for (const workspace of this.workspaces) workspace.configure(this.#parts.configuration.options)
  }

  #rulesBlamed(problems: readonly Problem[]): void {
    logProblems(this.#parts.log, this.#saidRules.fresh(problems))
    for (const workspace of this.windows.all)
      workspace.showConfigurationProblems(complaintOf(this.#parts.configuration, problems))
  }

  /** In the log each time, to the user once: nothing that runs was lost. */
  #shadowLost(text: string): void {
    this.#parts.log.write('error', text)
    if (!this.#shadowReported)
      for (const workspace of this.windows.all) workspace.notice('warning', text)
    this.#shadowReported = true
  }

  #keepAwake(): void {
    this.#awake(this.#working && this.#parts.configuration.options.ai.keep_awake)
  }

  /**
   * Those of the folder; and what is wrong with them, or with the names that the configuration has
   * for them.
   */
  async #readThemes(): Promise<{
    readonly themes: readonly Theme[]
    readonly problems: readonly ShownProblem[]
  }> {
    const { themes, problems } = await this.#themes.read()
    const { options, documents } = this.#parts.configuration
    const named = namedThemes(options.colors, documents, themes)
    return {
      themes,
      problems: [
        ...shownProblems(named),
        ...problems.map(
          ({ file, text }): ShownProblem => ({ level: 'warning', line: null, file, text }),
        ),
      ],
    }
  }

  /** What programs may do by `vibeflow mcp`. */
  #makeMcp(proc: SystemProcReader): McpAccess {
    const { configuration, log, state } = this.#parts
    return new McpAccess({
      file: join(state, permissionFileName),
      clock: systemClock,
      options: () => configuration.options,
      proc,
      looks: this.#looks.links,
      panes: () => this.windows.listed(),
      detached: () => this.#detached.listed(),
      sinceEpoch: (at) => this.#sockets.sinceEpoch(at),
      pidOf: (id) => this.windows.session(id)?.pid ?? null,
      log: (level, line) => log.write(level, line),
      notice: (text) => {
        for (const workspace of this.workspaces) workspace.notice('warning', text)
      },
      record: (id, event) => this.windows.session(id)?.recorder.record(event),
      changed: () => {
        for (const workspace of this.workspaces) workspace.sendMcp()
      },
    })
  }

  /** Sessions of tmux that no tab shows: items of the list without a window. */
  #makeDetached(options: Options): DetachedTmux {
    return new DetachedTmux({
      options,
      home: homedir(),
      reconnect: reconnectTmux,
      newId: this.#sockets.newId,
      changed: (view) => this.windows.notifications.tab('', view),
      gone: (id) => this.windows.notifications.gone(id),
    })
  }

  /** The windows, and how the user is reached: notifications, tray, launcher. */
  #makeWindows(): Windows {
    const quiet = new DoNotDisturb(systemClock)
    void quiet.refresh()
    const notifications = desktopNotifications((tab) => {
      if (tab === null) windows.goToFirst()
      else windows.goTo(tab)
    })
    const sign = traySign({
      goToFirst: () => windows.goToFirst(),
      newWindow: () => {
        windows.open({ directory: homedir() })
      },
      quit: () => app.quit(),
    })
    const windows: Windows = new Windows({
      keeps: () => this.#parts.kept.keeps,
      tabGone: (tab) => {
        this.#parts.kept.tabGone()
        this.#recorder.gone(tab)
      },
      detached: this.#detached,
      clock: systemClock,
      newId: this.#sockets.newId,
      sinceEpoch: this.#sockets.sinceEpoch,
      quit: () => app.quit(),
      minuteOfDay: () => {
        const now = new Date()
        return now.getHours() * 60 + now.getMinutes()
      },
      doNotDisturb: () => quiet.now(),
      ...notifications,
      sound: () => {
        const window = windows.latest ?? windows.all[0]
        if (window === undefined) beep()
        else window.texts.ring()
      },
      working: (any) => {
        this.#working = any
        this.#keepAwake()
      },
      badge: (count) => {
        const { tray, badge } = windows.notifications.options.ui
        sign(count, tray)
        if (badge === 'off') return
        recordCall('app.setBadgeCount', count)
        app.setBadgeCount(count)
      },
      make: (registry, id, kind, before) => this.#makeWindow(registry, id, kind, before),
    })
    return windows
  }

  #makeWindow(
    registry: WindowRegistry,
    id: string,
    kind: WindowKind,
    before?: WindowFrame,
  ): OpenWindow {
    const { configuration, sizes, debugFrames, quitting, kept } = this.#parts
    if (this.windows.ofKind(kind).length === 0) kept.firstOpens(kind)
    const made: OpenWindow = openWindow({
      id,
      settings: configuration.settings,
      sizes,
      kind,
      before,
      quitting,
      facts: { ...factsOf(configuration.options), fonts: this.#parts.fonts },
      closing: () => {
        if (this.windows.ofKind(kind).length === 1) kept.lastCloses(kind)
      },
      closed: () => this.windows.closed(id),
      ports: {
        options: this.requests.optionsOfNext(),
        clock: systemClock,
        start: this.#start,
        watch: (watched) => this.#poller.watch(watched),
        tmux: this.#tmux,
        keepTmux: (panes) => this.#detached.keep(panes),
        agents: () => this.#rules.agents,
        lives: (hint, names) => this.#live.has(hint, names),
        resumed: () => this.#parts.kept.resumed(),
        ruleOff: (off) => this.#rules.switchOff(off),
        newId: this.#sockets.newId,
        recorder: this.#recorder,
        socket: this.#sockets,
        shadow: this.#shadows,
        clipboard: clipboardPort,
        foreground: foregroundOf,
        directoryOf: (pid) => directoryOf(pid),
        repository: (directory) => this.#looks.names.repository(directory),
        ...linkPorts(
          () => configuration.options.links.opener,
          (command) => made.workspace.open(editorTab(command)),
          this.#looks.links,
        ),
        pager: (text, line) =>
          pagerCommand(text, line, configuration.options.scrollback.pager, process.env),
        themes: () => this.#readThemes(),
        beep,
        readSound: (file) =>
          readSound(resolve(dirname(configuration.file), expandPath(file, process.env, homedir()))),
        registry,
        launch: (asked) => launchOf(asked, process.env),
        saveOption: ({ name, value }) => saveOption(configuration.file, name, value),
        offers: {
          answered: () => this.#parts.offers.agents,
          answer: (agent) => {
            this.#parts.offers.add(agent)
            for (const workspace of this.workspaces) workspace.sendOffers()
          },
        },
        layouts: this.#layouts.portsOf(() => made.workspace),
        mcp: this.#mcp,
        screenReaderRuns: () => screenReaderRuns(),
        reloadConfiguration: () => configuration.reload(),
        openConfiguration: (file, inTerminal) =>
          void (file === null ? openConfiguration : openInEditor)(
            file ?? configuration.file,
            process.env,
            {
              inTerminal,
              tab: (command) => made.workspace.open(editorTab(command)),
              notice: (level, text, editor) => made.workspace.notice(level, text, editor),
            },
          ),
        ...(debugFrames
          ? { frame: (tab: string, frame: LoggedFrame) => this.#frames.add(tab, frame) }
          : {}),
      },
    })
    made.workspace.showConfigurationProblems(complaintOf(configuration, this.#rules.problems))
    return made
  }
}

/** [socket] as it is when a client comes. */
function socketsOf({ configuration, log }: Pick<InstanceParts, 'configuration' | 'log'>): Sockets {
  return makeSockets({
    environment: process.env,
    home: homedir(),
    clock: systemClock,
    options: socketOptions(() => configuration.options, app.getVersion()),
    log: (level, line) => {
      log.write(level, line)
      if (level === 'warn') process.stderr.write(`vibeflow: ${safeText(line, lineCharactersMax)}\n`)
    },
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

/** A tab with an editor, whose last word is the file: `sh`, as which it begins, would name it. */
function editorTab(command: Command): TabOptions {
  const file = command.args.at(-1)
  return {
    command,
    directory: homedir(),
    onExit: 'close_on_success', // who leaves an editor is done with it
    ...(file === undefined ? {} : { title: basename(file) }),
  }
}

function beep(): void {
  recordCall('shell.beep')
  shell.beep()
}
