/** Asks running apps whether this server's caller may use a tool. */
import { dirname } from 'node:path'
import type { Access } from '../../../core/clients/mcp/access.ts'
import { permissionWaitMs } from '../../../core/clients/mcp/limits.ts'
import {
  detachedSession,
  tools,
  type DetachedSession,
  type ToolName,
} from '../../../core/clients/mcp/tools.ts'
import { isSessionId, socketPath } from '../../../core/clients/socket/paths.ts'
import type { PaneEntry } from '../../../core/windows/workspace/listed-pane.ts'
import {
  askAppAt,
  askEveryApp,
  askFirstApp,
  checkedApps,
  notRunning,
} from '../../sessions/ask-app.ts'
import { appsIn, findRoots, type ProcessEnvironment } from '../../client/discover.ts'
import { CommandError, usageError } from '../../command/exit-codes.ts'
import { isListedPane } from '../../sessions/panes.ts'
import { ambiguous, meant, nameable, type SessionTarget } from '../../sessions/target.ts'

/** The app waits for the user and then answers. This is the extra time before giving up. */
const graceMs = 5_000
const withinMs = permissionWaitMs + graceMs

interface Asking {
  readonly environment: ProcessEnvironment
  readonly signal: AbortSignal
}

const request = (tool: ToolName | null, session: string | null) => ({
  ...{ cmd: 'mcp', pid: process.pid, tool, session },
})

/** Returns the highest access that a running app's configuration allows, or `read` if none runs. */
export async function mayBeCalled(environment: ProcessEnvironment): Promise<'off' | Access> {
  const answers = await askEveryApp(environment, request(null, null))
  const modes = answers.map(({ answer }) => answer['mcp'])
  if (modes.includes('full')) return 'full'
  return modes.length > 0 && modes.every((mode) => mode === 'off') ? 'off' : 'read'
}

/**
 * Returns the session that a word names, with the same rules as the verbs, when its app allows it.
 * Errors contain no titles, which come from programs.
 * @throws CommandError
 */
export async function allowed(
  { environment, signal }: Asking,
  tool: ToolName,
  word: string,
  /** Throws for a session that must not be asked for. */
  judge: (id: string) => void = () => undefined,
): Promise<SessionTarget & { readonly app: string }> {
  if (appsIn(findRoots(environment)).length === 0) throw notRunning()
  const found = await meant(await nameable(environment), word)
  // A detached tmux session has no socket; only its app knows it.
  const [{ id } = { id: word }] = found
  if (!isSessionId(id)) throw unknown(word)
  if (found.length < 2) judge(id)
  const asked = askFirstApp(environment, request(tool, id), { withinMs, signal })
  const { path } = await asked.catch((error: unknown) => {
    throw error instanceof CommandError && error.word === 'no-session' ? unknown(word) : error
  })
  if (found.length > 1) throw ambiguous(word, found)
  // A title or a row must not decide which session gets keys: output can set a title, and rows
  // change.
  if (tools[tool].needs === 'full' && !id.startsWith(word))
    throw usageError(
      `Not allowed: ${tool} requires a session ID from list_sessions, or the start of it. It ` +
        'does not accept a title, row or @TOOL.',
    )
  return { id, path: socketPath(dirname(path), id), app: path }
}

function unknown(word: string): CommandError {
  return new CommandError(
    'no-session',
    `Unknown session "${word}". Use an ID from list_sessions, the start of one, a title, or a ` +
      'row number of `vibeflow ls`.',
  )
}

/** Returns the newest app when it allows a tool without a session. */
export async function allowedApp({ environment, signal }: Asking, tool: ToolName): Promise<string> {
  return (await askFirstApp(environment, request(tool, null), { withinMs, signal })).path
}

/**
 * Returns the answers of all apps that allow a tool without a session, newest first, and the
 * reasons of the others.
 */
export async function allowedApps({ environment, signal }: Asking, tool: ToolName) {
  const answers = await Promise.all(
    checkedApps(environment).map(async ({ path, hangs }) => {
      if (await hangs) return 'The running vibeflow does not answer.'
      try {
        return {
          app: path,
          answer: await askAppAt(path, request(tool, null), { withinMs, signal }),
        }
      } catch (error) {
        if (signal.aborted || !(error instanceof CommandError)) throw error
        return error.message
      }
    }),
  )
  return {
    apps: answers.filter((one) => typeof one !== 'string'),
    refused: answers.filter((one) => typeof one === 'string'),
  }
}

/** Returns the panes of all apps that allow it, and the reasons of the others. */
export async function allowedPanes(asking: Asking): Promise<{
  readonly panes: readonly (PaneEntry & SessionTarget & { readonly own: boolean })[]
  readonly detached: readonly DetachedSession[]
  readonly refused: readonly string[]
}> {
  const { apps, refused } = await allowedApps(asking, 'list_sessions')
  return {
    panes: apps.flatMap((one) => {
      if (!Array.isArray(one.answer['panes'])) return []
      const { panes, own } = one.answer
      return (panes as unknown[]).filter(isListedPane).map((pane) => ({
        ...pane,
        path: socketPath(dirname(one.app), pane.id),
        own: pane.id === own,
      }))
    }),
    detached: apps.flatMap((one) => {
      const listed = one.answer['detached']
      return (Array.isArray(listed) ? (listed as unknown[]) : []).flatMap((value) => {
        const read = detachedSession.safeParse(value)
        return read.success ? [read.data] : []
      })
    }),
    refused,
  }
}
