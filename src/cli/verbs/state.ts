/** `vibeflow status`, `why` and `wait`: show, explain and await states of sessions. */
import { whyText, type WhyState } from '../../agents/state/why.ts'
import { defined } from '../../base/defined.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { span } from '../../base/text/span.ts'
import { shownStates } from '../../core/clients/mcp/states.ts'
import type { StatusUpdate, StateMessage, Welcome } from '../../core/clients/socket/messages.ts'
import { usageError } from '../command/exit-codes.ts'
import { firstToShow, reasonsOf } from '../sessions/session-state.ts'
import { targetOf } from '../sessions/target.ts'
import { attentionNow, followAttention, type Attention } from '../attention/apps.ts'
import { documentOf, formatNames, formats } from '../attention/formats.ts'
import { isOn, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import { withSession } from './input.ts'

const states: readonly string[] = shownStates
/** States that a program can report, which excludes its own end. */
const reported = states.filter((one) => one !== 'exit')
const kinds = ['permission', 'question', 'auth']

export const status: Verb = {
  name: 'status',
  words: '[SESSION]',
  summary: 'what a session shows; or set what it shows',
  options: {
    ...sessionOptions,
    set: {
      type: 'string',
      value: 'STATE',
      choices: reported,
      text: 'report active, working, waiting, done, idle or error',
    },
    clear: { type: 'boolean', text: 'report that there is nothing to report any more' },
    app: { type: 'string', value: 'NAME', text: 'who reports (default: vibeflow)' },
    text: { type: 'string', value: 'TEXT', text: 'in words' },
    kind: {
      type: 'string',
      value: 'KIND',
      choices: kinds,
      text: 'with waiting: permission, question or auth',
    },
    project: { type: 'string', value: 'NAME', text: 'what it works on' },
    follow: { type: 'boolean', text: 'of all sessions: a line at each change, until it is ended' },
    format: {
      type: 'string',
      value: 'FORMAT',
      choices: formatNames,
      text: 'of all sessions, as a line for a status bar',
    },
  },
  async run(context) {
    if (isOn(context, 'follow') || optionText(context, 'format') !== null) return ofAll(context)
    const target = await targetOf(context, context.positionals[0])
    const report = reportOf(context)
    if (report !== null) {
      return withSession(context, target, { hello: false }, async (client) => {
        await client.status(report)
        context.document({ id: target.id, ...report })
        return 0
      })
    }
    return withSession(context, target, {}, async ({ welcome }) => {
      // HELLO was answered
      const { state, since, tool, kind, message, source, project } = (welcome as Welcome)
        .state as StateMessage
      if (context.json) {
        context.document({ id: target.id, state, since, tool, kind, message, source, project })
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
      return 0
    })
  },
}

/** Prints what needs the user in all sessions: once, or whenever the line changes. */
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
      '--follow and --format are of all sessions: leave SESSION and the other options away. ' +
        'vibeflow wait waits for the state of one.',
    )
  let before: string | null = null
  const show = (attention: Attention): void => {
    const line = json ? formats['json']!(attention) : format(attention)
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
  if (stray === 'clear') throw usageError('give --set or --clear, not both.')
  if (stray !== undefined) throw usageError(`--${stray} goes with --set STATE.`)
  if (isClear) return { app, status: '' }
  if (state === null) {
    if (optionText(context, 'app') !== null)
      throw usageError('--app goes with --set STATE and --clear.')
    return null
  }
  if (!reported.includes(state)) throw usageError(noneOf(state, 'state', reported))
  const [kind, project] = [optionText(context, 'kind'), optionText(context, 'project')]
  if (kind !== null && !kinds.includes(kind)) throw usageError(noneOf(kind, 'kind', kinds))
  if (kind !== null && state !== 'waiting')
    throw usageError('--kind says what a session waits for: it goes with waiting.')
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
  summary: 'why a session shows what it shows',
  options: sessionOptions,
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
  summary: 'until a session shows one of the states',
  options: {
    ...sessionOptions,
    until: {
      type: 'string',
      value: 'LIST',
      choices: states,
      text: 'states, by comma: active, working, waiting, done, idle, error, exit (required)',
    },
    next: { type: 'boolean', text: 'what is shown already does not count' },
    timeout: { type: 'string', value: 'SECONDS', text: 'give up then (exit 124)' },
  },
  notes: [
    'Of several sessions the first wins. Prints its id and state. Exit 7: every session ' +
      'ended, and exit was not in the list. Exit 4: a connection was closed without word of ' +
      'an end, and no session is left to wait for.',
  ],
  async run(context) {
    const until = (optionText(context, 'until') ?? '').split(',').filter((word) => word !== '')
    if (until.length === 0)
      throw usageError('--until names the states to wait for, such as --until waiting,done.')
    const strange = until.find((word) => !states.includes(word))
    if (strange !== undefined) throw usageError(noneOf(strange, 'state', states))
    const timeoutMs = secondsOf(optionText(context, 'timeout'))
    if (optionText(context, 'socket') !== null && context.positionals.length > 0)
      throw usageError('either --socket or names of sessions.')
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
    throw usageError(`--timeout takes seconds, such as 2.5, not ${text}.`)
  return seconds * 1_000
}
