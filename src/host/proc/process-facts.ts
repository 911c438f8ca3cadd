/**
 * Facts about processes from /proc. What cannot be read is null: processes vanish at any moment,
 * and nothing here throws.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { parseStat, type Stat } from '../../agents/process/stat.ts'

export function processStat(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`)
  return text === null ? null : parseStat(text)
}

/**
 * Returns what runs in the foreground of the terminal whose first process is `pid`; `null` if that
 * is unknown. `stopped`: name of a job that the shell in the foreground has suspended (Ctrl+Z).
 */
export function foregroundOf(pid: number): {
  readonly name: string | null
  readonly isFirst: boolean
  readonly directory: string | null
  readonly stopped?: string | null
} | null {
  const stat = processStat(pid)
  if (stat === null || stat.foregroundGroup <= 0) return null
  const group = stat.foregroundGroup
  if (group === stat.group)
    return {
      name: commandName(pid),
      isFirst: true,
      directory: directoryOf(pid),
      stopped: stoppedJobOf(pid),
    }
  // The leader of `true | sleep 9` is gone while its group lives on.
  const member =
    processStat(group) !== null ? group : pids().find((one) => processStat(one)?.group === group)
  return {
    name: member === undefined ? null : commandName(member),
    isFirst: false,
    directory: member === undefined ? null : directoryOf(member),
  }
}

function stoppedJobOf(shell: number): string | null {
  const children = read(`/proc/${shell}/task/${shell}/children`)?.trim().split(' ') ?? []
  const job = children.map(Number).find((pid) => processStat(pid)?.isStopped)
  return job === undefined ? null : commandName(job)
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
 * Whether a program that lives has the terminal whose first process is `pid`.
 * @param leader of the process group that is to have it; null: any
 * @param program the process that is to live; null: any of that group
 */
export function isForeground(pid: number, leader: number | null, program: number | null): boolean {
  const first = processStat(pid)
  if (first === null || first.isDead) return false
  const group = first.foregroundGroup
  if (leader !== null && leader !== group) return false
  if (group <= 0) return true // it has no terminal yet
  if (program !== null) return goesOn(program)
  return goesOn(group) || pids().some((one) => processStat(one)?.group === group && goesOn(one))
}

/** PF_EXITING, PF_DUMPCORE and PF_SIGNALED: the process runs none of its own code any more. */
const endingFlags = 0x604

/** Signals that end no program by default: CHLD, CONT, STOP, TSTP, TTIN, TTOU, URG and WINCH. */
const harmless = [17, 18, 19, 20, 21, 22, 23, 28].reduce((set, one) => set | bit(one), 0n)

/**
 * Whether a process will run more of its own code: it has not ended, is not about to, and no signal
 * waits for it that ends it. One that was killed lives on until the kernel has it run again.
 */
function goesOn(pid: number): boolean {
  const text = read(`/proc/${pid}/stat`)
  const status = read(`/proc/${pid}/status`)
  if (text === null || status === null || parseStat(text)?.isDead !== false) return false
  const flags = Number(text.slice(text.lastIndexOf(')') + 2).split(' ', 7)[6])
  if ((flags & endingFlags) !== 0) return false
  const signals = (name: string): bigint =>
    BigInt(`0x${new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0'}`)
  const pending = signals('SigPnd') | signals('ShdPnd')
  const heeded = signals('SigBlk') | signals('SigIgn') | signals('SigCgt') | harmless
  return (pending & ~heeded) === 0n && (pending & bit(constants.signals.SIGKILL)) === 0n
}

/** Returns the bit of a signal in the kernel's masks. */
function bit(signal: number): bigint {
  return 1n << BigInt(signal - 1)
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
