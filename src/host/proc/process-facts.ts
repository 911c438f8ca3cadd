/** Facts about processes from /proc. Unreadable values are `null`, and nothing throws. */
import { readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { takesCommands } from '../../agents/process/interpreter.ts'
import { isShell } from '../../agents/process/shells.ts'
import { parseStat, type Stat } from '../../agents/process/stat.ts'
import { tryOr } from '../files/try-or.ts'
import { procLink, procText } from './files.ts'
import { nestedStepsMax } from './limits.ts'

export function processStat(pid: number): Stat | null {
  const text = procText(pid, 'stat')
  return text === null ? null : parseStat(text)
}

/** Returns the foreground program of the terminal whose first process is `pid`, or `null`. */
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
  // In `true | sleep 9` the leader has exited while its group runs.
  const member =
    processStat(group) !== null ? group : pids().find((one) => processStat(one)?.group === group)
  return {
    name: member === undefined ? null : commandName(member),
    isFirst: false,
    directory: member === undefined ? null : directoryOf(member),
  }
}

function stoppedJobOf(shell: number): string | null {
  const children = procText(shell, `task/${shell}/children`)?.trim().split(' ') ?? []
  const job = children.map(Number).find((pid) => processStat(pid)?.isStopped)
  return job === undefined ? null : commandName(job)
}

/** Returns the process groups in this leader's session. Walks /proc: use rarely. */
export function groupsOfSession(session: number): ReadonlySet<number> {
  const groups = new Set<number>()
  for (const pid of pids()) {
    const stat = processStat(pid)
    if (stat?.session === session) groups.add(stat.group)
  }
  return groups
}

/** Returns the processes of a session that have not ended. Walks /proc: use rarely. */
export function livingInSession(session: number): readonly number[] {
  return pids().filter((pid) => {
    const stat = processStat(pid)
    return stat?.session === session && !stat.isDead
  })
}

/**
 * Returns whether a living program is in the foreground of the terminal whose first process is
 * `pid`.
 * @param leader leader of the group that must be in the foreground, or `null` for any
 * @param program process that must be alive, or `null` for any of that group
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

/** CHLD, CONT, STOP, TSTP, TTIN, TTOU, URG and WINCH do not end a program by default. */
const harmless = [17, 18, 19, 20, 21, 22, 23, 28].reduce((set, one) => set | bit(one), 0n)

/**
 * Returns whether a process will run more of its own code: it has not ended, is not ending, and no
 * deadly signal is pending. A killed process exists until the kernel schedules it again.
 */
function goesOn(pid: number): boolean {
  const text = procText(pid, 'stat')
  const status = procText(pid, 'status')
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
 * Returns whether a process shares vibeflow's namespaces and has no other system call filter or
 * Landlock rule. Returns false if it has ended or is another user's.
 */
export function isFree(pid: number): boolean {
  const theirs = confinement(pid)
  return theirs !== null && theirs === confinement(process.pid)
}

/** Without `no_new_privs`, an unprivileged program can apply neither filters nor Landlock rules. */
function confinement(pid: number): string | null {
  const namespaces = ['mnt', 'pid', 'user', 'net'].map((name) => procLink(pid, `ns/${name}`))
  const status = procText(pid, 'status')
  if (status === null || namespaces.includes(null)) return null
  const flags = status.match(/^(?:Uid|NoNewPrivs|Seccomp|Seccomp_filters):.*$/gm) ?? []
  return [...namespaces, ...flags].join('\n')
}

/** Walks /proc: use rarely. */
export function childrenOf(parent: number): readonly number[] {
  return pids().filter((pid) => processStat(pid)?.parent === parent)
}

function commandName(pid: number): string | null {
  return procText(pid, 'comm')?.replace(/\n$/, '') ?? null
}

export function pids(): number[] {
  // Vibeflow has reached its limit of open files.
  return tryOr(
    () =>
      readdirSync('/proc')
        .map(Number)
        .filter((pid) => Number.isInteger(pid) && pid > 0),
    [],
  )
}

/**
 * Returns the current directory of a process, or `null` if it was deleted. A process between fork
 * and exec still has its parent's directory, which does not count. The parent is this process or
 * the keeper.
 * @param ours command line of the parent, as the kernel shows it
 */
export function directoryOf(
  pid: number,
  ours: string | null = procText(process.pid, 'cmdline'),
): string | null {
  // Read before the directory: a process that runs its own program has its final directory.
  const words = procText(pid, 'cmdline')
  if (pid !== process.pid && (words === ours || /^[^\0]*\/vibeflow-keeper\0/.test(words ?? '')))
    return null
  const path = procLink(pid, 'cwd') ?? '' // ended, or another user's
  return path.startsWith('/') && !path.endsWith(' (deleted)') ? path : null
}

/**
 * Returns the directory of the innermost shell that takes commands, between the foreground program
 * and the first process of its terminal; `null` if there is none, or if another user owns it or it
 * is confined.
 */
export function nestedDirectoryOf(first: number): string | null {
  const group = processStat(first)?.foregroundGroup ?? 0
  for (let pid = group, step = 0; pid > 1 && pid !== first && step < nestedStepsMax; step += 1) {
    const stat = processStat(pid)
    if (stat === null) return null
    if (isShell(stat.comm) && readsTerminal(pid)) return isFree(pid) ? directoryOf(pid) : null
    pid = stat.parent
  }
  return null
}

/** Returns whether a shell takes commands, from a terminal; `false` for another user's. */
function readsTerminal(pid: number): boolean {
  const argv = procText(pid, 'cmdline')?.split('\0').slice(0, -1) ?? []
  const input = procLink(pid, 'fd/0') ?? ''
  return (argv.length === 1 || takesCommands(argv)) && /^\/dev\/(?:pts\/|tty)/.test(input)
}
