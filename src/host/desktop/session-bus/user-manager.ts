/**
 * Moves each program with its children to a transient scope of the user's systemd, after its start.
 * Nothing waits for it. Without such a manager, programs stay where they are.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramLimits, PtyEvents } from '../../../core/session/ports.ts'
import { systemClock } from '../../clock.ts'
import { processStat } from '../../proc/process-facts.ts'
import { ProcessTable, type ProcessIdentity } from '../../proc/process-table.ts'
import { controlGroups, scopeName, tabScopeOf, type TabScope } from '../../proc/scope.ts'
import { ScopeKills } from '../../proc/scope-kills.ts'
import { managerRestMs, scopeLooksMs, strayLooksMax, strayLooksMs } from './limits.ts'
import { SessionBus, Variant, type BusProblem } from './session-bus.ts'

const manager = 'org.freedesktop.systemd1'

export class UserManager {
  readonly #address: string | undefined
  readonly #groups: typeof controlGroups
  /** A connection and the unique name of the manager; `null` before the first program. */
  #connected: Promise<{ readonly bus: SessionBus; readonly owner: string }> | null = null
  readonly #table = new ProcessTable(systemClock)
  readonly #kills = new ScopeKills()
  #turn: Promise<unknown> = Promise.resolve()
  /** A manager that did not answer is not asked before this time. */
  #restsUntil = Number.NEGATIVE_INFINITY

  /** @param address of the user's bus */
  constructor(address: string | undefined, groups = controlGroups) {
    this.#address = address
    this.#groups = groups
  }

  /**
   * Moves a program that has just started to a scope of its own. Never throws.
   * @param limits `null` for a program that runs longer: its memory would not be counted
   * @param ranOut called when the kernel has killed one of its processes for memory
   * @returns `null` if there is no manager, or the program has ended
   */
  async enclose(
    pid: number,
    limits: ProgramLimits | null,
    ranOut: NonNullable<PtyEvents['outOfMemory']> = () => undefined,
  ): Promise<TabScope | null> {
    const scope = await this.#enclosed(pid, limits)
    if (scope !== null) this.#kills.add(scope, ranOut)
    return scope
  }

  async #enclosed(pid: number, limits: ProgramLimits | null): Promise<TabScope | null> {
    const startTime = processStat(pid)?.startTime
    if (startTime === undefined) return null
    const first = { pid, startTime }
    const before = this.#groups.of(pid)
    const found = tabScopeOf(first, this.#groups)
    // Memory is counted in the hierarchy of version 2 only.
    const isCounted = existsSync(join(this.#groups.root, 'cgroup.controllers'))
    if (found !== null || limits === null || !isCounted) return found
    // One at a time: a window with many tabs would need more calls than the bus allows.
    const turn = this.#turn.then(() => this.#start(first, limits))
    this.#turn = turn
    return (await turn) ? this.#entered(first, before) : null
  }

  dispose(): void {
    this.#restsUntil = Number.POSITIVE_INFINITY
    this.#disconnect()
    this.#kills.dispose()
  }

  /** Returns whether the manager starts the scope. Never rejects. */
  async #start(first: ProcessIdentity, limits: ProgramLimits, again = true): Promise<boolean> {
    if (systemClock.now() < this.#restsUntil) return false
    try {
      const { bus, owner } = await this.#connect()
      if (!lives(first)) return false
      await bus.values({
        ...callOf(owner, 'StartTransientUnit'),
        signature: 'ssa(sv)a(sa(sv))',
        body: [scopeName(first), 'fail', propertiesOf(first.pid, limits), []],
      })
      return true
    } catch (problem) {
      this.#disconnect()
      // It may have been restarted. If it does not answer, it is asked later.
      if (problem === 'refused') return again && this.#start(first, limits, false)
      this.#restsUntil = Math.max(this.#restsUntil, systemClock.now() + managerRestMs)
      return false
    }
  }

  /** Waits until the program is in its scope. */
  async #entered(first: ProcessIdentity, before: string): Promise<TabScope | null> {
    for (let ms = 1; ms < scopeLooksMs && lives(first); ms *= 2) {
      const scope = tabScopeOf(first, this.#groups)
      if (scope !== null) {
        void this.#moveStrays(first, before)
        return scope
      }
      await pause(ms)
    }
    return null
  }

  /** Moves children that the program has started before, and theirs. */
  async #moveStrays(first: ProcessIdentity, before: string): Promise<void> {
    const enteredAt = systemClock.now()
    // The second time, since a process shows no variables while it starts another program.
    for (const ms of strayLooksMs) {
      await pause(ms)
      this.#table.forget(enteredAt) // tabs that start together share a reading
      for (let look = 0; look < strayLooksMax; look += 1) {
        if (!lives(first) || this.#connected === null) return
        const members = this.#table.membersOf(first.pid)
        const strays = members.filter(({ pid }) => this.#groups.of(pid) === before)
        if (strays.length === 0) break
        await this.#attach(first, strays)
        this.#table.forget()
      }
    }
  }

  /** Refused if one of them has just ended. */
  async #attach(first: ProcessIdentity, strays: readonly ProcessIdentity[]): Promise<void> {
    const connected = await this.#connected?.catch(() => null)
    await connected?.bus.ask({
      ...callOf(connected.owner, 'AttachProcessesToUnit'),
      signature: 'ssau',
      body: [scopeName(first), '', strays.map(({ pid }) => pid)],
    })
  }

  #connect(): Promise<{ readonly bus: SessionBus; readonly owner: string }> {
    if (this.#connected !== null) return this.#connected
    const made = this.#open(() => {
      if (this.#connected === made) this.#connected = null
    })
    this.#connected = made
    return made
  }

  async #open(gone: () => void): Promise<{ readonly bus: SessionBus; readonly owner: string }> {
    if (this.#address === undefined) throw 'gone' satisfies BusProblem
    const bus = await SessionBus.open(this.#address, { signal: () => undefined, gone })
    try {
      // A bus without systemd would start a program for its name.
      return { bus, owner: await bus.ownerOf(manager) }
    } catch (problem) {
      bus.close()
      throw problem
    }
  }

  #disconnect(): void {
    const connected = this.#connected
    this.#connected = null
    connected?.then(({ bus }) => bus.close()).catch(() => undefined) // it was never open
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Whether it still runs. Its number may belong to another process. */
function lives({ pid, startTime }: ProcessIdentity): boolean {
  return processStat(pid)?.startTime === startTime
}

function callOf(owner: string, member: string) {
  const path = '/org/freedesktop/systemd1'
  return { destination: owner, path, interface: `${manager}.Manager`, member }
}

function propertiesOf(pid: number, { memoryHigh, memoryMax, cpuWeight }: ProgramLimits) {
  const bytes = (name: string, count: number | undefined) =>
    count === undefined ? [] : [[name, new Variant('t', count)]]
  return [
    ['Description', new Variant('s', 'Programs of a vibeflow tab')],
    ['PIDs', new Variant('au', [pid])],
    ['CollectMode', new Variant('s', 'inactive-or-failed')],
    // Processes can be moved to a delegated group, and an end for memory ends one of them, not all.
    ['DelegateControllers', new Variant('as', ['memory', 'pids'])],
    ['MemoryAccounting', new Variant('b', true)],
    ['TasksMax', new Variant('t', noLimit)],
    ...bytes('MemoryHigh', memoryHigh),
    ...bytes('MemoryMax', memoryMax),
    ...bytes('CPUWeight', cpuWeight),
  ]
}

/** The largest number of 64 bits. */
const noLimit = 2n ** 64n - 1n
