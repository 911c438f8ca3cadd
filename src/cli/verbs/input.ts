/** `vibeflow send`, `resize`, `kill` and `focus`. */
import { setTimeout as delay } from 'node:timers/promises'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../../core/ipc/limits.ts'
import { CommandError, usageError } from '../command/exit-codes.ts'
import { sendableSignals, signalName } from '../../core/clients/socket/signals.ts'
import { reach, targetOf, type SessionTarget } from '../sessions/target.ts'
import { isOn, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import type { SessionClient } from '../client/session-client.ts'

const dashes =
  'Text with a word that begins with - stands behind --, options before it: ' +
  'vibeflow send SESSION --enter -- ls -la.'

export const send: Verb = {
  name: 'send',
  words: 'SESSION [TEXT...]',
  summary: 'type into a session',
  options: {
    ...sessionOptions,
    enter: { type: 'boolean', text: 'press Enter behind it' },
    hex: { type: 'boolean', text: 'TEXT is bytes in hexadecimal' },
  },
  notes: [
    'Words are joined by a blank; without any, standard input is typed (or only Enter, when ' +
      `that is a terminal and --enter is given). ${dashes}`,
  ],
  instead: dashes,
  async run(context) {
    const words =
      optionText(context, 'socket') === null ? context.positionals.slice(1) : context.positionals
    const target = await targetOf(context, context.positionals[0])
    const bytes =
      words.length > 0
        ? isOn(context, 'hex')
          ? fromHex(words.join(''))
          : Buffer.from(words.join(' '))
        : null
    return withSession(context, target, { hello: false }, async (client) => {
      let sent = 0
      const type = async (part: Uint8Array) => {
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
    throw usageError('--hex wants pairs of hexadecimal digits, such as 1b5b41.')
  return Buffer.from(digits, 'hex')
}

export const resize: Verb = {
  name: 'resize',
  words: '[SESSION] COLSxROWS | --reset',
  summary: 'set the size of a session, or give it back to its window',
  options: { ...sessionOptions, reset: { type: 'boolean', text: 'the window decides again' } },
  async run(context) {
    const words = [...context.positionals]
    const reset = isOn(context, 'reset')
    const text = reset ? null : (words.pop() ?? null)
    if (reset && words.length > 1) throw usageError(`either ${String(words[1])} or --reset.`)
    const size = text === null ? null : /^(\d{1,5})x(\d{1,5})$/.exec(text)
    if (!reset && size === null)
      throw usageError(
        `${text === null ? 'name a size' : `${text} is no size`}: two numbers with an x between, ` +
          'such as 120x40; or --reset.',
      )
    if (
      size !== null &&
      !(isWithin(size[1], columnsMin, columnsMax) && isWithin(size[2], gridRowsMin, gridRowsMax))
    ) {
      throw usageError(
        `a session has ${columnsMin} to ${columnsMax} columns and ${gridRowsMin} to ` +
          `${gridRowsMax} rows, not ${String(text)}.`,
      )
    }
    const target = await targetOf(context, words[0])
    return withSession(context, target, { hello: false }, async (client) => {
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
  summary: 'send a session SIGHUP, as closing its tab does; the tab stays, as tabs.on_exit says',
  options: {
    ...sessionOptions,
    signal: {
      type: 'string',
      value: 'NAME|N',
      text: 'this signal (default: HUP); SIG may be left out',
    },
    force: { type: 'boolean', text: 'SIGKILL if it has not ended after 3 s' },
    'no-wait': { type: 'boolean', text: 'do not wait for its end' },
  },
  notes: [`Signals: ${Object.keys(sendableSignals).join(' ')}.`],
  async run(context) {
    const signal = signalOf(optionText(context, 'signal') ?? 'SIGHUP')
    const target = await targetOf(context, context.positionals[0])
    let ended: () => void = () => undefined
    const end = new Promise<boolean>((resolve) => {
      ended = () => resolve(true)
    })
    return withSession(
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
            `session ${target.id} is still there after ${endMs / 1_000} s. --force kills it.`,
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
      `${word} is no signal that can be sent. There are: ` +
        `${Object.keys(sendableSignals).join(', ')}.`,
    )
  return number
}

export const focusVerb: Verb = {
  name: 'focus',
  words: '[SESSION]',
  summary: 'show the tab of a session',
  options: sessionOptions,
  async run(context) {
    const target = await targetOf(context, context.positionals[0])
    return withSession(context, target, {}, async (client) => {
      await client.focus()
      context.document({ id: target.id })
      return 0
    })
  },
}

/** Connects, calls `work`, and always closes the connection. */
export async function withSession<Value>(
  context: Pick<VerbContext, 'version' | 'values'>,
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
