/**
 * Resolves a session from an ID, a unique prefix, its row in `ls`, its title, `@tool` or
 * `--socket`. `.` or no word is the session of this process (docs/reference/session-socket.md).
 */
import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PaneEntry } from '../../core/windows/workspace/listed-pane.ts'
import {
  findRoots,
  sessionsIn,
  type ProcessEnvironment,
  type FoundSession,
} from '../client/discover.ts'
import {
  NoSession,
  SessionClient,
  welcomeMs,
  type ConnectOptions,
} from '../client/session-client.ts'
import type { Welcome } from '../../core/clients/socket/messages.ts'
import { CommandError, usageError } from '../command/exit-codes.ts'
import { takeKept } from './kept.ts'
import { hasProgram, listPanes } from './panes.ts'
import { optionText, type VerbContext } from '../command/verb.ts'

export interface SessionTarget {
  readonly id: string
  readonly path: string
}

const prefixMin = 3
const shortPrefix = ` The start of an ID or title needs at least ${prefixMin} characters.`

/** Longest time until a session that was taken over listens, on a busy machine. */
const openingMaxMs = 2_000
const lookMs = 50

/** A session that answers later is listed as unresponsive. Names wait for `welcomeMs`. */
const sessionAnswerMs = 2_000

/** A session or pane. With `pane` it has no program and no socket, and `path` is empty. */
type Nameable = FoundSession & {
  readonly pane?: PaneEntry
  /** Window and tab from 1, such as `1.3`; `undefined` if its app does not list it. */
  readonly place?: string
}

/** Returns the session of a word. Without one, or for `.`, that of this process. */
export async function targetOf(
  context: VerbContext,
  word: string | undefined,
): Promise<SessionTarget> {
  const path = optionText(context, 'socket')
  if (path !== null) return { id: basename(dirname(path)), path }
  const sessions = sessionsIn(findRoots(context.environment))
  // Only rows depend on the order, which each app has to be asked for.
  const all = isRow(word ?? '') ? inOrder(sessions, await listPanes(context.environment)) : sessions
  return targetAmong(context, word, all)
}

/** Returns the sessions of a comma-separated list, in which `@tool` means all that run it. */
export async function targetsOf(
  context: VerbContext,
  list: string,
): Promise<readonly SessionTarget[]> {
  const targets: SessionTarget[] = []
  for (const word of list.split(',').map((one) => one.trim())) {
    const all = word.startsWith('@') ? sessionsIn(findRoots(context.environment)) : []
    const found = all.length === 0 ? [await targetOf(context, word)] : await meant(all, word)
    if (found.length === 0) throw await unknown(all, word, context.environment)
    for (const one of found) if (!targets.some(({ id }) => id === one.id)) targets.push(one)
  }
  return targets
}

/** Returns a pane in the same way. It may have no program. */
export async function paneOf(
  context: VerbContext,
  word: string | undefined,
): Promise<SessionTarget> {
  return targetAmong(context, word, await nameable(context.environment))
}

function targetAmong(
  context: VerbContext,
  word: string | undefined,
  all: readonly Nameable[],
): SessionTarget | Promise<SessionTarget> {
  if (word === undefined || word === '.') return ownTarget(context.environment) ?? missing(all)
  return named(all, word, context.environment)
}

/** Returns the entries of `ls`: sessions, then panes without a program. */
export async function nameable(environment: ProcessEnvironment): Promise<readonly Nameable[]> {
  const sessions = sessionsIn(findRoots(environment))
  const panes = await listPanes(environment)
  const others = panes.filter(({ id }) => !sessions.some((session) => session.id === id))
  const all = [...sessions, ...others.map((pane) => ({ id: pane.id, path: '', pane }))]
  return inOrder(all, panes)
}

/** Sorts by window and tab: sessions first, then panes without a program. */
function inOrder(all: readonly Nameable[], panes: readonly PaneEntry[]): readonly Nameable[] {
  // `-`: without a window
  const windows = [...new Set(panes.map(({ window }) => window))].filter((name) => name !== '-')
  const places = new Map(
    panes.map(({ id, window, tab }, at) => [
      id as string,
      { at, place: window === '-' ? undefined : `${windows.indexOf(window) + 1}.${tab}` },
    ]),
  )
  const at = ({ id, pane }: Nameable) =>
    (pane === undefined ? 0 : panes.length + 1) + (places.get(id)?.at ?? panes.length)
  return all
    .map((one) => ({ ...one, ...placeOf(places.get(one.id)?.place) }))
    .toSorted((one, other) => at(one) - at(other))
}

function placeOf(place: string | undefined): Pick<Nameable, 'place'> {
  return place === undefined ? {} : { place }
}

/** Returns the session of this process, or `null` without one or in a multiplexer. */
export function ownTarget(environment: ProcessEnvironment): SessionTarget | null {
  const path = environment['VIBEFLOW_SOCKET'] ?? ''
  if (path === '' || ['TMUX', 'STY', 'ZELLIJ'].some((name) => (environment[name] ?? '') !== ''))
    return null
  return { id: environment['VIBEFLOW_SESSION_ID'] ?? basename(dirname(path)), path }
}

async function named(
  all: readonly Nameable[],
  word: string,
  environment: ProcessEnvironment,
): Promise<SessionTarget> {
  if (word === '')
    throw usageError(
      `SESSION is empty. Check the command or variable that sets it. ${await listed(all)}`,
    )
  const found = await meant(all, word)
  const [only] = found
  if (only === undefined) throw await unknown(all, word, environment)
  if (found.length > 1) throw ambiguous(word, found)
  return only
}

/** Returns the matches of a word: an ID or its prefix, else a row or a title; or `@tool`. */
export async function meant(all: readonly Nameable[], word: string): Promise<readonly Nameable[]> {
  if (word.startsWith('@')) {
    const tool = word.slice(1)
    const answers = await askAll(all, welcomeMs)
    return answers.filter(({ welcome }) => welcome?.state.tool === tool)
  }
  const exact = all.find(({ id }) => id === word)
  if (exact !== undefined) return [exact]
  const found = word.length < prefixMin ? [] : all.filter(({ id }) => id.startsWith(word))
  return found.length > 0 ? found : byName(all, word)
}

export function ambiguous(word: string, found: readonly { readonly id: string }[]): CommandError {
  return new CommandError(
    'no-session',
    `"${word}" matches several sessions: ${found.map(({ id }) => id).join(', ')}. Use one of ` +
      'these IDs, or a row number of `vibeflow ls`.',
  )
}

async function unknown(
  all: readonly Nameable[],
  word: string,
  environment: ProcessEnvironment,
): Promise<CommandError> {
  const [pane, ...others] = (await listPanes(environment)).filter(
    (pane) =>
      !hasProgram(pane) &&
      (pane.id === word || (word.length >= prefixMin && pane.id.startsWith(word))),
  )
  if (pane !== undefined && others.length === 0)
    return new CommandError(
      'no-session',
      `no program is running in ${pane.id} (${pane.state}). To show the pane, run \`vibeflow ` +
        `pane focus ${pane.id}\`. To show its log, run \`vibeflow log ${pane.id}\`.`,
    )
  const what = word.startsWith('@')
    ? `no session runs the tool "${word.slice(1)}".`
    : isRow(word)
      ? `\`vibeflow ls\` has no row ${word}.`
      : `unknown session "${word}".`
  const isShort = word.length < prefixMin && !isRow(word) && !word.startsWith('@')
  const hint = isShort && all.length > 0 ? shortPrefix : ''
  return new CommandError('no-session', `${what}${hint} ${await listed(all)}`)
}

/** Finds sessions by row in `ls`, from 1, or by title or its prefix. */
async function byName(all: readonly Nameable[], word: string): Promise<readonly Nameable[]> {
  const answers = await askAll(all, welcomeMs)
  const numbered = isRow(word) ? answers[Number(word) - 1] : undefined
  if (numbered !== undefined) return [numbered]
  const wanted = word.toLowerCase()
  const title = (answer: Answered) => titleOf(answer)?.toLowerCase() ?? ''
  const exact = answers.filter((answer) => title(answer) === wanted)
  if (exact.length > 0 || word.length < prefixMin) return exact
  return answers.filter((answer) => title(answer).startsWith(wanted))
}

function isRow(word: string): boolean {
  return /^\d{1,4}$/.test(word)
}

async function missing(all: readonly Nameable[]): Promise<never> {
  throw usageError(`missing argument: SESSION. ${await listed(all)}`)
}

/** Only sockets are searched, so a vibeflow without them is not found. */
export const noneSeen =
  'No session is running. (Sessions with socket.enabled = false are not listed.)'

async function listed(all: readonly Nameable[]): Promise<string> {
  const answers = await askAll(all)
  if (answers.length === 0) return noneSeen
  const names = answers.map((answer) => {
    const isSilent = answer.welcome === null && answer.pane === undefined
    const title = isSilent ? 'no answer' : titleOf(answer)
    return title === null ? answer.id : `${answer.id} (${title})`
  })
  return `Sessions: ${names.join(', ')}.`
}

/** Returns `null` if it did not answer. */
function titleOf({ welcome, pane }: Answered): string | null {
  return pane?.title ?? welcome?.session.title ?? null
}

type Answered = Nameable & { readonly welcome: Welcome | null }

/**
 * Asks all sessions in parallel. `welcome` is null without an answer in time or without a socket.
 * Sessions that no longer listen are omitted.
 */
export async function askAll(
  all: readonly Nameable[],
  answerMs = sessionAnswerMs,
): Promise<readonly Answered[]> {
  const answers = await Promise.all(
    all.map(async (found) => {
      if (found.pane !== undefined) return { ...found, welcome: null }
      try {
        const client = await valueWithin(
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

/** Returns the value, or `null` if it is not there in time. */
export function valueWithin<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    // Read pending answers first.
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

/** Connects to a session that a vibeflow has taken over, whose socket may not listen yet. */
async function retried(connect: () => Promise<SessionClient>): Promise<SessionClient> {
  for (const end = Date.now() + openingMaxMs; ; await delay(lookMs))
    try {
      return await connect()
    } catch (error) {
      if (!(error instanceof NoSession) || Date.now() >= end) throw error
    }
}

/** Explains a connection closed without EXIT, which does not mean that the session ended. */
export function connectionLost(...ids: readonly string[]): string {
  return (
    `lost the connection to session ${ids.join(', ')}. vibeflow may have ended, or its socket ` +
    'was turned off.'
  )
}

/** Needs of `reach`. Without `workers`, no process is started for a session. */
export type ReachContext = Pick<VerbContext, 'environment' | 'version' | 'values'> &
  Partial<Pick<VerbContext, 'workers'>>

/**
 * Connects to a session. It must answer HELLO unless `hello` is false. A session without a window
 * whose process was killed is taken over by another process.
 */
export async function reach(
  context: ReachContext,
  target: SessionTarget,
  options: ConnectOptions = {},
): Promise<SessionClient> {
  const { id, path } = target
  const connect = () =>
    SessionClient.connect(path, { name: `vibeflow-cli/${context.version}`, ...options })
  try {
    const client = await connect().catch(async (error: unknown) => {
      if (!(error instanceof NoSession)) throw error
      const kept = await takeKept(context, id)
      // Another vibeflow may just be taking it over: then neither it nor the keeper lists it.
      if (typeof kept === 'string' && optionText(context, 'socket') === null)
        return retried(connect)
      throw typeof kept === 'string' ? error : kept
    })
    if (options.hello === false || client.welcome !== null) return client
    if (client.closed)
      throw new CommandError(
        'no-session',
        `session ${id} ended, or its socket was turned off, before it answered.`,
      )
    client.close()
    throw new CommandError(
      'no-hello',
      `session ${id} does not answer HELLO, which this command needs.`,
    )
  } catch (error) {
    if (error instanceof NoSession)
      throw new CommandError(
        'no-session',
        optionText(context, 'socket') === path
          ? `can't connect to ${path}: the session has ended, or never existed.`
          : `can't connect to session ${id}: it has ended (${path}).`,
      )
    throw error
  }
}
