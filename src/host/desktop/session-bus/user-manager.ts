/**
 * Moves each program with its children to a transient scope of the user's systemd, after its start.
 * Nothing waits for it. Without such a manager, programs stay where they are.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramLimits } from '../../../core/session/ports.ts'
import { systemClock } from '../../clock.ts'
import { processStat } from '../../proc/process-facts.ts'
import { ProcessTable, type ProcessIdentity } from '../../proc/process-table.ts'
import { controlGroups, scopeName, scopeOf, type Scope } from '../../proc/scope.ts'
import { managerRestMs, scopeLooksMs, strayLooksMax } from './limits.ts'
import { SessionBus, Variant, type BusProblem } from './session-bus.ts'

const manager = 'org.freedesktop.systemd1'

export class UserManager {
  readonly #address: string | undefined
  readonly #groups: typeof controlGroups
  /** A connection and the unique name of the manager; `null` before the first program. */
  #connected: Promise<{ readonly bus: SessionBus; readonly owner: string }> | null = null
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
   * @returns `null` if there is no manager, or the program has ended
   */
  async enclose(pid: number, limits: ProgramLimits | null): Promise<Scope | null> {
    const startTime = processStat(pid)?.startTime
    if (startTime === undefined) return null
    const first = { pid, startTime }
    const before = this.#groups.of(pid)
    const found = scopeOf(first, this.#groups)
    // Memory is counted in the hierarchy of version 2 only.
    const isCounted = existsSync(join(this.#groups.root, 'cgroup.controllers'))
    if (found !== null || limits === null || !isCounted) return found
    if (systemClock.now() < this.#restsUntil) return null
    try {
      await this.#start(first, limits)
      return await this.#entered(first, before)
    } catch (problem) {
      this.#failed(problem as BusProblem)
      return null
    }
  }

  dispose(): void {
    this.#restsUntil = Number.POSITIVE_INFINITY
    this.#disconnect()
  }

  /** Rejects with a `BusProblem`. */
  async #start(first: ProcessIdentity, limits: ProgramLimits): Promise<void> {
    const { bus, owner } = await this.#connect()
    if (!lives(first)) return
    await bus.values({
      ...callOf(owner, 'StartTransientUnit'),
      signature: 'ssa(sv)a(sa(sv))',
      body: [scopeName(first), 'fail', propertiesOf(first.pid, limits), []],
    })
  }

  /** Waits until the program is in its scope, and moves children that it has started before. */
  async #entered(first: ProcessIdentity, before: string): Promise<Scope | null> {
    for (let ms = 1; ms < scopeLooksMs && lives(first); ms *= 2) {
      const scope = scopeOf(first, this.#groups)
      if (scope !== null) {
        await this.#moveStrays(first, before)
        return scope
      }
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    return null
  }

  async #moveStrays(first: ProcessIdentity, before: string): Promise<void> {
    const table = new ProcessTable(systemClock)
    for (let look = 0; look < strayLooksMax; look += 1) {
      table.forget()
      const strays = table
        .membersOf(first.pid)
        .filter(({ pid }) => this.#groups.of(pid) === before)
      if (strays.length === 0) return
      const { bus, owner } = await this.#connect()
      await bus.ask({
        ...callOf(owner, 'AttachProcessesToUnit'),
        signature: 'ssau',
        body: [scopeName(first), '', strays.map(({ pid }) => pid)],
      }) // refused if one of them has just ended
    }
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

  /** Asks for the manager again with the next program, or later if it did not answer. */
  #failed(problem: BusProblem): void {
    if (problem !== 'refused') this.#restsUntil = systemClock.now() + managerRestMs
    this.#disconnect()
  }

  #disconnect(): void {
    const connected = this.#connected
    this.#connected = null
    connected?.then(({ bus }) => bus.close()).catch(() => undefined) // it was never open
  }
}

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
