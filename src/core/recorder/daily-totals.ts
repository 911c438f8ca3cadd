/** Totals of the report per day, project and agent. */
import { z } from 'zod'
import { eventNameCharactersMax, sumRowsMax } from './limits.ts'
import type { LogItem } from './log-file.ts'
import type { Timeline, StateEvent } from './timeline.ts'

interface Sums {
  readonly workedMs: number
  readonly waitedMs: number
  readonly answers: number
  readonly failures: number
}

export interface SumRow extends Sums {
  readonly project: string
  readonly agent: string
}

/** Days in the user's time zone. */
export interface Calendar {
  /** `2026-11-25`; `ends`: start of the next day, ms since the epoch. */
  readonly dayOf: (wall: number) => { readonly day: string; readonly ends: number }
}

export const noSums: Sums = { workedMs: 0, waitedMs: 0, answers: 0, failures: 0 }

/** Row for everything beyond `sumRowsMax`. */
export const otherProjects = '(others)'

export function added(one: Sums, other: Partial<Sums>): Sums {
  return {
    workedMs: one.workedMs + (other.workedMs ?? 0),
    waitedMs: one.waitedMs + (other.waitedMs ?? 0),
    answers: one.answers + (other.answers ?? 0),
    failures: one.failures + (other.failures ?? 0),
  }
}

/** Totals of one run of the app, over all its sessions. */
export class DaySums {
  readonly #calendar: Calendar
  readonly #days = new Map<string, Map<string, SumRow>>()

  constructor(calendar: Calendar) {
    this.#calendar = calendar
  }

  get days(): readonly string[] {
    return [...this.#days.keys()]
  }

  rows(day: string): readonly SumRow[] {
    return [...(this.#days.get(day)?.values() ?? [])]
  }

  /** Drops days that are stored already. */
  forgetBefore(day: string): void {
    for (const one of this.#days.keys()) if (one < day) this.#days.delete(one)
  }

  /** Takes an item, and feeds `line`. Returns whether a total changed. */
  add(line: Timeline, item: LogItem): boolean {
    const before = line.state
    const piece = line.feed(item)
    let changed = false
    if (piece !== null) changed = this.#time(piece.event, piece.wall, piece.ms)
    if (item.type !== 'entry' || line.state === null || line.state.tool === '') return changed
    const wall = line.wallAt(item.mono)
    const { event } = item
    const failed = before?.state === 'error' && before.tool === line.state.tool
    if (event.type === 'state' && event.state === 'error' && !failed)
      this.#put(this.#calendar.dayOf(wall).day, event, { failures: 1 })
    else if (event.type === 'answer' && event.refused === null)
      this.#put(this.#calendar.dayOf(wall).day, line.state, { answers: 1 })
    else return changed
    return true
  }

  /** Adds time, split at the ends of days. */
  #time(event: StateEvent, wall: number, ms: number): boolean {
    if (event.tool === '' || (event.state !== 'working' && event.state !== 'waiting')) return false
    const key = event.state === 'working' ? 'workedMs' : 'waitedMs'
    for (let [from, left] = [wall, ms]; left > 0; ) {
      const { day, ends } = this.#calendar.dayOf(from)
      const part = ends > from ? Math.min(left, ends - from) : left
      this.#put(day, event, { [key]: part })
      from += part
      left -= part
    }
    return true
  }

  #put(day: string, { project, tool }: StateEvent, more: Partial<Sums>): void {
    let rows = this.#days.get(day)
    if (rows === undefined) this.#days.set(day, (rows = new Map()))
    let row = { project, agent: tool }
    if (!rows.has(keyOf(row)) && rows.size >= sumRowsMax)
      row = { project: otherProjects, agent: otherProjects }
    const before = rows.get(keyOf(row)) ?? noSums
    rows.set(keyOf(row), { ...row, ...added(before, more) })
  }
}

function keyOf({ project, agent }: Pick<SumRow, 'project' | 'agent'>): string {
  return `${project}\n${agent}`
}

const amount = z.number().min(0).max(1e12)
const sumFile = z.strictObject({
  version: z.literal(1),
  rows: z
    .array(
      z.strictObject({
        project: z.string().max(4 * eventNameCharactersMax),
        agent: z.string().max(4 * eventNameCharactersMax),
        workedMs: amount,
        waitedMs: amount,
        answers: amount,
        failures: amount,
      }),
    )
    .max(sumRowsMax + 1),
})

export function writeSums(rows: readonly SumRow[]): string {
  return JSON.stringify({ version: 1, rows })
}

/** Returns `null` for a foreign or damaged file. */
export function readSums(json: string): readonly SumRow[] | null {
  try {
    return sumFile.safeParse(JSON.parse(json)).data?.rows ?? null
  } catch {
    return null // not JSON
  }
}

/** Returns rows grouped by project, agent or neither; the longest active time first. */
export function sumReport(
  rows: readonly SumRow[],
  by: 'project' | 'agent' | null,
): readonly SumRow[] {
  const all = new Map<string, SumRow>()
  for (const row of rows) {
    const kept = {
      project: by === 'agent' ? '' : row.project,
      agent: by === 'project' ? '' : row.agent,
    }
    const before = all.get(keyOf(kept)) ?? noSums
    all.set(keyOf(kept), { ...kept, ...added(before, row) })
  }
  return [...all.values()].sort(
    (one, other) =>
      other.workedMs - one.workedMs ||
      other.waitedMs - one.waitedMs ||
      (keyOf(one) < keyOf(other) ? -1 : 1),
  )
}
