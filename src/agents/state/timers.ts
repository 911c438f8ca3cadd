/** Table of all timers: when each is due, and its effect. */
import type { Millis } from '../../base/clock.ts'
import { askDue, wantLook } from './asks.ts'
import { isClaimed, hooked } from './claim.ts'
import { editorDue, editorWaits } from './foreground.ts'
import { badEndDue, badEndSeen } from './markers.ts'
import { acceptReading, isAnswer, mayGuess, promptDue, readingDue } from './guess.ts'
import {
  composerAfterWorkMs,
  dialogClearMs,
  editedMs,
  sameQuestionMs,
  settledMs,
  cpuBusyShare,
  cpuFreshMs,
  loadsBlankMs,
  takesUpLateMs,
  takesUpMs,
} from './limits.ts'
import { doneHold, earliest, fade, focusDue, focusHold, fuse } from './slot-timers.ts'
import { endsAtPrompt } from './slots.ts'
import { begin, type AgentState, type Reading, type ShownBox } from './state.ts'

export interface Timer {
  /** Returns `null` for never. Takes constant time. */
  readonly due: (state: AgentState) => Millis | null
  readonly ring: (state: AgentState) => AgentState
}

/** In ringing order: ends of facts first, then guesses, then seen states. */
export const timers: readonly Timer[] = [
  { due: ({ slotsDue }) => slotsDue, ring: fuse },
  { due: heldDue, ring: held },
  { due: interruptDue, ring: interrupted },
  { due: promptStandsDue, ring: promptIsVisible },
  { due: ({ guess }) => guess?.until ?? null, ring: unconfirmed },
  { due: notTakenUpDue, ring: notTakenUp },
  { due: silenceDue, ring: silent },
  { due: askDue, ring: wantLook },
  { due: lapseDue, ring: lapsed },
  { due: editorDue, ring: editorWaits },
  { due: staleDue, ring: stale },
  { due: ({ slotsDue }) => slotsDue, ring: doneHold },
  { due: badEndDue, ring: badEndSeen },
  { due: seenDue, ring: focusHold },
  { due: ({ snoozedUntil }) => snoozedUntil, ring: (state) => ({ ...state, snoozedUntil: null }) },
]

/** X5: Esc without any report or output after it. */
function interruptDue({ interruptAt, quietFrom, configuration }: AgentState): Millis | null {
  return interruptAt === null
    ? null
    : Math.max(interruptAt, quietFrom ?? 0) + configuration.silenceMs
}

function interrupted(state: AgentState): AgentState {
  return fade({ ...state, interruptAt: null }, (slot) => slot.state === 'working' && !slot.silent, {
    rule: 'X5',
    reason: 'interrupted; no output since',
    faded: 'interrupt',
  })
}

/** X5 for hooks: the prompt is shown again, whatever runs in the background. */
function promptStandsDue(state: AgentState): Millis | null {
  return state.slots.some(endsAtPrompt) ? promptDue(state) : null
}

/** A hook that started before the key may still report work, so the key is remembered. */
function promptIsVisible(state: AgentState): AgentState {
  return fade(state, endsAtPrompt, {
    rule: 'X5',
    reason: 'interrupted; back at its prompt',
    faded: 'interrupt',
    to: 'idle',
  })
}

/** X10: no reading since a report of something else. */
function unconfirmed(state: AgentState): AgentState {
  return {
    ...state,
    guess: null,
    lost: {
      rule: 'X10',
      reason: `a newer ${hooked(state) ? 'hook report' : 'report'} disagrees with the screen`,
    },
  }
}

/**
 * H6: a prompt is shown after a submit. An agent whose prompt is unchanged or emptied may be busy.
 * Other text in it shows that the key did something else.
 */
function notTakenUpDue(state: AgentState): Millis | null {
  const {
    guess,
    outputAt,
    readings: { screen },
    run,
  } = state
  const { submitAt, sentBox, goodbyeAt } = run
  if (guess === null || submitAt === null || screen?.state !== 'idle') return null
  // the output after Enter was a menu or the result of a command
  if (isAnswer(state, submitAt))
    return screen.taken
      ? Math.max(submitAt + takesUpMs, (outputAt ?? 0) + composerAfterWorkMs)
      : null
  if (guess.rule !== 'H6') return null
  if (goodbyeAt !== null) return Math.max(goodbyeAt, screen.since) + composerAfterWorkMs
  if (screen.box === undefined || sentBox === null || (sentBox.text === 0 && !sentBox.emptiedAt))
    return submitAt + (screen.taken && screen.since > submitAt ? takesUpMs : takesUpLateMs)
  const edited = sentBox.emptiedAt === null ? editedAt(run, submitAt, screen.box) : null
  return edited === null ? (sentBox.emptiedAt ?? submitAt) + takesUpLateMs : edited + editedMs
}

/**
 * Returns when the box got other text. Keys before the submit may be drawn late, so the box must
 * have been drawn after the last of them.
 */
function editedAt(
  { keyAt, sentBox }: AgentState['run'],
  submitAt: Millis,
  box: ShownBox,
): Millis | null {
  if (sentBox === null || box.text === 0 || box.text === sentBox.text) return null
  if (keyAt !== null && keyAt > submitAt && box.since > keyAt) return submitAt
  if (sentBox.keyAt !== null && sentBox.since < sentBox.keyAt) return null
  return submitAt - sentBox.since >= settledMs ? Math.max(submitAt, box.since) : null
}

function notTakenUp(state: AgentState): AgentState {
  if (isClaimed(state))
    return { ...state, guess: null, lost: { rule: 'H6', reason: 'the screen shows no activity' } }
  const guess = begin(state, {
    state: 'idle',
    source: 'screen',
    confidence: 'likely',
    rule: 'H6',
    reason: 'the screen still shows no activity after you sent input',
  })
  return { ...state, guess, episodes: guess.episode }
}

/**
 * Returns whether silence means anything. An empty screen asks nothing: on a busy machine opencode
 * needed 88 s for its first frame. Once rules follow the agent, they will recognize how its task
 * ends; a subagent may run under a still screen.
 */
function silenceCounts(state: AgentState): boolean {
  const { screen: box } = state.readings
  const isAtPrompt = box?.state === 'idle' && box.taken
  return mayGuess(state) && !state.run.blank && (!isFollowed(state) || isAtPrompt)
}

/**
 * Returns whether rules have recognized the agent's prompt in this run and its work on the current
 * task. After a submit that it took up, they will also recognize that it works. Typed text may hide
 * the prompt from its rule, unless that has recognized it with other text.
 */
function isFollowed({ guess, run }: AgentState): boolean {
  const isTask = run.worked || guess?.rule === 'H6'
  const isVisible = !run.drafting || run.readsDrafts
  return run.prompted && isTask && run.workSeen === 'screen' && isVisible
}

/**
 * H3: returns whether a followed agent has shown neither work nor its prompt since the submit,
 * perhaps a dialog that no rule knows. A busy agent shows a part of its screen for a while.
 */
function isUnknown(state: AgentState): boolean {
  const { guess, readings, run } = state
  const isNothing = readings.screen === null && guess?.rule === 'H6' && !run.worked
  return mayGuess(state) && !run.blank && isNothing && isFollowed(state)
}

/** H3, H4. A current signal of work postpones it. */
function silenceDue(state: AgentState): Millis | null {
  const {
    guess,
    quietFrom,
    askAgainAt,
    run: { loadsUntil, submitAt, sentBox },
    configuration: { silenceMs, staleMs },
  } = state
  if (guess?.state !== 'working' || quietFrom === null) return null
  if (isUnknown(state)) return Math.max(staleFrom(state), quietFrom + staleMs, askAgainAt ?? 0)
  if (!silenceCounts(state)) return null
  if (notTakenUpDue(state) !== null) return null
  const sent = guess.rule === 'H6' ? (sentBox?.emptiedAt ?? submitAt ?? 0) + takesUpLateMs : 0
  const from = Math.max(quietFrom + silenceMs, worksUntil(state) ?? 0, loadsUntil ?? 0)
  return Math.max(from, askAgainAt ?? 0, sent)
}

/** Returns until when a title, progress report or screen rule confirms work, or `null`. */
function worksUntil({
  readings: { title, osc9_4, screen },
  configuration: { staleMs },
}: AgentState): Millis | null {
  const vouches = (reading: Reading | null) =>
    reading?.state === 'working' && reading.taken ? reading.at + staleMs : 0
  const until = Math.max(vouches(title), vouches(osc9_4), vouches(screen))
  return until === 0 ? null : until
}

function silent(state: AgentState): AgentState {
  const {
    now,
    cpu,
    quietFrom,
    configuration: { busyHoldMs, silenceMs },
  } = state
  const holdEnds = (quietFrom ?? 0) + busyHoldMs
  if (cpu !== null && now - cpu.at < cpuFreshMs && cpu.share >= cpuBusyShare && now < holdEnds)
    return { ...state, askAgainAt: Math.min(now + sameQuestionMs, holdEnds) } // H4
  const guess = begin(state, {
    state: 'waiting',
    kind: 'other',
    source: 'silence',
    confidence: 'guess',
    rule: 'H3',
    reason: isUnknown(state)
      ? 'no output, and a screen that shows neither work nor a prompt'
      : `no output for ${silenceMs / 1_000} s`,
  })
  return { ...state, guess, episodes: guess.episode, askAgainAt: null, snoozedUntil: null }
}

/** H5: ends work known only from a signal where silence does not count. Stays under a viewer. */
function lapseDue(state: AgentState): Millis | null {
  const { guess, quietFrom, readings } = state
  const isSilent = quietFrom !== null && (silenceCounts(state) || isUnknown(state))
  if (guess?.state !== 'working' || readings.screen?.state === 'ignore' || isSilent) return null
  return staleFrom(state)
}

function staleFrom(state: AgentState): Millis {
  const { guess, outputAt, run, configuration } = state
  const { staleMs } = configuration
  const begun = (guess?.at ?? 0) + (run.blank ? loadsBlankMs : staleMs)
  return Math.max(begun, (outputAt ?? 0) + staleMs, worksUntil(state) ?? 0)
}

function lapsed(state: AgentState): AgentState {
  return { ...state, guess: null, lost: { rule: 'H5', reason: 'no activity for too long' } }
}

/** M5. A prompt stays a prompt, and a command that asks waits for the user. */
function staleDue({ ask, base, outputAt, configuration }: AgentState): Millis | null {
  const { staleMs } = configuration
  return base.state === 'working' && ask === null
    ? Math.max(base.at, outputAt ?? 0) + staleMs
    : null
}

function stale(state: AgentState): AgentState {
  const base = begin(state, {
    state: 'active',
    source: 'shell',
    confidence: 'fact',
    rule: 'M5',
    reason: 'no output from the command for too long',
  })
  return { ...state, base, episodes: base.episode }
}

/** H5: a title, progress report or screen has held long enough. */
function heldDue(state: AgentState): Millis | null {
  const { title, osc9_4, screen } = state.readings
  if (isClaimed(state)) return screen && dueOf(state, screen)
  return earliest(
    title && readingDue(title),
    osc9_4 && readingDue(osc9_4),
    screen && readingDue(screen),
  )
}

/** Under reports, a just answered dialog may be read once more, because the screen lags. */
function dueOf(state: AgentState, reading: Reading): Millis | null {
  const due = readingDue(reading)
  return due === null ||
    state.answeredAt === null ||
    reading.state !== 'waiting' ||
    !isClaimed(state)
    ? due
    : Math.max(due, state.answeredAt + dialogClearMs)
}

export function matured(state: AgentState): AgentState {
  const due = heldDue(state)
  return due === null || due > state.now ? state : held(state)
}

function held(state: AgentState): AgentState {
  const { screen, osc9_4, title } = state.readings
  return [screen, osc9_4, title].reduce<AgentState>((next, reading) => {
    // the strongest last
    const due = reading && dueOf(next, reading)
    return reading !== null && due !== null && due <= next.now ? acceptReading(next, reading) : next
  }, state)
}

function seenDue(state: AgentState): Millis | null {
  const { slotsDue, guess, ask, base } = state
  return earliest(
    slotsDue,
    guess && focusDue(state, guess),
    ask && focusDue(state, ask),
    focusDue(state, base),
  )
}
