/** Facts about processes from /proc. What cannot be read is null: processes vanish at any moment, and nothing here throws. */
import { readFileSync, readlinkSync } from 'node:fs'

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

/** Name of the leader of the foreground process group of the terminal that `pid` runs in. */
export function foregroundName(pid: number): string | null {
  const stat = processStat(pid)
  if (stat === null || stat.foregroundGroup <= 0) return null
  return read(`/proc/${stat.foregroundGroup}/comm`)?.replace(/\n$/, '') ?? null
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
