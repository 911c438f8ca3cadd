/**
 * The running app's own socket, beside those of its sessions: `<root>/app-<pid>.sock`, the same
 * modes. It takes one frame, a CONTROL_CMD, and answers it with one WELCOME or ERROR, then ends:
 *
 * `{ cmd: "new-tab", words, directory, environment }`, once the program runs,
 * `{ v: 1, id, socket }` (CONTROL_MESSAGE_FAILED: there is a tab, but its program could not be
 * started);
 * `{ cmd: "open-layout", name, directory, environment }`: `{ v: 1, tabs, panes }`;
 * `{ cmd: "save-layout", name, overwrite, session }`: `{ v: 1, file, notes }`.
 * `new-tab` with `beside`, a session, and `axis`, "row" or "column": a pane beside that one;
 * `{ cmd: "pane", session, do }`: `{ v: 1 }`; `do`: core/windows/panes/act.ts;
 * `{ cmd: "panes" }`: `{ v: 1, panes }`, core/windows/workspace/listed-pane.ts;
 * `{ cmd: "attention" }`: `{ v: 1, working, items }`, core/windows/attention/list.ts; with `follow:
 * true` again at each change, until the caller leaves;
 * `{ cmd: "attend", session, do }`: `{ v: 1 }`; `do`: core/windows/attention/list.ts;
 * `{ cmd: "dialog", session }`: `{ v: 1, lines, choices, token, why? }`;
 * `{ cmd: "answer", session, token, choice, by? }`: `{ v: 1, sent, why? }`,
 * core/session/agent/dialogs.ts;
 * `{ cmd: "next" }`: `{ v: 1, item }`, null where nothing else needs the user. Of several apps:
 * `{ cmd: "next-up" }`: `{ v: 1, item, isOn }`, core/windows/attention/list.ts;
 * `{ cmd: "next-elsewhere", over }`: `{ v: 1 }`, another has led the user on; `next` begins anew;
 * `{ cmd: "mcp", pid, tool, session }`: `{ v: 1, mcp }` once the user allows it, with `tool`
 * "list_sessions" also `panes`; with `tool` null at once (core/clients/mcp/tools.ts);
 * `{ cmd: "write-log" }`: `{ v: 1 }` once the recorder's files hold what has happened until now;
 * `{ cmd: "places", session }`: `{ v: 1, numbering, first, places }`, core/worker/messages.ts.
 * SESSION_NOT_FOUND: the session is in no window of this app; another may have it.
 * For `vibeflow new`, `layout`, `pane`, `status`, `next`, `inbox`, `mcp`, `log` and `report`.
 */
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
import type { AgentDialog } from '../../core/windows/tabs/tab-view.ts'
import type { StartedSession } from '../../core/session/launch/when-started.ts'
import { Ending } from '../../core/clients/socket/session-exit.ts'
import { encodeJson, FrameParser } from '../../core/clients/socket/frame.ts'
import {
  appCallersMax,
  appFollowersMax,
  frameBytesMax,
  frameCompleteMs,
  refusedMax,
} from '../../core/clients/socket/limits.ts'
import type { PlacesAnswer } from '../../core/worker/messages.ts'
import { messageType } from '../../core/clients/socket/message-types.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { unknownSession } from '../../core/windows/open-window.ts'
import { systemClock } from '../clock.ts'
import { listenPrivately, type Listening } from './listen.ts'
import { SocketWire } from './socket-wire.ts'

export const appSocketName = /^app-\d+\.sock$/

export interface NewTab {
  /** Options of the start command. */
  readonly words: readonly string[]
  /** A pane beside this one; absent: a tab. */
  readonly beside?: { readonly session: SessionId; readonly axis: SplitAxis }
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

/** The tab's session, or why there is none. */
export type NewTabOutcome = StartedSession | { readonly problem: string; readonly unknown?: true }

export interface OpenLayout {
  readonly name: string
  /** The caller's, for panes that name no folder. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

export interface SaveLayoutRequest {
  readonly name: string
  readonly overwrite: boolean
  /** The window of this one is meant; null: the one that had the keyboard last. */
  readonly session: SessionId | null
}

/** `unknown`: it has not the session; `failed`: it was understood, and could not be done. */
export type AppAnswer =
  | Readonly<Record<string, unknown>>
  | { readonly problem: string; readonly unknown?: true; readonly failed?: true }

/** What callers may ask of the app. */
export interface AppCalls {
  readonly newTab: (wanted: NewTab) => Promise<NewTabOutcome>
  readonly openLayout: (wanted: OpenLayout) => AppAnswer
  readonly saveLayout: (wanted: SaveLayoutRequest) => AppAnswer
  readonly pane: (pane: PaneId, act: PaneAct) => AppAnswer
  readonly panes: () => AppAnswer
  readonly attention: AttentionCalls
  /** Judges it by the configuration and the user's permission, for which it may wait. */
  readonly mcp: (call: McpCall) => Promise<AppAnswer>
  /** What the recorder knows is in its files when this returns. */
  readonly writeLog: () => void
  /** Rows of its events. null: it has not the session, or nobody knows. */
  readonly places: (session: SessionId) => Promise<PlacesAnswer | null> | null
}

/** Of what needs the user. */
export interface AttentionCalls {
  readonly list: () => AttentionList
  /** Calls whenever the list is another one. Returns what ends that. */
  readonly follow: (changed: () => void) => () => void
  /** false: it has not the session. */
  readonly attend: (session: SessionId, act: AttentionAct) => boolean
  /** What its program asks. null: it has not the session. */
  readonly dialog: (session: SessionId) => Promise<AgentDialog> | null
  /** null: it has not the session. */
  readonly answer: (
    session: SessionId,
    token: string,
    choice: number,
    /** Absent: in the list. */
    by?: AnsweredBy,
  ) => Promise<Answered> | null
  /** null: nothing but what is in front. */
  readonly next: () => AttentionItem | null
  readonly upNext: () => AttentionUpNext
  readonly nextElsewhere: (isOver: boolean) => void
}

/**
 * `access`: that of `socket.access` when somebody asks. Under `read` nobody may type into a tab, so
 * nobody may start a program in one either.
 */
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
            problem: `That failed within vibeflow: ${safeText(String(error), nameCharactersMax)}`,
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

/** What needs the user, now and at each change; to one who reads slowly the newest list alone. */
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
    'Nothing was done: socket.access is "read" in the configuration of the running ' +
    'vibeflow. "full" allows it.',
  failed: true,
}

function refuse(socket: Socket, most: number): void {
  socket.on('error', () => undefined) // 'close' follows
  socket.resume() // or the end of what nobody reads would never be seen
  end(
    socket,
    encodeJson(messageType.error, {
      code: 'CONNECTION_LIMIT',
      message: `${most} callers wait for this vibeflow already. Try again in a moment.`,
    }),
  )
}

/** The last word; who does not take it is let go all the same. */
function end(socket: Socket, frame: Uint8Array): void {
  socket.end(frame)
  const ending = new Ending(systemClock, new SocketWire(socket))
  ending.awaitClose()
  socket.on('close', () => ending.dispose())
}

/** Its one frame goes to `call`, which answers it. */
function answer(socket: Socket, call: (payload: Uint8Array) => Promise<void>): void {
  const parser = new FrameParser(() => frameBytesMax)
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
  socket.on('error', () => undefined) // 'close' follows
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

const notUnderstood: AppAnswer = { problem: 'The request could not be understood.' }

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
  const { cmd, words, name } = asked
  if (cmd === 'panes') return calls.panes()
  if (cmd === 'attention') return asked['follow'] === true ? 'follow' : calls.attention.list()
  if (cmd === 'mcp') {
    const read = mcpCall.safeParse(asked)
    return read.success ? calls.mcp(read.data) : notUnderstood
  }
  if (cmd === 'write-log') {
    calls.writeLog() // changes nothing that would not be changed by itself
    return {}
  }
  if (cmd === 'places') return placesOf(asked, calls)
  if (cmd === 'dialog') return dialogOf(asked, calls.attention)
  if (access === 'read') return readOnly
  if (cmd === 'answer') return answered(asked, calls.attention)
  if (cmd === 'next') return { item: calls.attention.next() }
  if (cmd === 'next-up') return calls.attention.upNext()
  if (cmd === 'next-elsewhere') {
    calls.attention.nextElsewhere(asked['over'] === true)
    return {}
  }
  if (cmd === 'attend') return attended(asked, calls.attention)
  const from = callerOf(asked)
  if (cmd === 'new-tab' && from !== null && isTexts(words)) {
    const beside = besideOf(asked)
    return beside === 'bad' ? notUnderstood : calls.newTab({ words, ...from, ...beside })
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

async function dialogOf(
  asked: Readonly<Record<string, unknown>>,
  attention: AttentionCalls,
): Promise<AppAnswer> {
  const session = sessionOf(asked)
  if (session === undefined) return notUnderstood
  const found = await attention.dialog(session)
  return found === null ? unknownSession(session) : { ...found }
}

async function answered(
  asked: Readonly<Record<string, unknown>>,
  attention: AttentionCalls,
): Promise<AppAnswer> {
  const { token, choice, by } = asked
  const session = sessionOf(asked)
  if (session === undefined || typeof token !== 'string' || typeof choice !== 'number')
    return notUnderstood
  const outcome = await attention.answer(session, token, choice, by === 'mcp' ? by : 'list')
  if (outcome === null) return unknownSession(session)
  return outcome.sent ? { sent: true } : { sent: false, why: outcome.why }
}

function besideOf({
  beside,
  axis,
}: Readonly<Record<string, unknown>>): Pick<NewTab, 'beside'> | 'bad' {
  if (beside === undefined) return {}
  if (typeof beside !== 'string' || (axis !== 'row' && axis !== 'column')) return 'bad'
  return { beside: { session: toSessionId(beside), axis } }
}

/** Folder and variables of who asks; null: they are none. */
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
  // each value was looked at
  return { directory, environment: environment as Readonly<Record<string, string>> }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
