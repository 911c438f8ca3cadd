/** Guesses without reports: output (H1, H2), titles, progress and screen rules (H5). */
import type { Millis } from '../../base/clock.ts'
import { endAsk, printed } from './asks.ts'
import { isClaimed, hooked, silenced } from './claim.ts'
import type { OutputEvidence, ScreenEvidence, SignalEvidence } from './evidence.ts'
import {
  composerAfterEscMs,
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
import { begin } from './state.ts'
import type { AgentState, Guess, StatePart, Reading, ToolRun, Slot } from './state.ts'

/** Takes constant time, whatever the tab contains. */
export function applyOutput(state: AgentState, { inLine, visible }: OutputEvidence): AgentState {
  const { now: outputAt, now: quietFrom } = state
  // H2: also output that does not qualify
  const read = endAsk(
    { ...state, asking: printed(state, inLine), outputAt, quietFrom, askAgainAt: null },
    'the program printed something',
  )
  if (visible === false || !beginsWork(state)) return read
  return guessed(
    read,
    begin(read, {
      state: 'working',
      source: 'silence',
      confidence: 'guess',
      rule: 'H1',
      reason: `${state.armed?.tool || 'the program'} is printing output`,
    }),
  )
}

/**
 * H6: a filled input box was submitted, so the agent works, even if it is too busy to draw that. A
 * slash command mostly answers immediately. Its screen, or its title, must show that it does. A box
 * that is shown empty is not filled, unless the last key may still have to be drawn.
 */
export function takenUp(before: AgentState, state: AgentState): AgentState {
  const { now, readings, run } = before
  const isLate = run.keyAt !== null && now - run.keyAt <= outputEchoMs
  const isFilled = run.drafting && (readings.screen?.box?.text !== 0 || isLate)
  return isFilled && restsAtPrompt(before) ? sentWork(state) : state
}

/**
 * H6: notes that the agent emptied its box, perhaps long after the submit. Its output until then is
 * the same work.
 */
function emptied(before: AgentState, state: AgentState): AgentState {
  const { sentBox, submitAt, keyAt, goodbyeAt, worked } = before.run
  const filled = before.readings.screen?.box?.text ?? 0
  if (filled === 0 || state.readings.screen?.box?.text !== 0) return state
  const isSent = submitAt !== null && keyAt === submitAt && goodbyeAt === null
  if (!isSent || worked || sentBox?.emptiedAt !== null) return state
  const run = { ...state.run, sentBox: { ...sentBox, emptiedAt: state.now } }
  const noted = { ...state, run }
  return restsAtPrompt(before) ? sentWork(noted) : noted
}

/**
 * Returns whether an agent whose prompt and work are known shows its prompt and no more. Its own
 * reports, and those of its hooks, arrive only when it is less busy.
 */
function restsAtPrompt(state: AgentState): boolean {
  const { guess, readings, run } = state
  const rests =
    guess === null ||
    ['idle', 'active'].includes(guess.state) ||
    guess.kind === 'other' ||
    guess.rule === 'H1'
  const atPrompt = readings.screen?.state === 'idle' && readings.title?.state !== 'waiting'
  return run.works && !run.command && rests && atPrompt && maySend(state)
}

function maySend(state: AgentState): boolean {
  if (!isClaimed(state)) return mayGuess(state)
  const { configuration, slots } = state
  const rests = slots.every(({ record }) => record.state === 'done' || record.state === 'idle')
  return configuration.heuristic && rests && !silenced(state, 'screen')
}

function sentWork(state: AgentState): AgentState {
  const work = begin(state, {
    state: 'working',
    source: 'silence',
    confidence: 'guess',
    rule: 'H6',
    reason: `you sent input to ${state.armed?.tool || 'the program'}`,
  })
  return { ...state, guess: work, episodes: Math.max(state.episodes, work.episode) }
}

/** Returns whether output would now start work (H1). */
export function beginsWork(state: AgentState): boolean {
  return mayGuess(state) && state.guess?.state !== 'working' && qualifies(state) && mayWork(state)
}

/**
 * Output on exit, over a draft or at a first prompt is not work. If a rule has recognized this
 * agent's work, it will again; then output counts only right after a submit, so that
 * advertisements, clocks and suggestions in the input box do not.
 */
function mayWork({ now, run, guess }: AgentState): boolean {
  if (guess?.rule === 'H6') return false // the agent is busy, and its rules follow it
  const { drafting, goodbyeAt, prompted, prompts, submitAt, workSeen } = run
  if (prompts && (drafting || (prompted && submitAt === null))) return false
  if (goodbyeAt !== null && now - goodbyeAt <= goodbyeMs) return false
  return workSeen === null || (submitAt !== null && now - submitAt <= submitMs)
}

/**
 * Returns the source of a guess that output does not change. A waiting or failed title holds until
 * the next title, a screen until the next reading. An idle title may be constant, so the screen
 * decides about output.
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

/** Output and silence count for a listed foreground tool that no viewer covers. */
export function mayGuess({ armed, claims, configuration, readings }: AgentState): boolean {
  return (
    armed !== null &&
    claims.length === 0 &&
    configuration.heuristic &&
    readings.screen?.state !== 'ignore'
  )
}

/** Returns whether output is neither an echo nor a repaint. */
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
  { state: said, kind, rule, digest, box, atPrompt = false, blank = false }: ScreenEvidence,
): AgentState {
  const { run } = state
  const readsDrafts =
    run.readsDrafts || (run.drafting && said === 'idle' && box !== undefined && box !== 0)
  const read =
    run.blank === blank && run.readsDrafts === readsDrafts
      ? state
      : { ...state, run: { ...run, blank, readsDrafts } }
  const checked = recheck(read, said, atPrompt)
  if (said === null)
    return checked.readings.screen === null
      ? checked
      : // no matching rule does not mean "idle"
        { ...checked, readings: { ...checked.readings, screen: null } }
  const next = withReading(checked, 'screen', {
    ...{ state: said, kind, matched: rule, digest },
    ...(box === undefined ? {} : { box: boxSince(state, box) }),
    ...(atPrompt ? { atPrompt } : {}),
  })
  return emptied(state, next)
}

function boxSince({ now, readings: { screen } }: AgentState, text: number): Reading['box'] {
  return screen?.box?.text === text ? screen.box : { text, since: now }
}

/** X10: a dialog that the screen showed despite reports ends when it disappears. */
function recheck(state: AgentState, said: ScreenEvidence['state'], atPrompt: boolean): AgentState {
  const { guess } = state
  if (guess?.state !== 'waiting' || said === 'ignore' || !isClaimed(state)) return state
  if (said === 'waiting' && !(atPrompt && !hooked(state)))
    return guess.until === undefined ? state : { ...state, guess: { ...guess, until: undefined } }
  return {
    ...state,
    guess: null,
    lost: { rule: 'X10', reason: 'the dialog is gone from the screen' },
  }
}

function onScreen({ state, kind }: Reading): string {
  if (state !== 'waiting') return state === 'working' ? 'activity' : 'no activity'
  return kind === 'permission'
    ? 'a permission prompt'
    : kind === 'question'
      ? 'a question'
      : 'a dialog'
}

/** Ends a signal. Its progress ends too; after a title, the screen counts again. */
function ended(state: AgentState, source: 'title' | 'osc9_4'): AgentState {
  if (state.readings[source] === null) return state
  const next: AgentState = { ...state, readings: { ...state.readings, [source]: null } }
  const quiet: AgentState =
    source === 'osc9_4' && state.guess?.source === 'osc9_4'
      ? { ...next, guess: null, lost: { rule: 'H5', reason: 'the progress report ended' } }
      : next
  if (isClaimed(quiet)) return quiet // where hooks report, only a screen reading counts
  const { screen: below, osc9_4 } = quiet.readings
  const again = source === 'title' && osc9_4?.taken === true ? osc9_4 : below
  return again?.taken === true && !isStale(quiet, again) ? acceptReading(quiet, again) : quiet
}

/** Returns whether a working reading is too old and was not renewed. */
function isStale({ now, configuration }: AgentState, { state, at }: Reading): boolean {
  return state === 'working' && now - at >= configuration.staleMs
}

function withReading(
  state: AgentState,
  source: Reading['source'],
  said: Pick<Reading, 'state' | 'kind' | 'matched' | 'progress' | 'digest' | 'box' | 'atPrompt'>,
): AgentState {
  const before = state.readings[source]
  const same =
    before !== null &&
    before.state === said.state &&
    before.kind === said.kind &&
    before.digest === said.digest &&
    before.atPrompt === said.atPrompt
  const reading: Reading = {
    ...said,
    source,
    since: same ? before.since : state.now,
    at: state.now,
    taken: same ? before.taken : silenced(state, source),
    ...(hasSeenWork(state.run, source) ? { afterWork: true } : {}),
    ...((same ? before.afterEsc === true : isAfterEsc(state)) ? { afterEsc: true } : {}),
  }
  const next: AgentState = { ...state, readings: { ...state.readings, [source]: reading } }
  return same && reading.taken ? acceptReading(next, reading) : next
}

/** Returns whether the user has just pressed Esc or ^C, so that a prompt is expected. */
function isAfterEsc({ now, run: { quitAt } }: AgentState): boolean {
  return quitAt !== null && now - quitAt <= goodbyeMs
}

/** Returns whether the source (for progress, any) has reported work in this run. */
function hasSeenWork({ titleWorked, workSeen }: ToolRun, source: Reading['source']): boolean {
  if (source === 'osc9_4') return workSeen !== null
  return source === 'title' ? titleWorked : workSeen === 'screen'
}

/** Returns when a reading counts, or `null` if it already does or never will. */
export function readingDue(reading: Reading): number | null {
  const { state, since, taken } = reading
  if (taken || state === 'ignore') return null
  return since + (isPrompt(reading) ? boxHeldMs(reading) : heldMs)
}

function isPrompt({ state, source, afterWork }: Reading): boolean {
  return state === 'idle' && (source === 'screen' || afterWork === true)
}

/** Returns how long an input box must be unchanged before it counts. */
function boxHeldMs({ afterWork, afterEsc }: Reading): number {
  if (afterWork !== true) return composerHeldMs
  return afterEsc === true ? composerAfterEscMs : composerAfterWorkMs
}

/** X5: returns when a prompt after Esc or ^C overrides a hook, since none runs then. */
export function promptDue(state: AgentState): number | null {
  const {
    interruptAt,
    readings: { screen: box },
  } = state
  if (interruptAt === null || box?.state !== 'idle' || box.since < interruptAt) return null
  return hooked(state) ? box.since + boxHeldMs(box) : null
}

/** H5: accepts a reading that has held long enough. */
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
    title: 'detected from the title',
    osc9_4: 'detected from the progress report',
    screen: `the screen shows ${onScreen(reading)}`,
  }[source]
  const by = matched === undefined ? '' : ` (rule ${matched})`
  const overrules = isClaimed(state)
  const facts = {
    source,
    confidence: 'likely',
    rule: overrules ? 'X10' : 'H5',
    reason: overrules
      ? `the screen shows ${reading.state === 'waiting' ? 'a dialog' : 'activity'}${by} that is ` +
        `newer than the last ${hooked(state) ? 'hook report' : 'report'}`
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
 * X10: the screen shows an unreported question, or work after input that ran no hook. Against the
 * program's own report, only a question counts, and only while its prompt is hidden. Neutral is a
 * statement, which no question overrides.
 */
function mayOverrule(agent: AgentState, { state, since, atPrompt }: Reading): boolean {
  const { slots, run } = agent
  if (state === 'waiting')
    return (
      slots.every((slot) => slot.state !== 'waiting') &&
      (hooked(agent) ||
        (atPrompt !== true && slots.some(({ record }) => record.state !== 'active')))
    )
  return (
    state === 'working' &&
    hooked(agent) &&
    slots.length > 0 &&
    slots.every((slot) => isAnswered(slot, run, since))
  )
}

function isAnswered({ state, at }: Slot, { keyAt, submitAt }: ToolRun, since: Millis): boolean {
  if (state === 'working') return false
  // work may continue next to a question
  if (state === 'waiting') return keyAt !== null && keyAt > at && since >= keyAt
  return submitAt !== null && submitAt > at
}

/** X10: a question or failure ends when work is seen. */
function answered(state: AgentState, { state: said }: Reading): AgentState {
  const over = ({ state: was }: Slot) =>
    said === 'working' && (was === 'waiting' || was === 'error')
  return fade(state, over, {
    rule: 'X10',
    reason: 'you sent input and the screen shows activity',
    faded: 'answered',
  })
}

/** X10: work that only the screen showed ends when the prompt is shown. */
function overruledNoMore(state: AgentState, { state: said }: Reading): AgentState {
  const { guess } = state
  const isShown = guess?.state === 'working' && guess.rule !== 'H6'
  return isShown && said !== 'working' && said !== 'waiting'
    ? { ...state, guess: null, lost: { rule: 'X10', reason: 'the screen shows no more activity' } }
    : state
}

/**
 * Returns the question on the screen, which an idle title or progress report never hides. It also
 * tells its kind: Gemini and Codex have one title for all dialogs.
 */
function question({ readings: { screen: below } }: AgentState, said: Reading): Reading | null {
  const isVague = said.source !== 'screen' && (said.state === 'idle' || said.state === 'waiting')
  return isVague && below?.taken === true && below.state === 'waiting' ? below : null
}

/**
 * Titles and progress reports outvote the screen. But an idle or waiting one hides no question. A
 * title that never reported anything else in this run does not hide later screens: in tmux, Claude
 * Code sets its title when its words change and never animates it. A title that was idle before the
 * last submit does not hide later work: Gemini's title is idle while it compresses its history.
 */
function outvoted({ readings, run }: AgentState, reading: Reading): boolean {
  const { title, osc9_4, screen: below } = readings
  const { source, state } = reading
  const { submitAt, titleWorked } = run
  const isLater = (one: Reading, other: Reading | null) =>
    other?.state === 'idle' &&
    one.since > other.since &&
    (!titleWorked || (submitAt !== null && submitAt > other.since && one.since >= submitAt))
  if (source === 'title')
    return below?.taken === true && below.state === 'working' && isLater(below, reading)
  const outvotes = (one: Reading | null) =>
    one?.taken === true &&
    !(one.state === 'idle' && (state === 'waiting' || state === 'idle')) &&
    !(one.state === 'waiting' && state === 'waiting')
  if (source === 'osc9_4') return outvotes(title)
  return outvotes(osc9_4) || (outvotes(title) && !isLater(reading, title))
}

/** Updates the facts about the run from a reading. */
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
 * A prompt after work means "your turn", and at first that the agent has loaded. Waiting continues,
 * except for a dialog from the screen or title that the prompt has replaced. Returns `null` for no
 * change.
 */
function meaning(agent: AgentState, reading: Reading): Pick<StatePart, 'state' | 'kind'> | null {
  const { guess, now, run } = agent
  const { loadsUntil, submitAt, worked, workSeen } = run
  const { state, kind } = reading
  if (state === 'ignore') return null
  if (state === 'waiting') return { state, kind: kind ?? 'other' }
  if (!isPrompt(reading)) return { state }
  // work in a first title may be loading
  const loaded =
    loadsUntil !== null && (workSeen === null || (workSeen === 'signal' && now < loadsUntil))
  if (guess !== null && isDialog(guess))
    return worked ? { state: 'waiting', kind: 'other' } : { state: 'idle' }
  if (guess?.state === 'waiting' && !(loaded && guess.source === 'silence')) return null
  if (guess?.state === 'working' && submitAt !== null && !worked) {
    if (now - submitAt < takesUpMs) return null
    // the screen's prompt ends it at its own time (timers.ts)
    if (guess.rule === 'H6') return reading.source === 'screen' ? null : { state: 'idle' }
    if (isAnswer(agent, submitAt)) return { state: 'idle' }
  }
  return guess?.state === 'working' && !loaded
    ? { state: 'waiting', kind: 'other' }
    : { state: 'idle' }
}

/**
 * Returns whether output is the panel or the result of a slash command, as rules recognize no work.
 * If they have recognized none in this run, they may miss it, so output must also have ended soon.
 */
export function isAnswer({ guess, outputAt, run }: AgentState, submitAt: Millis): boolean {
  const { command, works, worked, workSeen } = run
  const isShort = outputAt === null || outputAt < submitAt + takesUpMs
  return guess?.rule === 'H1' && command && works && !worked && (workSeen === 'screen' || isShort)
}

/** Returns whether the screen or title showed a specific question. */
function isDialog({ state, kind, source }: Guess): boolean {
  return state === 'waiting' && kind !== 'other' && (source === 'screen' || source === 'title')
}
