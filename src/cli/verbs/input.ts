/** `vibeflow send`, `resize`, `kill` and `focus`. */
import { setTimeout as delay } from 'node:timers/promises'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import {
  CommandError,
  commonExits,
  failure,
  sessionExits,
  usageError,
} from '../command/exit-codes.ts'
import { sendableSignals, signalName } from '../../core/clients/socket/signals.ts'
import {
  reach,
  targetOf,
  valueWithin,
  type ReachContext,
  type SessionTarget,
} from '../sessions/target.ts'
import { isOn, sessionOptions, optionText, type Verb } from '../command/verb.ts'
import { NoSession, SessionClient, SessionRefusal, welcomeMs } from '../client/session-client.ts'
import { queuePrompt } from './queue.ts'

const dashes =
  'To send text that starts with "-", put it after "--": vibeflow send SESSION --enter -- ls -la.'

/** These verbs send no HELLO. */
const { 'no-session': noSession, refused } = exitMeanings
const sessionOnly = { 'no-session': noSession, refused }

/** Interval of asking whether the session still types what follows. */
const againMs = 1_000

export const send: Verb = {
  name: 'send',
  words: 'SESSION [TEXT...]',
  summary: 'Send text or keys to a session.',
  description: [
    'Types TEXT into the session. Several arguments are joined with a space. Without TEXT, it ' +
      'types what it reads from standard input. If standard input is a terminal, --enter alone ' +
      'only presses Enter.',
    'Options come before `--`. TEXT that starts with "-" comes after it.',
    'With --when idle, TEXT becomes a prompt in the queue of an agent. vibeflow types it, with ' +
      "Enter, when the agent waits at its empty prompt. The tab's queue shows it until then.",
  ],
  options: {
    ...sessionOptions,
    enter: { type: 'boolean', text: 'Press Enter after the text.' },
    when: {
      type: 'string',
      value: 'idle',
      choices: ['idle'],
      text: 'Queue TEXT until the agent is idle.',
    },
    to: {
      type: 'string',
      value: 'SESSION,...',
      text: 'With --when: queue it for these sessions. @TOOL means all that run the tool.',
    },
    guess: {
      type: 'boolean',
      text: 'With --when: accept a guess of vibeflow that the agent is idle.',
    },
    hex: { type: 'boolean', text: 'Read TEXT or standard input as bytes in hexadecimal.' },
  },
  instead: dashes,
  examples: [
    ['vibeflow send 3nqj make test --enter', 'Type "make test" and press Enter.'],
    ['vibeflow send 3nqj --enter -- ls -la', 'Type a command that has options.'],
    ['vibeflow send 3nqj --when idle "Now fix the tests"', 'Queue a prompt for an agent.'],
    ['vibeflow send --when idle --to @claude,@codex < task.md', 'Queue one for several agents.'],
    ['vibeflow send 3nqj --hex 1b5b41', 'Press the Up key (ESC [ A).'],
  ],
  exits: commonExits({
    ...sessionOnly,
    refused: `${refused} With --when: a prompt was not queued.`,
  }),
  async run(context) {
    if (['when', 'to', 'guess'].some((name) => context.values[name] !== undefined))
      return queuePrompt(context)
    const words =
      optionText(context, 'socket') === null ? context.positionals.slice(1) : context.positionals
    const target = await targetOf(context, context.positionals[0])
    const bytes =
      words.length > 0
        ? isOn(context, 'hex')
          ? fromHex(words.join(''))
          : Buffer.from(words.join(' '))
        : null
    return changeSession(context, target, { hello: false }, async (client) => {
      let sent = 0
      let readyAt = Date.now()
      const type = async (part: Uint8Array) => {
        // Standard input may be slow.
        if (Date.now() - readyAt > againMs) {
          await client.ready(welcomeMs)
          readyAt = Date.now()
        }
        sent += part.length
        if (!client.type(part)) await client.drained()
      }
      if (bytes !== null) await type(bytes)
      else if (!(isOn(context, 'enter') && process.stdin.isTTY))
        // bytes, since no encoding was set
        for await (const chunk of process.stdin)
          await type(isOn(context, 'hex') ? fromHex(String(chunk)) : (chunk as Uint8Array))
      if (isOn(context, 'enter')) await type(Buffer.from('\r'))
      await client.barrier()
      context.document({ id: target.id, bytes: sent })
      return 0
    })
  },
}

function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '')
  if (!/^([0-9a-fA-F]{2})*$/.test(digits))
    throw usageError('--hex requires pairs of hexadecimal digits, such as 1b5b41.')
  return Buffer.from(digits, 'hex')
}

export const resize: Verb = {
  name: 'resize',
  words: '[SESSION] COLSxROWS | [SESSION] --reset',
  summary: "Set a session's size, or reset it to the window's size.",
  description: [
    'Sets the number of columns and rows of the terminal that the program sees. The window shows ' +
      'the session in that size until you reset it, another client sets a size, or the grid of ' +
      'the window changes.',
  ],
  options: {
    ...sessionOptions,
    reset: { type: 'boolean', text: 'Use the size of the window again.' },
  },
  examples: [
    ['vibeflow resize 3nqj 120x40', 'Set 120 columns and 40 rows.'],
    ['vibeflow resize 3nqj --reset', 'Use the size of the window again.'],
  ],
  exits: commonExits(sessionOnly),
  async run(context) {
    const words = [...context.positionals]
    const reset = isOn(context, 'reset')
    const text = reset ? null : (words.pop() ?? null)
    if (reset && words.length > 1)
      throw usageError(`"${String(words[1])}" and --reset can't be used together.`)
    const size = text === null ? null : /^(\d{1,5})x(\d{1,5})$/.exec(text)
    if (!reset && size === null)
      throw usageError(
        `${text === null ? 'missing argument: COLSxROWS' : `invalid size "${text}"`}. Use ` +
          'columns and rows, such as 120x40, or --reset.',
      )
    if (
      size !== null &&
      !(isWithin(size[1], columnsMin, columnsMax) && isWithin(size[2], gridRowsMin, gridRowsMax))
    ) {
      throw usageError(
        `size "${String(text)}" is out of range. A session has ${columnsMin} to ${columnsMax} ` +
          `columns and ${gridRowsMin} to ${gridRowsMax} rows.`,
      )
    }
    const target = await targetOf(context, words[0])
    return changeSession(context, target, { hello: false }, async (client) => {
      if (size === null) await client.resetSize()
      else await client.resize({ cols: Number(size[1]), rows: Number(size[2]) })
      context.document({
        id: target.id,
        ...(size === null ? { reset: true } : { cols: Number(size[1]), rows: Number(size[2]) }),
      })
      return 0
    })
  },
}

function isWithin(digits: string | undefined, least: number, most: number): boolean {
  return Number(digits) >= least && Number(digits) <= most
}

/** Time for a program to end. */
const endMs = 3_000

/** Signals that do not end a program: no waiting. */
const harmless: ReadonlySet<number> = new Set([sendableSignals.SIGCONT, sendableSignals.SIGWINCH])

export const kill: Verb = {
  name: 'kill',
  words: '[SESSION]',
  summary: 'Send a signal to a session (default: SIGHUP).',
  description: [
    'SIGHUP is also sent when you close a tab. This command leaves the tab open or closes it as ' +
      'the option tabs.on_exit specifies. It waits up to 3 s until the program has ended, except ' +
      'after SIGCONT and SIGWINCH.',
    `Signals: ${Object.keys(sendableSignals).join(', ')}.`,
  ],
  options: {
    ...sessionOptions,
    signal: {
      type: 'string',
      value: 'NAME|N',
      text: 'Signal to send, by name or number. The prefix SIG is optional.',
    },
    force: { type: 'boolean', text: 'Send SIGKILL if the program has not ended after 3 s.' },
    'no-wait': { type: 'boolean', text: 'Do not wait until the program ends.' },
  },
  examples: [
    ['vibeflow kill 3nqj', 'End the program of a session.'],
    ['vibeflow kill 3nqj --force', 'End it with SIGKILL if it ignores SIGHUP.'],
    ['vibeflow kill 3nqj --signal INT --no-wait', 'Interrupt it.'],
  ],
  exits: commonExits({
    ...sessionOnly,
    'time-over': 'The program has not ended after 3 s.',
  }),
  async run(context) {
    const signal = signalOf(optionText(context, 'signal') ?? 'SIGHUP')
    const target = await targetOf(context, context.positionals[0])
    let ended: () => void = () => undefined
    const end = new Promise<boolean>((resolve) => {
      ended = () => resolve(true)
    })
    return changeSession(
      context,
      target,
      { hello: false, events: { closed: () => ended() } },
      async (client) => {
        await client.kill(signal).catch((error: unknown) => {
          if (!client.closed) throw error
        })
        const waits = !isOn(context, 'no-wait') && !harmless.has(signal)
        let over =
          client.closed ||
          (waits && (await Promise.race([end, delay(endMs, false, { ref: false })])))
        if (!over && isOn(context, 'force')) {
          await client.kill(sendableSignals.SIGKILL).catch((error: unknown) => {
            if (!client.closed) throw error
          })
          over = await Promise.race([end, delay(endMs, false, { ref: false })])
        }
        if (waits && !over)
          throw new CommandError(
            'time-over',
            `session ${target.id} has not ended after ${endMs / 1_000} s. To kill it, use --force.`,
          )
        context.document({ id: target.id, signal: signalName(signal), ended: over })
        return 0
      },
    )
  },
}

function signalOf(word: string): number {
  const name = /^\d+$/.test(word)
    ? signalName(Number(word))
    : word.toUpperCase().replace(/^(?!SIG)/, 'SIG')
  const number = (sendableSignals as Readonly<Record<string, number>>)[name]
  if (number === undefined)
    throw usageError(
      `unknown signal "${word}". Available: ${Object.keys(sendableSignals).join(', ')}.`,
    )
  return number
}

/** Shows the session's tab, or opens one for a session without a window. */
const showSession: Verb['run'] = async (context) => {
  const target = await targetOf(context, context.positionals[0])
  return changeSession(context, target, {}, async (client) => {
    await client.focus().catch((error: unknown) => {
      if (!(error instanceof SessionRefusal) || error.reason !== 'no-window') throw error
      throw failure('vibeflow runs without a window. Start vibeflow, then run this again.')
    })
    context.document({ id: target.id })
    return 0
  })
}

export const focusVerb: Verb = {
  name: 'focus',
  words: '[SESSION]',
  summary: "Switch to a session's tab.",
  description: ['Shows the tab or pane of the session in its window and activates the window.'],
  options: sessionOptions,
  examples: [
    ['vibeflow focus 3nqj', 'Switch to the session whose ID starts with 3nqj.'],
    ['vibeflow focus @codex', 'Switch to the only session that runs codex.'],
  ],
  exits: sessionExits(),
  run: showSession,
}

export const openVerb: Verb = {
  name: 'open',
  words: '[SESSION]',
  summary: 'Show a session without a window in a tab.',
  description: [
    'Opens a tab for a session of `vibeflow new --detached` and activates its window. A session ' +
      'that has a tab is shown as with `vibeflow focus`. vibeflow must run with a window.',
  ],
  options: sessionOptions,
  examples: [
    ['vibeflow open 3nqj', 'Open a tab for the session whose ID starts with 3nqj.'],
    ['vibeflow open @codex', 'Open a tab for the only session that runs codex.'],
  ],
  exits: sessionExits(),
  run: showSession,
}

/** Connects, calls `work`, and always closes the connection. */
export async function withSession<Value>(
  context: ReachContext,
  target: SessionTarget,
  options: Parameters<typeof reach>[2],
  work: (client: SessionClient) => Promise<Value>,
): Promise<Value> {
  const client = await reach(context, target, options)
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

/**
 * Connects, and calls `work`, which types or changes something, when the session answers. Rejects
 * if the session stops to answer. A program that reads no input may delay `work` without limit.
 */
export function changeSession<Value>(
  context: ReachContext,
  target: SessionTarget,
  options: Parameters<typeof reach>[2],
  work: (client: SessionClient) => Promise<Value>,
): Promise<Value> {
  return withSession(context, target, options, async (client) => {
    const done = client.ready(welcomeMs).then(() => work(client))
    for (;;) {
      const value = await valueWithin(welcomeMs, done)
      if (value !== null) return value
      if (await answers(target.path)) continue
      client.close(true)
      done.catch(() => undefined) // the connection is closed
      throw failure(
        `session ${target.id} does not answer: its vibeflow hangs or is stopped. It refuses this ` +
          'request when it continues. Then run this again.',
      )
    }
  })
}

/** Returns whether a session answers another client, or has ended. */
async function answers(path: string): Promise<boolean> {
  const asked = SessionClient.connect(path, { hello: false }).then(async (client) => {
    const answered = await valueWithin(
      welcomeMs,
      client.barrier().then(() => true),
    )
    client.close(true)
    return answered
  })
  return (await asked.catch((error: unknown) => error instanceof NoSession)) ?? false
}
