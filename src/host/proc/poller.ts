/**
 * Checks the foreground program of each tab as rarely as possible
 * (docs/contributing/internals/agent-state.md). All tabs share one timer. A check is a few
 * synchronous reads, so checks of a tab never overlap.
 */
import type { Usage } from '../../agents/process/usage.ts'
import type { Foreground } from '../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import {
  lendsTerminal,
  relaysTerminal,
  runsShells,
  type Tools,
} from '../../agents/process/match.ts'
import { isShell } from '../../agents/process/shells.ts'
import type { Leftovers, ProcessWatch, WatchProcesses } from '../../core/session/ports.ts'
import { ForegroundWatch, type Front } from './foreground.ts'
import { leftoversOf } from './leftovers.ts'
import { programWait } from './terminal-wait.ts'
import { checkIntervalMs, claimIntervalMs, restingIntervalMs, sampleIntervalMs } from './limits.ts'
import type { ProcReader } from './reader.ts'
import { ProcessTable } from './process-table.ts'
import { UsageReader } from './usage.ts'

type Demand = Parameters<ProcessWatch['demand']>[0]
type WatchOptions = Parameters<WatchProcesses>[0]

export class Poller {
  readonly #clock: Clock
  readonly #reader: ProcReader
  readonly #watches = new Set<TabWatch>()
  readonly #processes: ProcessTable
  #tools: Tools
  #intervalMs: number
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null

  constructor(clock: Clock, reader: ProcReader, tools: Tools, intervalMs = checkIntervalMs) {
    this.#clock = clock
    this.#reader = reader
    this.#tools = tools
    this.#intervalMs = intervalMs
    this.#processes = new ProcessTable(clock)
  }

  watch(options: WatchOptions): Required<ProcessWatch> {
    const watch = new TabWatch(
      options,
      this.#clock,
      this.#reader,
      new ForegroundWatch(options, this.#reader, () => this.#tools),
      this.#processes,
      () => this.#intervalMs,
      {
        moved: () => this.#arm(),
        gone: () => {
          this.#watches.delete(watch)
          this.#reader.sweep()
          this.#arm()
        },
      },
    )
    this.#watches.add(watch)
    this.#arm()
    return watch
  }

  /** Checks again: more paths are resolved than when programs were matched. */
  reconsider(): void {
    for (const watch of this.#watches) watch.reconsider()
    this.#arm()
  }

  /** Applies a new configuration. An empty list stops all checks. */
  configure(tools: Tools, intervalMs: number): void {
    this.#tools = tools
    this.#intervalMs = intervalMs
    for (const watch of this.#watches) watch.configured()
    this.#arm()
  }

  dispose(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#watches.clear()
  }

  #arm(): void {
    let at = Number.POSITIVE_INFINITY
    if (!this.#tools.isEmpty) for (const watch of this.#watches) at = Math.min(at, watch.dueAt)
    if (this.#timer !== null && this.#timer.at === at) return
    this.#timer?.cancel()
    this.#timer =
      at === Number.POSITIVE_INFINITY
        ? null
        : { at, cancel: this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#ring()) }
  }

  #ring(): void {
    this.#timer = null
    const now = this.#clock.now()
    for (const watch of [...this.#watches])
      if (this.#watches.has(watch) && watch.dueAt <= now) watch.check()
    this.#arm()
  }
}

/**
 * Returns when `interval` ends, or up to half of it sooner, on a beat that all tabs share. Sixty
 * idle tabs then wake the process once a second, not thirty times. From the second check on, the
 * full interval applies.
 */
function onBeat(from: Millis, interval: Millis): Millis {
  const beat = interval / 2
  return Math.floor((from + interval) / beat) * beat
}

/**
 * Returns a program that may hold a claim. Shells, ssh and sudo may not, because they run other
 * programs.
 */
function claimantOf({ kind, name, elsewhere }: Front): string | null {
  if (kind !== 'other' || name === undefined || elsewhere !== undefined) return null
  return isShell(name) || runsShells(name) ? null : name
}

const noDemand: Demand = { claim: null, marked: false, usesCpu: false }

class TabWatch implements Required<ProcessWatch> {
  readonly #options: WatchOptions
  readonly #clock: Clock
  readonly #reader: ProcReader
  readonly #foreground: ForegroundWatch
  readonly #processes: ProcessTable
  readonly #usage: UsageReader
  readonly #intervalMs: () => number
  readonly #poller: { readonly moved: () => void; readonly gone: () => void }
  #demand = noDemand
  /** Initially now. */
  #dueAt: Millis
  #backOffMs: number
  #checkedAt: Millis = Number.NEGATIVE_INFINITY
  #stirredAt: Millis
  #sampledAt: Millis = Number.NEGATIVE_INFINITY
  /** Foreground program when the claim was made. It may be on no list. */
  #claimant: string | null = null

  constructor(
    options: WatchOptions,
    clock: Clock,
    reader: ProcReader,
    foreground: ForegroundWatch,
    processes: ProcessTable,
    intervalMs: () => number,
    poller: { readonly moved: () => void; readonly gone: () => void },
  ) {
    this.#options = options
    this.#clock = clock
    this.#reader = reader
    this.#foreground = foreground
    this.#processes = processes
    this.#usage = new UsageReader(clock, processes, options.pid)
    this.#intervalMs = intervalMs
    this.#poller = poller
    this.#dueAt = this.#stirredAt = clock.now()
    this.#backOffMs = intervalMs()
  }

  get dueAt(): Millis {
    return this.#dueAt
  }

  get front(): ProcessWatch['front'] {
    const { kind, name = null, leader = null, tool, elsewhere } = this.#foreground.front
    return {
      foreground: kind,
      name,
      pid: leader,
      agent: tool?.match.agent ?? null,
      ...(tool === undefined ? {} : { tool: tool.pid }),
      ...(elsewhere === undefined ? {} : { elsewhere }),
      ...(tool?.beyond === true ? { beyond: true } : {}),
    }
  }

  agentFile(command: string, names: readonly string[]): string | null {
    return this.#foreground.agentFile(command, names)
  }

  usage(searchesPorts?: boolean): Usage | null {
    return this.#usage.read(searchesPorts)
  }

  leftovers(askedAt: Millis): Leftovers | null {
    this.#processes.forget(askedAt)
    const { scope } = this.#usage
    const members = () => this.#usage.members()
    return leftoversOf(this.#clock, this.#processes, this.#options.pid, { scope, members })
  }

  stirred(): void {
    const now = this.#clock.now()
    this.#stirredAt = now
    this.#backOffMs = this.#intervalMs()
    if (this.#demand.claim === null) this.#moveTo(Math.min(this.#dueAt, now + this.#backOffMs))
  }

  foregroundNow(): Foreground {
    this.#stirredAt = this.#clock.now()
    const front = this.#foreground.glance(this.#stirredAt)
    this.#report(front)
    this.#backOffMs = this.#intervalMs()
    this.#moveTo(Math.min(this.#dueAt, this.#nextAt(this.#stirredAt)))
    return this.#isClaimant(front) ? 'tool' : front.descends === true ? 'tool' : front.kind
  }

  waits(): ReturnType<Required<ProcessWatch>['waits']> {
    const terminal = this.#options.terminal?.() ?? null
    const front = this.#foreground.glance(this.#clock.now())
    if (this.#foreground.waitingShell(terminal) !== undefined) return null
    const wait = programWait(this.#reader, this.#options.pid, front, terminal)
    return wait && { ...wait, hidden: terminal?.canonical === true && terminal.hidden === true }
  }

  look(): void {
    this.#foreground.again()
    this.#report(this.#foreground.check(this.#clock.now()))
  }

  demand(demand: Demand): void {
    const old = this.#demand
    if (
      demand.claim === old.claim &&
      demand.marked === old.marked &&
      demand.usesCpu === old.usesCpu
    )
      return
    this.#demand = demand
    const now = this.#clock.now()
    if (demand.claim !== null && old.claim === null)
      this.#claimant = claimantOf(this.#foreground.front)
    if (demand.claim === null) {
      this.#claimant = null
      this.#backOffMs = this.#intervalMs()
    }
    // The shell's own reports before a program starts do not mean that one has left: a new claimant
    // has one second. With marks it is checked now, before it can crash.
    const claims = old.claim === null && demand.claim === 'tool'
    this.#moveTo(
      claims
        ? now + (demand.marked ? 0 : claimIntervalMs)
        : this.#nextAt(Math.max(this.#checkedAt, now - restingIntervalMs)),
    )
  }

  reconsider(): void {
    this.#foreground.reconsider()
    if (this.#demand.claim !== 'session') this.#dueAt = Math.min(this.#dueAt, this.#clock.now())
  }

  configured(): void {
    this.#foreground.forget()
    this.#backOffMs = this.#intervalMs()
    if (this.#demand.claim !== 'session') this.#dueAt = this.#clock.now()
  }

  dispose(): void {
    this.#dueAt = Number.POSITIVE_INFINITY
    this.#poller.gone()
  }

  check(): void {
    const now = this.#clock.now()
    this.#checkedAt = now
    const front = this.#foreground.check(now)
    this.#backOffMs = Math.min(this.#backOffMs * 2, Math.max(restingIntervalMs, this.#intervalMs()))
    this.#dueAt = this.#nextAt(now)
    this.#report(front, this.#cpu(now))
  }

  #cpu(now: Millis): number | undefined {
    if (!this.#demand.usesCpu || this.#foreground.tool === null) return undefined
    // Output shows activity already, and samples are a second apart.
    if (now - this.#stirredAt < sampleIntervalMs || now - this.#sampledAt < sampleIntervalMs)
      return undefined
    this.#sampledAt = now
    return this.#foreground.sample(now)
  }

  #report(front: Front, cpu?: number): void {
    if (front.kind === 'unknown') return // no evidence
    const { tool, image } = front
    const terminal = this.#options.terminal?.() ?? null
    const reads = this.#foreground.waitingShell(terminal)
    const { name = '' } = front
    const takesLines = terminal?.canonical === true || lendsTerminal(name) || relaysTerminal(name)
    const input = terminal?.canonical === true && terminal.hidden === true ? 'hidden' : 'shown'
    this.#options.report(
      {
        type: 'process',
        foreground: front.kind,
        ...(tool === undefined
          ? {}
          : { tool: tool.match.tool, pid: tool.pid, startTime: tool.startTime }),
        ...(front.descends === true ? { descends: true } : {}),
        ...(reads === undefined ? {} : { reads }),
        ...(terminal !== null && reads === undefined && takesLines ? { input } : {}),
        ...(image === undefined ? {} : { image }),
        ...(cpu === undefined ? {} : { cpu }),
      },
      this.#foreground.tool?.match.agent ?? null,
    )
  }

  #nextAt(from: Millis): Millis {
    const { claim } = this.#demand
    if (claim === 'session') return Number.POSITIVE_INFINITY
    if (claim === 'tool') return onBeat(from, claimIntervalMs)
    return onBeat(from, this.#foreground.tool !== null ? this.#intervalMs() : this.#backOffMs)
  }

  #isClaimant(front: Front): boolean {
    return (
      this.#demand.claim !== null &&
      this.#claimant !== null &&
      front.kind === 'other' &&
      front.name === this.#claimant
    )
  }

  #moveTo(at: Millis): void {
    if (at === this.#dueAt) return
    this.#dueAt = at
    this.#poller.moved()
  }
}
