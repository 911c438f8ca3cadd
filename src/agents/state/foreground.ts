/** Foreground program by /proc: rows P1 to P4, X8 and X9, and the samples of H4. */
import { unreachable } from '../../base/assert.ts'
import type { Millis } from '../../base/clock.ts'
import { forgetReadings, endReports } from './claim.ts'
import type { ProcessEvidence } from './evidence.ts'
import { editorMs } from './limits.ts'
import { slotName } from './slots.ts'
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
      return atPrompt(
        arm(
          sampled,
          { tool: evidence.tool ?? '', pid: evidence.pid, startTime: evidence.startTime },
          evidence,
        ),
        evidence,
      )
    case 'other':
      // P2: the agent's own editor
      return evidence.descends === true && state.armed !== null
        ? sampled
        : atPrompt(stranger(sampled), evidence)
    case 'shell':
      return atPrompt(shell(replaced(sampled, evidence)), evidence)
    default:
      return unreachable(evidence.foreground)
  }
}

/** P1. Another tool, or another run of it, ends the first. */
function arm(
  state: AgentState,
  tool: Armed,
  { prompts = false, works = false }: ProcessEvidence,
): AgentState {
  const same =
    state.armed !== null &&
    state.armed.tool === tool.tool &&
    (tool.pid === undefined ||
      state.armed.pid === undefined ||
      (tool.pid === state.armed.pid && tool.startTime === state.armed.startTime))
  if (same) return state.foreground === 'tool' ? state : { ...state, foreground: 'tool' }
  const before =
    state.armed === null ? state : gone(state, 'another agent is in the foreground', tool)
  return {
    ...before,
    slots: claimedSlots(before),
    armed: tool,
    run: beginRun(state.now, prompts, works),
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
    ...(state.armed === null ? state : gone(state, 'another program is in the foreground')),
    commandTool: null,
    foreground: 'other',
  }
}

/**
 * P3, X8, X9. If the shell marks its prompts, the marks show when a command ends; the shell itself
 * may run it, as in `read`. On the alternate screen its marks are ignored (M3).
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

/**
 * Rule P4: a shell's line editor reads a command. This also counts in a shell that sends no
 * prompt marks. There, a command mark without an end belongs to a shell that `exec` replaced, or
 * to this nested shell. In the shell that marked the command it counts after a while. Reports by
 * programs end if the nested shell was at its prompt before them. Otherwise one of those
 * programs may have started the shell. The tab's own shell has already ended such reports, or
 * its marks will end them.
 */
function atPrompt(state: AgentState, { foreground, reads }: ProcessEvidence): AgentState {
  const { base, claims, promptShell } = state
  if (reads === undefined) {
    const isIdle = base.rule === 'P4' && base.state === 'idle'
    if (state.editorSince !== null) {
      const left = { ...state, editorSince: null }
      const running = state.configuration.commands === 'working' ? 'working' : 'active'
      return isIdle ? rebased(left, running, 'the shell runs a command') : left
    }
    return isIdle
      ? rebased(state, 'active', 'a program is running in a shell without prompt marks')
      : state
  }
  if (foreground === 'shell' && state.markersSeen)
    return state.editorSince === null ? { ...state, editorSince: state.now } : state
  // without any mark so far, the user turned marks off, or the shell has none
  if ((base.state !== 'working' && base.state !== 'active') || base.rule === 'start') return state
  const left =
    foreground === 'other' && promptShell === reads
      ? endReports(gone(state, shellCame), null, shellCame)
      : state
  return {
    ...rebased(left, 'idle', 'the shell is waiting for a command'),
    promptShell: claims.length === 0 ? reads : promptShell,
  }
}

/**
 * P4: the line editor of the shell that marked the command reads, without output for a while. The
 * command asks something (`read -n 1`, `vared`), or has removed the hooks that mark prompts.
 */
export function editorDue({ base, editorSince, outputAt }: AgentState): Millis | null {
  if (editorSince === null || base.rule === 'start') return null
  if (base.state !== 'working' && base.state !== 'active') return null
  return Math.max(editorSince, outputAt ?? 0) + editorMs
}

export function editorWaits(state: AgentState): AgentState {
  return rebased(state, 'idle', 'the shell is waiting for a line')
}

/** P4: `exec` replaced the shell that marked its prompts, and the command that it marked last. */
function replaced(state: AgentState, { image }: ProcessEvidence): AgentState {
  if (image === undefined) return state
  const next = state.image === image ? state : { ...state, image }
  if (!isReplaced(next)) return next
  const unmarked = { ...next, markersSeen: false, commandsMarked: false }
  return unmarked.base.state === 'working'
    ? rebased(unmarked, 'active', 'another shell replaced the shell that reported the command')
    : unmarked
}

/** Returns whether `exec` replaced the tab's shell after it had marked its last prompt. */
export function isReplaced({ image, markedImage }: AgentState): boolean {
  return markedImage !== null && image !== markedImage
}

function rebased(state: AgentState, to: 'idle' | 'active' | 'working', reason: string): AgentState {
  const rule = 'P4'
  const base = begin(state, { state: to, source: 'shell', confidence: 'fact', rule, reason })
  return { ...state, base, episodes: base.episode, lost: { rule, reason } }
}

const shellCame = 'the shell is in the foreground'

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
