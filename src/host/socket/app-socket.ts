/**
 * The app's own socket, next to those of its sessions and with the same modes:
 * `<root>/app-<pid>.sock`. It accepts one CONTROL_CMD packet, answers it with one WELCOME or ERROR,
 * and closes. Used by `vibeflow new`, `layout`, `pane`, `status`, `next`, `inbox`, `mcp`, `log` and
 * `report`.
 *
 * Commands, and the fields of the answer in addition to `v: 1`:
 * - `new-tab` `{words, directory, environment, beside?, axis?, detached?, worktree?}`: `id`,
 * `socket`, sent when the program runs. `beside`, a session, with `axis` "row" or "column" opens a
 * pane next to it. `detached`: true starts a session without a window. `worktree` {branch}, which
 * may be null, creates a worktree first; the answer has `worktree`
 * (core/windows/worktrees/worktree-view.ts).
 * CONTROL_MESSAGE_FAILED: the tab exists, but its program did not start.
 * - `open-layout` {name, directory, environment}: `tabs`, `panes`
 * - `save-layout` {name, overwrite, session}: `file`, `notes`
 * - `pane` {session, do}: core/windows/panes/act.ts
 * - `panes`: `panes` (core/windows/workspace/listed-pane.ts)
 * - `changes`: by session, `changes` (`files`, `added`, `removed`) and `limits`
 * (agents/limits/account-limits.ts)
 * - `limits`: `accounts` (agents/limits/account-limits.ts)
 * - `attention` {follow?}: `working`, `items` (core/windows/attention/list.ts); with `follow: true`
 * again at each change, until the caller disconnects
 * - `attend` {session, do}: core/windows/attention/list.ts
 * - `dialog` {session}: `lines`, `choices`, `token`, `why?`
 * - `answer` {session, token, choice, by?}: `sent`, `why?` (core/session/agent/dialogs.ts)
 * - `queue` {session, do, by?}: `prompts`, `paused`, `waitsFor`
 * (core/windows/tabs/prompt-queue-view.ts)
 * - `next`: `item`, null if nothing else needs the user; `refused`: the desktop has not focused its
 * window, so it is not visited
 * - `next-up`: `item`, `isOn`, used with several apps (core/windows/attention/list.ts)
 * - `next-elsewhere` {over}: another app has led the user on; `next` starts over
 * - `mcp` {pid, tool, session}: `mcp` when the user has allowed it, with "list_sessions" also
 * `panes`; with `tool` null immediately (core/clients/mcp/tools.ts)
 * - `worktrees` {directory, do}: "list" a list, "open" `shown` or `path`, "check" a question,
 * "remove" `removed` (core/windows/worktrees/worktree-view.ts)
 * - `write-log`: sent when the recorder's files are up to date
 * - `places` {session}: `numbering`, `first`, `places` (core/worker/messages.ts)
 *
 * SESSION_NOT_FOUND: no window of this app has the session; another app may have it.
 */
import type { AccountLimits } from '../../agents/limits/account-limits.ts'
import { paneFor, toSessionId, type PaneId, type SessionId } from '../../core/ids.ts'
import { join } from 'node:path'
import type { Socket } from 'node:net'
import {
  attentionActs,
  type AttentionAct,
  type AttentionItem,
  type AttentionList,
  type AttentionUpNext,
} from '../../core/windows/attention/list.ts'
import { mcpCall, type McpCall } from '../../core/clients/mcp/tools.ts'
import { paneActs, type PaneAct } from '../../core/windows/panes/act.ts'
import type { SplitAxis } from '../../core/windows/panes/tree.ts'
import type { AnsweredBy } from '../../core/recorder/events.ts'
import type { Answered } from '../../core/session/agent/dialogs.ts'
import {
  promptQueueAct,
  type PromptQueueAct,
  type PromptQueueAnswer,
} from '../../core/windows/tabs/prompt-queue-view.ts'
import type { AgentDialog } from '../../core/windows/tabs/tab-view.ts'
import type { StartedSession } from '../../core/session/launch/when-started.ts'
import { Ending } from '../../core/clients/socket/session-exit.ts'
import { encodeJson, FrameParser } from '../../core/clients/socket/frame.ts'
import {
  appCallersMax,
  appFollowersMax,
  frameCompleteMs,
  refusedMax,
} from '../../core/clients/socket/limits.ts'
import type { PlacesAnswer } from '../../core/worker/messages.ts'
import { messageType } from '../../core/clients/socket/message-types.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import {
  newWorktree,
  worktreeCommand,
  type CreatedWorktree,
  type WorktreeCommand,
} from '../../core/windows/worktrees/worktree-view.ts'
import { unknownSession, type NotDone } from '../../core/windows/open-window.ts'
import { systemClock } from '../clock.ts'
import { listenPrivately, type Listening } from './listen.ts'
import { SocketWire } from './socket-wire.ts'

export const appSocketName = /^app-\d+\.sock$/

export interface NewTab {
  readonly words: readonly string[]
  /** Opens a pane next to this session instead of a tab. */
  readonly beside?: { readonly session: SessionId; readonly axis: SplitAxis }
  /** Opens no tab: the session has no window. */
  readonly detached?: boolean
  /** Creates a worktree for the tab; `branch` is `null` for a free name. */
  readonly worktree?: { readonly branch: string | null }
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

export type NewTabOutcome = (StartedSession & { readonly worktree?: CreatedWorktree }) | NotDone

interface OpenLayout {
  readonly name: string
  /** Directory of the caller, for panes without one. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

interface SaveLayoutRequest {
  readonly name: string
  readonly overwrite: boolean
  /** A session of the window to save, or `null` for the window that had the focus last. */
  readonly session: SessionId | null
}

/** `unknown`: this app does not have the session. `failed`: understood, but not possible. */
export type AppAnswer =
  | Readonly<Record<string, unknown>>
  | { readonly problem: string; readonly unknown?: true; readonly failed?: true }

export interface AppCalls {
  /** This process can show no window. */
  readonly windowless?: boolean
  readonly newTab: (wanted: NewTab) => Promise<NewTabOutcome>
  readonly openLayout: (wanted: OpenLayout) => AppAnswer
  readonly saveLayout: (wanted: SaveLayoutRequest) => AppAnswer
  readonly pane: (pane: PaneId, act: PaneAct) => AppAnswer
  readonly panes: () => AppAnswer
  /** Returns changes since the agents' turns started, and limits of accounts, of all sessions. */
  readonly changes: () => Promise<AppAnswer>
  /** Returns limits by account, with the contexts of its sessions. */
  readonly limits: () => Promise<readonly AccountLimits[]>
  readonly attention: AttentionCalls
  readonly worktrees: (directory: string, act: WorktreeCommand) => Promise<AppAnswer>
  /** Checks configuration and permission, for which it may wait. */
  readonly mcp: (call: McpCall) => Promise<AppAnswer>
  /** Ends this process and starts vibeflow again. Returns a sentence about why not, or `null`. */
  readonly restart: () => string | null
  /** Writes all recorded events to the files before it returns. */
  readonly writeLog: () => void
  /** Returns the rows of its events, or `null` if the session is unknown. */
  readonly places: (session: SessionId) => Promise<PlacesAnswer | null> | null
}

/** Calls about sessions that need the user. */
export interface AttentionCalls {
  readonly list: () => AttentionList
  /** Calls back when the list changes. Returns a function that stops this. */
  readonly follow: (changed: () => void) => () => void
  /** Returns false for an unknown session. */
  readonly attend: (session: SessionId, act: AttentionAct) => boolean
  /** Returns the question of its program, or `null` for an unknown session. */
  readonly dialog: (session: SessionId) => Promise<AgentDialog> | null
  /** Returns `null` for an unknown session. */
  readonly answer: (
    session: SessionId,
    token: string,
    choice: number,
    /** Defaults to the list. */
    by?: AnsweredBy,
  ) => Promise<Answered> | null
  /** Returns `null` for an unknown session. */
  readonly queue: (
    session: SessionId,
    act: PromptQueueAct,
    by: AnsweredBy,
  ) => PromptQueueAnswer | null
  /** Returns `null` if only the focused session needs the user. */
  readonly next: () => AttentionItem | null
  /** Returns whether the user sees the tab to which `next` went. */
  readonly seen: () => Promise<boolean>
  readonly upNext: () => AttentionUpNext
  readonly nextElsewhere: (isOver: boolean) => void
}

/** `access` is the current `socket.access`. `read` forbids typing, so also new programs. */
export function listenForApp(
  root: string,
  access: () => 'full' | 'read',
  calls: AppCalls,
): Listening | { readonly problem: string } {
  const callers = new Set<Socket>()
  const followers = new Set<Socket>()
  const listening = listenPrivately(join(root, `app-${process.pid}.sock`), (socket) => {
    callers.add(socket)
    socket.on('close', () => {
      callers.delete(socket)
      followers.delete(socket)
    })
    if (callers.size > appCallersMax + refusedMax) socket.destroy()
    else if (callers.size > appCallersMax) refuse(socket, appCallersMax)
    else
      answer(socket, async (payload) => {
        const outcome = await called(payload, access(), calls).catch(
          (error: unknown): AppAnswer => ({
            problem: `Internal error in vibeflow: ${safeText(String(error), nameCharactersMax)}`,
            failed: true,
          }),
        )
        if (outcome !== 'follow') end(socket, frameOf(outcome))
        else if (followers.size >= appFollowersMax) refuse(socket, appFollowersMax)
        else {
          callers.delete(socket)
          followers.add(socket)
          follow(socket, calls.attention)
        }
      })
  })
  if ('problem' in listening) return listening
  return {
    ...listening,
    close: () => {
      listening.close()
      for (const socket of followers) socket.destroy()
    },
  }
}

/** Sends the list now and at each change. A slow reader gets only the newest list. */
function follow(socket: Socket, attention: AttentionCalls): void {
  let isBusy = false
  let isDue = false
  const send = (): void => {
    isDue = isBusy
    if (isBusy) return
    isBusy = true
    socket.write(frameOf(attention.list()), () => {
      isBusy = false
      if (isDue) send()
    })
  }
  const stop = attention.follow(send)
  socket.on('close', stop)
  socket.on('end', () => socket.end())
  send()
}

const readOnly: AppAnswer = {
  problem:
    'Not allowed: socket.access is "read" in the configuration of the running vibeflow. ' +
    'Set it to "full" to allow this.',
  failed: true,
}

function refuse(socket: Socket, most: number): void {
  socket.on('error', () => undefined) // `close` follows
  socket.resume() // otherwise the end of unread input is never seen
  end(
    socket,
    encodeJson(messageType.error, {
      code: 'CONNECTION_LIMIT',
      message: `This vibeflow already has the maximum of ${most} callers. Try again in a moment.`,
    }),
  )
}

/** Sends the last packet. Closes the connection even if the peer does not read it. */
function end(socket: Socket, frame: Uint8Array): void {
  socket.end(frame)
  const ending = new Ending(systemClock, new SocketWire(socket))
  ending.awaitClose()
  socket.on('close', () => ending.dispose())
}

/** Passes the caller's single packet to `call`, which answers it. */
function answer(socket: Socket, call: (payload: Uint8Array) => Promise<void>): void {
  const parser = new FrameParser()
  let asked = false
  const giveUp = setTimeout(() => socket.destroy(), frameCompleteMs)
  socket.on('data', (chunk) => {
    if (asked) return
    parser.push(chunk)
    const frame = parser.next()
    if (frame === null) return
    asked = true
    clearTimeout(giveUp)
    if ('refused' in frame || frame.type !== messageType.control)
      end(socket, frameOf(notUnderstood))
    else void call(frame.payload)
  })
  socket.on('end', () => {
    if (!asked) socket.end()
  })
  socket.on('error', () => undefined) // `close` follows
  socket.on('close', () => clearTimeout(giveUp))
}

function frameOf(answer: AppAnswer): Uint8Array {
  return 'problem' in answer
    ? encodeJson(messageType.error, { code: codeOf(answer), message: String(answer.problem) })
    : encodeJson(messageType.welcome, { v: 1, ...answer })
}

function codeOf(refused: AppAnswer): string {
  if ('unknown' in refused) return 'SESSION_NOT_FOUND'
  return 'failed' in refused ? 'CONTROL_MESSAGE_FAILED' : 'INVALID_OPERATION'
}

/** Answer to requests for a window where none can be shown. */
const noWindow: AppAnswer = {
  problem: 'vibeflow runs without a window. Start vibeflow, or use `vibeflow new --detached`.',
  failed: true,
}

function needsWindow({ cmd, detached, do: act }: Readonly<Record<string, unknown>>): boolean {
  const { act: name } = { act: undefined, ...(typeof act === 'object' ? act : {}) }
  if (cmd === 'new-tab') return detached !== true
  if (cmd === 'pane') return name !== 'close'
  if (cmd === 'attend') return name === 'go'
  return cmd === 'next' || cmd === 'open-layout' || cmd === 'save-layout'
}

const notUnderstood: AppAnswer = { problem: 'Invalid request.' }
const tooLate: AppAnswer = { problem: 'The caller no longer waits.', failed: true }

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a flat list of calls
async function called(
  payload: Uint8Array,
  access: 'full' | 'read',
  calls: AppCalls,
): Promise<AppAnswer | 'follow'> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return notUnderstood
  }
  if (typeof value !== 'object' || value === null) return notUnderstood
  const asked = value as Readonly<Record<string, unknown>>
  const { cmd, words, name, until } = asked
  // The caller may have asked another app, or asks again, after this one has hung.
  if (typeof until === 'number' && Date.now() > until) return tooLate
  if (cmd === 'panes') return calls.panes()
  if (cmd === 'changes') return calls.changes()
  if (cmd === 'limits') return { accounts: await calls.limits() }
  if (cmd === 'attention') return asked['follow'] === true ? 'follow' : calls.attention.list()
  if (cmd === 'mcp') {
    const { data } = mcpCall.safeParse(asked)
    return data === undefined ? notUnderstood : calls.mcp(data)
  }
  if (cmd === 'write-log') {
    calls.writeLog() // writes only data that would be written anyway
    return {}
  }
  if (cmd === 'places') return placesOf(asked, calls)
  if (cmd === 'worktrees') return worktreesOf(asked, access, calls)
  if (cmd === 'dialog') return dialogOf(asked, calls.attention)
  if (access === 'read') return readOnly
  if (calls.windowless === true && needsWindow(asked)) return noWindow
  if (cmd === 'restart') {
    const problem = calls.restart()
    return problem === null ? {} : { problem, failed: true }
  }
  if (cmd === 'answer') return answered(asked, calls.attention)
  if (cmd === 'queue') return queued(asked, calls.attention)
  if (cmd === 'next') return nextOf(calls.attention)
  if (cmd === 'next-up') return calls.attention.upNext()
  if (cmd === 'next-elsewhere') {
    calls.attention.nextElsewhere(asked['over'] === true)
    return {}
  }
  if (cmd === 'attend') return attended(asked, calls.attention)
  const from = callerOf(asked)
  if (cmd === 'new-tab' && from !== null && isTexts(words)) {
    const beside = besideOf(asked)
    const worktree = newWorktree.safeParse(asked['worktree'])
    if (beside === 'bad' || !worktree.success) return notUnderstood
    const own = worktree.data === undefined ? {} : { worktree: worktree.data }
    const detached = asked['detached'] === true
    return calls.newTab({ words, ...from, ...beside, ...own, detached })
  }
  if (cmd === 'pane') {
    const read = paneActs.safeParse(asked['do'])
    return typeof asked['session'] === 'string' && read.success
      ? calls.pane(paneFor(toSessionId(asked['session'])), read.data)
      : notUnderstood
  }
  if (typeof name !== 'string') return notUnderstood
  if (cmd === 'open-layout' && from !== null) return calls.openLayout({ name, ...from })
  const { overwrite } = asked
  const session = asked['session'] === null ? null : sessionOf(asked)
  return cmd === 'save-layout' && typeof overwrite === 'boolean' && session !== undefined
    ? calls.saveLayout({ name, overwrite, session })
    : notUnderstood
}

/** Returns the session that a request names, or `undefined` if it is not text. */
function sessionOf({ session }: Readonly<Record<string, unknown>>): SessionId | undefined {
  return typeof session === 'string' ? toSessionId(session) : undefined
}

function attended(asked: Readonly<Record<string, unknown>>, attention: AttentionCalls): AppAnswer {
  const session = sessionOf(asked)
  const read = attentionActs.safeParse(asked['do'])
  if (session === undefined || !read.success) return notUnderstood
  return attention.attend(session, read.data) ? {} : unknownSession(session)
}

async function placesOf(
  asked: Readonly<Record<string, unknown>>,
  { places }: AppCalls,
): Promise<AppAnswer> {
  const session = sessionOf(asked)
  if (session === undefined) return notUnderstood
  const found = await places(session)
  if (found === null) return unknownSession(session)
  const { numbering, first, places: all } = found
  return { numbering, first, places: all }
}

async function worktreesOf(
  asked: Readonly<Record<string, unknown>>,
  access: 'full' | 'read',
  { windowless, worktrees }: AppCalls,
): Promise<AppAnswer> {
  const { directory } = asked
  const { data } = worktreeCommand.safeParse(asked['do'])
  if (typeof directory !== 'string' || !directory.startsWith('/') || data === undefined)
    return notUnderstood
  if (windowless === true && data.act === 'open') return noWindow
  const changes = data.act === 'open' || data.act === 'remove'
  return changes && access === 'read' ? readOnly : worktrees(directory, data)
}

async function dialogOf(
  asked: Readonly<Record<string, unknown>>,
  attention: AttentionCalls,
): Promise<AppAnswer> {
  const session = sessionOf(asked)
  if (session === undefined) return notUnderstood
  const found = await attention.dialog(session)
  return found === null ? unknownSession(session) : { ...found }
}

async function nextOf(attention: AttentionCalls): Promise<AppAnswer> {
  const item = attention.next()
  return item === null || (await attention.seen()) ? { item } : { item, refused: true }
}

async function answered(
  asked: Readonly<Record<string, unknown>>,
  attention: AttentionCalls,
): Promise<AppAnswer> {
  const { token, choice, by } = asked
  const session = sessionOf(asked)
  if (session === undefined || typeof token !== 'string' || typeof choice !== 'number')
    return notUnderstood
  const outcome = await attention.answer(
    session,
    token,
    choice,
    by === 'mcp' || by === 'command' ? by : 'list',
  )
  if (outcome === null) return unknownSession(session)
  return outcome.sent ? { sent: true } : { sent: false, why: outcome.why }
}

function queued(asked: Readonly<Record<string, unknown>>, attention: AttentionCalls): AppAnswer {
  const session = sessionOf(asked)
  const read = promptQueueAct.safeParse(asked['do'])
  if (session === undefined || !read.success) return notUnderstood
  const answer = attention.queue(session, read.data, asked['by'] === 'mcp' ? 'mcp' : 'command')
  if (answer === null) return unknownSession(session)
  return 'problem' in answer ? { problem: answer.problem, failed: true } : { ...answer }
}

function besideOf({
  beside,
  axis,
}: Readonly<Record<string, unknown>>): Pick<NewTab, 'beside'> | 'bad' {
  if (beside === undefined) return {}
  if (typeof beside !== 'string' || (axis !== 'row' && axis !== 'column')) return 'bad'
  return { beside: { session: toSessionId(beside), axis } }
}

/** Returns directory and environment of the caller, or `null` if they are invalid. */
function callerOf({
  directory,
  environment,
}: Readonly<Record<string, unknown>>): Pick<NewTab, 'directory' | 'environment'> | null {
  if (typeof directory !== 'string' || !directory.startsWith('/')) return null
  if (
    typeof environment !== 'object' ||
    environment === null ||
    !isTexts(Object.values(environment))
  )
    return null
  // all values were checked
  return { directory, environment: environment as Readonly<Record<string, string>> }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
