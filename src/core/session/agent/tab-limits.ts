/** Usage limits of the account of a tab's agent, and the context that its session has left. */
import {
  contextText,
  limitedUntil,
  limitsText,
  type AgentLimits,
} from '../../../agents/limits/account-limits.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { span } from '../../../base/text/span.ts'
import type { Prompted } from './dialogs.ts'
import { limitShownMs, limitsSettleMs } from '../limits.ts'
import { SlowLook } from './slow-look.ts'

/** Facts that find the agent's report. */
export interface LimitsOf {
  /** Path of the session's socket; `null` without one. */
  readonly socket: string | null
  /** Process ID of the agent; `null` if unknown. */
  readonly pid: number | null
  /** Id of its rules; `null` if it is not an agent. */
  readonly agent: string | null
}

/** Reads the newest limits of the agent's account; `null` if unknown. Never rejects. */
export type ReadLimits = (of: LimitsOf) => Promise<AgentLimits | null>

/** Returns the directory that an agent's process uses, from its environment; `null` if unknown. */
export type FindAccount = (agent: string, pid: number) => string | null

interface TabLimitsPorts {
  readonly clock: Clock
  /** Absent if limits are not read. */
  readonly read: ReadLimits | undefined
  /** Returns the agent's directory, which is its account; `null` if unknown. */
  readonly directory?: FindAccount | undefined
  readonly of: () => LimitsOf
  /** Converts a time of the clock to milliseconds since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
  /** `limit` may have changed. */
  readonly changed: () => void
}

export class TabLimits {
  readonly #ports: TabLimitsPorts
  readonly #look: SlowLook<AgentLimits>
  /** The agent and its process. */
  #agent = ''
  /** The process whose directory is known: it does not change. */
  #process: (Pick<LimitsOf, 'agent' | 'pid'> & { readonly directory: string | null }) | null = null
  /** When the limit that is reached resets, in milliseconds since the epoch. */
  #until: number | null = null
  #isWorking = false
  #isDisposed = false
  #cancelRead: (() => void) | null = null
  #cancelReset: (() => void) | null = null

  constructor(ports: TabLimitsPorts) {
    this.#ports = ports
    this.#look = new SlowLook(ports.clock, async () => {
      const limits = (await ports.read?.(ports.of())) ?? null
      this.#limitedUntil(limits === null ? null : limitedUntil(limits, this.#now))
      return limits
    })
  }

  /** Limits and context as text for *Why*; `null` if unknown. Reads them again if they are old. */
  get shown(): { readonly limits: string | null; readonly context: string | null } {
    this.#forgetOther()
    const { last } = this.#look
    if (last === null) return { limits: null, context: null }
    const limits = limitsText(last, this.#now)
    const { context } = last
    return {
      limits: limits === '' ? null : limits,
      context: context === null ? null : contextText(context),
    }
  }

  /** Id of the agent and its directory; `null` if either is unknown. */
  get account(): { readonly agent: string; readonly directory: string } | null {
    const { agent, pid } = this.#ports.of()
    if (agent === null || pid === null) return null
    if (this.#process?.agent !== agent || this.#process.pid !== pid)
      this.#process = { agent, pid, directory: this.#ports.directory?.(agent, pid) ?? null }
    const { directory } = this.#process
    return directory === null ? null : { agent, directory }
  }

  /** When a limit that is reached resets, in milliseconds since the epoch; `null` without one. */
  get until(): number | null {
    return this.#until
  }

  /** The limit for the tab's view: when it resets, on the clock, unless that is days away. */
  get limit(): { readonly until?: Millis } | undefined {
    if (this.#until === null) return undefined
    const inMs = this.#until - this.#now
    return inMs > limitShownMs ? {} : { until: this.#ports.clock.now() + inMs }
  }

  /** Notes the agent's state. At the end of a turn, its limits are read once. */
  stateChanged(isWorking: boolean): void {
    if (isWorking === this.#isWorking) return
    this.#isWorking = isWorking
    this.#cancelRead?.()
    this.#cancelRead = null
    if (isWorking || this.#ports.of().agent === null) return
    this.#cancelRead = this.#ports.clock.after(limitsSettleMs, () => void this.get())
  }

  dispose(): void {
    this.#cancelRead?.()
    this.#cancelReset?.()
    this.#cancelRead = this.#cancelReset = null
    this.#isDisposed = true
  }

  get(): Promise<AgentLimits | null> {
    this.#forgetOther()
    return this.#look.get()
  }

  /** Returns why a prompt must wait: a limit is reached. `null` if none is known to be. */
  async hindrance(): Promise<(Prompted & { readonly sent: false }) | null> {
    const limits = await this.get()
    const until = limits === null ? null : limitedUntil(limits, this.#now)
    if (until === null) return null
    const why = `A limit of the account is reached. It resets in ${span(until - this.#now)}.`
    return { sent: false, why, typed: false, later: true }
  }

  #limitedUntil(until: number | null): void {
    if (until === this.#until || this.#isDisposed) return
    this.#until = until
    this.#cancelReset?.()
    this.#cancelReset =
      until === null
        ? null
        : this.#ports.clock.after(until - this.#now, () => this.#limitedUntil(null))
    this.#ports.changed()
  }

  get #now(): number {
    return this.#ports.sinceEpoch(this.#ports.clock.now())
  }

  /** Forgets the limits of an agent that is no longer there: another may have another account. */
  #forgetOther(): void {
    const { agent, pid } = this.#ports.of()
    const now = `${agent} ${pid}`
    if (now === this.#agent) return
    this.#agent = now
    this.#look.forget()
    this.#limitedUntil(null)
  }
}
