/**
 * The state machine of one tab, pure and total. docs/contributing/internals/agent-state.md
 * describes its rows.
 */
import { unreachable } from '../../base/assert.ts'
import type { Millis } from '../../base/clock.ts'
import { applyFocus, input, user } from './user-input.ts'
import { wasLeft } from '../process/exit-codes.ts'
import { applyAsk, endAsk, noteMark, noteReading } from './asks.ts'
import { endClaims, forgetReadings, scopeOf, silenced } from './claim.ts'
import type { StateOptions } from './configuration.ts'
import type { Evidence } from './evidence.ts'
import { processFacts } from './foreground.ts'
import { applyReport } from './frames.ts'
import { applyOutput, applyScreen, signal, takenUp } from './guess.ts'
import { resumeGapMs } from './limits.ts'
import { alternateScreen, marker } from './markers.ts'
import { derive, updateShown } from './showing.ts'
import { begin, initial, notAsking, type AgentState } from './state.ts'
import { matured, timers } from './timers.ts'
import { wakeAt } from './wake.ts'

/**
 * Reduces one piece of evidence. Time never goes back: an earlier `now` is raised to the highest
 * one. Readings that have held by now count before the evidence, all other timers after it: output
 * in the millisecond in which silence would end is in time.
 */
export function reduce(state: AgentState, evidence: Evidence, now: Millis): AgentState {
  return reduceAll(state, [evidence], now)
}

/** Reduces several pieces of evidence and updates the shown state once at the end. */
export function reduceAll(
  state: AgentState,
  evidence: readonly Evidence[],
  now: Millis,
): AgentState {
  const begun = { ...state, now: now > state.now && now < Infinity ? now : state.now }
  const next = derive(state, evidence.reduce(applyEvidence, matured(awake(state, begun))))
  const shown = updateShown(state, ring(next))
  return shown.lost === null && !shown.skipDebounce
    ? shown
    : { ...shown, lost: null, skipDebounce: false }
}

/** After sleep or a blocked event loop, output may be queued, so silence starts now. */
function awake(before: AgentState, state: AgentState): AgentState {
  if (state.quietFrom === null || state.now - before.now <= resumeGapMs) return state
  const due = wakeAt(before)
  return due === null || state.now - due <= resumeGapMs ? state : { ...state, quietFrom: state.now }
}

function applyEvidence(state: AgentState, evidence: Evidence): AgentState {
  if (state.ended && ofProgram.has(evidence.type)) return state
  // biome-ignore format: a table, read by its columns
  switch (evidence.type) {
    case 'frame': return applyReport(state, evidence)
    case 'marker': return noteMark(marker(state, evidence))
    case 'output': return applyOutput(state, evidence)
    case 'process': return noteReading(processFacts(state, evidence), evidence, state)
    case 'signal': return signal(state, evidence)
    case 'screen': return applyScreen(state, evidence)
    case 'ask': return applyAsk(state, evidence)
    case 'rule_gone':
      return state.guess === null
        ? state
        : {
            ...state,
            guess: null,
            lost: { rule: 'H5', reason: 'the matching rule was removed' },
          }
    case 'alt_screen':
      return endAsk(alternateScreen(state, evidence.on), 'the screen was switched')
    case 'input': {
      const next = input(state, evidence.input)
      return evidence.input === 'submit' ? takenUp(state, next) : next
    }
    case 'focus': return applyFocus(state, evidence.on)
    case 'user': return user(state, evidence)
    case 'resize': return { ...state, repaintAt: state.now }
    case 'reset': return reset(state)
    case 'exit': return exit(state, evidence)
    case 'restart':
      return initial(state.configuration, state.now) // E2
    case 'config': return configured(state, evidence.configuration)
    case 'tick': return state
    default: return unreachable(evidence)
  }
}

function configured(before: AgentState, changed: Partial<StateOptions>): AgentState {
  const state = { ...before, configuration: { ...before.configuration, ...changed } }
  const next = state.configuration.asks ? state : endAsk(state, 'questions of programs are off')
  // a claim that now owns the session keeps the screen out
  return next.guess !== null && silenced(next, 'screen')
    ? { ...next, guess: null, lost: { rule: 'X10', reason: 'the program owns the session' } }
    : next
}

/** Ignored after the program's end; only the user and the clock count then. */
const ofProgram: ReadonlySet<Evidence['type']> = new Set([
  'frame',
  'marker',
  'output',
  'process',
  'signal',
  'screen',
  'ask',
  'rule_gone',
  'alt_screen',
  'reset',
  'exit',
])

/** E2, RIS: OSC 7501's rule for all claims with tool scope. */
function reset(state: AgentState): AgentState {
  const slots = state.slots.filter(
    ({ dialect }) => scopeOf(dialect, state.configuration) !== 'tool',
  )
  const readings = { ...state.readings, osc9_4: null }
  return endClaims(
    {
      ...state,
      slots,
      readings,
      alternate: false,
      progressMuted: false,
      lost: { rule: 'E2', reason: 'the terminal was reset' },
    },
    ['tool'],
  )
}

/** E1: the banner shows the rest. */
function exit(
  state: AgentState,
  { code, signal: by, closed, problem }: Extract<Evidence, { type: 'exit' }>,
): AgentState {
  const killed = by !== undefined && by !== null && by !== 0 && by !== ''
  const isUnknown = code === null && !killed && problem === undefined
  const isLeft = code !== null && wasLeft(code) && !killed && problem === undefined
  const reason =
    problem !== undefined
      ? `couldn't start the program: ${problem.replace(/\.$/, '')}`
      : killed
        ? `killed by signal ${by}`
        : isUnknown
          ? 'the program ended, exit code unknown'
          : `exited with code ${code}`
  const base = begin(state, {
    state: closed === true || isLeft || isUnknown ? 'active' : 'error',
    source: 'exit',
    confidence: isUnknown ? 'guess' : 'fact',
    rule: 'E1',
    reason,
  })
  return {
    ...forgetReadings(state),
    slots: [],
    claims: [],
    guess: null,
    ask: null,
    asking: notAsking,
    armed: null,
    interruptAt: null,
    alternate: false,
    ended: true,
    skipDebounce: true,
    base,
    episodes: base.episode,
  }
}

/** Rings all due timers in order. One may make another due, which the next round finds. */
function ring(state: AgentState): AgentState {
  let next = state
  for (let round = 0; round < roundsMax; round += 1) {
    const before = next
    for (const timer of timers) {
      const due = timer.due(next)
      if (due !== null && due <= next.now) next = derive(next, timer.ring(next))
    }
    if (next === before) break
  }
  return next
}

/** A seen done without hold needs two rounds, repeated silence one more; the rest is reserve. */
const roundsMax = 6
