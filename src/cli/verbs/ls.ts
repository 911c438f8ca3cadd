/** `vibeflow ls`: lists the sessions of all instances, then panes without a program. */
import { commonExits } from '../command/exit-codes.ts'
import { memoryText } from '../../agents/process/usage.ts'
import { span } from '../../base/text/span.ts'
import { fitOf, table, terminalColumns } from '../terminal/table.ts'
import { askAll, noneSeen, nameable, ownTarget } from '../sessions/target.ts'
import { listedLimits } from '../../agents/limits/account-limits.ts'
import { countedChanges } from '../../core/session/agent/turn-changes.ts'
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
      'unresponsive.',
    'In a terminal, an asterisk follows the ID of the session that you are in. With `--json`, ' +
      'that session has `own: true`. `userVariables` has the variables that programs set with ' +
      'OSC 1337. `mark` has the color, sign and note of its tab. `usage` has processes, memory in ' +
      'bytes, ports and the three biggest programs. ' +
      "`changes` has the files and lines of the repository that changed since the agent's turn " +
      'started. `limits` has the usage limits of its account. Both are absent if they were not ' +
      'known within a second.',
  ],
  options: {},
  examples: [
    ['vibeflow ls', 'List all sessions.'],
    [`vibeflow ls --json | jq -r '.sessions[].id'`, 'Print the ID of each session.'],
  ],
  exits: commonExits({ done: 'Success. No session needs to be running.' }),
  async run({ environment, json, say, document, complain }) {
    const answers = await askAll(await nameable(environment))
    const own = ownTarget(environment)?.id
    const panes = answers.flatMap(({ pane }) => pane ?? [])
    const sessions = answers.flatMap((one) => (one.pane === undefined ? [described(one, own)] : []))
    if (json) {
      const changes = await changesOf(environment)
      document({ sessions: sessions.map((one) => ({ ...one, ...changes(one.id) })), panes })
      return 0
    }
    // A script that reads a pipe finds the same columns in each row.
    const mark = terminalColumns() === undefined ? '' : ' *'
    const running = sessions.map((one) =>
      'title' in one
        ? [
            one.id === own ? `${one.id}${mark}` : one.id,
            one.tab ?? '-',
            one.kind === undefined ? one.state : `${one.state} (${one.kind})`,
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
    const rows = [...running, ...others]
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

/** An app that answers later, ms, reports no changes. */
const changesMs = 1_000

/** Asks the apps for changes and limits. Returns those of a session, for its document. */
async function changesOf(environment: ProcessEnvironment) {
  const answers = await askEveryApp(environment, { cmd: 'changes' }, changesMs)
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
    userVariables,
    ...(id === own ? { own: true } : {}),
  }
}
