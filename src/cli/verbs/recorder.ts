/**
 * `vibeflow log` and `report`: show recorded data from files, without a running vibeflow
 * (docs/guides/time-report-and-log.md). Running instances write pending events first.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { daysKept } from '../../core/recorder/limits.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { logRows, rowWords, type LogRow } from '../../core/recorder/log-rows.ts'
import {
  readPlaces,
  shownRow,
  stoodStill,
  type RecordedPlaces,
} from '../../core/recorder/places.ts'
import { replayHtml, type ReplayScreen } from '../../core/recorder/replay-html.ts'
import {
  added,
  noSums,
  sumReport as reportOf,
  type SumRow,
} from '../../core/recorder/daily-totals.ts'
import { agentName } from '../../core/windows/tabs/agent-names.ts'
import { stateFolder } from '../../host/files/folders.ts'
import {
  localCalendar,
  readDays,
  readSessionLog,
  recorderFolder,
  sessionsWithLogs,
  type RecorderFolder,
} from '../../host/state/recorder/folder.ts'
import { accountLine, accountsNow } from '../sessions/account-limits.ts'
import { askEveryApp } from '../sessions/ask-app.ts'
import { CommandError, commonExits, sessionExits, usageError } from '../command/exit-codes.ts'
import { unwritable } from '../command/file-problem.ts'
import { brokenTable, fitOf, table, terminalColumns } from '../terminal/table.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { ambiguous, ownTarget, targetOf } from '../sessions/target.ts'
import { isOn, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import { withSession } from './input.ts'

export const logVerb: Verb = {
  name: 'log',
  words: '[SESSION]',
  summary: 'Show the activity log of a session.',
  description: [
    'Lists states, commands, answers and notifications with their times.',
    'The log is read from files. It is therefore also available for a session whose vibeflow ' +
      'ended without closing it. Closing a tab removes its log.',
  ],
  options: {
    ...sessionOptions,
    html: {
      type: 'string',
      value: 'FILE',
      text: 'Write a page that replays the log to a new file.',
    },
    screen: {
      type: 'boolean',
      text: 'With --html: add the current scrollback and screen of the session.',
    },
  },
  examples: [
    ['vibeflow log', 'Show the log of the session that you are in.'],
    ['vibeflow log 3nqj --html log.html --screen', 'Write a replay with the screen.'],
  ],
  exits: sessionExits({ 'no-session': 'No session matches, or nothing is recorded for it.' }),
  async run(context) {
    const folder = folderOf(context)
    const session = await sessionOf(context, folder)
    await written(context)
    const read = readSessionLog(folder, session)
    if (read === null)
      throw new CommandError(
        'no-session',
        `nothing is recorded for session ${session} yet. If recorder.enabled is off, turn it on.`,
      )
    for (const problem of read.problems) context.complain(problem)
    const rows = logRows(read.items)
    const html = optionText(context, 'html')
    if (html === null && isOn(context, 'screen')) throw usageError('--screen requires --html FILE.')
    if (html !== null) {
      const file = resolve(context.directory, html)
      const screen = isOn(context, 'screen')
        ? await screenOf(context, session, read.items.filter(({ type }) => type === 'run').length)
        : null
      writeNew(file, replayHtml(session, rows, { hash, time: localTime }, screen))
      const shown = screen === null ? 0 : screen.rows
      if (context.json) context.document({ session, file, events: rows.length, rows: shown })
      else
        context.say(
          `Wrote ${file} (events: ${rows.length}` +
            `${screen === null ? '' : `, rows of the screen: ${shown}`}).`,
        )
    } else if (context.json) context.document({ session, events: rows.map(jsonRow) })
    else
      for (const line of brokenTable(
        rows.map((row) => [localTime(row.at), ...rowWords(row)]),
        terminalColumns(),
      ))
        context.say(line)
    return 0
  },
}

export const reportVerb: Verb = {
  name: 'report',
  words: '',
  summary: "Summarize agents' working and waiting times.",
  description: [
    'Prints for each agent and project how long it worked and waited for you, and the number of ' +
      'answers and failures. Closed sessions are included. Agents that work at the same time ' +
      `are counted separately. The times are kept for ${daysKept} days.`,
    'The usage limits that running instances know for each account follow.',
  ],
  options: {
    today: { type: 'boolean', text: 'Report on today (default).' },
    week: { type: 'boolean', text: 'Report on today and the 6 days before.' },
    by: {
      type: 'string',
      value: 'WHAT',
      choices: ['project', 'agent'],
      text: 'Add up the times by project or by agent.',
    },
  },
  examples: [
    ['vibeflow report', 'Summarize today.'],
    ['vibeflow report --week --by project', 'Summarize the last 7 days by project.'],
  ],
  exits: commonExits(),
  async run(context) {
    const by = optionText(context, 'by')
    if (by !== null && by !== 'project' && by !== 'agent')
      throw usageError(noneOf(by, '--by', ['project', 'agent']))
    if (isOn(context, 'today') && isOn(context, 'week'))
      throw usageError("--today and --week can't be used together.")
    const days = isOn(context, 'week') ? 7 : 1
    await written(context)
    const [from, to] = daysUntilToday(days)
    const { rows, problems } = readDays(folderOf(context), (day) => day >= from && day <= to)
    for (const problem of problems) context.complain(problem)
    const sums = reportOf(rows, by)
    const total = sums.reduce(added, noSums)
    const accounts = await accountsNow(context.environment)
    if (context.json) context.document({ from, to, by, rows: sums, total, accounts })
    else if (sums.length === 0)
      context.say(`No agent worked ${days === 1 ? 'today' : 'this week'}.`)
    else for (const line of reported(sums, total, by)) context.say(line)
    if (accounts.length > 0) context.say('\nLimits now:')
    for (const account of accounts) context.say(`  ${accountLine(account, Date.now())}`)
    return 0
  },
}

function reported(
  sums: readonly SumRow[],
  total: typeof noSums,
  by: 'project' | 'agent' | null,
): readonly string[] {
  const heads = ['AGENT', 'PROJECT', 'WORKED', 'WAITED', 'ANSWERS', 'FAILURES'].filter(
    (_, at) => at > 1 || by === null || at === (by === 'agent' ? 0 : 1),
  )
  const crops = (['PROJECT', 'AGENT'] as const).filter((head) => heads.includes(head))
  return table(
    [
      heads,
      ...sums.map((row) => [...namesOf(row, by), ...amountsOf(row)]),
      [...(by === null ? ['total', ''] : ['total']), ...amountsOf({ ...noSums, ...total })],
    ],
    fitOf(
      heads,
      ['ANSWERS', 'FAILURES'],
      crops.map((head) => [head, 'end'] as const),
    ),
  )
}

function namesOf({ agent, project }: SumRow, by: 'project' | 'agent' | null): string[] {
  const [who, where] = [agent === '' ? '-' : agentName(agent), project === '' ? '-' : project]
  return by === null ? [who, where] : [by === 'agent' ? who : where]
}

function amountsOf({ workedMs, waitedMs, answers, failures }: typeof noSums): string[] {
  return [minutes(workedMs), minutes(waitedMs), String(answers), String(failures)]
}

/** Returns `2 h 05 min`. */
function minutes(ms: number): string {
  const all = Math.round(ms / 60_000)
  if (all === 0 && ms > 0) return 'under 1 min'
  const [hours, rest] = [Math.floor(all / 60), all % 60]
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`
}

/** Returns the first and last of `count` days that end today. */
function daysUntilToday(count: number): readonly [string, string] {
  const now = new Date()
  // noon exists on every day, even when clocks change
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1, 12)
  return [localCalendar.dayOf(first.getTime()).day, localCalendar.dayOf(now.getTime()).day]
}

function folderOf({ environment }: VerbContext): RecorderFolder {
  return recorderFolder(stateFolder(environment, environment['HOME'] ?? homedir()))
}

/** Makes all running instances write pending events. A hung instance shows older data. */
async function written({ environment }: VerbContext): Promise<void> {
  await askEveryApp(environment, { cmd: 'write-log' })
}

/** Rows of scrollback in the file. A page with more rows opens slowly. */
const exportedRowsMax = 5_000

/** Attempts to read screen and places without output in between that scrolls. */
const triesMax = 5

/** Returns the session's screen, with the rows of its events if known. */
async function screenOf(context: VerbContext, id: string, run: number): Promise<ReplayScreen> {
  const { environment } = context
  const path = optionText(context, 'socket') ?? (await targetOf(context, id)).path
  const [vt, { screenIn }] = await Promise.all([
    import('../../terminal/index.ts'), // large, and not needed otherwise
    import('./snapshot.ts'),
  ])
  return withSession(context, { id, path }, { encoding: 'json' }, async (client) => {
    const read = async () => {
      const payload = await client.snapshot({ format: 'screen', scrollback: exportedRowsMax })
      return screenIn(payload, vt)
    }
    let before = await placesIn(environment, id)
    for (let tries = 1; ; tries += 1) {
      const snapshot = await read()
      const after = await placesIn(environment, id)
      const still = stoodStill(before, after) ? after : null
      before = after
      if (still === null && after !== null && tries < triesMax) continue
      const history = snapshot.scrollback?.rows ?? 0
      return {
        svg: vt.toSvg(snapshot),
        rowHeight: vt.svgRowHeight,
        rows: history + snapshot.rows,
        // no row is better than a wrong one
        rowOf: (row) =>
          still === null || row.run !== run ? null : shownRow(still, row.place, history),
      }
    }
  })
}

/** Returns `null` if no running instance knows them. */
async function placesIn(
  environment: ProcessEnvironment,
  session: string,
): Promise<RecordedPlaces | null> {
  const answers = await askEveryApp(environment, { cmd: 'places', session })
  return answers.map(({ answer }) => readPlaces(answer)).find((one) => one !== null) ?? null
}

/** Finds the session by its log, which needs no running instance, else as all verbs do. */
async function sessionOf(context: VerbContext, folder: RecorderFolder): Promise<string> {
  const [word] = context.positionals
  if (word === undefined || word === '.' || optionText(context, 'socket') !== null) {
    const own = optionText(context, 'socket') === null ? ownTarget(context.environment) : null
    return (own ?? (await targetOf(context, word))).id
  }
  const known = sessionsWithLogs(folder)
  const found = known.includes(word)
    ? [word]
    : known.filter((id) => word.length >= 3 && id.startsWith(word))
  const [only] = found
  if (only === undefined) return (await targetOf(context, word)).id
  if (found.length > 1)
    throw ambiguous(
      word,
      found.map((id) => ({ id })),
    )
  return only
}

function jsonRow({ at, place, forMs, event }: LogRow): Readonly<Record<string, unknown>> {
  return { at, ...event, ...(forMs === undefined ? {} : { forMs: Math.round(forMs) }), place }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** Returns `2026-11-25 09:05:07`, the Swedish format. */
function localTime(wall: number): string {
  return new Date(wall).toLocaleString('sv')
}

function writeNew(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw unwritable(file, error)
  }
}
