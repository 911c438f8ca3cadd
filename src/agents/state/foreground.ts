/** Foreground program by /proc: rows P1 to P3, X8 and X9, and the samples of H4. */
import { unreachable } from '../../base/assert.ts'
import { forgetReadings, endReports } from './claim.ts'
import type { ProcessEvidence } from './evidence.ts'
import { slotName } from './slots.ts'
import { beginRun, type AgentState, type Armed, type Slot } from './state.ts'

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

/** P1. Another tool, or another run of it, ends the first. */
function arm(state: AgentState, tool: Armed, prompts: boolean): AgentState {
  const same =
    state.armed !== null &&
    state.armed.tool === tool.tool &&
    (tool.pid === undefined ||
      state.armed.pid === undefined ||
      (tool.pid === state.armed.pid && tool.startTime === state.armed.startTime))
  if (same) return state.foreground === 'tool' ? state : { ...state, foreground: 'tool' }
  const before = state.armed === null ? state : gone(state, 'another tool came to the front', tool)
  return {
    ...before,
    slots: claimedSlots(before),
    armed: tool,
    run: beginRun(state.now, prompts),
    commandTool: tool.tool,
    foreground: 'tool',
  }
}

/** A question left after the shell's return (X9) ends when the next agent starts. */
function claimedSlots({ slots, claims }: AgentState): AgentState['slots'] {
  const stands = ({ outlived, silent, dialect, at }: Slot) =>
    outlived || silent || claims.some((claim) => claim.dialect === dialect && claim.since <= at)
  return slots.every(stands) ? slots : slots.filter(stands)
}

/** P3: kill, exit or Ctrl+Z. Reports of other programs are kept. */
function stranger(state: AgentState): AgentState {
  return {
    ...(state.armed === null ? state : gone(state, 'another program came to the front')),
    commandTool: null,
    foreground: 'other',
  }
}

/**
 * P3, X8, X9. If the shell marks its prompts, these tell when a command ends; the shell itself may
 * run it, as in `read`. On the alternate screen its marks are ignored (M3).
 */
function shell(state: AgentState): AgentState {
  const alone: AgentState = { ...gone(state, shellCame), foreground: 'shell' }
  // A socket client may run outside this tab. A shell that was already in the foreground when it
  // reported tells nothing about it.
  const reportedConcurrently =
    state.foreground === 'shell' && state.claims.every(({ dialect }) => dialect === 'socket')
  return reportedConcurrently || (state.markersSeen && !state.alternate)
    ? alone
    : endReports(alone, null, shellCame)
}

const shellCame = 'the shell came to the foreground'

/**
 * Removes the armed tool, which exited, and its reports. `next`: the tool armed instead. A tool
 * without a process runs over SSH and is known from its output; several may exist.
 */
function gone(before: AgentState, reason: string, next?: Armed): AgentState {
  const { armed } = before
  const stays = next !== undefined && (next.pid === undefined || next.tool === armed?.tool)
  const state =
    armed === null || stays ? before : endReports(before, slotName(before, armed.tool), reason)
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
