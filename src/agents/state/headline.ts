/**
 * Which part speaks for the tab: ranks among reports of one tool, severity among everything that
 * speaks.
 */
import type { DisplayState } from '../../protocol/index.ts'
import type { ExplicitDialect } from './evidence.ts'
import { toolsOf } from './slots.ts'
import { nobody, type AgentState, type StatePart, type Slot, type Voices } from './state.ts'

/** The most urgent counts most. */
export const severity: Readonly<Record<DisplayState, number>> = {
  waiting: 5,
  error: 4,
  working: 3,
  done: 2,
  idle: 1,
  active: 0,
}

/** The best is the least. OSC 1338 and 26 share one: the newest of the two speaks. */
const rank: Readonly<Record<ExplicitDialect, number>> = {
  osc7501: 1,
  osc1338: 2,
  osc26: 2,
  osc21337: 3,
  osc777: 4,
  socket: 5,
}

/** Who speaks, and for whom. Per tool the dialect of the best rank does, the others are dissent. */
export function voicesOf(slots: readonly Slot[]): Voices {
  if (slots.length === 0) return nobody
  const live = slots.filter(isLive)
  const outlived = slots.filter((slot) => slot.outlived)
  const tools = toolsOf(slots)
  const toolOf = (slot: Slot) => tools.get(slot)?.tool ?? ''
  const best = new Map<string, ExplicitDialect>()
  for (const slot of live) {
    const voice = best.get(toolOf(slot))
    if (voice === undefined || rank[slot.dialect] <= rank[voice])
      best.set(toolOf(slot), slot.dialect)
  }
  const speaking = live.filter((slot) => best.get(toolOf(slot)) === slot.dialect)
  return {
    slots: speaking,
    outlived,
    tools,
    names: new Set([...speaking, ...outlived].map(toolOf).filter((tool) => tool !== '')),
  }
}

function isLive({ outlived, silent }: Slot): boolean {
  return !outlived && !silent
}

/**
 * The base counts only while nothing lives. What outlived its program goes with the base; it shows,
 * too, when all that lives is work that the shell has ended.
 */
export function headlinePart({ voices: { slots, outlived }, guess, base }: AgentState): StatePart {
  const live = worst(guess === null ? slots : [...slots, guess])
  if (live === null) return worst([base, ...outlived]) ?? base
  return guess === null && slots.every(({ faded }) => faded === 'shell')
    ? (worst([live, ...outlived]) ?? live)
    : live
}

/** The newest among equals. */
function worst(parts: readonly StatePart[]): StatePart | null {
  return parts.reduce<StatePart | null>(
    (best, part) => (best === null || severity[part.state] >= severity[best.state] ? part : best),
    null,
  )
}
