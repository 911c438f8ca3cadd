/** `vibeflow queue`, and the prompts of `vibeflow send --when`: prompt queues of agents. */
import {
  promptQueueView,
  promptUnitsMax,
  tooLongPrompt,
  type PromptQueueAct,
  type PromptQueueView,
} from '../../core/windows/tabs/prompt-queue-view.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { CommandError, commonExits, failure, usageError } from '../command/exit-codes.ts'
import { isOn, optionText, type Verb, type VerbContext } from '../command/verb.ts'
import { askApp } from '../sessions/ask-app.ts'
import { targetOf, targetsOf } from '../sessions/target.ts'
import { table } from '../terminal/table.ts'

const changes = ['send', 'remove', 'pause', 'resume'] as const

export const queueVerb: Verb = {
  name: 'queue',
  words: '[SESSION]',
  summary: 'Show or change the prompt queue of a session.',
  description: [
    'Lists the prompts that wait until the agent of the session is idle, the next one first, and ' +
      'what the next one waits for. If the queue is paused, it prints why.',
    'To add a prompt, use `vibeflow send --when idle`.',
  ],
  options: {
    resume: { type: 'boolean', text: 'Let a paused queue send prompts again.' },
    pause: { type: 'boolean', text: 'Send nothing until the queue is resumed.' },
    send: {
      type: 'string',
      value: 'N',
      text: 'Send prompt N as the next one. A guess that the agent is idle is enough.',
    },
    remove: { type: 'string', value: 'N', text: 'Remove prompt N.' },
  },
  examples: [
    ['vibeflow queue 3nqj', 'List the queued prompts of a session.'],
    ['vibeflow queue 3nqj --resume', 'Resume its queue.'],
    ['vibeflow queue 3nqj --remove 2', 'Remove its second prompt.'],
  ],
  exits: commonExits({ 'no-session': exitMeanings['no-session'] }),
  async run(context) {
    const given = changes.filter((name) => context.values[name] !== undefined)
    if (given.length > 1)
      throw usageError(`${given.map((name) => `--${name}`).join(' and ')} can't be used together.`)
    const { id } = await targetOf(context, context.positionals[0])
    const ask = (act: PromptQueueAct) => askQueue(context.environment, id, act)
    const [change] = given
    const found =
      change === undefined
        ? await ask({ act: 'list' })
        : change === 'pause' || change === 'resume'
          ? await ask({ act: change })
          : await ask({ act: change, id: numbered(await ask({ act: 'list' }), context, change) })
    const { paused, prompts, waitsFor } = found
    const rows = prompts.map(({ text, guess }, at) => ({ number: at + 1, text, guess }))
    context.document({ id, prompts: rows, paused, waitsFor })
    if (rows.length === 0) context.say('The queue is empty.')
    for (const row of table(rows.map(({ number, text }) => [`${number}`, oneLine(text)])))
      context.say(row)
    if (paused !== null) context.say(`Paused: ${paused}`)
    else if (rows.length > 0 && waitsFor !== '') context.say(`Waits: ${waitsFor}`)
    return 0
  },
}

/** Returns the id of the prompt whose number the option has. */
function numbered(
  { prompts }: PromptQueueView,
  context: VerbContext,
  option: 'send' | 'remove',
): number {
  const word = optionText(context, option) ?? ''
  const found = /^\d{1,3}$/.test(word) ? prompts[Number(word) - 1] : undefined
  if (found !== undefined) return found.id
  throw /^\d+$/.test(word)
    ? failure(`the queue has no prompt ${word}. Prompts in it: ${prompts.length}.`)
    : usageError(`invalid number "${word}". --${option} requires the number of a prompt.`)
}

/** Returns the queue of a session after an action. Rejects with `CommandError`. */
async function askQueue(
  environment: ProcessEnvironment,
  session: string,
  act: PromptQueueAct,
): Promise<PromptQueueView> {
  const { prompts, paused, waitsFor } = await askApp(environment, {
    cmd: 'queue',
    session,
    do: act,
  })
  const { data } = promptQueueView.safeParse({ prompts, paused, waitsFor })
  if (data !== undefined) return data
  throw failure('the running vibeflow sent an invalid answer. It may be another version.')
}

function oneLine(text: string): string {
  return text.replace(/\n+/g, ' ↵ ')
}

/** Queues a prompt for the agents of one or more sessions. */
export async function queuePrompt(context: VerbContext): Promise<number> {
  const { environment, positionals } = context
  const to = optionText(context, 'to')
  const when = optionText(context, 'when')
  if (when === null) throw usageError('--to and --guess need --when idle.')
  if (when !== 'idle') throw usageError(`unknown condition "${when}". Use --when idle.`)
  if (['hex', 'socket'].some((name) => context.values[name] !== undefined))
    throw usageError("--when can't be used with --hex or --socket.")
  const targets =
    to === null ? [await targetOf(context, positionals[0])] : await targetsOf(context, to)
  const words = to === null ? positionals.slice(1) : positionals
  const text = words.length > 0 ? words.join(' ') : await textOf(process.stdin)
  if (text.length > promptUnitsMax)
    throw new CommandError('refused', tooLongPrompt(Buffer.byteLength(text)))
  const act = { act: 'add', text, guess: isOn(context, 'guess') } as const
  const queued: { id: string; prompts: number; paused: string | null }[] = []
  const refused: { id: string; error: CommandError }[] = []
  for (const { id } of targets) {
    try {
      const { prompts, paused } = await askQueue(environment, id, act)
      queued.push({ id, prompts: prompts.length, paused })
      const isPaused = paused === null ? '' : ` The queue is paused: ${paused}`
      context.say(`Queued for ${id}. Prompts in its queue: ${prompts.length}.${isPaused}`)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      const { word, message } = error
      refused.push({ id, error: new CommandError(word === 'failed' ? 'refused' : word, message) })
    }
  }
  const { id, error } = refused.at(-1) ?? {}
  if (error !== undefined && targets.length === 1)
    throw new CommandError(error.word, `${id}: ${error.message}`)
  const problems = refused.map((one) => {
    if (!context.json) context.complain(`${one.id}: ${one.error.message}`)
    return { id: one.id, code: one.error.word, message: one.error.message }
  })
  context.document({ queued, ...(problems.length === 0 ? {} : { refused: problems }) })
  return error?.exit ?? 0
}

/** Reads a prompt. Input without an end is refused. */
async function textOf(input: AsyncIterable<string | Uint8Array>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of input) {
    bytes += chunk.length
    if (bytes > promptUnitsMax)
      throw new CommandError('refused', tooLongPrompt(`more than ${promptUnitsMax}`))
    chunks.push(Buffer.from(chunk as Uint8Array))
  }
  return Buffer.concat(chunks).toString()
}
