/**
 * A running instance without a window: the real workspace, ptys and sockets, in this process, under
 * folders of its own.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCommandLine } from '../../src/host/command/command-line.ts'
import { systemClock } from '../../src/host/clock.ts'
import { directoryOf, foregroundOf, nestedDirectoryOf } from '../../src/host/proc/process-facts.ts'
import { readAccounts } from '../../src/core/session/agent/read-accounts.ts'
import { readEach } from '../../src/core/session/agent/slow-look.ts'
import type { AgentLimits } from '../../src/agents/limits/account-limits.ts'
import { TurnSnapshots } from '../../src/host/files/git/turn-snapshot.ts'
import { worktreeGit } from '../../src/host/files/git/worktrees.ts'
import type { SessionId } from '../../src/core/ids.ts'
import { WorktreeDesk } from '../../src/core/windows/worktree-desk.ts'
import { worktreeAnswer } from '../../src/core/windows/worktrees/worktree-answer.ts'
import { worktreePattern } from '../../src/core/windows/worktrees/branch-name.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { LayoutFiles } from '../../src/host/config/layouts/layout-files.ts'
import type { TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { McpAccess } from '../../src/host/socket/mcp/mcp-access.ts'
import { permissionFileName } from '../../src/host/socket/mcp/permission-file.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import { localCalendar, recorderFolder } from '../../src/host/state/recorder/folder.ts'
import { RecorderStore } from '../../src/host/state/recorder/recorder-store.ts'
import type { AppCalls } from '../../src/host/socket/app-socket.ts'
import { makeSockets } from '../../src/host/socket/sockets.ts'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { kindOf } from '../../src/terminal/frames/decode.ts'
import type { SocketOptions } from '../../src/core/clients/socket/ports.ts'
import { socketOptions } from '../../src/core/clients/socket/socket-options.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import { whenStarted } from '../../src/core/session/launch/when-started.ts'
import type { MainMessage } from '../../src/core/ipc/contract.ts'
import { shadowsInPlace } from './frames/shadow.ts'
import { makeWorkspace } from './windows/make-workspace.ts'
import type { TabOptions } from '../../src/core/windows/workspace/tab-options.ts'
import type { Workspace } from '../../src/core/windows/workspace/workspace.ts'
import { fakeAttention, type FakeAttention } from './fake/fake-attention.ts'
import { asPane, asSession } from './windows/ids.ts'

export interface Instance {
  readonly workspace: Workspace
  /** The items that need the user, set by a test. */
  readonly attention: FakeAttention
  /** The programs that may use `vibeflow mcp`, as if the user had decided. */
  readonly mcp: McpAccess
  /** Limits that the agents of all sessions report. */
  readonly limits: { reported: AgentLimits | null }
  /** Sessions of tmux that no tab shows. */
  readonly detached: { view: TabView; pids: readonly number[] }[]
  /** The lines that it wrote into the log. */
  readonly logged: readonly string[]
  /** Folder that is HOME and holds XDG_RUNTIME_DIR. */
  readonly home: string
  /** For commands that are to find this instance. */
  readonly environment: Record<string, string>
  readonly sent: readonly MainMessage[]
  /** Opens a tab with this program; its session id and socket. */
  readonly open: (
    program: string,
    ...args: string[]
  ) => { readonly id: string; readonly path: string }
  readonly close: () => void
}

export function startInstance({
  configuration = () => defaults,
  options = socketOptions(configuration, '0.1.0'),
  reported,
}: {
  readonly configuration?: () => Options
  readonly options?: SocketOptions
  readonly reported?: (message: MainMessage) => void
} = {}): Instance {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-socket-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  const environment = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    HOME: home,
    SHELL: '/bin/sh',
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_STATE_HOME: join(home, 'state'),
  }
  const looks = new PathProbe(systemClock, { programs: 4 })
  const sockets = makeSockets({
    environment,
    home,
    clock: systemClock,
    options,
    log: () => undefined,
  })
  const recorder = new RecorderStore(recorderFolder(join(home, 'state/vibeflow')), true, {
    clock: systemClock,
    wall: () => Date.now(),
    calendar: localCalendar,
    run: 'run1',
    failed: (problem) => logged.push(problem),
  })
  const turns = new TurnSnapshots(environment)
  const limits: Instance['limits'] = { reported: null }
  const logged: string[] = []
  const sent: MainMessage[] = []
  const child = (from: Record<string, string>) =>
    childEnvironment(from, { term: 'xterm-256color', version: '0.1.0' })
  const workspace = makeWorkspace(
    {
      clock: systemClock,
      start: makeStartPty(systemClock, looks),
      newId: sockets.newId,
      sessions: {
        socket: sockets,
        shadow: shadowsInPlace(systemClock).port,
        turnSnapshot: (directory) => turns.take(directory),
        agentLimits: () => Promise.resolve(limits.reported),
      },
      configuration: {
        launch: () => ({
          shell: { program: '/bin/sh', args: [] },
          environment: child(environment),
        }),
      },
      foreground: foregroundOf,
      directoryOf: (pid) => directoryOf(pid),
      nestedDirectoryOf,
      recorder: {
        entry: (session, entry) => recorder.entry(session, entry),
        goesOn: (before, session) => recorder.goesOn(before, session),
      },
      window: { id: 'w' },
    },
    {
      version: '0.1.0',
      home,
      environment: child(environment),
      replies: { version: '0.1.0', clipboardWrite: true },
    },
  )
  // A page that shows all its tabs, and draws at once.
  workspace.connect((message) => {
    sent.push(message)
    reported?.(message)
    if (message.kind === 'session/cells')
      setImmediate(() =>
        workspace.receive({
          kind: kindOf(message.bytes) === 'frame' ? 'session/drawn' : 'session/rows-taken',
          session: message.session,
        }),
      )
  })
  workspace.receive({ kind: 'page/ready' })
  const window = {
    ...{ workspace, name: 'Window 1', kind: 'ordinary' as const },
    ...{ raise: () => undefined, flash: () => undefined },
    frame: () => ({ x: 0, y: 0, width: 0, height: 0 }),
  }
  const windowOf = (id: SessionId) => (workspace.session(id) === undefined ? undefined : window)
  const worktrees = new WorktreeDesk(
    { windows: [window], window: () => window, windowOf },
    {
      clock: systemClock,
      git: worktreeGit(environment),
      pattern: () => worktreePattern(configuration(), environment, home),
    },
  )
  const newTab: AppCalls['newTab'] = async (asked) => {
    const { words, directory, environment: from, beside } = asked
    const wanted = parseCommandLine(words, { directory, version: '0.1.0' })
    if (wanted.kind !== 'run')
      return { problem: wanted.kind === 'usage' ? wanted.problem : 'no tab' }
    const { command, directory: own } = wanted.request
    const { branch } = asked.worktree ?? {}
    const made =
      branch === undefined
        ? undefined
        : await worktrees.create(own ?? directory, branch, command?.program ?? null)
    if (made !== undefined && 'problem' in made) return { ...made, failed: true }
    const before = workspace.strip.focused
    const tab: TabOptions = {
      ...(command === null ? {} : { command }),
      directory: made?.path ?? own ?? directory,
      launch: () => ({
        shell: { program: '/bin/sh', args: [] },
        environment: child(from as Record<string, string>),
      }),
    }
    const id =
      beside === undefined
        ? workspace.newTabs.open(tab)
        : workspace.newTabs.split(asPane(beside.session), beside.axis, tab)
    const session = workspace.session(asSession(id))
    if (id === null || session === undefined) return { problem: 'no tab' }
    const started = await whenStarted(session, systemClock)
    if ('failed' in started) workspace.closing.withdraw(id, before)
    return made === undefined ? started : { ...started, worktree: made }
  }
  const layouts = new LayoutFiles({ environment, home })
  const attention = fakeAttention()
  const { queue } = attention
  // a session without a made dialog has its own queue
  const withOwn: FakeAttention['queue'] = (id, act, by) =>
    queue(id, act, by) ?? workspace.session(id)?.queue.act(act, by) ?? null
  Object.assign(attention, { queue: withOwn })
  const detached: { view: TabView; pids: readonly number[] }[] = []
  const mcp = new McpAccess({
    file: join(home, 'state/vibeflow', permissionFileName),
    clock: systemClock,
    options: configuration,
    proc: new SystemProcReader(),
    looks,
    panes: () => workspace.listed('Window 1'),
    detached: () => detached,
    sinceEpoch: (at) => at,
    pidOf: (id) => workspace.session(id)?.program.pid ?? null,
    log: (_, line) => logged.push(line),
    notice: (text) => workspace.page.notice('warning', text),
    record: (id, event) => workspace.session(id)?.recording.recorder.record(event),
    changed: () => undefined,
  })
  const stopListening = sockets.listenForApp({
    newTab,
    openLayout: ({ name, directory }) => {
      const read = layouts.read(name)
      if ('problem' in read) return read
      workspace.layouts.open(read.layout, { directory })
      return { tabs: workspace.strip.tabs.length, panes: workspace.strip.panes.ids.length }
    },
    panes: () => ({ panes: workspace.listed('Window 1') }),
    changes: async () => ({
      changes: await readEach(workspace.strip.sessions.all, ({ changes }) => changes.count()),
      limits: await readEach(workspace.strip.sessions.all, ({ limits }) => limits.get()),
    }),
    limits: () => readAccounts(workspace.strip.sessions.all),
    attention,
    worktrees: (directory, act) =>
      worktreeAnswer(worktrees, directory, act, (session) => {
        workspace.strip.focusPane(asPane(session))
        return true
      }),
    mcp: (call) => mcp.call(call),
    restart: () => "Can't restart.",
    writeLog: () => recorder.writeNow(),
    places: (session) => workspace.session(session)?.delivery.shadow.questions.places() ?? null,
    pane: (session, act) => {
      const problem = workspace.pane(session, act)
      return problem === null ? {} : { problem }
    },
    saveLayout: ({ name, overwrite }) => layouts.save(name, workspace.layouts.current, overwrite),
  })
  return {
    workspace,
    attention,
    mcp,
    limits,
    detached,
    logged,
    home,
    environment,
    sent,
    open: (program, ...args) => {
      const id = workspace.newTabs.open({ command: { program, args }, directory: home }) ?? ''
      workspace.receive({ kind: 'session/resize', session: asSession(id), cols: 80, rows: 24 })
      workspace.receive({ kind: 'session/frames', session: asSession(id), on: true })
      return { id, path: workspace.session(asSession(id))?.socket.path ?? '' }
    },
    close: () => {
      workspace.dispose()
      turns.dispose()
      recorder.end()
      looks.dispose()
      mcp.dispose()
      stopListening()
      rmSync(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
