/**
 * The running app's own socket, beside those of its sessions: `<root>/app-<pid>.sock`, the same
 * modes. It takes one frame, CONTROL_CMD `{ cmd: "new-tab", words, directory, environment }`, and
 * answers, once the program runs, with WELCOME `{ v: 1, id, socket }`, or an ERROR
 * (CONTROL_MESSAGE_FAILED: there is a tab, but its program could not be started), then ends. For
 * `vibeflow new`.
 */
import { join } from 'node:path'
import type { Socket } from 'node:net'
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
  readonly directory: string
  readonly environment: Readonly<Record<string, string>>
}

/** The tab's session, or why there is none. */
export type NewTabOutcome = Started | { readonly problem: string }

/**
 * `access`: that of `socket.access` when somebody asks. Under `read` nobody may type into a tab, so
 * nobody may start a program in one either.
 */
export function listenForApp(
  root: string,
  access: () => 'full' | 'read',
  open: (wanted: NewTab) => Promise<NewTabOutcome>,
): Listening | { readonly problem: string } {
  let callers = 0
  return listenPrivately(join(root, `app-${process.pid}.sock`), (socket) => {
    callers += 1
    socket.on('close', () => {
      callers -= 1
    })
    if (callers <= appCallersMax)
      answer(socket, (wanted) => (access() === 'read' ? Promise.resolve(readOnly) : open(wanted)))
    else if (callers <= appCallersMax + refusedMax) refuse(socket)
    else socket.destroy()
  })
}

const readOnly: NewTabOutcome = {
  problem:
    'No tab was opened: socket.access is "read" in the configuration of the running ' +
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

function answer(socket: Socket, open: (wanted: NewTab) => Promise<NewTabOutcome>): void {
  const parser = new FrameParser(() => frameBytesMax)
  let asked = false
  const giveUp = setTimeout(() => socket.destroy(), frameCompleteMs)
  socket.on('data', (chunk) => {
    if (asked) return
    parser.push(chunk)
    const frame = parser.next()
    if (frame === null) return
    asked = true
    const wanted =
      'refused' in frame || frame.type !== messageType.control ? null : readNewTab(frame.payload)
    const opened =
      wanted === null
        ? Promise.resolve({ problem: 'The request could not be understood.' })
        : open(wanted)
    void opened.then((outcome) => {
      end(
        socket,
        'problem' in outcome
          ? encodeJson(messageType.error, {
              code: 'failed' in outcome ? 'CONTROL_MESSAGE_FAILED' : 'INVALID_OPERATION',
              message: outcome.problem,
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

function readNewTab(payload: Uint8Array): NewTab | null {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null) return null
  const { cmd, words, directory, environment } = value as Readonly<Record<string, unknown>>
  if (
    cmd !== 'new-tab' ||
    typeof directory !== 'string' ||
    !directory.startsWith('/') ||
    !isTexts(words)
  )
    return null
  if (
    typeof environment !== 'object' ||
    environment === null ||
    !isTexts(Object.values(environment))
  )
    return null
  // each value was looked at
  return { words, directory, environment: environment as Readonly<Record<string, string>> }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
