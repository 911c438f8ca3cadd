/** Answers calls about all windows, from the app's socket and the session bus. */
import { readAccounts } from '../../core/session/agent/read-accounts.ts'
import { readEach } from '../../core/session/agent/slow-look.ts'
import type { Session } from '../../core/session/session.ts'
import type { Windows } from '../../core/windows/windows.ts'
import { worktreeAnswer } from '../../core/windows/worktrees/worktree-answer.ts'
import { allPaneEntries, noTab, unknownSession } from '../../core/windows/open-window.ts'
import type { Configuration } from '../../host/config/configuration.ts'
import { offerAttention } from '../../host/desktop/attention-service.ts'
import type { McpAccess } from '../../host/socket/mcp/mcp-access.ts'
import type { RecorderStore } from '../../host/state/recorder/recorder-store.ts'
import { sessionBusAddress } from '../../host/desktop/session-bus/address.ts'
import type { Sockets } from '../../host/socket/sockets.ts'
import type { LaunchRequests } from './launch-requests.ts'
import type { WindowLayouts } from '../window/window-layouts.ts'
import { ownEnvironment } from '../process.ts'

export interface CallPorts {
  readonly configuration: Configuration
  readonly windows: Windows
  readonly requests: LaunchRequests
  readonly layouts: WindowLayouts
  readonly mcp: McpAccess
  readonly recorder: RecorderStore
  readonly sockets: Sockets
  readonly windowless: boolean
  readonly restart: () => string | null
}

/** @returns stops it */
export function listenForCalls(ports: CallPorts): () => void {
  const { configuration, windows, requests, layouts, mcp, recorder, sockets } = ports
  const { restart, windowless } = ports
  const stops = [
    offerAttention(
      sessionBusAddress(ownEnvironment),
      windows.attention,
      {
        limits: () => readAccounts(sessionsOf(windows)),
        usage: () =>
          sessionsOf(windows).flatMap((session) => {
            const usage = session.agents.processes?.usage?.() ?? null
            const { title } = session.view()
            return usage === null ? [] : [{ id: session.id, title, usage }]
          }),
      },
      () => configuration.options.socket.access,
    ),
    sockets.listenForApp({
      ...{ windowless, restart },
      newTab: (wanted) => requests.newTab(wanted),
      panes: () => ({ panes: allPaneEntries(windows) }),
      changes: async () => ({
        changes: await readEach(sessionsOf(windows), ({ changes }) => changes.count()),
        limits: await readEach(sessionsOf(windows), ({ limits }) => limits.get()),
      }),
      limits: () => readAccounts(sessionsOf(windows)),
      pane: (pane, act) => ({ ...windows.moves.pane(pane, act) }),
      attention: windows.attention,
      worktrees: (directory, act) =>
        worktreeAnswer(windows.worktrees, directory, act, (session) => windows.goTo(session)),
      mcp: (call) => mcp.call(call),
      writeLog: () => recorder.writeNow(),
      places: (session) => windows.session(session)?.delivery.shadow.questions.places() ?? null,
      openLayout: ({ name, directory, environment }) =>
        layouts.openFor(name, { callerDirectory: directory, environment }),
      saveLayout: ({ name, overwrite, session }) => {
        const found = session === null ? undefined : windows.windowOf(session)
        if (found?.kind === 'detached') return { ...noTab }
        const window = session === null ? windows.latest : found?.workspace
        if (window != null) return layouts.save(name, window.layouts.current, overwrite)
        return session === null
          ? { problem: 'No window is open.', failed: true }
          : { ...unknownSession(session) }
      },
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function sessionsOf({ all }: Windows): readonly Session[] {
  return all.flatMap(({ strip }) => strip.sessions.all)
}
