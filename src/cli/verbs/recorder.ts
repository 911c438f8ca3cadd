/**
 * `vibeflow log` and `report`: what the recorder keeps of sessions, read from its files, so that no
 * vibeflow need run (docs/recorder.md). One that runs writes what has happened until now first.
 */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { daysKept } from '../../core/recorder/limits.ts'
import { logRows, rowWords, type LogRow } from '../../core/recorder/log-rows.ts'
import { replayHtml } from '../../core/recorder/replay-html.ts'
import { added, noSums, report as reportOf, type SumRow } from '../../core/recorder/sums.ts'
import { agentName } from '../../core/tabs/agent-names.ts'
import { stateFolder } from '../../host/folders.ts'
import {
  localCalendar,
  readDays,
  readSessionLog,
  recorderFolder,
  sessionsWithLogs,
  type RecorderFolder,
} from '../../host/recorder/folder.ts'
import { askEveryApp } from '../ask-app.ts'
import { CommandError } from '../exit-codes.ts'
import { table } from '../table.ts'
import { ownTarget, targetOf } from '../target.ts'
import { isOn, sessionOptions, textOf, type Context, type Verb } from '../verb.ts'

export const log: Verb = {
  name: 'log',
  words: '[SESSION]',
  summary: 'what happened in a session: states, commands, answers, notifications',
  options: {
    ...sessionOptions,
    html: { type: 'string', value: 'FILE', text: 'as one HTML file that replays' },
  },
  notes: [
    'Read from files, so a session of a vibeflow that has ended without closing it has one too. ' +
      'The log of a tab is removed when the tab is closed.',
  ],
  async run(context) {
    const folder = folderOf(context)
    const session = await sessionOf(context, folder)
    await written(context)
    const read = readSessionLog(folder, session)
    if (read === null)
      throw new CommandError(
        'no-session',
        `nothing is recorded of ${session} yet: nothing has happened in it, or recorder.enabled ` +
          'is false.',
      )
    for (const problem of read.problems) context.complain(problem)
    const rows = logRows(read.items)
    const html = textOf(context, 'html')
    if (html !== null) {
      const file = resolve(context.directory, html)
      const ports = { hash, time: localTime }
      writeNew(file, replayHtml(session, rows, ports))
      if (context.json) context.document({ session, file, events: rows.length })
      else context.say(`${rows.length} events were written to ${file}.`)
    } else if (context.json) context.document({ session, events: rows.map(jsonRow) })
    else
      for (const line of table(rows.map((row) => [localTime(row.at), ...rowWords(row)])))
        context.say(line)
    return 0
  },
}

export const report: Verb = {
  name: 'report',
  words: '',
  summary: 'how long agents worked and waited for you, answers and failures',
  options: {
    today: { type: 'boolean', text: 'of this day (the default)' },
    week: { type: 'boolean', text: 'of this day and the six before' },
    by: {
      type: 'string',
      value: 'WHAT',
      choices: ['project', 'agent'],
      text: 'added up by project or by agent',
    },
  },
  notes: [
    `Times of all sessions, closed ones too, of ${daysKept} days. ` +
      'Agents that work at the same time count each.',
  ],
  async run(context) {
    const by = textOf(context, 'by')
    if (by !== null && by !== 'project' && by !== 'agent')
      throw new CommandError('usage', `--by takes project or agent, not ${by}.`)
    if (isOn(context, 'today') && isOn(context, 'week'))
      throw new CommandError('usage', 'give --today or --week, not both.')
    const days = isOn(context, 'week') ? 7 : 1
    await written(context)
    const [from, to] = daysUntilToday(days)
    const { rows, problems } = readDays(folderOf(context), (day) => day >= from && day <= to)
    for (const problem of problems) context.complain(problem)
    const sums = reportOf(rows, by)
    const total = sums.reduce(added, noSums)
    if (context.json) context.document({ from, to, by, rows: sums, total })
    else if (sums.length === 0)
      context.say(`No agent worked ${days === 1 ? 'today' : 'this week'}.`)
    else
      for (const line of table([
        ['AGENT', 'PROJECT', 'WORKED', 'WAITED', 'ANSWERS', 'FAILURES'].filter(
          (_, at) => at > 1 || by === null || at === (by === 'agent' ? 0 : 1),
        ),
        ...sums.map((row) => [...namesOf(row, by), ...amountsOf(row)]),
        [...(by === null ? ['total', ''] : ['total']), ...amountsOf({ ...noSums, ...total })],
      ]))
        context.say(line)
    return 0
  },
}

function namesOf({ agent, project }: SumRow, by: 'project' | 'agent' | null): string[] {
  const [who, where] = [agent === '' ? '-' : agentName(agent), project === '' ? '-' : project]
  return by === null ? [who, where] : [by === 'agent' ? who : where]
}

function amountsOf({ workedMs, waitedMs, answers, failures }: typeof noSums): string[] {
  return [minutes(workedMs), minutes(waitedMs), String(answers), String(failures)]
}

/** `2 h 05 min` */
function minutes(ms: number): string {
  const all = Math.round(ms / 60_000)
  if (all === 0 && ms > 0) return 'under 1 min'
  const [hours, rest] = [Math.floor(all / 60), all % 60]
  return hours === 0 ? `${rest} min` : `${hours} h ${String(rest).padStart(2, '0')} min`
}

/** So many days, the last of which is this one. */
function daysUntilToday(count: number): readonly [string, string] {
  const now = new Date()
  // noon: there is one on every day, whatever the clocks do
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1, 12)
  return [localCalendar.dayOf(first.getTime()).day, localCalendar.dayOf(now.getTime()).day]
}

function folderOf({ environment }: Context): RecorderFolder {
  return recorderFolder(stateFolder(environment, environment['HOME'] ?? homedir()))
}

/** One that does not answer in time may have written less: what is there is shown all the same. */
const writtenMs = 1_000

/** Every vibeflow that runs has written what it knows. */
async function written({ environment }: Context): Promise<void> {
  await askEveryApp(environment, { cmd: 'write-log' }, writtenMs)
}

/** By its log, which is there without a vibeflow too; else as every verb finds a session. */
async function sessionOf(context: Context, folder: RecorderFolder): Promise<string> {
  const [word] = context.positionals
  if (word === undefined || textOf(context, 'socket') !== null) {
    const own = textOf(context, 'socket') === null ? ownTarget(context.environment) : null
    return (own ?? (await targetOf(context, word))).id
  }
  const known = sessionsWithLogs(folder)
  const found = known.includes(word)
    ? [word]
    : known.filter((id) => word.length >= 3 && id.startsWith(word))
  const [only] = found
  if (only === undefined) return (await targetOf(context, word)).id
  if (found.length > 1)
    throw new CommandError('no-session', `${word} could be ${found.join(', ')}. Give more of it.`)
  return only
}

function jsonRow({ at, place, forMs, event }: LogRow): Readonly<Record<string, unknown>> {
  return { at, ...event, ...(forMs === undefined ? {} : { forMs: Math.round(forMs) }), place }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

/** `2026-11-25 09:05:07` */
function localTime(wall: number): string {
  const date = new Date(wall)
  const two = (number: number) => String(number).padStart(2, '0')
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${localCalendar.dayOf(wall).day} ${time}`
}

function writeNew(file: string, content: string): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      'failed',
      code === 'EEXIST'
        ? `${file} exists already, and is not overwritten.`
        : `${file} cannot be written (${code}).`,
    )
  }
}
