/** Who has the terminal, as /proc says: rows P1 to P3, X8 and X9, and the samples of H4. */
import { unreachable } from '../assert.ts'
import { forgetReadings, leaveTool, scopeOf } from './claim.ts'
import type { ProcessEvidence } from './evidence.ts'
import { begin, beginRun, type AgentState, type Armed, type Slot } from './state.ts'

export function processFacts(state: AgentState, evidence: ProcessEvidence): AgentState {
  const sampled =
    evidence.cpu === undefined || !Number.isFinite(evidence.cpu)
      ? state
      : { ...state, cpu: { at: state.now, share: evidence.cpu } }
  switch (evidence.foreground) {
    case 'unknown':
      return sampled // P2: a race is not an exit
    case 'tool':
      return arm(
        sampled,
        { tool: evidence.tool ?? '', pid: evidence.pid, startTime: evidence.startTime },
        evidence.prompts === true,
      )
    case 'other':
      // P2: the agent's own editor
      return evidence.descends === true && state.armed !== null ? sampled : stranger(sampled)
    case 'shell':
      return shell(sampled)
    default:
      return unreachable(evidence.foreground)
  }
}

/** P1. Another tool, or another run of it, is the end of the first. */
function arm(state: AgentState, tool: Armed, prompts: boolean): AgentState {
  const same =
    state.armed !== null &&
    state.armed.tool === tool.tool &&
    (tool.pid === undefined ||
      state.armed.pid === undefined ||
      (tool.pid === state.armed.pid && tool.startTime === state.armed.startTime))
  if (same) return state.foreground === 'tool' ? state : { ...state, foreground: 'tool' }
  return {
    ...(state.armed === null ? state : gone(state, 'another tool came to the front')),
    armed: tool,
    run: beginRun(state.now, prompts),
    commandTool: tool.tool,
    foreground: 'tool',
  }
}

/** P3: kill, exit or Ctrl+Z; a frame of an explicit program stands. */
function stranger(state: AgentState): AgentState {
  return {
    ...(state.armed === null ? state : gone(state, 'another program came to the front')),
    commandTool: null,
    foreground: 'other',
  }
}

/** P3, X8, X9. */
function shell(state: AgentState): AgentState {
  const alone: AgentState = {
    ...gone(state, 'the shell came to the foreground'),
    foreground: 'shell',
  }
  // A client of the socket need not run in this tab: that the shell is in front still, as when it
  // spoke, is no news of it.
  const spokeBeside =
    state.foreground === 'shell' && state.claims.every(({ dialect }) => dialect === 'socket')
  const left = spokeBeside
    ? alone
    : leaveTool(alone, { rule: 'X8', reason: 'its program left the foreground' })
  const stopped = left.slots.findIndex((slot) => worksForSession(left, slot))
  return stopped === -1 ? left : workEnds(left)
}

function gone(state: AgentState, reason: string): AgentState {
  const left =
    state.readings.title === null &&
    state.readings.osc9_4 === null &&
    state.readings.screen === null &&
    !state.progressMuted &&
    state.cpu === null
      ? state
      : forgetReadings(state)
  return left.guess === null && left.armed === null
    ? left
    : {
        ...left,
        guess: null,
        armed: null,
        askAgainAt: null,
        lost: left.guess === null ? left.lost : { rule: 'P3', reason },
      }
}

/** X9: a fact ends work; the unread question is kept on purpose. */
function workEnds(state: AgentState): AgentState {
  let { episodes } = state
  const slots = state.slots.map((slot) => {
    if (!worksForSession(state, slot)) return slot
    const part = begin(
      { ...state, episodes },
      {
        state: 'active',
        source: slot.source,
        confidence: 'fact',
        rule: 'X9',
        reason: 'the shell came to the foreground',
      },
    )
    episodes = part.episode
    return { ...slot, ...part, kind: undefined, at: slot.at, faded: 'shell' as const }
  })
  return { ...state, slots, episodes }
}

function worksForSession({ configuration }: AgentState, slot: Slot): boolean {
  return (
    slot.state === 'working' && !slot.silent && scopeOf(slot.dialect, configuration) === 'session'
  )
}
