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
 * `{ cmd: "pane", session, do }`: `{ v: 1 }`; `do`: core/panes/act.ts;
 * `{ cmd: "panes" }`: `{ v: 1, panes }`, core/workspace/listed-pane.ts.
 * SESSION_NOT_FOUND: the session is in no window of this app; another may have it.
 * For `vibeflow new`, `vibeflow layout` and `vibeflow pane`.
 */
import { join } from 'node:path'
import type { Socket } from 'node:net'
import { paneActs, type PaneAct } from '../../core/panes/act.ts'
import type { Axis } from '../../core/panes/tree.ts'
import type { Started } from '../../core/session/launch/when-started.ts'
import { encodeJson, FrameParser } from '../../core/socket/frame.ts'
import {
  appCallersMax,
  endedMs,
  frameBytesMax,
  frameCompleteMs,
  refusedMax,
} from '../../core/socket/limits.ts'
import { messageType } from '../../core/socket/message-types.ts'
import { listenPrivately, type Listening } from './listen.ts'

export const appSocketName = /^app-\d+\.sock$/

export interface NewTab {
  /** Options of the start command. */
  readonly words: readonly string[]
  /** A pane beside this one; absent: a tab. */
  readonly beside?: { readonly session: string; readonly axis: Axis }
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

/** The tab's session, or why there is none. */
export type NewTabOutcome = Started | { readonly problem: string; readonly unknown?: true }

export interface OpenLayout {
  readonly name: string
  /** The caller's, for panes that name no folder. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

export interface SaveLayout {
  readonly name: string
  readonly overwrite: boolean
  /** The window of this one is meant; null: the one that had the keyboard last. */
  readonly session: string | null
}

/** `unknown`: it has not the session; `failed`: it was understood, and could not be done. */
type Answer =
  | Readonly<Record<string, unknown>>
  | { readonly problem: string; readonly unknown?: true; readonly failed?: true }

/** What callers may ask of the app. */
export interface AppCalls {
  readonly newTab: (wanted: NewTab) => Promise<NewTabOutcome>
  readonly openLayout: (wanted: OpenLayout) => Answer
  readonly saveLayout: (wanted: SaveLayout) => Answer
  readonly pane: (session: string, act: PaneAct) => Answer
  readonly panes: () => Answer
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
  let callers = 0
  return listenPrivately(join(root, `app-${process.pid}.sock`), (socket) => {
    callers += 1
    socket.on('close', () => {
      callers -= 1
    })
    if (callers <= appCallersMax) answer(socket, (payload) => called(payload, access(), calls))
    else if (callers <= appCallersMax + refusedMax) refuse(socket)
    else socket.destroy()
  })
}

const readOnly: Answer = {
  problem:
    'Nothing was done: socket.access is "read" in the configuration of the running ' +
    'vibeflow. "full" allows it.',
  failed: true,
}

function refuse(socket: Socket): void {
  socket.on('error', () => undefined) // 'close' follows
  socket.resume() // or the end of what nobody reads would never be seen
  end(
    socket,
    encodeJson(messageType.error, {
      code: 'CONNECTION_LIMIT',
      message: `${appCallersMax} callers wait for this vibeflow already. Try again in a moment.`,
    }),
  )
}

/** The last word; who does not take it is let go all the same. */
function end(socket: Socket, frame: Uint8Array): void {
  socket.end(frame)
  setTimeout(() => socket.destroy(), endedMs).unref()
}

function answer(socket: Socket, call: (payload: Uint8Array) => Promise<Answer>): void {
  const parser = new FrameParser(() => frameBytesMax)
  let asked = false
  const giveUp = setTimeout(() => socket.destroy(), frameCompleteMs)
  socket.on('data', (chunk) => {
    if (asked) return
    parser.push(chunk)
    const frame = parser.next()
    if (frame === null) return
    asked = true
    const answered =
      'refused' in frame || frame.type !== messageType.control
        ? Promise.resolve(notUnderstood)
        : call(frame.payload)
    void answered.then((outcome) => {
      end(
        socket,
        'problem' in outcome
          ? encodeJson(messageType.error, {
              code: codeOf(outcome),
              message: String(outcome.problem),
            })
          : encodeJson(messageType.welcome, { v: 1, ...outcome }),
      )
    })
  })
  socket.on('end', () => {
    if (!asked) socket.end()
  })
  socket.on('error', () => undefined) // 'close' follows
  socket.on('close', () => clearTimeout(giveUp))
}

function codeOf(refused: Answer): string {
  if ('unknown' in refused) return 'SESSION_NOT_FOUND'
  return 'failed' in refused ? 'CONTROL_MESSAGE_FAILED' : 'INVALID_OPERATION'
}

const notUnderstood: Answer = { problem: 'The request could not be understood.' }

async function called(
  payload: Uint8Array,
  access: 'full' | 'read',
  calls: AppCalls,
): Promise<Answer> {
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
  if (access === 'read') return readOnly
  const from = callerOf(asked)
  if (cmd === 'new-tab' && from !== null && isTexts(words)) {
    const beside = besideOf(asked)
    return beside === 'bad' ? notUnderstood : calls.newTab({ words, ...from, ...beside })
  }
  if (cmd === 'pane') {
    const read = paneActs.safeParse(asked['do'])
    return typeof asked['session'] === 'string' && read.success
      ? calls.pane(asked['session'], read.data)
      : notUnderstood
  }
  if (typeof name !== 'string') return notUnderstood
  if (cmd === 'open-layout' && from !== null) return calls.openLayout({ name, ...from })
  const { overwrite, session } = asked
  return cmd === 'save-layout' &&
    typeof overwrite === 'boolean' &&
    (session === null || typeof session === 'string')
    ? calls.saveLayout({ name, overwrite, session })
    : notUnderstood
}

function besideOf({
  beside,
  axis,
}: Readonly<Record<string, unknown>>): Pick<NewTab, 'beside'> | 'bad' {
  if (beside === undefined) return {}
  if (typeof beside !== 'string' || (axis !== 'row' && axis !== 'column')) return 'bad'
  return { beside: { session: beside, axis } }
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
