/**
 * Lets messages in that pass their guard and counts the rest. Both ends of the pipe stand behind
 * one.
 */
import type { z } from 'zod'
import { RateWindow } from '../../base/time/rate-window.ts'
import { mainMessages, pageMessages, type MainMessage, type PageMessage } from './contract.ts'

/**
 * Why a message was dropped: not an object with a known `kind`; its guard refused it; too many in
 * one second; too many of a kind that a program's output causes.
 */
export type DropReason = 'unknown' | 'malformed' | 'too-many' | 'throttled'

export interface Gate<Message> {
  /** The message, or null when it was dropped. Never throws, whatever arrives. */
  admit(value: unknown): Message | null
  readonly drops: Readonly<Record<DropReason, number>>
}

interface Rate {
  /** Messages per second; what comes beyond is dropped. */
  readonly perSecondMax: number
  /** The same for kinds that a program's output causes; they do not count above. */
  readonly causedPerSecondMax: number
  /** Milliseconds on any clock that never goes back. */
  readonly now: () => number
}

/**
 * Kinds that a program's output (focus reports) or a moving mouse can cause without end, and of
 * which some may be lost.
 */
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
    // the guard of this very kind has just accepted the body
    return { kind, ...(outcome.data as object) } as Message
  }

  return { admit, drops }
}

/**
 * For the main process: what a page says is rate-limited too, since a broken page must not stall
 * the sessions.
 */
export function pageGate(rate: Rate): Gate<PageMessage> {
  return makeGate<PageMessage>(pageMessages, rate)
}

/**
 * For the page: its only peer is the main process, which is trusted but may be of another version.
 */
export function mainGate(): Gate<MainMessage> {
  return makeGate<MainMessage>(mainMessages)
}
