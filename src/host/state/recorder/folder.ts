/**
 * Where the recorder keeps its files, and how they are read: logs of sessions, and sums of days.
 * Folders 0700, files 0600. Nothing is followed out of it: a link, a pipe or a folder in the place
 * of a file is said, and passed over.
 */
import { toSessionId, type SessionId } from '../../../core/ids.ts'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readLog, type LogItem } from '../../../core/recorder/log-file.ts'
import { segmentBytesMax, sumBytesMax, sumFilesMax } from '../../../core/recorder/limits.ts'
import { readSums, type Calendar, type SumRow } from '../../../core/recorder/daily-totals.ts'
import { isSessionId } from '../../../core/clients/socket/paths.ts'
import { readUpTo } from '../../files/read-up-to.ts'

const ending = '.log'
const olderEnding = '.old.log'

export interface RecorderFolder {
  readonly logs: string
  readonly days: string
}

/** @param state `stateFolder` */
export function recorderFolder(state: string): RecorderFolder {
  const root = join(state, 'recorder')
  return { logs: join(root, 'logs'), days: join(root, 'days') }
}

/** The older file, and the one that grows. */
export function logFiles({ logs }: RecorderFolder, session: string): readonly [string, string] {
  return [join(logs, session + olderEnding), join(logs, session + ending)]
}

/** Of whose log this is a file; null: of nobody's. */
export function sessionOf(name: string): SessionId | null {
  const id = /^(.*?)(?:\.old)?\.log$/.exec(name)?.[1] ?? ''
  return isSessionId(id) ? toSessionId(id) : null
}

export interface ReadLog {
  readonly items: readonly LogItem[]
  /** What could not be read, in sentences. */
  readonly problems: readonly string[]
}

/** null: nothing is kept of it. */
export function readSessionLog(folder: RecorderFolder, session: string): ReadLog | null {
  const items: LogItem[] = []
  const problems: string[] = []
  let found = false
  for (const file of logFiles(folder, session)) {
    const content = readText(file, 2 * segmentBytesMax)
    if (content === null) continue
    found = true
    if ('problem' in content) {
      problems.push(`${file} was not read: ${content.problem}.`)
      continue
    }
    const read = readLog(content.text)
    for (const item of read.items) items.push(item)
    if (read.damaged > 0)
      problems.push(
        `${file} is damaged: ${read.damaged} of its lines cannot be read and were passed over.`,
      )
  }
  return found ? { items, problems } : null
}

/** Sessions that have a log, the newest last. */
export function sessionsWithLogs({ logs }: RecorderFolder): readonly string[] {
  const files = filesIn(logs).filter(({ name }) => !name.endsWith(olderEnding))
  return files
    .sort((one, other) => one.mtimeMs - other.mtimeMs)
    .flatMap(({ name }) => sessionOf(name) ?? [])
}

/** `2026-11-25.RUN.json` -> `2026-11-25`; null: it is no file of sums. */
export function dayOfFile(name: string): string | null {
  return /^(\d{4}-\d\d-\d\d)\.[A-Za-z0-9_-]{1,64}\.json$/.exec(name)?.[1] ?? null
}

/** Rows of these days, of all runs. */
export function readDays(
  { days }: RecorderFolder,
  wanted: (day: string) => boolean,
): {
  readonly rows: readonly (SumRow & { readonly day: string })[]
  readonly problems: readonly string[]
} {
  const rows: (SumRow & { readonly day: string })[] = []
  const problems: string[] = []
  const files = filesIn(days)
    .map(({ name }) => ({ name, day: dayOfFile(name) }))
    .filter(({ day }) => day !== null && wanted(day))
    .sort((one, other) => (one.name < other.name ? 1 : -1))
  for (const { name, day } of files.slice(0, sumFilesMax)) {
    const file = join(days, name)
    const content = readText(file, sumBytesMax)
    if (content === null) continue
    const read = 'problem' in content ? null : readSums(content.text)
    if (read !== null) for (const row of read) rows.push({ ...row, day: day ?? '' })
    else
      problems.push(
        `${file} was not added: ${'problem' in content ? content.problem : 'it is damaged'}.`,
      )
  }
  return { rows, problems }
}

export interface KnownFile {
  readonly name: string
  readonly mtimeMs: number
  readonly size: number
}

export function filesIn(folder: string): KnownFile[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return [] // it is not there, or no folder: nothing is kept
  }
  return names.flatMap((name) => {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return stat === undefined ? [] : { name, mtimeMs: stat.mtimeMs, size: stat.size }
  })
}

/** null: there is none. */
function readText(
  file: string,
  bytesMax: number,
): { readonly text: string } | { readonly problem: string } | null {
  try {
    if (lstatSync(file).isSymbolicLink())
      return { problem: 'it is a link, and links are not followed' }
    const bytes = readUpTo(file, bytesMax)
    if ('kind' in bytes) return { problem: `it is ${bytes.kind}, not a file` }
    if ('size' in bytes) return { problem: `it is larger than ${bytesMax / 1_024} KiB` }
    return { text: new TextDecoder().decode(bytes) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : { problem: message }
  }
}

/** The user's own, where the clock of the wall is. */
export const localCalendar: Calendar = {
  dayOf: (wall) => {
    const date = new Date(wall)
    return {
      day: date.toLocaleDateString('sv'), // as ISO 8601 writes it
      ends: new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime(),
    }
  },
}
