/** Facts about processes from /proc. What cannot be read is null: processes vanish at any moment, and nothing here throws. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface ProcessStat {
  readonly group: number
  /** Process id of the session's leader: the first program of a tab. */
  readonly session: number
  /** Foreground process group of its terminal, or a value <= 0 when there is none. */
  readonly foregroundGroup: number
}

/** Fields of `/proc/PID/stat` (proc(5)). The name in parentheses may hold anything, so counting starts behind its last one. */
export function parseStat(text: string): ProcessStat | null {
  const end = text.lastIndexOf(')')
  if (end === -1) return null
  const fields = text.slice(end + 1).trim().split(/\s+/)
  const group = Number(fields[2])
  const session = Number(fields[3])
  const foregroundGroup = Number(fields[5])
  return fields.length > 5 && [group, session, foregroundGroup].every(Number.isInteger) ? { group, session, foregroundGroup } : null
}

export function processStat(pid: number): ProcessStat | null {
  const text = read(`/proc/${pid}/stat`)
  return text === null ? null : parseStat(text)
}

/** What runs in the foreground of the terminal whose first process is `pid`; null when it cannot be told. */
export function foregroundOf(pid: number): { readonly name: string | null; readonly isFirst: boolean } | null {
  const stat = processStat(pid)
  if (stat === null || stat.foregroundGroup <= 0) return null
  const group = stat.foregroundGroup
  if (group === stat.group) return { name: commandName(pid), isFirst: true }
  // The leader of `true | sleep 9` is gone while its group lives on.
  const member = processStat(group) !== null ? group : pids().find((one) => processStat(one)?.group === group)
  return { name: member === undefined ? null : commandName(member), isFirst: false }
}

/** Process groups that have a member in the session of this leader. Walks /proc: for rare moments only. */
export function groupsOfSession(session: number): ReadonlySet<number> {
  const groups = new Set<number>()
  for (const pid of pids()) {
    const stat = processStat(pid)
    if (stat?.session === session) groups.add(stat.group)
  }
  return groups
}

function commandName(pid: number): string | null {
  return read(`/proc/${pid}/comm`)?.replace(/\n$/, '') ?? null
}

function pids(): number[] {
  return readdirSync('/proc').map(Number).filter((pid) => Number.isInteger(pid) && pid > 0)
}

/** Present directory of a process, if it still exists. */
export function directoryOf(pid: number): string | null {
  try {
    const path = readlinkSync(`/proc/${pid}/cwd`)
    return path.startsWith('/') && !path.endsWith(' (deleted)') ? path : null
  } catch {
    return null // gone, or another user's
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null // gone
  }
}
