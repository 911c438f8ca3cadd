/**
 * What is guessed while nobody speaks for itself: output (H1, H2), titles, progress reports and
 * screen rules (H5).
 */
import type { Millis } from '../../base/clock.ts'
import { isClaimed, hooked, silenced } from './claim.ts'
import type { OutputEvidence, ScreenEvidence, SignalEvidence } from './evidence.ts'
import {
  composerAfterWorkMs,
  composerHeldMs,
  outputEchoMs,
  goodbyeMs,
  heldMs,
  repaintMs,
  submitMs,
  takesUpMs,
} from './limits.ts'
import { fade } from './slot-timers.ts'
import {
  begin,
  type AgentState,
  type Guess,
  type StatePart,
  type Reading,
  type ToolRun,
  type Slot,
} from './state.ts'

/** O(1), whatever the tab holds. */
export function applyOutput(state: AgentState, { visible }: OutputEvidence): AgentState {
  const read: AgentState = {
    ...state,
    outputAt: state.now,
    quietFrom: state.now,
    askAgainAt: null,
  } // H2: also what does not qualify
  if (visible === false || !beginsWork(state)) return read
  return guessed(
    read,
    begin(read, {
      state: 'working',
      source: 'silence',
      confidence: 'guess',
      rule: 'H1',
      reason: `${state.armed?.tool || 'the program'} prints`,
    }),
  )
}

/** Would output now begin work (H1)? */
export function beginsWork(state: AgentState): boolean {
  return mayGuess(state) && state.guess?.state !== 'working' && qualifies(state) && mayWork(state)
}

/**
 * What is printed on leaving is no work, nor what is printed over a draft or at a first prompt.
 * Where a rule has seen this agent's work, it will see it again: then output alone speaks only
 * right after a submit, and an advertisement, a clock or a suggestion in the input box is none.
 */
function mayWork({ now, run }: AgentState): boolean {
  const { drafting, goodbyeAt, prompted, prompts, submitAt, workSeen } = run
  if (prompts && (drafting || (prompted && submitAt === null))) return false
  if (goodbyeAt !== null && now - goodbyeAt <= goodbyeMs) return false
  return workSeen === null || (submitAt !== null && now - submitAt <= submitMs)
}

/**
 * Who gives the guess a state that a program's output does not change: a title says that it waits
 * or failed until it says otherwise, a screen anything until it is read again. A title that says
 * idle may be one that never says anything else: what is printed then is the screen's to judge.
 */
export function vouched({ guess, readings }: AgentState): 'title' | 'screen' | null {
  if (guess === null || guess.state === 'working') return null
  const { title, screen: below } = readings
  if (guess.source === 'title' && title?.taken === true) {
    if (title.state === 'idle') return 'screen' // also as "your turn"
    if (title.state === guess.state) return 'title'
  }
  return guess.source === 'screen' && below?.taken === true ? 'screen' : null
}

/**
 * Output and silence speak only for a listed tool in front, and not while a viewer covers its
 * screen.
 */
export function mayGuess({ armed, claims, configuration, readings }: AgentState): boolean {
  return (
    armed !== null &&
    claims.length === 0 &&
    configuration.heuristic &&
    readings.screen?.state !== 'ignore'
  )
}

/** Neither an echo nor a repaint. */
function qualifies({ now, echoAt, repaintAt }: AgentState): boolean {
  return (
    (echoAt === null || now - echoAt >= outputEchoMs) &&
    (repaintAt === null || now - repaintAt >= repaintMs)
  )
}

function guessed(
  state: AgentState,
  part: StatePart,
  extra: Pick<Guess, 'matched' | 'progress'> = {},
): AgentState {
  const guess: Guess = { ...part, ...extra }
  const news =
    guess.episode > state.episodes &&
    guess.seenAt === null &&
    (guess.state === 'waiting' || guess.state === 'error')
  return {
    ...state,
    guess,
    episodes: Math.max(state.episodes, guess.episode),
    askAgainAt: null,
    snoozedUntil: news ? null : state.snoozedUntil,
  }
}

export function signal(
  state: AgentState,
  { source, state: said, kind, rule, progress }: SignalEvidence,
): AgentState {
  if (source === 'osc9_4' && state.progressMuted) return state
  if (said === null) return ended(state, source)
  return withReading(state, source, { state: said, kind, matched: rule, progress })
}

export function applyScreen(
  state: AgentState,
  { state: said, kind, rule, digest, blank = false }: ScreenEvidence,
): AgentState {
  const { run } = state
  const read = run.blank === blank ? state : { ...state, run: { ...run, blank } }
  const checked = recheck(read, said)
  if (said === null)
    return checked.readings.screen === null
      ? checked
      : { ...checked, readings: { ...checked.readings, screen: null } } // no rule is never "idle"
  return withReading(checked, 'screen', { state: said, kind, matched: rule, digest })
}

/** X10: what the screen knew better than hooks ends when it does not show it any more. */
function recheck(state: AgentState, said: ScreenEvidence['state']): AgentState {
  const { guess } = state
  if (guess?.state !== 'waiting' || said === 'ignore' || !hooked(state)) return state
  if (said === 'waiting')
    return guess.until === undefined ? state : { ...state, guess: { ...guess, until: undefined } }
  return {
    ...state,
    guess: null,
    lost: { rule: 'X10', reason: 'the screen shows no dialog any more' },
  }
}

function onScreen({ state, kind }: Reading): string {
  if (state !== 'waiting') return state === 'working' ? 'work' : 'no work'
  return kind === 'permission'
    ? 'a permission prompt'
    : kind === 'question'
      ? 'a question'
      : 'a dialog'
}

/**
 * A signal says nothing any more: what it said of progress ends; after a title the screen counts
 * again.
 */
function ended(state: AgentState, source: 'title' | 'osc9_4'): AgentState {
  if (state.readings[source] === null) return state
  const next: AgentState = { ...state, readings: { ...state.readings, [source]: null } }
  const quiet: AgentState =
    source === 'osc9_4' && state.guess?.source === 'osc9_4'
      ? { ...next, guess: null, lost: { rule: 'H5', reason: 'its progress report ended' } }
      : next
  if (isClaimed(quiet)) return quiet // where hooks report, only a reading of the screen tells
  const { screen: below, osc9_4 } = quiet.readings
  const again = source === 'title' && osc9_4?.taken === true ? osc9_4 : below
  return again?.taken === true && !isStale(quiet, again) ? acceptReading(quiet, again) : quiet
}

/** It said so long ago that there is work that it counts no more, and nothing has said so since. */
function isStale({ now, configuration }: AgentState, { state, at }: Reading): boolean {
  return state === 'working' && now - at >= configuration.staleMs
}

function withReading(
  state: AgentState,
  source: Reading['source'],
  said: Pick<Reading, 'state' | 'kind' | 'matched' | 'progress' | 'digest'>,
): AgentState {
  const before = state.readings[source]
  const same =
    before !== null &&
    before.state === said.state &&
    before.kind === said.kind &&
    before.digest === said.digest
  const reading: Reading = {
    ...said,
    source,
    since: same ? before.since : state.now,
    at: state.now,
    taken: same ? before.taken : silenced(state, source),
    ...(hasSeenWork(state.run, source) ? { afterWork: true } : {}),
  }
  const next: AgentState = { ...state, readings: { ...state.readings, [source]: reading } }
  return same && reading.taken ? acceptReading(next, reading) : next
}

/**
 * The same source has said in this run that the agent works, or any before a progress report: then
 * its prompt is an answer.
 */
function hasSeenWork({ titleWorked, workSeen }: ToolRun, source: Reading['source']): boolean {
  if (source === 'osc9_4') return workSeen !== null
  return source === 'title' ? titleWorked : workSeen === 'screen'
}

/** When a reading counts; null: it does already, or never will. */
export function readingDue(reading: Reading): number | null {
  const { state, since, taken, afterWork } = reading
  if (taken || state === 'ignore') return null
  return since + (isPrompt(reading) ? boxHeldMs(afterWork) : heldMs)
}

/** It says that the prompt stands: an input box, or a signal of rest after work. */
function isPrompt({ state, source, afterWork }: Reading): boolean {
  return state === 'idle' && (source === 'screen' || afterWork === true)
}

/** How long an input box stands before it counts. */
function boxHeldMs(afterWork: boolean | undefined): number {
  return afterWork === true ? composerAfterWorkMs : composerHeldMs
}

/**
 * X5: when the prompt that came after Esc or ^C has stood long enough to say more than a hook,
 * since none runs at that; null: it does not stand.
 */
export function promptDue(state: AgentState): number | null {
  const {
    interruptAt,
    readings: { screen: box },
  } = state
  if (interruptAt === null || box?.state !== 'idle' || box.since < interruptAt) return null
  return hooked(state) ? box.since + boxHeldMs(box.afterWork) : null
}

/** H5: it has held long enough. */
export function acceptReading(state: AgentState, reading: Reading): AgentState {
  const next: AgentState = reading.taken
    ? state
    : {
        ...state,
        run: ran(state.run, reading),
        readings: { ...state.readings, [reading.source]: { ...reading, taken: true } },
      }
  if (silenced(state, reading.source) || reading.state === 'ignore') return next
  if (isClaimed(state) && !mayOverrule(state, reading)) return overruledNoMore(next, reading)
  const asked = isClaimed(state) ? null : question(state, reading)
  if (asked !== null) return acceptReading(next, asked)
  if (!isClaimed(state) && outvoted(state, reading)) return next
  const said = meaning(state, reading)
  if (said === null) return next
  const { matched, progress, source } = reading
  const words = {
    title: 'the title says so',
    osc9_4: 'its progress report says so',
    screen: `its screen shows ${onScreen(reading)}`,
  }[source]
  const by = matched === undefined ? '' : ` (rule ${matched})`
  const overrules = isClaimed(state)
  const facts = {
    source,
    confidence: 'likely',
    rule: overrules ? 'X10' : 'H5',
    reason: overrules
      ? `${reading.state === 'waiting' ? 'a dialog' : 'work'} is on the screen${by}, newer than ` +
        'what its hooks said'
      : `${words}${by}`,
  } as const
  const { guess } = state
  if (guess !== null && guess.state === said.state && guess.kind === said.kind)
    return guessed(next, { ...guess, ...facts, at: state.now }, { matched, progress })
  const dismissed =
    guess?.acknowledged !== undefined &&
    guess.acknowledged.state === said.state &&
    guess.acknowledged.kind === said.kind
  const part = begin(next, { ...said, ...facts })
  return guessed(
    overrules ? answered(next, reading) : next,
    dismissed ? { ...part, seenAt: state.now } : part,
    { matched, progress },
  )
}

/**
 * X10: hooks do not say that it asks, and the screen shows that it does; or the user has answered
 * or sent something since, no hook has run at that, and the screen shows work.
 */
function mayOverrule({ slots, run }: AgentState, { state, since }: Reading): boolean {
  if (state === 'waiting') return slots.every((slot) => slot.state !== 'waiting')
  return (
    state === 'working' && slots.length > 0 && slots.every((slot) => isAnswered(slot, run, since))
  )
}

function isAnswered({ state, at }: Slot, { keyAt, submitAt }: ToolRun, since: Millis): boolean {
  if (state === 'working') return false
  // work may go on beside what asks
  if (state === 'waiting') return keyAt !== null && keyAt > at && since >= keyAt
  return submitAt !== null && submitAt > at
}

/** X10: what asked, or had failed, does not outlive the work that is seen. */
function answered(state: AgentState, { state: said }: Reading): AgentState {
  const over = ({ state: was }: Slot) =>
    said === 'working' && (was === 'waiting' || was === 'error')
  return fade(state, over, {
    rule: 'X10',
    reason: 'you sent something, and the screen shows work',
    faded: 'answered',
  })
}

/** X10: the work that only the screen knew of is over when the prompt stands. */
function overruledNoMore(state: AgentState, { state: said }: Reading): AgentState {
  return state.guess?.state === 'working' && said !== 'working' && said !== 'waiting'
    ? { ...state, guess: null, lost: { rule: 'X10', reason: 'the screen shows no work any more' } }
    : state
}

/**
 * The question on the screen, which a title or progress report that says idle does not hide,
 * whichever is later: a late amber costs more.
 */
function question({ readings: { screen: below } }: AgentState, said: Reading): Reading | null {
  const rests = said.source !== 'screen' && said.state === 'idle'
  return rests && below?.taken === true && below.state === 'waiting' ? below : null
}

/**
 * Titles and progress reports are the stronger ones; but one that says idle hides no question, and
 * a title that has said nothing else in this run does not hide what the screen says later: in tmux
 * Claude Code sets its title when its words change, and never animates it.
 */
function outvoted({ readings, run }: AgentState, reading: Reading): boolean {
  const { title, osc9_4, screen: below } = readings
  const { source, state } = reading
  const isLater = (one: Reading, other: Reading | null) =>
    other?.state === 'idle' && !run.titleWorked && one.since > other.since
  if (source === 'title')
    return below?.taken === true && below.state === 'working' && isLater(below, reading)
  const outvotes = (one: Reading | null) =>
    one?.taken === true && !(one.state === 'idle' && (state === 'waiting' || state === 'idle'))
  if (source === 'osc9_4') return outvotes(title)
  return outvotes(osc9_4) || (outvotes(title) && !isLater(reading, title))
}

/** What a reading says of the run, beside the state. */
function ran(run: ToolRun, { source, state }: Reading): ToolRun {
  if (state === 'working')
    return {
      ...run,
      worked: true,
      titleWorked: run.titleWorked || source === 'title',
      workSeen: source === 'screen' ? 'screen' : (run.workSeen ?? 'signal'),
    }
  return state === 'idle' && !run.prompted ? { ...run, prompted: true } : run
}

/**
 * A prompt after work means "your turn", and at first that it has loaded; what waits goes on
 * waiting, but for a dialog that the screen or the title has shown, and that is over when the
 * prompt stands in its place. null: nothing changes.
 */
function meaning(
  { guess, now, run: { loadsUntil, submitAt, worked, workSeen } }: AgentState,
  reading: Reading,
): Pick<StatePart, 'state' | 'kind'> | null {
  const { state, kind } = reading
  if (state === 'ignore') return null
  if (state === 'waiting') return { state, kind: kind ?? 'other' }
  if (!isPrompt(reading)) return { state }
  // the work that a title shows at first may be its loading
  const loaded =
    loadsUntil !== null && (workSeen === null || (workSeen === 'signal' && now < loadsUntil))
  if (guess !== null && isDialog(guess))
    return worked ? { state: 'waiting', kind: 'other' } : { state: 'idle' }
  if (guess?.state === 'waiting' && !(loaded && guess.source === 'silence')) return null
  if (guess?.state === 'working' && submitAt !== null && !worked && now - submitAt < takesUpMs)
    return null
  return guess?.state === 'working' && !loaded
    ? { state: 'waiting', kind: 'other' }
    : { state: 'idle' }
}

/** It waits since the screen has shown what it asks, or the title has said that it does. */
function isDialog({ state, kind, source }: Guess): boolean {
  return state === 'waiting' && kind !== 'other' && (source === 'screen' || source === 'title')
}
