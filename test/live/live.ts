/**
 * The matrix of agents: each is installed, run in a tab against a fake model, and measured.
 * docs/contributing/reports/agent-measurements.md has the table. docs/contributing/testing.md
 * describes how to use it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { agents, type Driven } from './agents.ts'
import { busy } from './busy.ts'
import { answerEach, drive, recordReply, type Run } from './drive.ts'
import { hardTable, isRight, withHardTable, type AgentResults } from './hard/report.ts'
import { runHard } from './hard/run.ts'
import { cacheFolder, install } from './install.ts'
import { measure, seconds, stateName, type Marks, type Shown } from './measure.ts'
import { inTab, inTmux, isAllRight, tableOf, withTable, type Outcome } from './report.ts'
import type { Printed } from './terminal.ts'

export interface Wanted {
  /** Ids; none: all. */
  readonly ids: readonly string[]
  /** Installs the newest versions, even if some are installed. */
  readonly fresh: boolean
  /** Whether the table is written into agent-measurements.md. */
  readonly write: boolean
  /** Each in a tmux; the table is the second one. */
  readonly tmux: boolean
  /** Installs hooks with `vibeflow integrate`; the table is not written. */
  readonly hooks: boolean
  /** Each choice of each agent's dialog is answered, and nothing measured. */
  readonly answers: boolean
  /** The hard cases instead of the matrix. */
  readonly hard: boolean
  /** All work at the same time for so many minutes, and nothing is measured but false alarms. */
  readonly busy: number | null
  /** Ids of hard cases; none: all. */
  readonly only: readonly string[]
  /** Folder for recordings of all output; `null`: no recordings. */
  readonly record: string | null
  /** File with an answer of the model that is recorded instead; `null`: nothing. */
  readonly reply: string | null
  /** Columns for that recording. */
  readonly columns: number
}

/** The whole answer is on the screen. */
const replyRows = 130

const root = join(import.meta.dirname, '../..')

/** @returns whether every agent that could be run is right */
export async function live(wanted: Wanted, say: (line: string) => void): Promise<boolean> {
  const unknown = wanted.ids.filter((one) => !agents.some(({ id }) => id === one))
  if (unknown.length > 0)
    throw new Error(
      `${unknown.join(', ')}: only ${agents.map(({ id }) => id).join(', ')} are known`,
    )
  if (wanted.write && wanted.hooks) throw new Error('the tables of the document have no hooks')
  const chosen = agents.filter(({ id }) => wanted.ids.length === 0 || wanted.ids.includes(id))
  if (wanted.answers) {
    for (const driven of chosen) await answered(driven, wanted, say)
    return true
  }
  if (wanted.busy !== null) return await busyAll(chosen, wanted, say)
  if (wanted.hard) {
    const results: AgentResults[] = []
    for (const driven of chosen) results.push(await hardOf(driven, wanted, say))
    return results.every(isRight)
  }
  if (wanted.reply !== null) {
    for (const driven of chosen) await replied(driven, wanted, say)
    return true
  }
  const outcomes: Outcome[] = []
  for (const driven of chosen) outcomes.push(await tried(driven, wanted, say))
  const place = wanted.tmux ? inTmux : inTab
  const date = new Date().toISOString().slice(0, 10)
  say(tableOf(outcomes, date, place))
  if (wanted.write) {
    const file = join(root, 'docs/contributing/reports/agent-measurements.md')
    const before = readFileSync(file, 'utf8')
    const others = wanted.ids.length === 0 ? '' : before
    writeFileSync(file, withTable(before, tableOf(outcomes, date, place, others), place))
  }
  return outcomes.every((one) => 'problem' in one.row || isAllRight(one, place))
}

/** There, or a sentence why not. */
function installedFor(driven: Driven, fresh: boolean, say: (line: string) => void) {
  say(`--- ${driven.name}`)
  const program = driven.command.split(' ')[0] ?? ''
  const folder = join(cacheFolder(process.env), driven.id)
  return install(folder, { ...driven, command: program }, fresh)
}

async function answered(
  driven: Driven,
  { fresh }: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const found = installedFor(driven, fresh, say)
  if ('problem' in found) {
    say(found.problem)
    return
  }
  say(found.version)
  const scene = { inTmux: false, withHooks: false, log: say }
  for (const line of await answerEach(driven, found, scene)) say(line)
}

/** @returns whether no tab needed its user without a reason */
async function busyAll(
  chosen: readonly Driven[],
  { fresh, busy: minutes }: Wanted,
  say: (line: string) => void,
): Promise<boolean> {
  const folder = join(root, 'artifacts/live/busy')
  const results = await Promise.all(
    chosen.map(async (driven) => {
      const found = installedFor(driven, fresh, say)
      if ('problem' in found) return null
      const result = await busy(driven, found, { minutes: minutes ?? 0, folder, log: say })
      return { driven, ...result }
    }),
  )
  let allMs = 0
  let count = 0
  for (const one of results) {
    if (one === null) continue
    allMs += one.busyMs
    count += one.wrong.length
    say(`${one.driven.id}: ${seconds(one.busyMs)} s busy; ${one.wrong.join('; ') || 'right'}`)
  }
  const load = Math.round(loadavg()[0] ?? 0)
  say(`${Math.round(allMs / 60_000)} minutes of work at load ${load}, ${count} false alarms`)
  return count === 0
}

/** Runs the hard cases of one agent, and writes its table. */
async function hardOf(
  driven: Driven,
  { fresh, write, only }: Wanted,
  say: (line: string) => void,
): Promise<AgentResults> {
  const { name } = driven
  const found = installedFor(driven, fresh, say)
  if ('problem' in found) {
    say(found.problem)
    return { name, version: null, results: [] }
  }
  const folder = join(root, 'artifacts/live', `${driven.id}-hard`)
  mkdirSync(folder, { recursive: true })
  const keep = (id: string, text: string) =>
    writeFileSync(join(folder, `${id.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.txt`), text)
  const results = await runHard(driven, found, { log: say, only, keep })
  const agent = { name, version: found.version, results }
  const date = new Date().toISOString().slice(0, 10)
  say(hardTable(agent, date))
  if (write) {
    const file = join(root, 'docs/contributing/reports/agent-hard-cases.md')
    const onlySome = only.length > 0
    writeFileSync(file, withHardTable(readFileSync(file, 'utf8'), agent, { date, onlySome }))
  }
  return agent
}

/** Records how an agent draws an answer of its model: test/data/replies/README.md. */
async function replied(
  driven: Driven,
  { fresh, record, reply, columns }: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const found = installedFor(driven, fresh, say)
  if ('problem' in found || record === null || reply === null) {
    say('problem' in found ? found.problem : '--reply needs --record')
    return
  }
  const scene = {
    ...{ inTmux: false, withHooks: false, log: say },
    size: { cols: columns, rows: replyRows },
    text: readFileSync(reply, 'utf8').trim(),
  }
  const { printed, home } = await recordReply(driven, found, scene)
  mkdirSync(record, { recursive: true })
  const file = join(record, `${driven.id}-${found.version}-${columns}.raw.gz`)
  writeFileSync(file, gzipSync(withoutHome(printed, home), { level: 9 }))
  say(file)
}

async function tried(
  driven: Driven,
  { fresh, record, tmux, hooks }: Wanted,
  say: (line: string) => void,
): Promise<Outcome> {
  const { id, name } = driven
  const found = installedFor(driven, fresh, say)
  if ('problem' in found) {
    say(found.problem)
    return { id, name, version: null, sources: [], row: found, load: 0 }
  }
  const run = await drive(driven, found, { inTmux: tmux, withHooks: hooks, log: say })
  artifacts(`${id}${tmux ? '-tmux' : ''}${hooks ? '-hooks' : ''}`, run)
  if (record !== null) recording(join(record, `${id}-${found.version}`), run)
  const sources = sourcesOf(run.shown)
  if (run.problem !== null) say(run.problem)
  const row =
    run.problem === null ? measure(run.shown, run.marks as Marks) : { problem: run.problem }
  const load = Math.round(loadavg()[0] ?? 0)
  return { id, name, version: found.version, sources, row, load }
}

/** Returns the sources of the agent's states, the most frequent first. */
function sourcesOf(shown: readonly Shown[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { source, front } of shown)
    if (source !== null && front !== null) counts.set(source, (counts.get(source) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([source]) => source)
}

/** Writes the tab's states, their reasons and the screens, for people: artifacts/live/ID.txt. */
function artifacts(id: string, { marks, shown, screens }: Run): void {
  const folder = join(root, 'artifacts/live')
  mkdirSync(folder, { recursive: true })
  const lines = [
    ...shown.map((one) => ({
      at: one.at,
      text: `${stateName(one)} by ${one.source} (${one.front ?? 'nobody'})`,
    })),
    ...Object.entries(marks).map(([name, at]) => ({ at, text: `--- ${name}` })),
  ].toSorted((a, b) => a.at - b.at)
  writeFileSync(
    join(folder, `${id}.txt`),
    [
      ...lines.map(({ at, text }) => `${seconds(at).padStart(8)} ${text}`),
      ...screens.map(
        ({ mark, text, why }) => `\n===== ${mark}\n${text}\n${JSON.stringify(why, null, 1)}`,
      ),
      '',
    ].join('\n'),
  )
}

/** As test/data/traces/README.md describes them. The home's path is another of equal length. */
function recording(file: string, { printed, home }: Run): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(`${file}.raw`, withoutHome(printed, home))
  writeFileSync(`${file}.raw.idx`, `${printed.index.join('\n')}\n`)
}

/** Returns the output without the names of this machine. */
function withoutHome({ chunks }: Printed, home: string): Buffer {
  const instead = `/home/me/${'w'.repeat(200)}`.slice(0, home.length)
  const raw = Buffer.concat(chunks)
    .toString('latin1')
    .replaceAll(home, instead)
    .replaceAll(`file://${hostname()}/`, 'file://localhost/')
  return Buffer.from(raw, 'latin1')
}
