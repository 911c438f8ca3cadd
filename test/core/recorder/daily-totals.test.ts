/** The report adds up to the recorder's events: real sums against a naive count. */
import { describe, expect, it } from 'vitest'
import type { RecorderEvent } from '../../../src/core/recorder/events.ts'
import { LogWriter, readLog, type LogItem } from '../../../src/core/recorder/log-file.ts'
import { sumRowsMax } from '../../../src/core/recorder/limits.ts'
import {
  DaySums,
  otherProjects,
  readSums,
  sumReport,
  writeSums,
  type Calendar,
  type SumRow,
} from '../../../src/core/recorder/daily-totals.ts'
import { Timeline } from '../../../src/core/recorder/timeline.ts'
import { below, pick, seeded } from '../../support/random.ts'

const hour = 3_600_000

/** Days of a zone whose clocks change: one of 23 hours, one of 25, then of 24. */
const lengths = [24, 23, 25, 24, 24, 24, 24, 24]
const calendar: Calendar = {
  dayOf: (wall) => {
    let ends = 0
    let day = 0
    for (; ends <= wall; day += 1) ends += (lengths[day] ?? 24) * hour
    return { day: `2026-03-${String(day).padStart(2, '0')}`, ends }
  },
}

const state = (
  shown: 'working' | 'waiting' | 'done' | 'error' | 'active',
  tool: string,
  project: string,
): RecorderEvent => ({
  type: 'state',
  state: shown,
  tool,
  project,
  source: 'osc7501',
  reason: 'it said so',
})

/** A day or so of one session, with sleep, clocks that are set, and restarts. */
function randomItems(random: () => number): LogItem[] {
  let mono = below(random, 10_000)
  let wall = below(random, 24 * hour)
  const items: LogItem[] = [{ type: 'run', mono, wall }]
  const step = () => {
    const ms = random() < 0.1 ? below(random, 9 * hour) : below(random, 600_000)
    mono += ms
    wall += ms
  }
  for (let at = 0; at < 120; at += 1) {
    step()
    const chance = random()
    if (chance < 0.05) {
      mono = below(random, 10_000) // another run of the app
      wall += below(random, hour)
      items.push({ type: 'run', mono, wall })
    } else if (chance < 0.12) {
      wall = Math.max(0, wall + below(random, 4 * hour) - 2 * hour) // slept, or set back
      items.push({ type: 'clock', mono, wall })
    } else if (chance < 0.3) items.push({ type: 'alive', mono })
    else {
      const event: RecorderEvent =
        chance < 0.8
          ? state(
              pick(random, ['working', 'waiting', 'done', 'error', 'active'] as const),
              pick(random, ['', 'claude', 'codex']),
              pick(random, ['api', 'web', '']),
            )
          : chance < 0.9
            ? {
                type: 'answer',
                rule: 'r',
                question: 'q',
                choice: 'Yes',
                by: 'mcp',
                refused: random() < 0.3 ? 'the dialog is gone' : null,
              }
            : chance < 0.95
              ? { type: 'ended', code: 0, signal: null }
              : { type: 'command', line: 'ls', ranMs: 5, code: 0 }
      items.push({ type: 'entry', mono, place: 0, event })
    }
  }
  return items
}

type Naive = Map<string, Omit<SumRow, 'project' | 'agent'>>

/** Adds the time between each pair of items, split at every day. */
function naive(items: readonly LogItem[], into: Naive): void {
  let shown: Extract<RecorderEvent, { type: 'state' }> | null = null
  let offset = 0
  const put = (day: string, key: keyof Omit<SumRow, 'project' | 'agent'>, value: number) => {
    if (shown === null) return
    const name = `${day}|${shown.project}|${shown.tool}`
    const row = into.get(name) ?? { workedMs: 0, waitedMs: 0, answers: 0, failures: 0 }
    into.set(name, { ...row, [key]: row[key] + value })
  }
  items.forEach((item, at) => {
    if (item.type === 'run' || item.type === 'clock') offset = item.wall - item.mono
    if (item.type === 'run') shown = null
    if (item.type === 'entry') {
      const { event } = item
      const before = shown as Extract<RecorderEvent, { type: 'state' }> | null
      if (event.type === 'ended') shown = null
      if (event.type === 'state') shown = event
      const { day } = calendar.dayOf(item.mono + offset)
      if (event.type === 'state' && event.state === 'error' && event.tool !== '')
        if (before?.state !== 'error' || before.tool !== event.tool) put(day, 'failures', 1)
      if (event.type === 'answer' && event.refused === null && before?.tool) put(day, 'answers', 1)
    }
    const next = items[at + 1]
    const now = shown as Extract<RecorderEvent, { type: 'state' }> | null
    if (next === undefined || next.type === 'run' || now === null || now.tool === '') return
    if (now.state !== 'working' && now.state !== 'waiting') return
    const key = now.state === 'working' ? 'workedMs' : 'waitedMs'
    const from = item.mono + offset
    const to = next.mono + offset
    // adds the part of [from, to) in each day
    for (let day = 0, begins = 0; begins < to; day += 1) {
      const ends = begins + (lengths[day] ?? 24) * hour
      const part = Math.min(to, ends) - Math.max(from, begins)
      if (part > 0) put(calendar.dayOf(begins).day, key, part)
      begins = ends
    }
  })
}

const total = (rows: readonly SumRow[]) =>
  rows.reduce((sum, row) => sum + row.workedMs + row.waitedMs + row.answers + row.failures, 0)

describe('the report', () => {
  it("adds up to the recorder's events, of overlapping sessions, whatever clocks do", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = seeded(seed)
      const sums = new DaySums(calendar)
      const expected: Naive = new Map()
      for (let session = 0; session < 4; session += 1) {
        const items = randomItems(random)
        const line = new Timeline()
        // through the file, as the log keeps it
        const writer = new LogWriter()
        const read = readLog(items.map((item) => writer.line(item)).join(''))
        expect(read, `seed ${seed}`).toEqual({ items, damaged: 0 })
        for (const item of read.items) sums.add(line, item)
        naive(items, expected)
      }
      const found: Naive = new Map()
      for (const day of sums.days)
        for (const { project, agent, ...row } of sums.rows(day))
          found.set(`${day}|${project}|${agent}`, row)
      expect(found, `seed ${seed}`).toEqual(expected)
      const rows = sums.days.flatMap((day) => readSums(writeSums(sums.rows(day))) ?? [])
      for (const by of ['project', 'agent', null] as const)
        expect(total(sumReport(rows, by)), `seed ${seed}`).toBe(total(rows))
    }
  })

  it('sorts by work, and adds up by project or agent', () => {
    const row = (project: string, agent: string, workedMs: number): SumRow => ({
      ...{ project, agent, workedMs },
      ...{ waitedMs: 1, answers: 2, failures: 3 },
    })
    const rows = [row('api', 'claude', 5), row('web', 'codex', 9), row('api', 'codex', 6)]
    expect(sumReport(rows, 'project')).toMatchObject([
      { project: 'api', agent: '', workedMs: 11, waitedMs: 2, answers: 4, failures: 6 },
      { project: 'web', agent: '', workedMs: 9 },
    ])
    expect(sumReport(rows, 'agent')).toMatchObject([
      { agent: 'codex', workedMs: 15 },
      { agent: 'claude', workedMs: 5 },
    ])
  })

  it('is bounded: projects beyond are added to one row', () => {
    const sums = new DaySums(calendar)
    const line = new Timeline()
    sums.add(line, { type: 'run', mono: 0, wall: 0 })
    for (let at = 0; at < 3 * sumRowsMax; at += 1)
      sums.add(line, {
        ...{ type: 'entry', mono: at * 10, place: 0 },
        event: state('working', 'claude', `project ${at}`),
      })
    const rows = sums.rows('2026-03-01')
    expect(rows.length).toBe(sumRowsMax + 1)
    expect(rows.at(-1)).toMatchObject({ project: otherProjects })
    expect(total(rows)).toBe((3 * sumRowsMax - 1) * 10)
    expect(readSums(writeSums(rows))).toEqual(rows)
  })

  it('refuses totals that vibeflow did not write', () => {
    for (const text of ['', '{', '[]', '{"version":2,"rows":[]}', '{"version":1,"rows":[1]}'])
      expect(readSums(text)).toBe(null)
  })
})

describe('a log', () => {
  const entry = (event: RecorderEvent): LogItem => ({ type: 'entry', mono: 7, place: 9, event })
  const items: readonly LogItem[] = [
    { type: 'run', mono: 1, wall: 1_700_000_000_000 },
    entry({ ...state('waiting', 'claude', 'api'), kind: 'permission' } as RecorderEvent),
    entry({ type: 'command', line: null, ranMs: 3, code: null }),
    entry({ type: 'command', line: 'make', ranMs: 3, code: 2 }),
    entry({
      type: 'answer',
      ...{ rule: 'r', question: 'Run it?', choice: 'Yes', by: 'list', refused: null },
    }),
    entry({ type: 'notification', from: 'bell', text: '' }),
    entry({ type: 'call', program: '/usr/bin/agent', tool: 'list', allowed: true }),
    entry({ type: 'ended', code: 1, signal: 'SIGTERM' }),
    entry({ type: 'dropped', count: 12 }),
    { type: 'alive', mono: 8 },
    { type: 'clock', mono: 9, wall: 5 },
  ]
  const written = () => {
    const writer = new LogWriter()
    return items.map((item) => writer.line(item)).join('')
  }

  it('is read as it was written', () => {
    expect(readLog(written())).toEqual({ items, damaged: 0 })
  })

  it('contains each text once', () => {
    const writer = new LogWriter()
    const first = writer.line(entry(state('working', 'claude', 'api')))
    const again = writer.line(entry(state('working', 'claude', 'api')))
    expect(again).toBe('["s",7,9,0,null,1,2,3,4]\n')
    expect(first.length).toBeGreaterThan(again.length)
  })

  it('loses a line that is damaged or cut, and no other', () => {
    const lines = written().split('\n')
    const at = lines.findIndex((line) => line.startsWith('["e"'))
    const damaged = [...lines.slice(0, at), '["e",7,', ...lines.slice(at + 1)].join('\n')
    expect(readLog(damaged)).toEqual({
      items: items.filter((item) => item.type !== 'entry' || item.event.type !== 'ended'),
      damaged: 1,
    })
  })

  it('accepts any content of a file', () => {
    const hostile = [
      ...['[]', 'null', '{}', '["s"]', '["s",1,2]', '["s",-1,2,3]', '["z",1,2]', '[1,2,3]'],
      ...['["s",1,2,"working",null,99,1.5,-1,"x"]', '["x",1,2,"a","b","c"]', '["a",1e999]'],
      ...[`["n",1,2,"bell","${'x'.repeat(5_000)}"]`, '['.repeat(10_000), '["__proto__",1,2]'],
    ]
    expect(readLog(hostile.join('\n'))).toEqual({ items: [], damaged: hostile.length })
  })
})
