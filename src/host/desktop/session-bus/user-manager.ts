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
import { lateLooksMs, managerRestMs, scopeLooksMs, strayLooksMax, strayLooksMs } from './limits.ts'
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
  #isDisposed = false

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
    const startTime = processStat(pid)?.startTime
    if (startTime === undefined) return null
    const first = { pid, startTime }
    const before = this.#groups.of(pid)
    const entered = (scope: TabScope | null): TabScope | null => {
      if (scope !== null) this.#kills.add(scope, ranOut)
      return scope
    }
    const found = tabScopeOf(first, this.#groups)
    if (found !== null || limits === null || !this.#isCounted(before)) return entered(found)
    const asked = await this.#inTurn(() => this.#start(first, limits))
    if (asked === 'not') return null
    const looks = this.#entered(first, before, asked === 'late' ? lateLooksMs : scopeLooksMs)
    if (asked === 'starts') return entered(await looks)
    // It may read the call later, and move the program then.
    void looks.then((scope) => {
      if (this.#isDisposed || entered(scope) === null) return
      this.#restsUntil = Number.NEGATIVE_INFINITY // it answers again
    })
    return null
  }

  /** Whether a manager that can count a program of these groups may be here. */
  #isCounted(groups: string): boolean {
    // Memory is counted in the hierarchy of version 2 only. The group at the top is a container's.
    return existsSync(join(this.#groups.root, 'cgroup.controllers')) && !/^0::\/$/m.test(groups)
  }

  /** One call at a time: a window with many tabs would need more than the bus allows. */
  #inTurn<T>(call: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(call)
    this.#turn = turn
    return turn
  }

  dispose(): void {
    this.#isDisposed = true
    this.#disconnect()
    this.#kills.dispose()
  }

  /** Returns whether the manager starts it: perhaps, if its answer is late. Never rejects. */
  async #start(
    first: ProcessIdentity,
    limits: ProgramLimits,
    again = true,
  ): Promise<'starts' | 'late' | 'not'> {
    if (this.#rests) return 'not'
    let wasAsked = false
    try {
      const { bus, owner } = await this.#connect()
      if (!lives(first)) return 'not'
      wasAsked = true
      await bus.values({
        ...callOf(owner, 'StartTransientUnit'),
        signature: 'ssa(sv)a(sa(sv))',
        body: [scopeName(first), 'fail', propertiesOf(first.pid, limits), []],
      })
      return 'starts'
    } catch (problem) {
      this.#disconnect()
      // It may have been restarted. If it does not answer, it is asked later.
      if (problem === 'refused') return again ? this.#start(first, limits, false) : 'not'
      this.#restsUntil = systemClock.now() + managerRestMs
      return wasAsked ? 'late' : 'not'
    }
  }

  get #rests(): boolean {
    return this.#isDisposed || systemClock.now() < this.#restsUntil
  }

  /** Waits until the program is in its scope. */
  async #entered(
    first: ProcessIdentity,
    before: string,
    withinMs: number,
  ): Promise<TabScope | null> {
    for (let ms = 1; ms < withinMs && lives(first); ms *= 2) {
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
        if (!lives(first)) return
        const members = this.#table.membersOf(first.pid)
        const strays = members.filter(({ pid }) => this.#groups.of(pid) === before)
        if (strays.length === 0) break
        await this.#inTurn(() => this.#attach(first, strays))
        this.#table.forget()
      }
    }
  }

  /** Refused if one of them has just ended. */
  async #attach(first: ProcessIdentity, strays: readonly ProcessIdentity[]): Promise<void> {
    if (this.#rests) return
    const connected = await this.#connect().catch(() => null)
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
      // Outside this container, its process numbers belong to other processes.
      if ((await bus.processOf(bus.name)) !== process.pid) throw 'gone' satisfies BusProblem
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
