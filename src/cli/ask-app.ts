/**
 * One question to the running app, by its control socket (docs/socket.md): tabs, panes and layouts
 * are its own, not a session's.
 */
import { connect } from 'node:net'
import { encodeJson, FrameParser } from '../core/clients/socket/frame.ts'
import { messageType } from '../core/clients/socket/message-types.ts'
import { appsIn, findRoots, type ProcessEnvironment } from './client/discover.ts'
import { CommandError, type ErrorWord } from './exit-codes.ts'

/**
 * Ours, from bin/vibeflow.mjs: a `vibeflow` in the new tab would take its own second try for done.
 */
const ownVariable = 'VIBEFLOW_NODE_TRIED'

/** The app has so long to answer: it waits for the program itself, 5 s at most. */
const answerMs = 8_000

type Answer = Readonly<Record<string, unknown>>

interface Patience {
  readonly withinMs?: number
  /** Nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** Variables for programs of the app's tabs, as the caller has them. */
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
 * What the app answers: of several the newest that does, and that has the session in question.
 * Throws `CommandError`.
 */
export async function askApp(environment: ProcessEnvironment, request: object): Promise<Answer> {
  return (await askFirstApp(environment, request)).answer
}

/** The same, and who answers. */
export async function askFirstApp(
  environment: ProcessEnvironment,
  request: object,
  { withinMs = answerMs, signal }: Patience = {},
): Promise<{ readonly path: string; readonly answer: Answer }> {
  let refused: CommandError | null = null
  for (const path of appsIn(findRoots(environment))) {
    const answer = await ask(path, request, withinMs, signal)
    signal?.throwIfAborted()
    if (answer === null) continue // an instance that has died
    if (typeof answer['message'] !== 'string') return { path, answer }
    refused = new CommandError(words[String(answer['code'])] ?? 'failed', answer['message'])
    if (refused.word !== 'no-session') throw refused
  }
  throw refused ?? notRunning()
}

export function notRunning(): CommandError {
  return new CommandError(
    'failed',
    'no vibeflow is running here, or it runs with socket.enabled = false. Start one, or turn ' +
      'its sockets on.',
  )
}

const words: Readonly<Record<string, ErrorWord>> = {
  INVALID_OPERATION: 'usage',
  SESSION_NOT_FOUND: 'no-session',
}

/** What all running apps answer in so many ms, the newest first; who refuses is left out. */
export async function askEveryApp(
  environment: ProcessEnvironment,
  request: object,
  withinMs: number,
): Promise<readonly { readonly path: string; readonly answer: Answer }[]> {
  const paths = appsIn(findRoots(environment))
  const answers = await Promise.all(paths.map((path) => ask(path, request, withinMs)))
  return answers.flatMap((answer, index) =>
    answer === null || typeof answer['message'] === 'string' ? [] : { path: paths[index]!, answer },
  )
}

/** The same of one app. Throws `CommandError`. */
export async function askAppAt(
  path: string,
  request: object,
  { withinMs = answerMs, signal }: Patience = {},
): Promise<Answer> {
  const answer = await ask(path, request, withinMs, signal)
  signal?.throwIfAborted()
  if (answer === null) throw new CommandError('failed', 'that vibeflow has ended.')
  if (typeof answer['message'] === 'string')
    throw new CommandError(words[String(answer['code'])] ?? 'failed', answer['message'])
  return answer
}

/**
 * One request to an app that answers it again and again. A refusal has a `message`.
 * @returns what ends it
 */
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
        socket.destroy() // nothing behind it can be read
        return
      }
      answered(answerOf(frame.payload))
    }
  })
  socket.on('error', () => undefined) // 'close' follows
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
    const stop = followApp(path, request, { answered: settled, closed: () => settled(null) })
    const timer = setTimeout(
      () => settled({ code: '', message: 'the running vibeflow does not answer.' }),
      withinMs,
    )
    signal?.addEventListener('abort', left)
  })
}

const notUnderstood: Answer = {
  code: '',
  message: 'the running vibeflow answers what is no answer.',
}

function answerOf(payload: Uint8Array): Answer {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload))
    return typeof value === 'object' && value !== null ? { ...value } : notUnderstood
  } catch {
    return notUnderstood
  }
}
