/** `vibeflow ls`: lists the sessions of all instances, then panes without a program. */
import { commonExits } from '../command/exit-codes.ts'
import { memoryText } from '../../agents/process/usage.ts'
import { span } from '../../base/text/span.ts'
import { fitOf, table, terminalColumns } from '../terminal/table.ts'
import { keptSessions, type KeptSession } from '../sessions/kept.ts'
import { askAll, noneSeen, nameable, ownTarget, type SessionTarget } from '../sessions/target.ts'
import { listedLimits } from '../../agents/limits/account-limits.ts'
import { commandText } from '../../base/command.ts'
import { defined } from '../../base/objects/defined.ts'
import type { KeptFacts } from '../../core/session/launch/kept-facts.ts'
import { countedChanges } from '../../core/session/agent/turn-changes.ts'
import { queueWords } from '../../core/windows/tabs/state-words.ts'
import type { Verb } from '../command/verb.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { askEveryApp } from '../sessions/ask-app.ts'

const heads = [
  'ID',
  'TAB',
  'STATE',
  'SINCE',
  'TOOL',
  'SIZE',
  'CLIENTS',
  'MEMORY',
  'PORTS',
  'DIRECTORY',
  'TITLE',
]

export const ls: Verb = {
  name: 'ls',
  words: '',
  summary: 'List running sessions.',
  description: [
    'Lists the sessions of all running vibeflow instances, in the order of windows and tabs: ID, ' +
      'window and tab (such as 1.3), state, time in that state, tool, size, number of clients, ' +
      'memory, ports, directory and title. The ports are those on which its processes listen for ' +
      'TCP. Panes without a running program follow. A session that does not answer is listed as ' +
      'unresponsive. Sessions whose vibeflow was killed, and whose programs still run, are last, ' +
      'with the state kept.',
    'In a terminal, an asterisk follows the ID of the session that you are in. With `--json`, ' +
      'that session has `own: true`. `userVariables` has the variables that programs set with ' +
      'OSC 1337. `mark` has the color, sign and note of its tab. `usage` has processes, memory ' +
      'in bytes, ports and the three biggest programs. `estimate` is true if the kernel did not ' +
      'count them. ' +
      "`changes` has the files and lines of the repository that changed since the agent's turn " +
      'started. `limits` has the usage limits of its account. Both are absent if they are not ' +
      'known. `queue` has the number of queued prompts, and why it is paused.',
  ],
  options: {},
  examples: [
    ['vibeflow ls', 'List all sessions.'],
    [`vibeflow ls --json | jq -r '.sessions[].id'`, 'Print the ID of each session.'],
  ],
  exits: commonExits({ done: 'Success. No session needs to be running.' }),
  async run({ environment, json, say, document, complain }) {
    const [found, changes] = await Promise.all([
      nameable(environment),
      json ? changesOf(environment) : null,
    ])
    const answers = await askAll(found)
    const own = ownTarget(environment)?.id
    const kept = await keptAmong(found, answers, environment)
    const panes = answers.flatMap(({ pane }) => pane ?? [])
    const sessions = answers.flatMap((one) => (one.pane === undefined ? [described(one, own)] : []))
    if (changes !== null) {
      const answering = sessions.map((one) => ({ ...one, ...changes(one.id) }))
      document({ sessions: [...answering, ...kept.map(describedKept)], panes })
      return 0
    }
    // A script that reads a pipe finds the same columns in each row.
    const mark = terminalColumns() === undefined ? '' : ' *'
    const running = sessions.map((one) =>
      'title' in one
        ? [
            one.id === own ? `${one.id}${mark}` : one.id,
            one.tab ?? '-',
            [
              one.kind === undefined ? one.state : `${one.state} (${one.kind})`,
              ...(one.queue === undefined ? [] : [queueWords(one)]),
            ].join(', '),
            span(Date.now() - one.since),
            one.tool ?? '-',
            `${one.cols}x${one.rows}`,
            String(one.clients),
            one.usage === undefined ? '-' : memoryText(one.usage.memory),
            one.usage?.ports.join(',') || '-',
            one.cwd,
            [one.mark?.sign ?? one.mark?.color, one.title].filter(Boolean).join(' '),
          ]
        : [one.id, one.tab ?? '-', one.state, ...empty(8)],
    )
    const tabs = new Map(answers.map(({ id, place }) => [id, place]))
    const others = panes.map(({ id, state, directory, command, title }) => [
      ...[id, tabs.get(id) ?? '-', state, ...empty(6)],
      directory,
      command ?? title,
    ])
    const left = kept.map(({ id, startedAt, cols, rows: height, facts }) => [
      ...[id, '-', 'kept', span(Date.now() - startedAt), '-', `${cols}x${height}`],
      ...empty(3),
      facts?.directory ?? '-',
      facts?.title ?? commandOf(facts) ?? '-',
    ])
    const rows = [...running, ...others, ...left]
    if (rows.length === 0) complain(noneSeen)
    else {
      const fit = fitOf(
        heads,
        ['CLIENTS', 'SIZE', 'PORTS', 'SINCE', 'TAB', 'TOOL', 'MEMORY'],
        [
          ['TITLE', 'end'],
          ['DIRECTORY', 'begin'],
        ],
      )
      for (const line of table([heads, ...rows], fit)) say(line)
    }
    return 0
  },
}

/** Returns the sessions that have a socket without a vibeflow, but whose programs run. */
async function keptAmong(
  found: readonly SessionTarget[],
  answers: readonly Answered[],
  environment: ProcessEnvironment,
): Promise<readonly KeptSession[]> {
  const silent = found.filter(({ id }) => !answers.some((one) => one.id === id))
  if (silent.length === 0) return []
  const kept = await keptSessions(environment)
  return kept.filter(({ id }) => silent.some((one) => one.id === id))
}

/** Returns the document of a session that no vibeflow has. */
function describedKept({ id, pid, startedAt, cols, rows, facts }: KeptSession) {
  const { title, directory: cwd } = facts ?? {}
  const known = defined({ title, cwd, command: commandOf(facts) })
  return { id, state: 'kept', cols, rows, pid, startedAt, ...known }
}

function commandOf(facts: KeptFacts | null): string | undefined {
  return facts?.command == null ? undefined : commandText(facts.command)
}

/** Asks the apps for changes and limits. Returns those of a session, for its document. */
async function changesOf(environment: ProcessEnvironment) {
  const answers = await askEveryApp(environment, { cmd: 'changes' })
  const known = answers.map(({ answer }) => ({
    changes: countedChanges.safeParse(answer['changes']).data ?? {},
    limits: listedLimits.safeParse(answer['limits']).data ?? {},
  }))
  return (id: string) => {
    const changes = known.find((one) => Object.hasOwn(one.changes, id))?.changes[id]
    const limits = known.find((one) => Object.hasOwn(one.limits, id))?.limits[id]
    return {
      ...(changes === undefined ? {} : { changes }),
      ...(limits === undefined ? {} : { limits }),
    }
  }
}

/** Cells of columns that a row does not have. */
const empty = (columns: number): string[] => Array.from({ length: columns }, () => '-')

type Answered = Awaited<ReturnType<typeof askAll>>[number]

/**
 * Returns the document of a session for `--json`.
 * @param own ID of the session that the command runs in
 */
function described({ id, path, place, welcome }: Answered, own: string | undefined) {
  const tab = place === undefined ? {} : { tab: place }
  if (welcome === null) return { id, ...tab, socket: path, state: 'unresponsive' }
  const {
    state,
    session: {
      title,
      cwd,
      cols,
      rows,
      sizeBy,
      clients,
      pid,
      command,
      startedAt,
      mark,
      usage,
      queue,
      userVariables = {},
    },
  } = welcome
  return {
    id,
    ...tab,
    socket: path,
    state: state.state,
    ...(state.kind === undefined ? {} : { kind: state.kind }),
    since: state.since,
    ...(state.tool === undefined ? {} : { tool: state.tool }),
    title,
    cwd,
    cols,
    rows,
    sizeBy,
    clients: clients - 1,
    pid,
    command,
    startedAt,
    ...(mark === undefined ? {} : { mark }),
    ...(usage === undefined ? {} : { usage }),
    ...(queue === undefined ? {} : { queue }),
    userVariables,
    ...(id === own ? { own: true } : {}),
  }
}
