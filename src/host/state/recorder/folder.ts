/**
 * Reads the recorder's files: session logs and daily totals. Directories have mode 0700, files
 * 0600. A link, pipe or directory instead of a file is reported and skipped.
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

/** @param state result of `stateFolder` */
export function recorderFolder(state: string): RecorderFolder {
  const root = join(state, 'recorder')
  return { logs: join(root, 'logs'), days: join(root, 'days') }
}

/** Returns the older file and the current one. */
export function logFiles({ logs }: RecorderFolder, session: string): readonly [string, string] {
  return [join(logs, session + olderEnding), join(logs, session + ending)]
}

/** Returns the session of a log file, or `null` for other files. */
export function sessionOf(name: string): SessionId | null {
  const id = /^(.*?)(?:\.old)?\.log$/.exec(name)?.[1] ?? ''
  return isSessionId(id) ? toSessionId(id) : null
}

interface ReadLog {
  readonly items: readonly LogItem[]
  /** Parts that could not be read, in sentences. */
  readonly problems: readonly string[]
}

/** Returns `null` if the session has no log. */
export function readSessionLog(folder: RecorderFolder, session: string): ReadLog | null {
  const items: LogItem[] = []
  const problems: string[] = []
  let found = false
  for (const file of logFiles(folder, session)) {
    const content = readText(file, 2 * segmentBytesMax)
    if (content === null) continue
    found = true
    if ('problem' in content) {
      problems.push(`Can't read ${file}: ${content.problem}.`)
      continue
    }
    const read = readLog(content.text)
    for (const item of read.items) items.push(item)
    if (read.damaged > 0)
      problems.push(`${file} is damaged. Unreadable lines that were skipped: ${read.damaged}.`)
  }
  return found ? { items, problems } : null
}

/** Returns the sessions with a log, newest last. */
export function sessionsWithLogs({ logs }: RecorderFolder): readonly string[] {
  const files = filesIn(logs).filter(({ name }) => !name.endsWith(olderEnding))
  return files
    .sort((one, other) => one.mtimeMs - other.mtimeMs)
    .flatMap(({ name }) => sessionOf(name) ?? [])
}

/** Returns `2026-11-25` for `2026-11-25.RUN.json`, or `null` for other files. */
export function dayOfFile(name: string): string | null {
  return /^(\d{4}-\d\d-\d\d)\.[A-Za-z0-9_-]{1,64}\.json$/.exec(name)?.[1] ?? null
}

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
      problems.push(`Skipped ${file}: ${'problem' in content ? content.problem : 'it is damaged'}.`)
  }
  return { rows, problems }
}

interface KnownFile {
  readonly name: string
  readonly mtimeMs: number
  readonly size: number
}

export function filesIn(folder: string): KnownFile[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return [] // missing, or not a directory
  }
  return names.flatMap((name) => {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return stat === undefined ? [] : { name, mtimeMs: stat.mtimeMs, size: stat.size }
  })
}

/** Returns `null` if the file is missing. */
function readText(
  file: string,
  bytesMax: number,
): { readonly text: string } | { readonly problem: string } | null {
  try {
    if (lstatSync(file).isSymbolicLink()) return { problem: 'it is a symbolic link' }
    const bytes = readUpTo(file, bytesMax)
    if ('kind' in bytes) return { problem: `it is ${bytes.kind}, not a file` }
    if ('size' in bytes) return { problem: `it is larger than ${bytesMax / 1_024} KiB` }
    return { text: new TextDecoder().decode(bytes) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : { problem: message }
  }
}

/** The user's calendar in the local time zone. */
export const localCalendar: Calendar = {
  dayOf: (wall) => {
    const date = new Date(wall)
    const two = (part: number) => String(part).padStart(2, '0')
    return {
      // without a locale, whose data takes 60 ms to load (busy)
      day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
      ends: new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime(),
    }
  },
}
