/**
 * Claims: programs that report for themselves, the sources that a claim overrides, and its end
 * (docs/contributing/internals/agent-state.md).
 */
import type { StateOptions } from './configuration.ts'
import type { ExplicitDialect } from './evidence.ts'
import { recheckMs } from './limits.ts'
import { toolsOf } from './slots.ts'
import { begin, type AgentState, type Guess, type Reading, type Slot } from './state.ts'

export type Scope = 'session' | 'command' | 'tool'

/**
 * Returns how long a claim of this dialect lasts. By default an OSC 1338 claim belongs to its
 * command: the shell in the foreground ends it, but not its question.
 */
export function scopeOf(dialect: ExplicitDialect, { explicitScope }: StateOptions): Scope {
  if (explicitScope !== 'protocol') return explicitScope
  return dialect === 'osc1338' ? 'command' : 'tool'
}

/** Returns whether a claim exists, which prevents guesses. */
export function isClaimed(state: AgentState): boolean {
  return state.claims.length > 0
}

/** Returns whether only hooks have reported. They miss Esc and dialogs, so the screen is read. */
export function hooked({ claims }: AgentState): boolean {
  return claims.length > 0 && claims.every(({ hook }) => hook)
}

/**
 * Returns whether readings of this source are ignored because the program reports for itself. A
 * dialog on the screen always counts, unless the program owns the session: another program's screen
 * may then be shown, since the foreground is not checked.
 */
export function silenced(state: AgentState, source: Reading['source']): boolean {
  const { claims, configuration } = state
  if (!isClaimed(state)) return false
  return (
    source !== 'screen' ||
    (!hooked(state) && claims.some(({ dialect }) => scopeOf(dialect, configuration) === 'session'))
  )
}

/**
 * Returns how often to read /proc: `usual` (poll with back-off), every `second`, or `none` if it
 * cannot change anything. The reading before a prompt marker always happens.
 */
export function polling(state: AgentState): 'usual' | 'second' | 'none' {
  if (state.ended || silenced(state, 'screen')) return 'none'
  return isClaimed(state) ? 'second' : 'usual'
}

/** Returns whether silence may soon decide, which needs the descendants' CPU time (row H4). */
export function usesCpu({ guess, armed, configuration }: AgentState): boolean {
  return (
    guess?.state === 'working' &&
    armed !== null &&
    configuration.heuristic &&
    configuration.busyHoldMs > 0
  )
}

/**
 * Records the claim of a valid report and ends the guess. A program may not report a dialog on its
 * screen, so the screen is then read again. `hook`: sent by a hook.
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
  if (silenced(next, 'screen')) return { ...next, readings, guess: null }
  // only later readings are newer than the report
  return { ...next, readings: { ...readings, screen: null }, guess: waits ? null : doubted(state) }
}

/** Returns the dialog on the screen as a guess until it is read again, or `null`. */
function doubted({ guess, now, readings: { screen } }: AgentState): Guess | null {
  if (guess?.source !== 'screen' || guess.state !== 'waiting') return null
  if (guess.until !== undefined) return guess
  return screen?.state === 'waiting' ? { ...guess, until: now + recheckMs } : null
}

/** Ends claims of these scopes. `others`: slots that keep the claim of their dialect. */
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
 * X8, X9: removes the states of a program that exited. Keeps its end, and OSC 1338's questions.
 * `tool`: the tool that exited, or `null` for all.
 */
export function endReports(state: AgentState, tool: string | null, reason: string): AgentState {
  const tools = tool === null || state.slots.length === 0 ? null : toolsOf(state.slots)
  const belongsToAnotherTool = (slot: Slot) => tools !== null && tools.get(slot)?.tool !== tool
  let { episodes, lost } = state
  const slots = state.slots.flatMap((slot): readonly Slot[] => {
    if (belongsToAnotherTool(slot)) return [slot]
    if (scopeOf(slot.dialect, state.configuration) === 'tool') {
      if (slot.state === 'done' || slot.state === 'error') return [outlive(slot)]
      lost = { rule: 'X8', reason: 'the program left the foreground' }
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

/** Forgets the readings of a program's title, progress and screen when it ends. */
export function forgetReadings(state: AgentState): AgentState {
  return {
    ...state,
    readings: { title: null, osc9_4: null, screen: null },
    progressMuted: false,
    cpu: null,
    askAgainAt: null,
  }
}

/** Keeps earlier readings as dissent, so that they do not take effect despite the claim. */
function taken({ title, osc9_4, screen }: AgentState['readings']): AgentState['readings'] {
  return {
    title: title && { ...title, taken: true },
    osc9_4: osc9_4 && { ...osc9_4, taken: true },
    screen: screen && { ...screen, taken: true },
  }
}
