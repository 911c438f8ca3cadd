/** Admits messages that pass their guard and counts the others. Both ends of the pipe use one. */
import type { z } from 'zod'
import { RateWindow } from '../../base/time/rate-window.ts'
import { mainMessages, pageMessages, type MainMessage, type PageMessage } from './contract.ts'

/** Why a message was dropped. `throttled`: too many of a kind that output causes. */
export type DropReason = 'unknown' | 'malformed' | 'too-many' | 'throttled'

interface Gate<Message> {
  /** Returns the message, or `null` if it was dropped. Never throws. */
  admit(value: unknown): Message | null
  readonly drops: Readonly<Record<DropReason, number>>
}

interface Rate {
  /** Messages per second; further ones are dropped. */
  readonly perSecondMax: number
  /** Limit for kinds that output causes. They are not counted above. */
  readonly causedPerSecondMax: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
}

/** Kinds that output or the mouse can cause without end, and that may be lost. */
const caused: ReadonlySet<unknown> = new Set<PageMessage['kind']>(['session/mouse'])

function makeGate<Message>(table: Readonly<Record<string, z.ZodType>>, rate?: Rate): Gate<Message> {
  const guards = new Map(Object.entries(table))
  const drops: Record<DropReason, number> = {
    unknown: 0,
    malformed: 0,
    'too-many': 0,
    throttled: 0,
  }
  const others = new RateWindow(rate?.perSecondMax ?? 0, 1_000)
  const causedOnes = new RateWindow(rate?.causedPerSecondMax ?? 0, 1_000)

  function admit(value: unknown): Message | null {
    if (rate !== undefined) {
      const isCaused =
        typeof value === 'object' &&
        value !== null &&
        caused.has((value as { kind?: unknown }).kind)
      if (!(isCaused ? causedOnes : others).admit(rate.now())) {
        drops[isCaused ? 'throttled' : 'too-many'] += 1
        return null
      }
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'kind')) {
      drops.unknown += 1
      return null
    }
    const { kind, ...body } = value as { kind: unknown }
    const guard = typeof kind === 'string' ? guards.get(kind) : undefined
    if (guard === undefined) {
      drops.unknown += 1
      return null
    }
    const outcome = guard.safeParse(body)
    if (!outcome.success) {
      drops.malformed += 1
      return null
    }
    // the guard of this kind accepted the body
    return { kind, ...(outcome.data as object) } as Message
  }

  return { admit, drops }
}

/** Returns the main process's gate, limited since a broken page must not stall sessions. */
export function pageGate(rate: Rate): Gate<PageMessage> {
  return makeGate<PageMessage>(pageMessages, rate)
}

/** Returns the gate of the page, whose peer is trusted but may be of another version. */
export function mainGate(): Gate<MainMessage> {
  return makeGate<MainMessage>(mainMessages)
}
