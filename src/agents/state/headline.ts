/** Chooses the part for the tab: by rank among one tool's reports, else by severity. */
import type { DisplayState } from '../../protocol/index.ts'
import type { ExplicitDialect } from './evidence.ts'
import { toolsOf } from './slots.ts'
import { nobody, type AgentState, type StatePart, type Slot, type Voices } from './state.ts'

/** Higher is more urgent. */
export const severity: Readonly<Record<DisplayState, number>> = {
  waiting: 5,
  error: 4,
  working: 3,
  done: 2,
  idle: 1,
  active: 0,
}

/** Lower is better. OSC 1338 and 26 share a rank; the newest of the two counts. */
const rank: Readonly<Record<ExplicitDialect, number>> = {
  osc7501: 1,
  osc1338: 2,
  osc26: 2,
  osc21337: 3,
  osc777: 4,
  socket: 5,
}

/** Returns the slots that count: for each tool the dialect with the best rank. */
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

/** The base counts without live parts, as do outlived slots, or next to work that has ended. */
export function headlinePart(state: AgentState): StatePart {
  const {
    voices: { slots, outlived },
    guess,
    ask,
    base,
  } = state
  const others = [guess, ask].filter((part) => part !== null)
  const live = worst(others.length === 0 ? slots : [...slots, ...others])
  if (live === null) return worst([base, ...outlived]) ?? base
  return others.length === 0 && slots.every(({ faded }) => faded === 'shell')
    ? (worst([live, ...outlived]) ?? live)
    : live
}

/** Returns the most severe part, the newest among equals. */
function worst(parts: readonly StatePart[]): StatePart | null {
  return parts.reduce<StatePart | null>(
    (best, part) => (best === null || severity[part.state] >= severity[best.state] ? part : best),
    null,
  )
}
