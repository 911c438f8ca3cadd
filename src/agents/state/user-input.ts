/**
 * The user's actions: keys, focus, acknowledgment, snooze
 * (docs/contributing/internals/agent-state.md, rows U1 and U2).
 */
import { unreachable } from '../../base/assert.ts'
import type { Evidence } from './evidence.ts'
import { noteTyping } from './asks.ts'
import { hooked } from './claim.ts'
import { guardMs } from './limits.ts'
import { endsAtPrompt } from './slots.ts'
import { begin, type AgentState, type StatePart } from './state.ts'

type Input = Extract<Evidence, { type: 'input' }>['input']

export function input(before: AgentState, kind: Input): AgentState {
  const state = commandIsAgent(before)
  //  input                          echo window, Esc
  // biome-ignore format: a table, read by its columns
  switch (kind) {
    case 'text': case 'command': case 'paste':
      return typed({ ...noteTyping(state, false), ...drafted(state, kind) })
    case 'submit':
      return typed(answered({ ...noteTyping(state, true), ...submitted(state) }))
    case 'interrupt':          return typed({ ...noteTyping(state, true), ...interrupted(state) })
    // the mouse may only pass over
    case 'mouse':              return { ...state, echoAt: state.now }
    default:                   return unreachable(kind)
  }
}

/** M4: the shell's command is an agent that reports for itself, even after its exit. */
function commandIsAgent(state: AgentState): AgentState {
  if (state.armed === null || state.base.state !== 'working') return state
  const base = begin(state, {
    state: 'active',
    source: 'shell',
    confidence: 'fact',
    rule: 'M4',
    reason: 'an agent is in the foreground',
  })
  return { ...state, base, episodes: base.episode }
}

/** Text at a dialog answers it; elsewhere it is a draft. */
function drafted(
  { guess, run, now }: AgentState,
  kind: 'text' | 'command' | 'paste',
): Pick<AgentState, 'echoAt' | 'run'> {
  const answers = guess?.state === 'waiting' && guess.kind !== 'other'
  const drafting = run.drafting || !answers
  const command = run.drafting ? run.command : kind === 'command'
  // many rows may hide a prompt that is recognized with one
  const readsDrafts = run.readsDrafts && kind !== 'paste'
  return { echoAt: now, run: { ...run, drafting, readsDrafts, command, keyAt: now } }
}

function submitted(state: AgentState): Pick<AgentState, 'echoAt' | 'run' | 'interruptAt'> {
  const { guess, run, now, interruptAt, readings } = state
  const answers = guess?.state === 'waiting' && guess.kind !== 'other'
  // A trust question comes before any prompt, and its answer is not a task.
  if (run.loadsUntil !== null && answers)
    return {
      echoAt: null,
      interruptAt,
      run: { ...run, drafting: false, keyAt: now, goodbyeAt: null },
    }
  const { box } = readings.screen ?? {}
  const sent = {
    loadsUntil: null,
    drafting: false,
    command: run.command && !answers,
    keyAt: now,
    worked: false,
    submitAt: now,
    sentBox: box === undefined ? null : { ...box, keyAt: run.keyAt, emptiedAt: null },
    goodbyeAt: null,
    quitAt: null,
  }
  // hooks' reports do not end the interrupt (frames.ts), but belong to this submit from now on
  return { echoAt: null, interruptAt: hooked(state) ? null : interruptAt, run: { ...run, ...sent } }
}

/**
 * U2: Enter answers what `vibeflow-emit waiting` asked. The script need not report what follows, so
 * the state would last until the next prompt. Hooks report for themselves.
 */
function answered(state: AgentState): AgentState {
  // the shared timelines, which know no process, leave a question to its program
  if (state.foreground === 'unknown') return state
  const slots = state.slots.filter(
    ({ state: shown, dialect, instead, hook, kind, since }) =>
      shown !== 'waiting' ||
      hook !== undefined ||
      kind !== 'other' ||
      !(dialect === 'osc1338' || instead === '1338') ||
      state.now - since <= guardMs,
  )
  return slots.length === state.slots.length
    ? state
    : { ...state, slots, lost: { rule: 'U2', reason: 'you pressed Enter' } }
}

/** Records Esc during work; later output may be a goodbye. */
function interrupted(state: AgentState): Pick<AgentState, 'interruptAt' | 'run'> {
  return {
    interruptAt: works(state) ? state.now : state.interruptAt,
    run: { ...state.run, goodbyeAt: state.now, quitAt: state.now },
  }
}

/** After the guard time, keys mark states as seen, and by option dismiss them. */
function typed(state: AgentState): AgentState {
  return mark(state, (part) => state.now - part.since > guardMs)
}

function works({ slots }: AgentState): boolean {
  return slots.some((slot) => (slot.state === 'working' && !slot.silent) || endsAtPrompt(slot))
}

export function applyFocus(state: AgentState, on: boolean): AgentState {
  if (on === (state.focus !== null)) return state
  return {
    ...state,
    repaintAt: state.now,
    focus: on ? { since: state.now, episode: state.episodes } : null,
  }
}

export function user(state: AgentState, evidence: Extract<Evidence, { type: 'user' }>): AgentState {
  // biome-ignore format: a table, read by its columns
  switch (evidence.action) {
    case 'acknowledge': return acknowledge(state)
    case 'mark_seen': return mark(state, () => true)
    case 'snooze':
      return evidence.until > state.now && Number.isFinite(evidence.until)
        ? { ...state, snoozedUntil: evidence.until }
        : state
    case 'unsnooze': return state.snoozedUntil === null ? state : { ...state, snoozedUntil: null }
    default: return unreachable(evidence)
  }
}

/** U1: acknowledges only the shown states. */
function acknowledge(state: AgentState): AgentState {
  const target = state.headline
  if (target.state !== state.shown.state || !needsEyes(target)) return state
  const { slots, guess, ask, base } = state
  const quiet = (part: StatePart) => ({
    ...begin(state, {
      state: 'active',
      source: part.source,
      confidence: part.confidence,
      rule: 'U1',
      reason: 'you acknowledged it',
    }),
    kind: undefined,
    at: part.at,
    seenAt: state.now,
  })
  return {
    ...state,
    skipDebounce: true,
    episodes: state.episodes + 1,
    slots: slots.map((slot) =>
      slot === target ? { ...slot, ...quiet(slot), faded: 'acknowledged' as const } : slot,
    ),
    guess:
      guess !== null && guess === target
        ? { ...guess, ...quiet(guess), acknowledged: { state: guess.state, kind: guess.kind } }
        : guess,
    ask: ask !== null && ask === target ? { ...ask, ...quiet(ask) } : ask,
    base: base === target ? { ...base, ...quiet(base) } : base,
  }
}

/** Marks parts as seen: they become steady and cause no more notices. */
export function mark(
  state: AgentState,
  which: (part: StatePart) => boolean,
  at = state.now,
): AgentState {
  const fresh = (part: StatePart | null) => part !== null && part.seenAt === null && which(part)
  const { slots, guess, ask, base } = state
  if (!slots.some(fresh) && !fresh(guess) && !fresh(ask) && !fresh(base)) return state
  return {
    ...state,
    slots: slots.map((slot) => (fresh(slot) ? { ...slot, seenAt: at } : slot)),
    guess: guess !== null && fresh(guess) ? { ...guess, seenAt: at } : guess,
    ask: ask !== null && fresh(ask) ? { ...ask, seenAt: at } : ask,
    base: fresh(base) ? { ...base, seenAt: at } : base,
  }
}

/** Returns whether the user should see this state. */
export function needsEyes({ state }: StatePart): boolean {
  return state === 'waiting' || state === 'error' || state === 'done'
}
