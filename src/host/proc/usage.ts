/** Reads what the programs of a tab use. It is read only when someone asks. */
import { opendirSync, readFileSync } from 'node:fs'
import { countedName } from '../../agents/process/counted-name.ts'
import type { Usage, UsageOfName } from '../../agents/process/usage.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import { tryOr } from '../files/try-or.ts'
import { procLink, procText } from './files.ts'
import {
  coresAgeMs,
  openFilesMax,
  portsMax,
  processTableAgeMs,
  tabFilesMax,
  ticksPerSecond,
  usageProcessesMax,
} from './limits.ts'
import { processStat } from './process-facts.ts'
import type { Member, ProcessTable } from './process-table.ts'
import { controlGroups, tabScopeOf, type TabScope } from './scope.ts'

/** Reads the usage of one tab. */
export class UsageReader {
  readonly #clock: Clock
  readonly #table: ProcessTable
  readonly #first: number
  /** Start of the first process: its number may belong to another one. */
  readonly #start: number | undefined
  /** Start of each process that was seen in the tab: its parent may end. */
  #seen: ReadonlyMap<number, number> = new Map()
  #before: { readonly at: Millis; readonly ticks: ReadonlyMap<string, number> } | null = null
  readonly #groups: typeof controlGroups
  #scope: TabScope | null = null

  /** @param first the tab's first process */
  constructor(clock: Clock, table: ProcessTable, first: number, groups = controlGroups) {
    this.#groups = groups
    this.#clock = clock
    this.#table = table
    this.#first = first
    this.#start = processStat(first)?.startTime
  }

  /** Returns `null` if the first process has ended. */
  read(searchesPorts = true): Usage | null {
    const scope = this.scope
    const memory = scope?.memory ?? null
    const inside = memory === null ? [] : (scope?.pids ?? [])
    const members =
      memory === null ? this.members() : this.#table.processesOf(inside.slice(0, usageProcessesMax))
    if (members.length === 0) return null
    const all = grouped(members)
    const ticks: (readonly [string, number])[] =
      scope === null || memory === null
        ? members.map(({ pid, startTime, stat }) => [`${pid} ${startTime}`, stat.cpuTicks])
        : [[scope.folder, (scope.cpuTime * ticksPerSecond) / 1e6]]
    return {
      processes: memory === null ? members.length : inside.length,
      memory: memory ?? all.reduce((sum, one) => sum + one.memory, 0),
      cores: this.#cores(new Map(ticks)),
      biggest: all.slice(0, 3).map(({ members: _, ...one }) => one),
      ports: searchesPorts ? portsOf(members, this.#table.listening(this.#first)) : [],
      estimate: memory === null,
    }
  }

  /** The tab's scope; `null` without one, or if its first process has ended. */
  get scope(): TabScope | null {
    const stat = processStat(this.#first)
    if (stat === null || stat.isDead || stat.startTime !== this.#start) return null
    if (this.#scope !== null) return this.#scope
    this.#scope = tabScopeOf({ pid: this.#first, startTime: stat.startTime }, this.#groups)
    if (this.#scope !== null) this.#before = null // times of its processes
    return this.#scope
  }

  /** Returns the tab's processes, and remembers them: their parents may end. */
  members(): readonly Member[] {
    const isFirst = this.#table.stats.get(this.#first)?.startTime === this.#start
    const members = isFirst ? this.#table.membersOf(this.#first, this.#seen) : []
    this.#seen = new Map(members.map(({ pid, startTime }) => [pid, startTime]))
    return members
  }

  /** @param ticks processor time of each process, or of all together */
  #cores(ticks: ReadonlyMap<string, number>): number | null {
    const now = this.#clock.now()
    const before = this.#before
    if (before !== null && now - before.at < processTableAgeMs) return null
    this.#before = { at: now, ticks }
    if (before === null || now - before.at > coresAgeMs) return null
    let used = 0
    for (const [process, count] of ticks) used += count - (before.ticks.get(process) ?? 0)
    return used / ticksPerSecond / ((now - before.at) / 1_000)
  }
}

/** Returns the processes by name, the most memory first. */
export function grouped(
  processes: readonly Member[],
): readonly (UsageOfName & { readonly members: readonly Member[] })[] {
  const names = new Map<string, Member[]>()
  for (const member of processes) {
    const name = countedName(member.stat.comm, member.argv)
    const group = names.get(name)
    if (group === undefined) names.set(name, [member])
    else group.push(member)
  }
  return [...names]
    .map(([name, members]) => ({
      ...{ name, members, processes: members.length },
      memory: members.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
    }))
    .sort((a, b) => b.memory - a.memory)
}

/** Returns the bytes of memory that no file backs, of all processes. Infinite if unknown. */
export function memoryOfAll(): number {
  const text = tryOr(() => readFileSync('/proc/meminfo', 'latin1'), '')
  const found = /^AnonPages:\s+(\d+) kB$/m.exec(text)?.[1]
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found) * 1_024
}

/** Bytes; 0 for a process that has ended. */
function memoryOf(pid: number): number {
  const status = procText(pid, 'status') ?? ''
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

/**
 * Returns the ports of processes of the same user, which share a network.
 * @param ports all ports of that network by socket
 */
export function portsOf(members: readonly Member[], ports: ReadonlyMap<string, number>): number[] {
  const found = new Set<number>()
  if (ports.size === 0) return []
  let left = tabFilesMax
  for (const { pid } of members)
    for (const file of firstFiles(pid, Math.min(left, openFilesMax))) {
      left -= 1
      const port = ports.get(procLink(pid, `fd/${file}`) ?? '')
      if (port !== undefined) found.add(port)
    }
  return [...found].sort((a, b) => a - b).slice(0, portsMax)
}

/** Returns the lowest file descriptors of a process, without listing all of them. */
export function firstFiles(pid: number, count: number): string[] {
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
