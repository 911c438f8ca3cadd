/**
 * Looks who is in the foreground of each tab, as seldom as is enough
 * (docs/agent-state.md). All tabs share one timer; a
 * check is a few synchronous reads, so two checks of one tab never overlap.
 */
import type { Evidence, Foreground } from '../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { Elsewhere } from '../../agents/process/elsewhere.ts'
import { tables } from '../../agents/process/interpreter.ts'
import type { Tools } from '../../agents/process/match.ts'
import { isShell } from '../../agents/process/shells.ts'
import { ForegroundWatch, type Front } from './foreground.ts'
import { checkIntervalMs, claimIntervalMs, restingIntervalMs, sampleIntervalMs } from './limits.ts'
import type { ProcReader } from './reader.ts'

export type ProcessReading = Extract<Evidence, { type: 'process' }>

/** What the tab's state asks of the poller. */
export interface Demand {
  /**
   * How long the present claim of a program holds: for the session, or as long as that program;
   * null: there is none.
   */
  readonly claim: 'session' | 'tool' | null
  /** The shell marks its prompts: that it is in front does not end what it has just said. */
  readonly marked: boolean
  /** Whether silence may soon decide: then it matters whether the tool's descendants are busy. */
  readonly usesCpu: boolean
}

export interface WatchOptions {
  /** The tab's first process. */
  readonly pid: number
  /** It is the user's shell, not a program that was named. */
  readonly isUserShell: boolean
  readonly home: string
  /** Each reading. `agent`: id of the agent in front, for its rules. */
  readonly report: (evidence: ProcessReading, agent: string | null) => void
}

/** One tab under watch. */
export interface Watch {
  /** Output, input or a mark: another program may be in front soon. Cheap. */
  stirred(): void
  /**
   * Who is in front now: one stat as long as nothing has changed. What it finds is reported too.
   */
  foregroundNow(): Foreground
  demand(demand: Demand): void
  /** Looks afresh, whatever is demanded: the user asks. What it finds is reported too. */
  look(): void
  /** What the last look found, for Why: the program's own name for itself. */
  readonly front: {
    readonly foreground: Foreground
    readonly name: string | null
    readonly pid?: number | null
    readonly agent: string | null
    readonly elsewhere?: Elsewhere
    readonly beyond?: true
  }
  /** As `ForegroundWatch.agentFile`. */
  agentFile(command: string, names: readonly string[]): string | null
  dispose(): void
}

export class Poller {
  readonly #clock: Clock
  readonly #reader: ProcReader
  readonly #watches = new Set<TabWatch>()
  #tools: Tools
  #intervalMs: number
  #timer: { readonly at: Millis; readonly cancel: () => void } | null = null

  constructor(clock: Clock, reader: ProcReader, tools: Tools, intervalMs = checkIntervalMs) {
    this.#clock = clock
    this.#reader = reader
    this.#tools = tools
    this.#intervalMs = intervalMs
  }

  watch(options: WatchOptions): Watch {
    const watch = new TabWatch(
      options,
      this.#clock,
      new ForegroundWatch(options, this.#reader, () => this.#tools),
      () => this.#intervalMs,
      {
        moved: () => this.#arm(),
        gone: () => {
          this.#watches.delete(watch)
          this.#arm()
        },
      },
    )
    this.#watches.add(watch)
    this.#arm()
    return watch
  }

  /** More is known of paths than when programs were judged. */
  reconsider(): void {
    for (const watch of this.#watches) watch.reconsider()
    this.#arm()
  }

  /** New configuration. An empty list ends all looking. */
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
 * When `interval` is over, or up to half of it sooner: on a beat that all tabs share, so that sixty
 * resting tabs wake the process once a second and not thirty times. From the second check on the
 * distance is the whole interval.
 */
function onBeat(from: Millis, interval: Millis): Millis {
  const beat = interval / 2
  return Math.floor((from + interval) / beat) * beat
}

/** A shell, ssh or sudo has others speak in it, and the marks are those of their prompts. */
function claimantOf({ kind, name, elsewhere }: Front): string | null {
  if (kind !== 'other' || name === undefined || elsewhere !== undefined) return null
  return isShell(name) || tables.remoteClients.includes(name) ? null : name
}

const noDemand: Demand = { claim: null, marked: false, usesCpu: false }

class TabWatch implements Watch {
  readonly #options: WatchOptions
  readonly #clock: Clock
  readonly #foreground: ForegroundWatch
  readonly #intervalMs: () => number
  readonly #poller: { readonly moved: () => void; readonly gone: () => void }
  #demand = noDemand
  /** Now, for the first. */
  #dueAt: Millis
  #backOffMs: number
  #checkedAt: Millis = Number.NEGATIVE_INFINITY
  #stirredAt: Millis
  #sampledAt: Millis = Number.NEGATIVE_INFINITY
  /** The program in front when the claim began: it may be on no list. */
  #claimant: string | null = null

  constructor(
    options: WatchOptions,
    clock: Clock,
    foreground: ForegroundWatch,
    intervalMs: () => number,
    poller: { readonly moved: () => void; readonly gone: () => void },
  ) {
    this.#options = options
    this.#clock = clock
    this.#foreground = foreground
    this.#intervalMs = intervalMs
    this.#poller = poller
    this.#dueAt = this.#stirredAt = clock.now()
    this.#backOffMs = intervalMs()
  }

  get dueAt(): Millis {
    return this.#dueAt
  }

  get front(): Watch['front'] {
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
    // What the shell itself says before it starts the program is no news of a program that has
    // left: who has just spoken has a second. Else who speaks is looked at before it can crash.
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
    // What prints is no riddle; and a second must have passed.
    if (now - this.#stirredAt < sampleIntervalMs || now - this.#sampledAt < sampleIntervalMs)
      return undefined
    this.#sampledAt = now
    return this.#foreground.sample(now)
  }

  #report(front: Front, cpu?: number): void {
    if (front.kind === 'unknown') return // no evidence
    const { tool } = front
    this.#options.report(
      {
        type: 'process',
        foreground: front.kind,
        ...(tool === undefined
          ? {}
          : { tool: tool.match.tool, pid: tool.pid, startTime: tool.startTime }),
        ...(front.descends === true ? { descends: true } : {}),
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
