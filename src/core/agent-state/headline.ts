/** Which part speaks for the tab: ranks among reports of one tool, severity among everything that speaks. */
import type { DisplayState } from '../../protocol/index.ts'
import type { ExplicitDialect } from './evidence.ts'
import { toolsOf } from './slots.ts'
import type { AgentState, Part, Slot } from './state.ts'

/** The most urgent counts most. */
export const severity: Readonly<Record<DisplayState, number>> = { waiting: 5, error: 4, working: 3, done: 2, idle: 1, active: 0 }

/** The best is the least. OSC 1338 and 26 share one: the newest of the two speaks. */
const rank: Readonly<Record<ExplicitDialect, number>> = { osc7501: 1, osc1338: 2, osc26: 2, osc21337: 3, osc777: 4, socket: 5 }

/** The slots that speak, the update longest ago first. Per tool the dialect of the best rank does, the others are dissent. */
export function speaking(slots: readonly Slot[]): readonly Slot[] {
  if (slots.length < 2) return slots.filter(isLive)
  const live = slots.filter(isLive)
  const tools = toolsOf(slots)
  const voices = new Map<string, ExplicitDialect>()
  for (const slot of live) {
    const tool = tools.get(slot)?.tool ?? ''
    const voice = voices.get(tool)
    if (voice === undefined || rank[slot.dialect] <= rank[voice]) voices.set(tool, slot.dialect)
  }
  return live.filter((slot) => voices.get(tools.get(slot)?.tool ?? '') === slot.dialect)
}

function isLive({ outlived, silent }: Slot): boolean {
  return !outlived && !silent
}

/** The base counts only while nothing lives. What outlived its program goes with the base; it shows, too, when all that lives is work that the shell has ended. */
export function headlineOf({ slots, guess, base }: AgentState): Part {
  const left = slots.filter(({ outlived }) => outlived)
  const voices = speaking(slots)
  const live = worst(guess === null ? voices : [...voices, guess])
  if (live === null) return worst([base, ...left]) ?? base
  return guess === null && voices.every(({ faded }) => faded === 'shell') ? worst([live, ...left]) ?? live : live
}

/** The newest among equals. */
function worst(parts: readonly Part[]): Part | null {
  return parts.reduce<Part | null>((best, part) => (best === null || severity[part.state] >= severity[best.state] ? part : best), null)
}
