/** The `[[on]]` tables: commands of the user that run when a tab's state changes. */
import { z } from 'zod'
import { configTextCharactersMax, entriesMax, eventCommandsMax, eventDelayMaxS } from '../limits.ts'
import { once } from '../option.ts'
import { tableList } from './table-list.ts'

/** States of a tab, and of the user, that a command can follow. */
const eventStates = ['working', 'waiting', 'done', 'error', 'idle', 'here', 'away'] as const
export type EventState = (typeof eventStates)[number]
/** `away`: the screen is locked. */
export type Presence = Extract<EventState, 'here' | 'away'>

/** A command and the changes of state that start it. */
export interface EventCommand {
  readonly state: readonly EventState[]
  /** Id of an agent, such as `claude`; empty for all. */
  readonly agent: string
  /** Name of a project; empty for all. */
  readonly project: string
  /** Seconds that the state must last. */
  readonly after_s: number
  /** Runs only while the user has not seen the state, and the tab is neither muted nor snoozed. */
  readonly unseen: boolean
  /** Adds the token with which `vibeflow answer` answers the question of the agent. */
  readonly answer: boolean
  /** Program and arguments; no shell reads them. */
  readonly run: readonly string[]
}

const state = z.enum(eventStates)
const text = z.string().max(configTextCharactersMax)

const written = once(() => {
  const run = z
    .array(text.regex(/^[^\0]*$/))
    .min(1)
    .max(entriesMax)
  return z.strictObject({
    state: z.union([state, z.array(state).min(1)]),
    agent: text.optional(),
    project: text.optional(),
    after_s: z.number().min(0).max(eventDelayMaxS).optional(),
    unseen: z.boolean().optional(),
    answer: z.boolean().optional(),
    run: run.refine(([program]) => program !== '', 'a program'),
  })
})

const states = eventStates.map((one) => `"${one}"`).join(', ')

const keys: Readonly<Record<keyof EventCommand, readonly [string, string, string]>> = {
  state: [
    `${states}, or a list of them`,
    '',
    'State of a tab, or of you: `"away"` while the screen is locked. Required.',
  ],
  agent: ['string', '`""`', 'Only for this agent, by its id in `vibeflow ls`: `"claude"`.'],
  project: ['string', '`""`', 'Only in this project, by its name in `vibeflow inbox`.'],
  after_s: [
    `0 to ${eventDelayMaxS}`,
    '`0`',
    'Seconds that the state must last before the command runs.',
  ],
  unseen: [
    'true or false',
    '`false`',
    'Only while you have not seen the state, and the tab is neither muted nor snoozed.',
  ],
  answer: [
    'true or false',
    '`false`',
    'Add the token with which `vibeflow answer` answers the question of the agent.',
  ],
  run: [
    `list of 1 to ${entriesMax} strings`,
    '',
    'Program and arguments. No shell reads them. Required.',
  ],
}

export const events = tableList({
  name: 'on',
  title: 'Commands on events',
  most: eventCommandsMax,
  one: written,
  keys,
  rowOf: ({ state: one, agent = '', project = '', after_s = 0, ...rest }): EventCommand => {
    const { unseen = false, answer = false, run } = rest
    const list = typeof one === 'string' ? [one] : one
    return { state: list, agent, project, after_s, unseen, answer, run }
  },
  about:
    'Each runs a program when the state of a tab changes ' +
    '([guide](../guides/run-commands-on-events.md)).',
  example: [
    '[[on]]',
    'state = "waiting" # or "working", "done", "error", "idle", or a list',
    'agent = "claude"',
    'after_s = 60',
    'unseen = true',
    'run = ["notify-send", "Claude Code needs you"]',
  ],
})
