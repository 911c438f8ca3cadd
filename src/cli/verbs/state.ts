/** `vibeflow status`, `why` and `wait`: show, explain and await states of sessions. */
import { whyText, type WhyState } from '../../agents/state/why.ts'
import { defined } from '../../base/objects/defined.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { span } from '../../base/text/span.ts'
import { shownStates } from '../../core/clients/mcp/states.ts'
import type { StatusUpdate, StateMessage, Welcome } from '../../core/clients/socket/messages.ts'
import { sessionExits, usageError } from '../command/exit-codes.ts'
import { firstToShow, limitReset, reasonsOf } from '../sessions/session-state.ts'
import type { AccountLimits } from '../../agents/limits/account-limits.ts'
import { accountLine, accountsNow } from '../sessions/account-limits.ts'
import { targetOf } from '../sessions/target.ts'
import { attentionNow, followAttention, type Attention } from '../attention/apps.ts'
import { attentionJson, documentOf, formatNames, formats } from '../attention/formats.ts'
import { isOn, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import { changeSession, withSession } from './input.ts'

const states: readonly string[] = [...shownStates, limitReset]
/** States that a program can report, which excludes its own end. */
const reported: readonly string[] = shownStates.filter((one) => one !== 'exit')
const kinds = ['permission', 'question', 'auth']

export const status: Verb = {
  name: 'status',
  words: '[SESSION]',
  summary: "Print or set a session's state.",
  description: [
    'Without options, it prints the state of one session, how long it has lasted, and its tool, ' +
      'message and source.',
    'With --set or --clear, it reports a state to the session, as a program in it does.',
    'With --format or --follow, it prints one line about everything that needs you in all ' +
      'sessions, for a status bar.',
  ],
  options: {
    ...sessionOptions,
    set: {
      type: 'string',
      value: 'STATE',
      choices: reported,
      text: 'Report this state: active, working, waiting, done, idle or error.',
    },
    clear: { type: 'boolean', text: 'Withdraw the reported state.' },
    app: { type: 'string', value: 'NAME', text: 'Program that reports (default: vibeflow).' },
    text: { type: 'string', value: 'TEXT', text: 'Message to show with the state.' },
    kind: {
      type: 'string',
      value: 'KIND',
      choices: kinds,
      text: 'With --set waiting: what it waits for: permission, question or auth.',
    },
    project: { type: 'string', value: 'NAME', text: 'Project that the session works on.' },
    limits: {
      type: 'boolean',
      text: 'Print the usage limits of all accounts, each once, and the context of their sessions.',
    },
    follow: {
      type: 'boolean',
      text: 'Print a new line for all sessions at each change, until interrupted.',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: formatNames,
      text: `Format of the line for all sessions: ${formatNames.join(', ')}.`,
    },
  },
  examples: [
    ['vibeflow status 3nqj', 'Print the state of a session.'],
    ['vibeflow status --set waiting --text "Deploy?"', 'Report that this session waits for you.'],
    ['vibeflow status --clear', 'Withdraw that report.'],
    ['vibeflow status --limits', 'Print the limits of all accounts.'],
    ['vibeflow status --follow --format waybar', 'Feed a status bar.'],
  ],
  exits: sessionExits(),
  async run(context) {
    if (isOn(context, 'limits')) return ofAccounts(context)
    if (isOn(context, 'follow') || optionText(context, 'format') !== null) return ofAll(context)
    const target = await targetOf(context, context.positionals[0])
    const report = reportOf(context)
    if (report !== null) {
      return changeSession(context, target, { hello: false }, async (client) => {
        await client.status(report)
        context.document({ id: target.id, ...report })
        return 0
      })
    }
    return withSession(context, target, {}, async ({ welcome }) => {
      // HELLO was answered
      const { state, since, tool, kind, message, source, project } = (welcome as Welcome)
        .state as StateMessage
      const account =
        tool === undefined ? undefined : await accountOf(context.environment, target.id)
      if (context.json) {
        const facts = { id: target.id, state, since, tool, kind, message, source, project }
        context.document({ ...facts, ...(account === undefined ? {} : { account }) })
        return 0
      }
      const named = kind === undefined ? state : `${state} (${kind})`
      const head = `${named} for ${span(Date.now() - since)}`
      context.say(
        [
          head,
          ...(tool === undefined ? [] : [tool]),
          ...(message === undefined ? [] : [message]),
          source,
        ].join(' · '),
      )
      if (account !== undefined) context.say(accountLine(account, Date.now()))
      return 0
    })
  },
}

/** Returns the account of a session's agent, with the context of this session alone. */
async function accountOf(
  environment: VerbContext['environment'],
  id: string,
): Promise<AccountLimits | undefined> {
  const accounts = await accountsNow(environment)
  const found = accounts.find(({ sessions }) => sessions.some((one) => one.id === id))
  return found && { ...found, sessions: found.sessions.filter((one) => one.id === id) }
}

async function ofAccounts(context: VerbContext): Promise<number> {
  const { environment, positionals, values } = context
  if (positionals.length > 0 || Object.keys(values).some((name) => !/^(?:limits|json)$/.test(name)))
    throw usageError('--limits covers all accounts and can only be used with --json.')
  const accounts = await accountsNow(environment)
  if (accounts.length === 0) context.say('No limits are known.')
  for (const account of accounts) context.say(accountLine(account, Date.now()))
  context.document({ accounts })
  return 0
}

/** Prints the items of all sessions that need the user: once, or whenever the line changes. */
async function ofAll(context: VerbContext): Promise<number> {
  const { positionals, environment, json, write, document } = context
  const name = optionText(context, 'format') ?? 'plain'
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (format === undefined) throw usageError(noneOf(name, 'format', formatNames))
  if (
    positionals.length > 0 ||
    reportOf(context) !== null ||
    optionText(context, 'socket') !== null
  )
    throw usageError(
      '--follow and --format cover all sessions and can only be used with each other and --json. ' +
        'To wait for one session, use `vibeflow wait`.',
    )
  let before: string | null = null
  const show = (attention: Attention): void => {
    const line = (json ? attentionJson : format)(attention)
    if (line === before) return
    before = line
    write(`${line}\n`)
    document(documentOf(attention))
  }
  if (!isOn(context, 'follow')) {
    show(await attentionNow(environment))
    return 0
  }
  followAttention(environment, show)
  return new Promise(() => undefined) // runs until a signal ends it
}

function reportOf(context: VerbContext): StatusUpdate | null {
  const [state, text, app = 'vibeflow'] = [
    optionText(context, 'set'),
    optionText(context, 'text'),
    optionText(context, 'app') ?? undefined,
  ]
  const isClear = isOn(context, 'clear')
  const details = ['text', 'kind', 'project'].filter((name) => optionText(context, name) !== null)
  const stray = isClear && state !== null ? 'clear' : state === null ? details[0] : undefined
  if (stray === 'clear') throw usageError("--set and --clear can't be used together.")
  if (stray !== undefined) throw usageError(`--${stray} requires --set STATE.`)
  if (isClear) return { app, status: '' }
  if (state === null) {
    if (optionText(context, 'app') !== null)
      throw usageError('--app requires --set STATE or --clear.')
    return null
  }
  if (!reported.includes(state)) throw usageError(noneOf(state, 'state', reported))
  const [kind, project] = [optionText(context, 'kind'), optionText(context, 'project')]
  if (kind !== null && !kinds.includes(kind)) throw usageError(noneOf(kind, 'kind', kinds))
  if (kind !== null && state !== 'waiting')
    throw usageError(`--kind can only be used with --set waiting, not with --set ${state}.`)
  return {
    app,
    status: text === null || text === '' ? state : text,
    state,
    ...defined({ kind: kind ?? undefined, project: project ?? undefined }),
  }
}

export const whyVerb: Verb = {
  name: 'why',
  words: '[SESSION]',
  summary: "Explain a session's state.",
  description: [
    'Prints the same as the Why panel: which report or rule decides the state, since when, and ' +
      'which signals contradict it.',
  ],
  options: sessionOptions,
  examples: [
    ['vibeflow why', 'Explain the state of the session that you are in.'],
    ['vibeflow why 3nqj --json', 'Print all signals of another session as JSON.'],
  ],
  exits: sessionExits(),
  async run(context) {
    const target = await targetOf(context, context.positionals[0])
    const report = await reasonsOf(context, target)
    context.document({ id: target.id, ...report })
    // STATE with `why` has all fields.
    context.say(whyText(report as unknown as WhyState))
    return 0
  },
}

export const wait: Verb = {
  name: 'wait',
  words: '[SESSION...]',
  summary: 'Wait until a session reaches a state.',
  description: [
    'Waits until one of the sessions shows one of the states, then prints its ID and state.',
  ],
  options: {
    ...sessionOptions,
    until: {
      type: 'string',
      value: 'LIST',
      choices: states,
      text:
        'States to wait for, separated by commas: active, working, waiting, done, idle, error, ' +
        'exit, and limit-reset: no usage limit of the agent is reached. Required.',
    },
    next: { type: 'boolean', text: 'Ignore the current state and wait for the next change.' },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      text: 'Stop waiting after this time and exit with code 124.',
    },
  },
  examples: [
    ['vibeflow wait 3nqj --until waiting,done', 'Wait until an agent needs you or is done.'],
    ['vibeflow wait 3nqj k7vm --until exit', 'Wait until the first of two sessions ends.'],
    ['vibeflow wait --until done --timeout 600', 'Wait up to 10 minutes.'],
    ['vibeflow wait 3nqj --until limit-reset', 'Wait until a usage limit has reset.'],
  ],
  exits: sessionExits({
    done: 'A session reached one of the states.',
    'no-session': 'No session matches, or the connection was lost and no session is left.',
    'all-ended': 'All sessions ended, and exit is not in --until.',
    'time-over': 'The time of --timeout has passed.',
  }),
  async run(context) {
    const until = (optionText(context, 'until') ?? '').split(',').filter((word) => word !== '')
    if (until.length === 0)
      throw usageError(`missing option: --until LIST. States: ${states.join(', ')}.`)
    const strange = until.find((word) => !states.includes(word))
    if (strange !== undefined) throw usageError(noneOf(strange, 'state', states))
    const timeoutMs = secondsOf(optionText(context, 'timeout'))
    if (optionText(context, 'socket') !== null && context.positionals.length > 0)
      throw usageError("--socket and SESSION can't be used together.")
    const words = context.positionals.length === 0 ? [undefined] : context.positionals
    const targets = await Promise.all(words.map((word) => targetOf(context, word)))
    const began = performance.now()
    const { target, state, since } = await firstToShow(context, targets, {
      until,
      next: isOn(context, 'next'),
      timeoutMs,
    })
    context.document({
      id: target.id,
      state,
      since,
      waitedMs: Math.round(performance.now() - began),
    })
    context.say(`${target.id} ${state}`)
    return 0
  },
}

function secondsOf(text: string | null): number | null {
  if (text === null) return null
  const seconds = Number(text)
  if (text.trim() === '' || !Number.isFinite(seconds) || seconds < 0)
    throw usageError(`invalid --timeout "${text}". Use seconds, such as 2.5.`)
  return seconds * 1_000
}
