/** Reads what the programs of a tab use. It is read only when someone asks. */
import { opendirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Stat } from '../../agents/process/stat.ts'
import type { Usage, UsageOfName } from '../../agents/process/usage.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { tryOr } from '../files/try-or.ts'
import {
  coresAgeMs,
  openFilesMax,
  portsMax,
  processTableAgeMs,
  tabFilesMax,
  ticksPerSecond,
  usageProcessesMax,
} from './limits.ts'
import { pids, processStat } from './process-facts.ts'

/** All processes. Readings of several tabs share one pass through `/proc`. */
export class ProcessTable {
  readonly #clock: Clock
  #read: { readonly at: Millis; readonly stats: ReadonlyMap<number, Stat> } | null = null
  /** TCP ports of each network by socket, as old as the processes. */
  readonly #networks = new Map<string, ReadonlyMap<string, number>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Living processes by process ID, up to half a second old. */
  get stats(): ReadonlyMap<number, Stat> {
    const now = this.#clock.now()
    if (this.#read === null || now - this.#read.at >= processTableAgeMs) {
      const stats = new Map<number, Stat>()
      for (const pid of pids()) {
        const stat = processStat(pid)
        if (stat !== null && !stat.isDead) stats.set(pid, stat)
      }
      this.#read = { at: now, stats }
      this.#networks.clear()
    }
    return this.#read.stats
  }

  /** Returns the TCP ports of a process's network for each listening socket, `socket:[1234]`. */
  listening(pid: number): ReadonlyMap<string, number> {
    const network = tryOr(() => readlinkSync(`/proc/${pid}/ns/net`), String(pid))
    const ports = this.#networks.get(network) ?? listeningIn(pid)
    this.#networks.set(network, ports)
    return ports
  }
}

/**
 * Returns the first process, its descendants and the other processes of its session. A process that
 * has left the session and lost its parent is not found.
 */
function membersOf(stats: ReadonlyMap<number, Stat>, first: number): [number, Stat][] {
  const found = new Set([first])
  // A child usually has a higher number than its parent, so that a second pass finds no more.
  const rest = [...stats].filter(([pid]) => pid !== first).sort(([a], [b]) => a - b)
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const [pid, { parent, session }] of rest)
      if (session === first || found.has(parent)) found.add(pid)
  }
  return [...stats].filter(([pid]) => found.has(pid)).slice(0, usageProcessesMax)
}

/** Reads the usage of one tab. */
export class UsageReader {
  readonly #clock: Clock
  readonly #table: ProcessTable
  readonly #first: number
  #before: { readonly at: Millis; readonly ticks: ReadonlyMap<string, number> } | null = null

  /** @param first the tab's first process */
  constructor(clock: Clock, table: ProcessTable, first: number) {
    this.#clock = clock
    this.#table = table
    this.#first = first
  }

  /** Returns `null` if the first process has ended. */
  read(): Usage | null {
    const { stats } = this.#table
    if (!stats.has(this.#first)) return null
    const members = membersOf(stats, this.#first)
    const names = new Map<string, UsageOfName>()
    for (const [pid, { comm }] of members) {
      const name = safeText(comm, nameCharactersMax)
      const { processes = 0, memory = 0 } = names.get(name) ?? {}
      names.set(name, { name, processes: processes + 1, memory: memory + memoryOf(pid) })
    }
    const all = [...names.values()].sort((a, b) => b.memory - a.memory)
    return {
      processes: members.length,
      memory: all.reduce((sum, { memory }) => sum + memory, 0),
      cores: this.#cores(members),
      biggest: all.slice(0, 3),
      ports: portsOf(
        members.map(([pid]) => pid),
        this.#table.listening(this.#first),
      ),
    }
  }

  #cores(members: readonly (readonly [number, Stat])[]): number | null {
    const now = this.#clock.now()
    const before = this.#before
    const ticks = new Map(
      members.map(([pid, { startTime, cpuTicks }]) => [`${pid} ${startTime}`, cpuTicks]),
    )
    if (before !== null && now - before.at < processTableAgeMs) return null
    this.#before = { at: now, ticks }
    if (before === null || now - before.at > coresAgeMs) return null
    let used = 0
    for (const [process, count] of ticks) used += count - (before.ticks.get(process) ?? 0)
    return used / ticksPerSecond / ((now - before.at) / 1_000)
  }
}

/** Bytes; 0 for a process that has ended. */
function memoryOf(pid: number): number {
  const status = tryOr(() => readFileSync(`/proc/${pid}/status`, 'latin1'), '')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

/** Sockets that listen have the state 0A. The inode is the tenth field. */
const listening = /^ *\d+: \w+:(\w{4}) \w+:0000 0A (?:\S+ +){5}(\d+)/gm

function listeningIn(pid: number): ReadonlyMap<string, number> {
  const ports = new Map<string, number>()
  for (const table of ['tcp', 'tcp6']) {
    const text = tryOr(() => readFileSync(`/proc/${pid}/net/${table}`, 'latin1'), '')
    for (const [, port = '', inode = ''] of text.matchAll(listening))
      ports.set(`socket:[${inode}]`, Number.parseInt(port, 16))
  }
  return ports
}

/**
 * The ports of processes of the same user, which share a network.
 * @param ports all ports of that network by socket
 */
function portsOf(members: readonly number[], ports: ReadonlyMap<string, number>): number[] {
  const found = new Set<number>()
  if (ports.size === 0) return []
  let left = tabFilesMax
  for (const pid of members)
    for (const file of firstFiles(pid, Math.min(left, openFilesMax))) {
      left -= 1
      const port = ports.get(tryOr(() => readlinkSync(`/proc/${pid}/fd/${file}`), ''))
      if (port !== undefined) found.add(port)
    }
  return [...found].sort((a, b) => a - b).slice(0, portsMax)
}

/** Returns the lowest file descriptors of a process, without listing all of them. */
function firstFiles(pid: number, count: number): string[] {
  if (count === 0) return []
  return tryOr(() => {
    const folder = opendirSync(`/proc/${pid}/fd`, { bufferSize: count })
    try {
      const files: string[] = []
      for (let entry = folder.readSync(); entry !== null && files.length < count; ) {
        files.push(entry.name)
        entry = folder.readSync()
      }
      return files
    } finally {
      folder.closeSync()
    }
  }, [])
}
