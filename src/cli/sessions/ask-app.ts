/** Requests to the running app over its control socket (docs/reference/session-socket.md). */
import { connect } from 'node:net'
import { defined } from '../../base/objects/defined.ts'
import { encodeJson, FrameParser } from '../../core/clients/socket/frame.ts'
import { messageType } from '../../core/clients/socket/message-types.ts'
import { appsIn, findRoots, type ProcessEnvironment } from '../client/discover.ts'
import { CommandError, type ErrorWord, failure } from '../command/exit-codes.ts'

/** Set by bin/vibeflow.mjs. In a new tab it would make another `vibeflow` skip its own retry. */
const ownVariable = 'VIBEFLOW_NODE_TRIED'

/** Time limit for an answer: the app waits up to 5 s for a program to start. */
const answerMs = 8_000

/** Time limit for each of several apps. A busy one answers within it, a hung one does not. */
const everyAppMs = 5_000

/** Time limit if git writes or deletes the files of a worktree, for up to ten minutes. */
export const worktreeMs = 720_000

/** Time limit for a list of worktrees, ms: git reads each part within ten seconds. */
export const worktreeListMs = 40_000

type Answer = Readonly<Record<string, unknown>>

export interface Patience {
  readonly withinMs?: number
  /** Cancels the request. */
  readonly signal?: AbortSignal
}

/** Returns the caller's variables for programs in the app's tabs. */
export function passedOn(
  environment: ProcessEnvironment,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && name !== ownVariable,
    ),
  )
}

/**
 * Returns the answer of the newest app that has the session and does not hang. Rejects with
 * `CommandError`.
 */
export async function askApp(
  environment: ProcessEnvironment,
  request: object,
  patience: Patience = {},
): Promise<Answer> {
  return (await askFirstApp(environment, request, patience)).answer
}

/** Asks in the same way, and returns the app's socket. */
export async function askFirstApp(
  environment: ProcessEnvironment,
  request: object,
  { withinMs = answerMs, signal }: Patience = {},
): Promise<{ readonly path: string; readonly answer: Answer }> {
  const found = await askAnyApp(environment, request, { withinMs, ...defined({ signal }) })
  if (found === null) throw notRunning()
  return found
}

/** Asks in the same way. Returns `null` if none runs. */
export async function askAnyApp(
  environment: ProcessEnvironment,
  request: object,
  { withinMs = answerMs, signal }: Patience = {},
): Promise<{ readonly path: string; readonly answer: Answer } | null> {
  let refused: CommandError | null = null
  for (const { path, hangs } of checkedApps(environment)) {
    if (await hangs) {
      refused = new CommandError('failed', noAnswer.message)
      continue
    }
    const answer = await ask(path, request, withinMs, signal)
    signal?.throwIfAborted()
    if (answer === null) continue // an instance that has died
    if (typeof answer['message'] !== 'string') return { path, answer }
    const problem = new CommandError(words[String(answer['code'])] ?? 'failed', answer['message'])
    if (problem.word !== 'no-session') throw problem
    refused ??= problem
  }
  if (refused !== null) throw refused
  return null
}

/**
 * Returns the sockets of all running apps, newest first. One of several is asked whether it
 * answers: a request must not wait in an app that hangs, which acts on it later.
 */
export function checkedApps(
  environment: ProcessEnvironment,
): readonly { readonly path: string; readonly hangs: Promise<boolean> }[] {
  const paths = appsIn(findRoots(environment))
  const check = (path: string) => ask(path, harmless, everyAppMs).then((one) => one === noAnswer)
  return paths.map((path) => ({
    path,
    hangs: paths.length < 2 ? Promise.resolve(false) : check(path),
  }))
}

export function notRunning(): CommandError {
  return failure(
    "vibeflow isn't running, or socket.enabled is off. Start vibeflow, or turn socket.enabled on.",
  )
}

const words: Readonly<Record<string, ErrorWord>> = {
  INVALID_OPERATION: 'usage',
  SESSION_NOT_FOUND: 'no-session',
}

/** Returns the answers of all running apps, newest first. An app that hangs is omitted. */
export async function askEveryApp(
  environment: ProcessEnvironment,
  request: object,
): Promise<readonly { readonly path: string; readonly answer: Answer }[]> {
  const paths = appsIn(findRoots(environment))
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await ask(path, request, everyAppMs) })),
  )
  return answers.flatMap(({ path, answer }) =>
    answer === null || typeof answer['message'] === 'string' ? [] : { path, answer },
  )
}

/** Returns the answer of one app. Rejects with `CommandError`. */
export async function askAppAt(
  path: string,
  request: object,
  { withinMs = answerMs, signal }: Patience = {},
): Promise<Answer> {
  const answer = await ask(path, request, withinMs, signal)
  signal?.throwIfAborted()
  if (answer === null) throw failure('this vibeflow instance has ended.')
  if (typeof answer['message'] === 'string')
    throw new CommandError(words[String(answer['code'])] ?? 'failed', answer['message'])
  return answer
}

/** Sends a request that is answered repeatedly. Returns a function that stops it. */
export function followApp(
  path: string,
  request: object,
  {
    answered,
    closed,
  }: { readonly answered: (answer: Answer) => void; readonly closed: () => void },
): () => void {
  const parser = new FrameParser()
  const socket = connect({ path }, () => socket.write(encodeJson(messageType.control, request)))
  socket.on('data', (chunk) => {
    parser.push(chunk)
    for (let frame = parser.next(); frame !== null; frame = parser.next()) {
      if ('refused' in frame) {
        answered(notUnderstood)
        socket.destroy() // nothing after it can be read
        return
      }
      answered(answerOf(frame.payload))
    }
  })
  socket.on('error', () => undefined) // `close` follows
  socket.on('close', closed)
  return () => socket.destroy()
}

function ask(
  path: string,
  request: object,
  withinMs: number,
  signal?: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const left = (): void => settled(null)
    const settled = (answer: Answer | null): void => {
      resolve(answer)
      clearTimeout(timer)
      signal?.removeEventListener('abort', left)
      stop()
    }
    const until = Date.now() + withinMs // an app that hangs must not act on it later
    const stop = followApp(
      path,
      { ...request, until },
      { answered: settled, closed: () => settled(null) },
    )
    const timer = setTimeout(() => settled(noAnswer), withinMs)
    signal?.addEventListener('abort', left)
  })
}

/** A request that changes nothing, to which each app has an answer. */
const harmless = { cmd: 'attention' }

const noAnswer = { code: '', message: 'the running vibeflow does not answer. Try again.' }

const notUnderstood: Answer = {
  code: '',
  message: 'the running vibeflow sent an invalid answer. It may be another version.',
}

function answerOf(payload: Uint8Array): Answer {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload))
    return typeof value === 'object' && value !== null ? { ...value } : notUnderstood
  } catch {
    return notUnderstood
  }
}
