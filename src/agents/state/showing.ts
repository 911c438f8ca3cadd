/**
 * Shows the headline, at most once per debounce (docs/contributing/internals/agent-state.md,
 * "Showing").
 */
import type { Millis } from '../../base/clock.ts'
import { headlinePart, voicesOf } from './headline.ts'
import { historyMax } from './limits.ts'
import { slotsDue } from './slot-timers.ts'
import type { AgentState, Cause, StatePart } from './state.ts'

/** Returns when a waiting change may be shown, or `null`. The first of a tab is immediate. */
export function shownDue({
  headline,
  shown,
  shownAt,
  configuration: { debounceMs },
}: AgentState): Millis | null {
  return headline.state === shown.state ? null : (shownAt ?? 0) + debounceMs
}

/** Updates derived values after changes since `before`. */
export function derive(before: AgentState, state: AgentState): AgentState {
  const { slots, guess, ask, base, focus, configuration } = state
  const voices = slots === before.slots ? state.voices : voicesOf(slots)
  const parts =
    slots !== before.slots || guess !== before.guess || ask !== before.ask || base !== before.base
  const headline = parts ? headlinePart({ ...state, voices }) : state.headline
  const due =
    slots !== before.slots || focus !== before.focus || configuration !== before.configuration
      ? slotsDue(state)
      : state.slotsDue
  return headline === state.headline && due === state.slotsDue && voices === state.voices
    ? state
    : { ...state, voices, headline, slotsDue: due }
}

/** @param before state before this evidence */
export function updateShown(before: AgentState, state: AgentState): AgentState {
  const {
    headline,
    shown,
    shownAt,
    now,
    skipDebounce,
    configuration: { debounceMs },
  } = state
  if (headline.state === shown.state)
    return headline === shown.part
      ? state
      : { ...state, shown: { state: shown.state, part: headline } }
  if (!skipDebounce && shownAt !== null && now - shownAt < debounceMs) return state
  const { rule, reason } = causeOf(before, state, headline)
  const row = {
    at: now,
    from: shown.state,
    to: headline.state,
    source: headline.source,
    rule,
    reason,
  }
  return {
    ...state,
    shown: { state: headline.state, part: headline },
    shownAt: now,
    history: [...state.history, row].slice(-historyMax),
  }
}

/** A part that just started explains the change; an older one is shown because another ended. */
function causeOf(before: AgentState, { lost }: AgentState, headline: StatePart): Cause {
  return headline.episode > before.episodes || lost === null ? headline : lost
}
