/** The `[[on]]` tables: commands of the user that run when a tab's state changes. */
import { z } from 'zod'
import { isTable } from '../../../base/objects/is-table.ts'
import { nearest } from '../../../base/numbers/nearest.ts'
import { configTextCharactersMax, entriesMax, eventCommandsMax, eventDelayMaxS } from '../limits.ts'
import { once, type FreeSection } from '../option.ts'
import { quotedValue } from '../written.ts'
import { unknownKey, wrong } from './problems.ts'

/** States of a tab that a command can follow. */
const eventStates = ['working', 'waiting', 'done', 'error', 'idle'] as const
export type EventState = (typeof eventStates)[number]

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

/** Type, default and description of each key. */
const keys: Readonly<Record<keyof EventCommand, readonly [string, string, string]>> = {
  state: [`${states}, or a list of them`, '', 'State that starts the command. Required.'],
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

export const events: FreeSection<readonly EventCommand[]> = {
  title: 'Commands on events',
  isList: true,
  default: [],
  get written() {
    return z.array(written()).max(eventCommandsMax)
  },
  read: (tables, below, before, report) => {
    if (!Array.isArray(tables)) {
      report(wrong('', `on must be tables ([[on]]), but is ${quotedValue(tables)}.`))
      return before ?? below
    }
    if (tables.length > eventCommandsMax)
      report(
        wrong(
          '',
          `There are ${tables.length} [[on]] tables: the first ${eventCommandsMax} are read.`,
        ),
      )
    return tables
      .slice(0, eventCommandsMax)
      .flatMap((one: unknown, index) => readCommand(`[${index}]`, one, report))
  },
  print: (commands) =>
    commands.map((command) =>
      Object.fromEntries(Object.entries(command).filter(([, value]) => value !== '')),
    ),
  document: [
    `Up to ${eventCommandsMax} tables \`[[on]]\` are read. Each runs a program when the state of ` +
      'a tab changes ([guide](../guides/run-commands-on-events.md)).',
    '',
    '| key | type | default | description |',
    '|---|---|---|---|',
    ...Object.entries(keys).map(([key, cells]) => `| \`${key}\` | ${cells.join(' | ')} |`),
    '',
    '```toml',
    '[[on]]',
    'state = "waiting"',
    'agent = "claude"',
    'after_s = 60',
    'unseen = true',
    'run = ["notify-send", "Claude Code needs you"]',
    '```',
    '',
    'A table with an invalid or unknown key is ignored.',
  ].join('\n'),
  template: [
    '  For example:',
    '  [[on]]',
    '  state = "waiting" # or "working", "done", "error", "idle", or a list',
    '  after_s = 60',
    '  unseen = true',
    '  run = ["notify-send", "An agent needs you"]',
  ],
}

/** Returns nothing for an invalid or unknown key: without it, the command would run more often. */
function readCommand(
  place: string,
  value: unknown,
  report: Parameters<(typeof events)['read']>[3],
): EventCommand[] {
  if (!isTable(value)) {
    report(wrong(place, `on${place} must be a table ([[on]]), but is ${quotedValue(value)}.`))
    return []
  }
  const names = Object.keys(keys)
  const known = Object.entries(value).filter(([key]) => names.includes(key))
  for (const key of Object.keys(value))
    if (!names.includes(key))
      report({ ...unknownKey(`on${place}`, key, nearest(key, names)), key: `${place}.${key}` })
  const isWhole = known.length === Object.keys(value).length
  const read = written().safeParse(Object.fromEntries(known))
  if (read.success && !isWhole) return [] // the unknown key may be a condition
  if (read.success) {
    const { state: one, agent = '', project = '', after_s = 0, ...rest } = read.data
    const { unseen = false, answer = false, run } = rest
    const list = typeof one === 'string' ? [one] : one
    return [{ state: list, agent, project, after_s, unseen, answer, run }]
  }
  for (const key of new Set(read.error.issues.map(({ path }) => path[0] as keyof EventCommand)))
    report(
      value[key] === undefined
        ? wrong(place, `on${place} has no ${key}. Required: ${keys[key][0]}.`)
        : wrong(
            `${place}.${key}`,
            `invalid value for on${place}.${key}: ${quotedValue(value[key])}. ` +
              `Allowed: ${keys[key][0]}.`,
          ),
    )
  return []
}
