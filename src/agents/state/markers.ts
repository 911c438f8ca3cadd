/** Shell marks: rows M1 to M4. */
import { persists } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import { hasFailed, signalCodes } from '../process/exit-codes.ts'
import { isClaimed, endClaims, forgetReadings, outlive } from './claim.ts'
import type { MarkerEvidence } from './evidence.ts'
import { doneHoldMs, goodbyeMs } from './limits.ts'
import { slotName } from './slots.ts'
import { begin, type AgentState, type StatePart } from './state.ts'

export function marker(
  state: AgentState,
  { mark, exitCode = null, foreground = 'unknown', alternate = state.alternate }: MarkerEvidence,
): AgentState {
  const isTools = foreground === 'tool' && !(mark === 'C' && mayBeShells(state))
  if (alternate || isTools) return state // M3: some programs mark their own messages
  const left = endClaims(
    forgetReadings({
      ...state,
      // marks of a remote shell, also after an agent there, do not concern the tab's own
      markersSeen: state.markersSeen || foreground === 'shell' || foreground === 'unknown',
      markedImage: mark !== 'C' && foreground === 'shell' ? state.image : state.markedImage,
      guess: null,
      interruptAt: null,
      editorSince: null,
      exitCode: mark === 'D' ? exitCode : mark === 'C' ? null : state.exitCode,
      armed: foreground === 'shell' ? null : state.armed,
      // for a tool, the reading that preceded the mark has set it
      foreground: foreground === 'unknown' || foreground === 'tool' ? state.foreground : foreground,
    }),
    ['tool', 'command'],
  )
  return mark === 'C' ? command(left) : prompt(left, mark)
}

/**
 * Returns whether the shell may have printed a mark C that is read after the agent has started: it
 * was at its prompt. Kimi marks its own messages. Under a claim, the shell must also mark commands,
 * have marked last, and nothing was reported since. A session claim then belongs to a program that
 * exited.
 */
function mayBeShells(state: AgentState): boolean {
  const { base, commandsMarked } = state
  if (!isClaimed(state)) return base.state === 'idle' || failedAtPrompt(state)
  const prompted = base.rule === 'M1' || failedAtPrompt(state)
  return commandsMarked && prompted && !hasReported(state)
}

/** Returns whether anything was reported since the shell's last mark. */
function hasReported({ base, slots }: AgentState): boolean {
  return slots.some(({ at }) => at > base.at)
}

/** M1: the shell has the terminal again. */
function prompt(state: AgentState, mark: string): AgentState {
  const slots = state.slots
    .filter((slot) => slot.faded === null && !slot.silent && persists(slot))
    .map(outlive)
  const reason = mark === 'D' ? 'the command finished' : 'the shell is at its prompt'
  const cause = { rule: 'M1', reason } as const
  const base =
    badEnd(state, mark) ??
    // not every shell marks commands in between
    (state.base.state === 'idle' && state.commandTool === null && !hasReported(state)
      ? { ...state.base, at: state.now }
      : begin(state, { state: 'idle', source: 'shell', confidence: 'fact', ...cause }))
  return {
    ...state,
    slots,
    base,
    commandTool: mark === 'D' ? null : state.commandTool,
    episodes: Math.max(state.episodes, base.episode),
    lost: cause,
  }
}

/** E1 at a prompt: the command was an agent and failed. Kept until seen; else `null`. */
function badEnd(state: AgentState, mark: string): StatePart | null {
  const { base, commandTool, exitCode } = state
  if (mark !== 'D') return failedAtPrompt(state) ? { ...base, at: state.now } : null
  if (commandTool === null || exitCode === null || !hasFailed(exitCode)) return null
  if (wasQuit(state, exitCode)) return null
  const part = begin(state, {
    state: 'error',
    source: 'shell',
    confidence: 'fact',
    rule: 'E1',
    reason: `${commandTool || 'the agent'} exited with code ${exitCode}`,
  })
  return { ...part, tool: slotName(state, commandTool) }
}

/** E1: an agent that you end with ^C may return a failure of its own, as Cline does. */
function wasQuit({ now, run: { quitAt } }: AgentState, exitCode: number): boolean {
  return quitAt !== null && now - quitAt <= goodbyeMs && exitCode < signalCodes
}

function failedAtPrompt({ base, ended }: AgentState): boolean {
  return base.rule === 'E1' && base.state === 'error' && !ended
}

/** E1 at a prompt ends after it was seen, like done (X6). */
export function badEndDue(state: AgentState): Millis | null {
  const { seenAt } = state.base
  return failedAtPrompt(state) && seenAt !== null ? seenAt + doneHoldMs : null
}

export function badEndSeen(state: AgentState): AgentState {
  const base = begin(state, {
    state: 'idle',
    source: 'shell',
    confidence: 'fact',
    rule: 'M1',
    reason: 'back at the shell; you have seen the failure',
  })
  return { ...state, base, episodes: base.episode }
}

/** M2: a command starts. */
function command(state: AgentState): AgentState {
  const running = state.configuration.commands === 'working' ? 'working' : 'active'
  const cause = { rule: 'M2', reason: 'a command is running' } as const
  const base =
    state.base.state === running && state.base.rule === 'M2'
      ? { ...state.base, at: state.now }
      : begin(state, { state: running, source: 'shell', confidence: 'fact', ...cause })
  return {
    ...state,
    slots: [],
    base,
    commandsMarked: true,
    commandTool: state.foreground === 'tool' ? (state.armed?.tool ?? null) : null,
    episodes: Math.max(state.episodes, base.episode),
    lost: cause,
  }
}

/** M4: an editor is not work. */
export function alternateScreen(state: AgentState, on: boolean): AgentState {
  const left = state.alternate && !on
  const next: AgentState =
    state.alternate === on
      ? state
      : {
          ...state,
          alternate: on,
          ...(left ? { run: { ...state.run, goodbyeAt: state.now } } : {}),
        }
  if (
    !on ||
    state.base.state !== 'working' ||
    state.armed !== null ||
    state.slots.length > 0 ||
    state.guess !== null
  )
    return next
  const base = begin(state, {
    state: 'active',
    source: 'shell',
    confidence: 'fact',
    rule: 'M4',
    reason: 'a full-screen program is running',
  })
  return { ...next, base, episodes: base.episode }
}
