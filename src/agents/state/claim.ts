/**
 * Explicit wins: who has spoken for itself, what that silences, and when it ends
 * (docs/agent-state.md, "Claims").
 */
import type { StateOptions } from './configuration.ts'
import type { ExplicitDialect } from './evidence.ts'
import { recheckMs } from './limits.ts'
import { toolsOf } from './slots.ts'
import { begin, type AgentState, type Guess, type Reading, type Slot } from './state.ts'

export type Scope = 'session' | 'command' | 'tool'

/**
 * How long a claim of this dialect lasts. By default that of OSC 1338 is its command's: the shell
 * in front ends it, but not what was asked.
 */
export function scopeOf(dialect: ExplicitDialect, { explicitScope }: StateOptions): Scope {
  if (explicitScope !== 'protocol') return explicitScope
  return dialect === 'osc1338' ? 'command' : 'tool'
}

/** While it holds, nothing is guessed. */
export function isClaimed(state: AgentState): boolean {
  return state.claims.length > 0
}

/**
 * Only hooks have spoken. They lie in known ways: Esc runs none, and some come late or not at all
 * for a dialog. So the screen is read on.
 */
export function hooked({ claims }: AgentState): boolean {
  return claims.length > 0 && claims.every(({ hook }) => hook)
}

/** What is read there says nothing, because the program speaks for itself. */
export function silenced(state: AgentState, source: Reading['source']): boolean {
  return isClaimed(state) && !(source === 'screen' && hooked(state))
}

/**
 * How much of /proc is worth reading: `usual` (poll and back off), once a `second`, or `none`,
 * because nothing it could say would change anything. The one read before a prompt marker is judged
 * is no poll and always happens.
 */
export function polling(state: AgentState): 'usual' | 'second' | 'none' {
  if (
    state.ended ||
    (!hooked(state) &&
      state.claims.some(({ dialect }) => scopeOf(dialect, state.configuration) === 'session'))
  )
    return 'none'
  return isClaimed(state) ? 'second' : 'usual'
}

/**
 * Returns whether silence may soon decide: then the processor time of the tool's descendants is
 * worth a sample a second (row H4).
 */
export function usesCpu({ guess, armed, configuration }: AgentState): boolean {
  return (
    guess?.state === 'working' &&
    armed !== null &&
    configuration.heuristic &&
    configuration.busyHoldMs > 0
  )
}

/**
 * A valid frame: its dialect holds a claim, and the guess ends; but of a hook that does not know of
 * a dialog on the screen the screen is asked once more. `hook`: it is a hook's.
 */
export function claim(
  state: AgentState,
  dialect: ExplicitDialect,
  { tool, hook, waits }: { readonly tool: string; readonly hook: boolean; readonly waits: boolean },
): AgentState {
  const known = state.claims.find((one) => one.dialect === dialect)
  const byHook = hook && known?.hook !== false
  const claims =
    known?.tool === tool && known.hook === byHook
      ? state.claims
      : [
          ...state.claims.filter((one) => one !== known),
          { dialect, tool, since: known?.since ?? state.now, hook: byHook },
        ]
  const readings = known === undefined ? taken(state.readings) : state.readings
  const next = {
    ...state,
    claims,
    askAgainAt: null,
    progressMuted: state.progressMuted || dialect === 'osc7501',
  }
  if (!hooked(next)) return { ...next, readings, guess: null }
  // only what is read from now on is newer than the report
  return { ...next, readings: { ...readings, screen: null }, guess: waits ? null : doubted(state) }
}

/** The dialog that the screen shows, till it is read again; null: it shows none. */
function doubted({ guess, now, readings: { screen } }: AgentState): Guess | null {
  if (guess?.source !== 'screen' || guess.state !== 'waiting') return null
  if (guess.until !== undefined) return guess
  return screen?.state === 'waiting' ? { ...guess, until: now + recheckMs } : null
}

/** Claims of these scopes end. `others`: who still speaks, and holds that of its dialect. */
export function endClaims(
  state: AgentState,
  scopes: readonly Scope[],
  others: readonly Slot[] = [],
): AgentState {
  const claims = state.claims.flatMap((one) => {
    if (!scopes.includes(scopeOf(one.dialect, state.configuration))) return [one]
    const tool = others.findLast(({ dialect }) => dialect === one.dialect)?.record.tool
    return tool === undefined ? [] : tool === one.tool ? [one] : [{ ...one, tool }]
  })
  const isSame =
    claims.length === state.claims.length &&
    claims.every((claim, index) => claim === state.claims[index])
  return isSame ? state : { ...state, claims }
}

/**
 * X8, X9: what a program that left was doing goes; what it ended with stays, and what OSC 1338 asks
 * does. `tool`: that one has left; null: all have.
 */
export function endReports(state: AgentState, tool: string | null, reason: string): AgentState {
  const tools = tool === null || state.slots.length === 0 ? null : toolsOf(state.slots)
  const belongsToAnotherTool = (slot: Slot) => tools !== null && tools.get(slot)?.tool !== tool
  let { episodes, lost } = state
  const slots = state.slots.flatMap((slot): readonly Slot[] => {
    if (belongsToAnotherTool(slot)) return [slot]
    if (scopeOf(slot.dialect, state.configuration) === 'tool') {
      if (slot.state === 'done' || slot.state === 'error') return [outlive(slot)]
      lost = { rule: 'X8', reason: 'its program left the foreground' }
      return []
    }
    if (slot.state !== 'working' || slot.silent) return [slot]
    const part = begin(
      { ...state, episodes },
      { state: 'active', source: slot.source, confidence: 'fact', rule: 'X9', reason },
    )
    episodes = part.episode
    return [{ ...slot, ...part, kind: undefined, at: slot.at, faded: 'shell' as const }]
  })
  const isSame =
    slots.length === state.slots.length && slots.every((slot, index) => slot === state.slots[index])
  return endClaims(
    isSame ? state : { ...state, slots, episodes, lost },
    ['tool', 'command'],
    state.slots.filter((slot) => belongsToAnotherTool(slot) && !slot.outlived && !slot.silent),
  )
}

export function outlive(slot: Slot): Slot {
  return slot.outlived ? slot : { ...slot, outlived: true }
}

/** Everything that was read of a program's title, progress and screen ends with it. */
export function forgetReadings(state: AgentState): AgentState {
  return {
    ...state,
    readings: { title: null, osc9_4: null, screen: null },
    progressMuted: false,
    cpu: null,
    askAgainAt: null,
  }
}

/**
 * What was read before the claim is kept as dissent, and does not come into force behind its back.
 */
function taken({ title, osc9_4, screen }: AgentState['readings']): AgentState['readings'] {
  return {
    title: title && { ...title, taken: true },
    osc9_4: osc9_4 && { ...osc9_4, taken: true },
    screen: screen && { ...screen, taken: true },
  }
}
