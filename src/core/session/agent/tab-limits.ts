/** Usage limits of the account of a tab's agent, and the context that its session has left. */
import {
  limitedUntil,
  limitsText,
  type AgentLimits,
} from '../../../agents/limits/account-limits.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import { span } from '../../../base/text/span.ts'
import type { SessionId } from '../../ids.ts'
import type { Prompted } from './dialogs.ts'
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

interface TabLimitsPorts {
  readonly clock: Clock
  /** Absent if limits are not read. */
  readonly read: ReadLimits | undefined
  readonly of: () => LimitsOf
  /** Converts a time of the clock to milliseconds since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
}

export class TabLimits {
  readonly #ports: TabLimitsPorts
  readonly #look: SlowLook<AgentLimits>
  #agent: string | null = null

  constructor(ports: TabLimitsPorts) {
    this.#ports = ports
    this.#look = new SlowLook(ports.clock, async () => (await ports.read?.(ports.of())) ?? null)
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
      context: context === null ? null : `${Math.round(Math.max(0, 100 - context))} % left`,
    }
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

  get #now(): number {
    return this.#ports.sinceEpoch(this.#ports.clock.now())
  }

  /** Forgets the limits of an agent that is no longer there. */
  #forgetOther(): void {
    const { agent } = this.#ports.of()
    if (agent !== this.#agent) this.#look.forget()
    this.#agent = agent
  }
}

/** Reads the limits of sessions. Unknown ones are omitted. */
export async function readAllLimits(
  sessions: readonly { readonly id: SessionId; readonly limits: Pick<TabLimits, 'get'> }[],
): Promise<Readonly<Record<string, AgentLimits>>> {
  const read = await Promise.all(
    sessions.map(async ({ id, limits }) => [id, await limits.get()] as const),
  )
  return Object.fromEntries(read.flatMap(([id, one]) => (one === null ? [] : [[id, one]])))
}
