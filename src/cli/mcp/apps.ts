/** Asks the running apps whether this server's caller may use a tool. */
import { dirname } from 'node:path'
import type { Access } from '../../core/mcp/access.ts'
import { permissionWaitMs } from '../../core/mcp/limits.ts'
import { detachedSession, type DetachedSession, type ToolName } from '../../core/mcp/tools.ts'
import { socketPath } from '../../core/socket/paths.ts'
import type { ListedPane } from '../../core/workspace/listed-pane.ts'
import { askAppAt, askEveryApp, askFirstApp } from '../ask-app.ts'
import { appsIn, findRoots, type Environment } from '../client/discover.ts'
import { CommandError } from '../exit-codes.ts'
import { isListedPane } from '../panes.ts'
import type { Target } from '../target.ts'

/** The user is waited for by the app, which then answers; so much longer until we give up, ms. */
const graceMs = 5_000
const withinMs = permissionWaitMs + graceMs

/** What the mode is when nobody answers within so long, ms, is what needs least. */
const modeMs = 1_000

interface Asking {
  readonly environment: Environment
  readonly signal: AbortSignal
}

const request = (tool: ToolName | null, session: string | null) => ({
  ...{ cmd: 'mcp', pid: process.pid, tool, session },
})

/** The most that any running app allows by its configuration; `read` where none runs. */
export async function mayBeCalled(environment: Environment): Promise<'off' | Access> {
  const answers = await askEveryApp(environment, request(null, null), modeMs)
  const modes = answers.map(({ answer }) => answer['mcp'])
  if (modes.includes('full')) return 'full'
  return modes.length > 0 && modes.every((mode) => mode === 'off') ? 'off' : 'read'
}

/** The session, once its app allows it. Throws `CommandError`. */
export async function allowed(
  { environment, signal }: Asking,
  tool: ToolName,
  session: string,
): Promise<Target & { readonly app: string }> {
  const { path } = await askFirstApp(environment, request(tool, session), { withinMs, signal })
  return { id: session, path: socketPath(dirname(path), session), app: path }
}

/** The newest app, once it allows a tool that is of no session. Throws `CommandError`. */
export async function allowedApp({ environment, signal }: Asking, tool: ToolName): Promise<string> {
  return (await askFirstApp(environment, request(tool, null), { withinMs, signal })).path
}

/** The panes of all apps that allow it; who does not says why. */
export async function allowedPanes({ environment, signal }: Asking): Promise<{
  readonly panes: readonly (ListedPane & Target & { readonly own: boolean })[]
  readonly detached: readonly DetachedSession[]
  readonly refused: readonly string[]
}> {
  const answers = await Promise.all(
    appsIn(findRoots(environment)).map(async (app) => {
      try {
        const answer = await askAppAt(app, request('list_sessions', null), { withinMs, signal })
        return { app, answer }
      } catch (error) {
        if (signal.aborted || !(error instanceof CommandError)) throw error
        return error.message
      }
    }),
  )
  return {
    panes: answers.flatMap((one) => {
      if (typeof one === 'string' || !Array.isArray(one.answer['panes'])) return []
      const { panes, own } = one.answer
      return (panes as unknown[]).filter(isListedPane).map((pane) => ({
        ...pane,
        path: socketPath(dirname(one.app), pane.id),
        own: pane.id === own,
      }))
    }),
    detached: answers.flatMap((one) => {
      const listed = typeof one === 'string' ? null : one.answer['detached']
      return (Array.isArray(listed) ? (listed as unknown[]) : []).flatMap((value) => {
        const read = detachedSession.safeParse(value)
        return read.success ? [read.data] : []
      })
    }),
    refused: answers.filter((one) => typeof one === 'string'),
  }
}
