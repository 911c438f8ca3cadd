/** Timers of reports: fuse (X4), done hold (X6), focus hold. Checked when the first is due. */
import type { Millis } from '../../base/clock.ts'
import { doneHoldMs, seenAfterMs } from './limits.ts'
import { mark, needsEyes } from './user-input.ts'
import { begin, type AgentState, type StatePart, type RuleId, type Slot } from './state.ts'

/** X4. 0 disables it. */
function fuseDue({ configuration: { fuseMs } }: AgentState, slot: Slot): Millis | null {
  return slot.state !== 'working' || slot.silent || fuseMs === 0 ? null : slot.at + fuseMs
}

/** X6: done is brief in OSC 1338; other dialects keep it until seen, like an outlived error. */
function holdDue(slot: Slot): Millis | null {
  if (slot.state !== 'done' && !(slot.state === 'error' && slot.outlived)) return null
  if (slot.dialect === 'osc1338') return slot.at + doneHoldMs
  return slot.seenAt === null ? null : slot.seenAt + doneHoldMs
}

/** Returns when lasting focus marks a part as seen. */
export function focusDue({ focus }: AgentState, part: StatePart): Millis | null {
  if (focus === null || part.episode > focus.episode || !needsEyes(part)) return null
  return part.seenAt === null ? focus.since + seenAfterMs : null
}

/** Returns the first timer of all slots. */
export function slotsDue(state: AgentState): Millis | null {
  return state.slots.reduce<Millis | null>(
    (first, slot) => earliest(first, fuseDue(state, slot), holdDue(slot), focusDue(state, slot)),
    null,
  )
}

export function earliest(...times: readonly (Millis | null)[]): Millis | null {
  return times.reduce(
    (first, time) => (first === null || (time !== null && time < first) ? time : first),
    null,
  )
}

export function fuse(state: AgentState): AgentState {
  return fade(state, (slot) => passed(state, fuseDue(state, slot)), {
    rule: 'X4',
    reason: 'no report for too long',
    faded: 'fuse',
  })
}

export function doneHold(state: AgentState): AgentState {
  return fade(state, (slot) => passed(state, holdDue(slot)), {
    rule: 'X6',
    reason: 'display time is over',
    faded: 'hold',
  })
}

export function focusHold(state: AgentState): AgentState {
  const { focus } = state
  if (focus === null || focus.since + seenAfterMs > state.now) return state
  const held = (part: StatePart) => passed(state, focusDue(state, part))
  return mark(state, held, focus.since + seenAfterMs)
}

/** Also X5: makes slots neutral until their next report, or idle if their prompt is shown. */
export function fade(
  state: AgentState,
  which: (slot: Slot) => boolean,
  {
    rule,
    reason,
    faded,
    to = 'active',
  }: {
    readonly rule: RuleId
    readonly reason: string
    readonly faded: NonNullable<Slot['faded']>
    readonly to?: 'active' | 'idle'
  },
): AgentState {
  if (!state.slots.some(which)) return state
  const part = (slot: Slot) => ({
    ...begin(state, { state: to, source: slot.source, confidence: slot.confidence, rule, reason }),
    kind: undefined,
    at: slot.at,
    seenAt: slot.seenAt,
  })
  return {
    ...state,
    episodes: state.episodes + 1,
    slots: state.slots.map((slot) => (which(slot) ? { ...slot, ...part(slot), faded } : slot)),
  }
}

function passed({ now }: AgentState, due: Millis | null): boolean {
  return due !== null && due <= now
}
