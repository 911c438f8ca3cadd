/**
 * Which session is meant: a full id, a unique prefix, its row in `ls`, its name, `@tool`,
 * `--socket`, or the one that we are in (docs/socket.md).
 */
import { basename, dirname } from 'node:path'
import { findRoots, sessionsIn, type Environment, type Found } from './client/discover.ts'
import { NoSession, SessionClient, type ConnectOptions } from './client/session-client.ts'
import type { Welcome } from '../core/socket/messages.ts'
import { CommandError } from './exit-codes.ts'
import { textOf, type Context } from './verb.ts'

export interface Target {
  readonly id: string
  readonly path: string
}

const prefixMin = 3

/** A session that answers so late is listed as one that does not. */
export const answerMs = 500

/** The session of the first word, or without one the one that we are in. */
export async function targetOf(context: Context, word: string | undefined): Promise<Target> {
  const path = textOf(context, 'socket')
  if (path !== null) return { id: basename(dirname(path)), path }
  if (word === undefined) return ownTarget(context.environment) ?? missing(context)
  return named(context, word)
}

/**
 * The session that this command runs in; null: none, or a multiplexer whose environment may be
 * another tab's.
 */
export function ownTarget(environment: Environment): Target | null {
  const path = environment['VIBEFLOW_SOCKET'] ?? ''
  if (path === '' || ['TMUX', 'STY', 'ZELLIJ'].some((name) => (environment[name] ?? '') !== ''))
    return null
  return { id: environment['VIBEFLOW_SESSION_ID'] ?? basename(dirname(path)), path }
}

async function named({ environment }: Context, word: string): Promise<Target> {
  const all = sessionsIn(findRoots(environment))
  if (word === '')
    throw new CommandError(
      'usage',
      `the name of the session is empty: what was to give it gave nothing. ${await listed(all)}`,
    )
  if (word.startsWith('@')) return byTool(all, word.slice(1))
  const exact = all.find(({ id }) => id === word)
  if (exact !== undefined) return exact
  const found = word.length < prefixMin ? [] : all.filter(({ id }) => id.startsWith(word))
  const [only] = found.length === 0 ? await byName(all, word) : found
  if (only === undefined) {
    throw new CommandError(
      'no-session',
      `no session is called ${word}.` +
        `${word.length < prefixMin ? ` A prefix has at least ${prefixMin} characters.` : ''} ` +
        `${await listed(all)}`,
    )
  }
  if (found.length > 1)
    throw new CommandError(
      'no-session',
      `${word} could be ${found.map(({ id }) => id).join(', ')}. Give more of it.`,
    )
  return only
}

/** By its row in the list of `ls`, the first is 1; or by its title, or the beginning of that. */
async function byName(all: readonly Found[], word: string): Promise<readonly Found[]> {
  const answers = await askAll(all)
  const numbered = /^\d{1,4}$/.test(word) ? answers[Number(word) - 1] : undefined
  if (numbered !== undefined) return [numbered]
  const wanted = word.toLowerCase()
  const titleOf = ({ welcome }: (typeof answers)[number]) =>
    welcome?.session.title.toLowerCase() ?? ''
  const exact = answers.filter((answer) => titleOf(answer) === wanted)
  const begun =
    word.length < prefixMin ? [] : answers.filter((answer) => titleOf(answer).startsWith(wanted))
  const found = exact.length > 0 ? exact : begun
  if (found.length > 1)
    throw new CommandError(
      'no-session',
      `${word} could be ${found.map(({ id }) => id).join(', ')}. Give an id, or its row in ` +
        'vibeflow ls.',
    )
  return found
}

async function byTool(all: readonly Found[], tool: string): Promise<Target> {
  const answers = await askAll(all)
  const found = answers.filter(({ welcome }) => welcome?.state.tool === tool)
  const [only] = found
  if (only === undefined)
    throw new CommandError('no-session', `no session has the tool ${tool}. ${await listed(all)}`)
  if (found.length > 1)
    throw new CommandError(
      'no-session',
      `@${tool} could be ${found.map(({ id }) => id).join(', ')}. Give an id.`,
    )
  return only
}

async function missing({ environment }: Context): Promise<never> {
  throw new CommandError(
    'usage',
    `name a session. ${await listed(sessionsIn(findRoots(environment)))}`,
  )
}

/** Sockets are all that is looked at: a vibeflow without them looks like none. */
export const noneSeen =
  'No session is running. (A vibeflow with socket.enabled = false shows none.)'

async function listed(all: readonly Found[]): Promise<string> {
  const answers = await askAll(all)
  if (answers.length === 0) return noneSeen
  const names = answers.map(({ id, welcome }) =>
    welcome === null ? id : `${id} (${welcome.session.title})`,
  )
  return `There are: ${names.join(', ')}.`
}

/**
 * What each session says of itself, all at once; null: it did not answer in time. One that nobody
 * listens at any more is left out.
 */
export async function askAll(
  all: readonly Found[],
): Promise<readonly (Found & { readonly welcome: Welcome | null })[]> {
  const answers = await Promise.all(
    all.map(async (found) => {
      try {
        const client = await within(
          answerMs,
          SessionClient.connect(found.path, { helloMs: answerMs, name: 'vibeflow-cli' }),
        )
        client?.close()
        return { ...found, welcome: client?.welcome ?? null }
      } catch (error) {
        return error instanceof NoSession ? null : { ...found, welcome: null }
      }
    }),
  )
  return answers.filter((answer) => answer !== null)
}

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    // what has come meanwhile is read first
    const timer = setTimeout(() => setImmediate(() => resolve(null)), ms)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Of a connection that was closed without EXIT: that is no end of the session. */
export function connectionLost(...ids: readonly string[]): string {
  return (
    `the connection to session ${ids.join(', ')} was closed, and nobody said why: its ` +
    'vibeflow may have ended, or its socket was turned off.'
  )
}

/** A client of the session; with `hello` it must answer HELLO. */
export async function reach(
  context: Context,
  { id, path }: Target,
  options: ConnectOptions = {},
): Promise<SessionClient> {
  try {
    const client = await SessionClient.connect(path, {
      name: `vibeflow-cli/${context.version}`,
      ...options,
    })
    if (options.hello === false || client.welcome !== null) return client
    if (client.closed)
      throw new CommandError(
        'no-session',
        `session ${id} ended, or its socket was turned off, before it answered.`,
      )
    client.close()
    throw new CommandError('no-hello', `session ${id} does not answer HELLO, which this needs.`)
  } catch (error) {
    if (error instanceof NoSession)
      throw new CommandError(
        'no-session',
        textOf(context, 'socket') === path
          ? `nothing listens at ${path}: its session has ended, or there never was one.`
          : `session ${id} has ended, or there never was one (${path}).`,
      )
    throw error
  }
}
