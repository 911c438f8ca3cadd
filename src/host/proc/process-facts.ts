/**
 * Facts about processes from /proc. What cannot be read is null: processes vanish at any moment,
 * and nothing here throws.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { parseStat, type Stat } from '../../core/process/stat.ts'

export function processStat(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`)
  return text === null ? null : parseStat(text)
}

/**
 * What runs in the foreground of the terminal whose first process is `pid`; null when it cannot be
 * reported.
 */
export function foregroundOf(pid: number): {
  readonly name: string | null
  readonly isFirst: boolean
  readonly directory: string | null
} | null {
  const stat = processStat(pid)
  if (stat === null || stat.foregroundGroup <= 0) return null
  const group = stat.foregroundGroup
  if (group === stat.group)
    return { name: commandName(pid), isFirst: true, directory: directoryOf(pid) }
  // The leader of `true | sleep 9` is gone while its group lives on.
  const member =
    processStat(group) !== null ? group : pids().find((one) => processStat(one)?.group === group)
  return {
    name: member === undefined ? null : commandName(member),
    isFirst: false,
    directory: member === undefined ? null : directoryOf(member),
  }
}

/**
 * Process groups that have a member in the session of this leader. Walks /proc: for rare moments
 * only.
 */
export function groupsOfSession(session: number): ReadonlySet<number> {
  const groups = new Set<number>()
  for (const pid of pids()) {
    const stat = processStat(pid)
    if (stat?.session === session) groups.add(stat.group)
  }
  return groups
}

/** Those of a session that have not ended. Walks /proc: for rare moments only. */
export function livingInSession(session: number): readonly number[] {
  return pids().filter((pid) => {
    const stat = processStat(pid)
    return stat?.session === session && !stat.isDead
  })
}

/**
 * A program that lives has the terminal whose first process is `pid`: of the group that this one
 * leads, if it is not null.
 */
export function isInFront(pid: number, leader: number | null): boolean {
  const first = processStat(pid)
  if (first === null || first.isDead) return false
  const group = first.foregroundGroup
  if (leader !== null && leader !== group) return false
  if (group <= 0) return true // it has no terminal yet
  const found = processStat(group)
  if (found !== null && !found.isDead) return true
  return pids().some((one) => {
    const stat = processStat(one)
    return stat?.group === group && !stat.isDead
  })
}

/**
 * Returns whether a process is in our namespaces, and under no filter of system calls or rule of
 * Landlock but ours. `false` if it is gone or another user's.
 */
export function isFree(pid: number): boolean {
  try {
    const [theirs, ours] = [confinement(pid), confinement('self')]
    return theirs === ours
  } catch {
    return false
  }
}

/** Without `no_new_privs` no program without privileges can confine itself by either. */
function confinement(pid: number | 'self'): string {
  const namespaces = ['mnt', 'pid', 'user', 'net'].map((name) =>
    readlinkSync(`/proc/${pid}/ns/${name}`),
  )
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const flags = status.match(/^(?:Uid|NoNewPrivs|Seccomp|Seccomp_filters):.*$/gm) ?? []
  return [...namespaces, ...flags].join('\n')
}

/** Walks /proc: for rare moments only. */
export function childrenOf(parent: number): readonly number[] {
  return pids().filter((pid) => processStat(pid)?.parent === parent)
}

function commandName(pid: number): string | null {
  return read(`/proc/${pid}/comm`)?.replace(/\n$/, '') ?? null
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid > 0)
  } catch {
    return [] // we have as many files open as we may
  }
}

/**
 * Present directory of a process, if it still exists. One that was forked and does not run its own
 * program yet has that of whoever forked it, and none of its own.
 * @param ours the command line of that one, as the kernel shows it
 */
export function directoryOf(
  pid: number,
  ours: string | null = read('/proc/self/cmdline'),
): string | null {
  try {
    // first: what runs its own program is where it was sent
    if (pid !== process.pid && read(`/proc/${pid}/cmdline`) === ours) return null
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
