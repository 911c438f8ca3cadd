/**
 * The systemd scope of a tab. Its control group has all processes of the tab, with orphans and
 * daemons, and the kernel counts what they use.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tryOr } from '../files/try-or.ts'
import { scopeGroupsMax, scopeSweepsMax } from './limits.ts'
import { controlGroupsOf, type ProcessIdentity } from './process-table.ts'

/** The kernel's control groups. */
export interface ControlGroups {
  /** Folder of all groups. */
  readonly root: string
  /** Returns the groups of a process, as in `/proc/PID/cgroup`. */
  readonly of: (pid: number) => string
}

export const controlGroups: ControlGroups = { root: '/sys/fs/cgroup', of: controlGroupsOf }

/** Returns the name of the scope for a tab's first process. The process number may be reused. */
export function scopeName({ pid, startTime }: ProcessIdentity): string {
  return `vibeflow-tab-${pid}-${startTime}.scope`
}

/**
 * Returns the scope of a tab's first process; `null` if it isn't in the scope of that name, or if
 * a container shows other groups.
 */
export function tabScopeOf(first: ProcessIdentity, groups = controlGroups): TabScope | null {
  const path = /^0::(\/.*)$/m.exec(groups.of(first.pid))?.[1]?.split('/') ?? []
  const at = path.indexOf(scopeName(first))
  if (at === -1) return null
  const folder = join(groups.root, ...path.slice(0, at + 1))
  return existsSync(join(folder, 'cgroup.procs')) ? new TabScope(folder) : null
}

export class TabScope {
  /** Its folder among the control groups. */
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Process IDs of all its processes; empty once the last one has ended. */
  get pids(): readonly number[] {
    const found: number[] = []
    const waiting = [this.folder]
    // a container in the tab makes groups below
    for (let at = 0; at < waiting.length && at < scopeGroupsMax; at += 1) {
      const folder = waiting[at] ?? ''
      for (const pid of pidsIn(folder)) found.push(pid)
      const inner = tryOr(() => readdirSync(folder, { withFileTypes: true }), [])
      for (const one of inner) if (one.isDirectory()) waiting.push(join(folder, one.name))
    }
    return found
  }

  /**
   * Bytes of memory in use that the kernel can't drop: without its copies of files and its other
   * caches. `null` without the scope.
   */
  get memory(): number | null {
    const all = Number(this.#read('memory.current') || Number.NaN)
    const [files, shared, caches] = ['file', 'shmem', 'slab_reclaimable'].map((name) =>
      this.#count('memory.stat', name),
    )
    const used = all - ((files ?? 0) - (shared ?? 0)) - (caches ?? 0)
    return Number.isNaN(used) ? null : Math.max(0, used)
  }

  /** Processor time of all its processes so far, also of ended ones, in µs. */
  get cpuTime(): number {
    return this.#count('cpu.stat', 'usage_usec') ?? 0
  }

  /** Processes that the kernel has killed because memory ran out; `null` without the scope. */
  get killed(): number | null {
    return this.#count('memory.events', 'oom_kill')
  }

  /**
   * Moves processes to a group below, so that `kill` also reaches what they start.
   * @param select returns which of the processes to move; called until it returns none
   */
  gather(select: (pids: readonly number[]) => readonly number[]): void {
    const folder = join(this.folder, ending)
    tryOr(() => mkdirSync(folder, { mode: 0o700 }), undefined) // it may exist
    const seen = new Set<number>()
    for (let sweep = 0; sweep < scopeSweepsMax; sweep += 1) {
      const found = select(pidsIn(this.folder).filter((pid) => !seen.has(pid)))
      if (found.length === 0) return
      for (const pid of found) {
        seen.add(pid)
        write(join(folder, 'cgroup.procs'), `${pid}`) // it may have ended
      }
    }
  }

  /** Kills what was gathered, and all that it has started. */
  kill(): void {
    const folder = join(this.folder, ending)
    if (write(join(folder, 'cgroup.kill'), '1')) return
    // before Linux 5.14
    for (let sweep = 0; sweep < scopeSweepsMax; sweep += 1)
      for (const pid of pidsIn(folder)) tryOr(() => process.kill(pid, 'SIGKILL'), false)
  }

  #count(file: string, name: string): number | null {
    const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(this.#read(file))?.[1]
    return found === undefined ? null : Number(found)
  }

  #read(file: string): string {
    return tryOr(() => readFileSync(join(this.folder, file), 'latin1'), '')
  }
}

/** Name of the group below. */
const ending = 'ending'

/** Returns whether the kernel took it. */
function write(file: string, text: string): boolean {
  return tryOr(() => {
    writeFileSync(file, text, { mode: 0o600 })
    return true
  }, false)
}

function pidsIn(folder: string): readonly number[] {
  const text = tryOr(() => readFileSync(join(folder, 'cgroup.procs'), 'latin1'), '')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [Number(line)]))
}
