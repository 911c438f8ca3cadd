/**
 * All processes, and which of them belong to a tab. Read only when someone asks. Readings of
 * several tabs share one pass through `/proc`.
 */
import { statSync } from 'node:fs'
import { outlivesTerminals } from '../../agents/process/lasting.ts'
import type { Stat } from '../../agents/process/stat.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import { isOfOtherTerminal } from '../../core/session/launch/environment.ts'
import { tryOr } from '../files/try-or.ts'
import {
  tabAncestorsMax,
  argumentBytesMax,
  procBytesMax,
  processTableAgeMs,
  usageProcessesMax,
} from './limits.ts'
import { procLink, procText, readProc } from './files.ts'
import { pids, processStat } from './process-facts.ts'

/** A process by its number and start, since numbers are reused. */
export interface ProcessIdentity {
  readonly pid: number
  readonly startTime: number
}

export interface Member extends ProcessIdentity {
  readonly stat: Stat
  readonly argv: readonly string[]
}

/** Variables of a process that tell in which tab it was started. */
interface Origin {
  /** Start and stack of the process: the variables change with each `exec`. */
  readonly startTime: number
  readonly stack: number
  /** `VIBEFLOW_SOCKET`; '' without it. */
  readonly socket: string
  /** A terminal inside the tab started it, such as a tmux. Also true if it is unknown. */
  readonly isInner: boolean
}

interface Reading {
  readonly at: Millis
  readonly stats: ReadonlyMap<number, Stat>
  readonly children: ReadonlyMap<number, readonly number[]>
  readonly sessions: ReadonlyMap<number, readonly number[]>
  /** TCP ports of each network by socket. */
  readonly networks: Map<string, ReadonlyMap<string, number>>
}

export class ProcessTable {
  readonly #clock: Clock
  #read: Reading | null = null
  readonly #origins = new Map<number, Origin>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Living processes by process ID, up to half a second old. */
  get stats(): ReadonlyMap<number, Stat> {
    return this.#reading.stats
  }

  /**
   * Reads again at the next question, because something may have started or ended.
   * @param before readings from this time on are still used
   */
  forget(before: Millis = Number.POSITIVE_INFINITY): void {
    if (this.#read !== null && this.#read.at < before) this.#read = null
  }

  get #reading(): Reading {
    const now = this.#clock.now()
    if (this.#read !== null && now - this.#read.at < processTableAgeMs) return this.#read
    const stats = new Map<number, Stat>()
    for (const pid of pids()) {
      const stat = processStat(pid)
      if (stat !== null && !stat.isDead) stats.set(pid, stat)
    }
    for (const pid of this.#origins.keys()) if (!stats.has(pid)) this.#origins.delete(pid)
    const children = groupedBy(stats, ({ parent }) => parent)
    const sessions = groupedBy(stats, ({ session }) => session)
    this.#read = { at: now, stats, children, sessions, networks: new Map() }
    return this.#read
  }

  /** Returns the TCP ports of a process's network for each listening socket, `socket:[1234]`. */
  listening(pid: number): ReadonlyMap<string, number> {
    const { networks } = this.#reading
    const network = procLink(pid, 'ns/net') ?? String(pid)
    const ports = networks.get(network) ?? listeningIn(pid)
    networks.set(network, ports)
    return ports
  }

  /**
   * Returns the processes of a tab: its first process, the others of its session, processes that
   * were seen in the tab before or have its socket in their variables, and the descendants of all.
   * A process outside the session doesn't count if it outlives terminals on purpose, or was started
   * in another tab. Its descendants don't count either.
   */
  membersOf(first: number, seen: ReadonlyMap<number, number> = new Map()): readonly Member[] {
    const { stats, sessions } = this.#reading
    const own = stats.get(first)
    if (own === undefined) return []
    const socket = this.socketOf(first)
    const known = [...seen].flatMap(([pid, at]) => (stats.get(pid)?.startTime === at ? [pid] : []))
    const left = socket === '' ? [] : this.#orphans(first, own, socket)
    return this.#closure([first, ...(sessions.get(first) ?? []), ...known, ...left], {
      session: first,
      socket,
    })
  }

  /**
   * Returns the processes that still run, and their descendants.
   * @param socket of their tab; '' if unknown
   */
  familyOf(roots: readonly ProcessIdentity[], socket: string): readonly Member[] {
    const { stats } = this.#reading
    const alive = roots.filter(({ pid, startTime }) => stats.get(pid)?.startTime === startTime)
    return this.#closure(
      alive.map(({ pid }) => pid),
      { session: null, socket },
    )
  }

  /** Returns the processes with these numbers that run, read now. */
  processesOf(numbers: readonly number[]): readonly Member[] {
    return numbers.flatMap((pid) => {
      const stat = processStat(pid)
      if (stat === null || stat.isDead) return []
      return [{ pid, startTime: stat.startTime, stat, argv: argumentsOf(pid) }]
    })
  }

  /**
   * Returns those processes of a tab's control group that end with the tab. Programs that outlive
   * terminals on purpose may be in the group too, with what they have started.
   * @param socket of the tab; '' if unknown
   */
  endingIn(group: readonly Member[], first: number, socket: string): readonly Member[] {
    const all = new Map(group.map((one) => [one.pid, one]))
    const ends = (one: Member, steps = 0): boolean => {
      if (one.stat.session === first) return true
      if (steps > tabAncestorsMax || !this.#isOfTab(one, socket)) return false
      const parent = all.get(one.stat.parent)
      return parent === undefined || ends(parent, steps + 1)
    }
    return group.filter((one) => ends(one))
  }

  /** Returns whether another terminal started a process, such as a tmux that runs in a tab. */
  isInner({ pid, stat }: Member): boolean {
    return this.#origin(pid, stat).isInner
  }

  /** Returns the socket in the variables of a process; '' without one, or if it has ended. */
  socketOf(pid: number): string {
    const stat = this.stats.get(pid)
    return stat === undefined ? '' : this.#origin(pid, stat).socket
  }

  #closure(
    roots: readonly number[],
    { session, socket }: { readonly session: number | null; readonly socket: string },
  ): readonly Member[] {
    const { stats, children } = this.#reading
    const found = new Map<number, Member>()
    const waiting = [...roots]
    for (let at = 0; at < waiting.length && found.size < usageProcessesMax; at += 1) {
      const pid = waiting[at] ?? 0
      const stat = stats.get(pid)
      if (stat === undefined || found.has(pid)) continue
      const member = { pid, startTime: stat.startTime, stat, argv: argumentsOf(pid) }
      if (stat.session !== session && !this.#isOfTab(member, socket)) continue
      found.set(pid, member)
      for (const child of children.get(pid) ?? []) waiting.push(child)
    }
    return [...found.values()]
  }

  /** Whether a process outside the session was started in no other tab, and ends with this tab. */
  #isOfTab({ pid, stat, argv }: Member, socket: string): boolean {
    const origin = this.#origin(pid, stat)
    if (origin.socket !== '' && socket !== '' && origin.socket !== socket) return false
    return !outlivesTerminals(stat.comm, argv)
  }

  /**
   * Returns the processes of a tab that lost their parents. The kernel makes them children of an
   * ancestor of the tab's program, such as process 1. Their variables name the tab.
   */
  #orphans(first: number, own: Stat, socket: string): readonly number[] {
    const { stats, children } = this.#reading
    const found: number[] = []
    let { parent } = own
    for (let step = 0; parent > 0 && step < tabAncestorsMax; step += 1) {
      for (const pid of children.get(parent) ?? []) {
        const stat = stats.get(pid)
        // Programs of the tab before may have the same socket.
        if (stat === undefined || pid === first || stat.startTime < own.startTime) continue
        const origin = this.#origin(pid, stat)
        if (origin.socket === socket && !origin.isInner) found.push(pid)
      }
      parent = stats.get(parent)?.parent ?? 0
    }
    return found
  }

  #origin(pid: number, { startTime, stack }: Stat): Origin {
    const known = this.#origins.get(pid)
    if (known?.startTime === startTime && known.stack === stack) return known
    // The kernel hides the stack of other users' processes. Its own threads have none.
    const text = stack === 0 ? '' : (procText(pid, 'environ', 'latin1') ?? '')
    const at = text.startsWith(socketIs) ? 0 : text.indexOf(`\0${socketIs}`)
    const names = at === -1 ? [] : text.split('\0')
    const found = names.find((one) => one.startsWith(socketIs))?.slice(socketIs.length) ?? ''
    const isInner = text.length === procBytesMax || names.some(isOfOtherTerminal)
    const origin = { startTime, stack, socket: found, isInner }
    // A process has no variables for a moment while it starts another program.
    if (text !== '' || stack === 0) this.#origins.set(pid, origin)
    return origin
  }
}

const socketIs = 'VIBEFLOW_SOCKET='

function groupedBy(
  stats: ReadonlyMap<number, Stat>,
  key: (stat: Stat) => number,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const [pid, stat] of stats) {
    const group = groups.get(key(stat))
    if (group === undefined) groups.set(key(stat), [pid])
    else group.push(pid)
  }
  return groups
}

/** Returns the first arguments of a process; empty if they can't be read. */
function argumentsOf(pid: number): readonly string[] {
  const text = start.toString('utf8', 0, Math.max(0, readProc(pid, 'cmdline', start)))
  return text === '' ? [] : text.replace(/\0+$/, '').split('\0')
}

/** The first bytes of a file: a command line can have megabytes. */
const start = Buffer.allocUnsafeSlow(argumentBytesMax)

/** Returns whether a process runs as vibeflow's user. */
export function isOurs(pid: number): boolean {
  return tryOr(() => statSync(`/proc/${pid}`).uid, -1) === process.getuid?.()
}

/** Returns the control groups of a process. A unit of systemd or a container has its own. */
export function controlGroupsOf(pid: number): string {
  return procText(pid, 'cgroup', 'latin1') ?? ''
}

/** Sockets that listen have the state 0A. The inode is the tenth field. */
const listening = /^ *\d+: \w+:(\w{4}) \w+:0000 0A (?:\S+ +){5}(\d+)/gm

function listeningIn(pid: number): ReadonlyMap<string, number> {
  const ports = new Map<string, number>()
  for (const table of ['tcp', 'tcp6']) {
    const text = procText(pid, `net/${table}`, 'latin1') ?? ''
    for (const [, port = '', inode = ''] of text.matchAll(listening))
      ports.set(`socket:[${inode}]`, Number.parseInt(port, 16))
  }
  return ports
}
