/**
 * Checks the state machine of a tab against the invariants of
 * docs/contributing/internals/agent-state.md, on random timelines. Each group of bytes is one piece
 * of evidence and its delay. In half of the runs the clock advances timer by timer, as a session
 * drives it; in the others it jumps.
 */
import { hooked, silenced } from '../src/agents/state/claim.ts'
import type { StateOptions } from '../src/agents/state/configuration.ts'
import type { Evidence } from '../src/agents/state/evidence.ts'
import { reduce } from '../src/agents/state/reduce.ts'
import { initial, type AgentState } from '../src/agents/state/state.ts'
import { view } from '../src/agents/state/view.ts'
import { wakeAt } from '../src/agents/state/wake.ts'
import { severity, voicesOf } from '../src/agents/state/headline.ts'
import { historyMax, slotsMax } from '../src/agents/state/limits.ts'
import { agentConfiguration } from '../src/core/config/agent-configuration.ts'
import type { Option } from '../src/core/config/option.ts'
import { defaults, sections } from '../src/core/config/table.ts'
import { Choices, holds, type FuzzRun } from './support/support.ts'

export const name = 'agent-state'

/** Bytes of one step. */
const stepBytes = 6

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const input = Uint8Array.from(
      { length: stepBytes * (2 + Math.floor(random() * (random() < 0.02 ? 400 : 24))) },
      () => Math.floor(random() * 256),
    )
    attempt(input, () => replay(input))
  }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  let state = initial(configuration(choices), choices.pick([0, 0, 5, 1e12]))
  let now = state.now
  for (let step = 0; step < input.length / stepBytes; step += 1) {
    const later = now + choices.pick(gaps)
    if (choices.byte() % 2 === 0) state = wind(state, later)
    now = later
    const evidence = anyEvidence(choices, state)
    const before = state
    state = reduce(before, evidence, now)
    holdsAfter(before, evidence, state, now)
    if (evidence.type === 'output')
      holds(
        same(reduce(state, evidence, now), state),
        'the same output at the same time again changes something',
      )
  }
  rests(state)
}

/** The tab's timer rings until this time. */
function wind(state: AgentState, until: number): AgentState {
  let next = state
  for (
    let due = wakeAt(next), rings = 0;
    due !== null && due <= until;
    due = wakeAt(next), rings += 1
  ) {
    holds(rings < 2_000, 'it never comes to rest')
    const before = next
    next = reduce(before, { type: 'tick' }, due)
    holdsAfter(before, { type: 'tick' }, next, due)
  }
  return next
}

/**
 * Without new evidence, the number of wake-ups is finite. Working also ends, unless a source
 * without an end vouches for it.
 */
function rests(state: AgentState): void {
  const end = wind(state, Infinity)
  holds(wakeAt(end) === null, 'a timer is left')
  const frozen = end.readings.screen?.state === 'ignore'
  const endless = end.configuration.fuseMs === 0 && end.headline.confidence === 'fact'
  holds(end.shown.state !== 'working' || frozen || endless, 'working for ever')
}

/** States share what has not changed, so most parts are one and the same. */
const same = (one: AgentState, other: AgentState) =>
  (Object.keys(one) as (keyof AgentState)[]).every(
    (key) =>
      Object.is(one[key], other[key]) || JSON.stringify(one[key]) === JSON.stringify(other[key]),
  )

function holdsAfter(before: AgentState, evidence: Evidence, after: AgentState, now: number): void {
  holds(after.now === Math.max(before.now, now), 'time went back')
  const due = wakeAt(after)
  holds(due === null || (Number.isFinite(due) && due > after.now), 'a wake-up that has passed')
  const { shown, history, slots, headline, guess, ask, base, claims } = after
  holds(
    shown.state in severity &&
      shown.part.since <= after.now &&
      shown.part.source.length > 0 &&
      shown.part.rule.length > 0,
    'a state without its facts',
  )
  if (history.length > 0)
    holds(history.at(-1)?.to === shown.state, 'history does not end in what is shown')
  holds(
    history.every((row, index) => index === 0 || history[index - 1]?.to === row.from) &&
      history.length <= historyMax,
    'history has a gap',
  )
  holds(
    slots.length <= slotsMax &&
      new Set(slots.map(({ dialect, record: { tool, id } }) => `${dialect} ${tool} ${id}`)).size ===
        slots.length,
    'slots are doubled or too many',
  )
  holds(
    slots.every(({ state, kind }) => (state === 'waiting') === (kind !== undefined)),
    'a kind without waiting',
  )
  holds(
    claims.length === 0 ||
      guess === null ||
      (!silenced(after, 'screen') && (guess.source === 'screen' || guess.rule === 'H6')),
    'a guess under a claim',
  )
  holds(
    voicesOf(slots).slots.every(({ state }) => severity[state] <= severity[headline.state]),
    'a more severe slot speaks',
  )
  holds(
    guess === null || severity[guess.state] <= severity[headline.state],
    'the guess is more severe',
  )
  holds(
    ask === null || severity[ask.state] <= severity[headline.state],
    'the question of a program is more severe',
  )
  if (slots.length === 0 && guess === null && ask === null)
    holds(headline === base, 'nothing speaks, and it is not the base')

  const urgent =
    evidence.type === 'exit' ||
    evidence.type === 'restart' ||
    evidence.type === 'user' ||
    evidence.type === 'input'
  if (shown.state !== before.shown.state && before.shownAt !== null && !urgent)
    holds(after.now - before.shownAt >= after.configuration.debounceMs, 'shown too soon')
  if (before.shown.state === 'waiting' && shown.state !== 'waiting')
    holds(clears(before, evidence), `waiting was lost by ${evidence.type}`)
  if (headline.state !== shown.state)
    holds(
      due !== null && due <= (after.shownAt ?? after.now) + after.configuration.debounceMs,
      'a change waits too long',
    )

  holds(vouched(after), 'working without evidence')

  const calm =
    evidence.type === 'output' || evidence.type === 'signal' || evidence.type === 'screen'
  const mayTell = before.ask !== null || (evidence.type === 'screen' && !silenced(before, 'screen'))
  if (calm && !mayTell && before.claims.length > 0 && (wakeAt(before) ?? Infinity) > now)
    holds(
      headline.state === before.headline.state,
      `${evidence.type} changed the headline under a claim`,
    )
  if (evidence.type === 'output' && before.ask === null && (wakeAt(before) ?? Infinity) > now)
    holds(
      headline.state === before.headline.state || headline.state === 'working',
      'output made something else than work',
    )
  const quiet = evidence.type === 'focus' || evidence.type === 'input'
  if (quiet && (wakeAt(before) ?? Infinity) > now)
    holds(
      severity[headline.state] <= severity[before.headline.state] ||
        headline.rule === 'H6' ||
        // the end of an acknowledged question of a program shows what it hid
        (before.headline === before.ask && ask === null),
      'focus or input raised severity',
    )
  if (evidence.type === 'restart')
    holds(same(after, initial(after.configuration, after.now)), 'a restart is not fresh')
  // what is made of it for the page costs more than all else
  if (shown.part === before.shown.part && evidence.type !== 'user') return
  const seen = view(after)
  holds(
    seen.shown === shown.state && seen.parts.length > 0 && seen.nextWakeAt === due,
    'the view differs',
  )
}

/**
 * A source has reported Working within the time for which this counts: fuse; stale; silence, busy
 * hold or a signal's stale. A viewer freezes the state.
 */
function vouched({
  now,
  slots,
  guess,
  ask,
  base,
  outputAt,
  quietFrom,
  readings,
  configuration: { fuseMs, staleMs, silenceMs, busyHoldMs },
}: AgentState): boolean {
  const within = (at: number | null | undefined, ms: number) =>
    at !== null && at !== undefined && now - at < ms
  const signal = Object.values(readings).some(
    (one) => one?.state === 'working' && within(one.at, staleMs),
  )
  const guessed =
    guess?.state !== 'working' ||
    readings.screen?.state === 'ignore' ||
    signal ||
    within(quietFrom, Math.max(silenceMs, busyHoldMs, staleMs)) ||
    within(guess.at, staleMs)
  return (
    guessed &&
    (base.state !== 'working' ||
      ask !== null ||
      within(Math.max(base.at, outputAt ?? 0), staleMs)) &&
    slots.every(({ state, at }) => state !== 'working' || fuseMs === 0 || within(at, fuseMs))
  )
}

/**
 * Returns whether this evidence may end Waiting (docs/contributing/internals/agent-state.md,
 * "Waiting is sticky"). Under debounce an earlier cause may show at a later tick.
 */
function clears(before: AgentState, evidence: Evidence): boolean {
  if (before.headline.state !== 'waiting') return true
  // its program printed, you typed, or it no longer reads the terminal
  if (before.headline === before.ask && endsQuestions.has(evidence.type)) return true
  // U2: Enter answered a question of OSC 1338
  const isSubmit = evidence.type === 'input' && evidence.input === 'submit'
  const asks = before.slots.find((slot) => slot === before.headline)
  if (isSubmit && (asks?.dialect === 'osc1338' || asks?.instead === '1338')) return true
  // the screen knows better than hooks: the dialog on it has gone, or you left it
  if (before.guess?.until !== undefined) return true
  if (hooked(before) && before.interruptAt !== null) return true
  // or you answered it, and work on the screen began
  if (hooked(before) && before.run.keyAt !== null && before.readings.screen?.state === 'working')
    return true
  const read =
    before.guess?.state === 'waiting' &&
    Object.values(before.readings).some((reading) => reading !== null)
  switch (evidence.type) {
    case 'frame':
    case 'marker':
    case 'process':
    case 'exit':
    case 'restart':
    case 'reset':
    case 'config':
      return true
    case 'user':
      return evidence.action === 'acknowledge' || read
    case 'output':
    case 'signal':
    case 'screen':
    case 'rule_gone':
      return before.guess?.state === 'waiting'
    default:
      return read
  }
}

const endsQuestions: ReadonlySet<Evidence['type']> = new Set([
  'output',
  'input',
  'ask',
  'alt_screen',
])

const gaps = [
  0, 0, 0, 1, 5, 20, 50, 99, 100, 101, 299, 300, 499, 500, 501, 1_000, 1_499, 1_500, 2_001, 3_000,
  3_999, 4_000, 29_999, 30_000, 120_000, 300_000, 7_200_000, -50,
]
const tools = ['', '', 'claude', 'claude-code', 'codex', 'pi'] as const
const ids = ['', '', '', 'a', 'a/b', 'ab', 'c']
const states = [
  'active',
  'working',
  'waiting',
  'done',
  'idle',
  'error',
  'clear',
  'working',
  'waiting',
] as const

function configuration(choices: Choices): StateOptions {
  const chosen = choices.byte()
  if (chosen < 128) return agentConfiguration(defaults)
  const durations = agentConfiguration({
    ...defaults,
    ai: { ...defaults.ai, ...numbers(sections.ai.options, choices) },
  })
  return {
    ...durations,
    explicitScope: choices.pick(['protocol', 'session', 'tool']),
    commands: choices.pick(['working', 'neutral']),
    heuristic: choices.byte() % 8 !== 0,
    asks: choices.byte() % 8 !== 0,
  }
}

/** Values that a file may give each number, as they are read: within its bounds. */
function numbers(options: Readonly<Record<string, Option>>, choices: Choices): object {
  return Object.fromEntries(
    Object.entries(options).flatMap(([key, option]) => {
      if (typeof option.default !== 'number') return []
      const read = option.read(choices.pick([-1, 1e12, option.default, 0]))
      return read.ok ? [[key, read.value]] : []
    }),
  )
}

function anyEvidence(choices: Choices, state: AgentState): Evidence {
  const what = choices.byte() % 32
  if (what < 7) return frameEvidence(choices)
  if (what < 11)
    return {
      type: 'output',
      ...choices.pick([{}, {}, { cause: 'start' } as const, { visible: false }, { visible: true }]),
      ...choices.pick([{}, { inLine: true }, { inLine: false }]),
    }
  if (what < 14)
    return {
      type: 'marker',
      mark: choices.pick(['A', 'B', 'C', 'D']),
      exitCode: choices.pick([0, 1, null]),
      foreground: choices.pick(['unknown', 'shell', 'tool', 'other']),
    }
  if (what < 18) return processEvidence(choices)
  if (what < 20)
    return {
      type: 'signal',
      source: choices.pick(['title', 'osc9_4']),
      state: choices.pick(['working', 'waiting', 'idle', 'error', null]),
      rule: choices.pick(['r', undefined]),
      progress: choices.pick([undefined, 50]),
    }
  if (what < 23)
    return {
      type: 'screen',
      state: choices.pick(['working', 'waiting', 'idle', 'error', 'ignore', null]),
      kind: choices.pick([undefined, 'permission']),
      digest: choices.pick([undefined, 1]),
      box: choices.pick([undefined, 0, 1, 2]),
    }
  if (what < 26)
    return { type: 'input', input: choices.pick(['text', 'submit', 'interrupt', 'paste', 'mouse']) }
  if (what < 28) return { type: 'focus', on: choices.byte() % 2 === 0 }
  if (what === 28)
    return choices.pick<Evidence>([
      { type: 'user', action: 'acknowledge' },
      { type: 'user', action: 'mark_seen' },
      { type: 'user', action: 'snooze', until: state.now + 60_000 },
      { type: 'user', action: 'unsnooze' },
    ])
  if (what === 29)
    return choices.pick<Evidence>([
      askEvidence(choices),
      askEvidence(choices),
      { type: 'resize' },
      { type: 'reset' },
      { type: 'alt_screen', on: true },
      { type: 'alt_screen', on: false },
      { type: 'rule_gone' },
    ])
  if (what === 30)
    return choices.pick<Evidence>([
      { type: 'restart' },
      { type: 'restart' },
      { type: 'exit', code: 0 },
      { type: 'exit', code: 1 },
      { type: 'exit', code: null, signal: 9 },
      { type: 'config', configuration: configuration(choices) },
      { type: 'tick' },
    ])
  return { type: 'tick' }
}

function askEvidence(choices: Choices): Evidence {
  return {
    type: 'ask',
    asks: choices.pick(['password', 'input', null]),
    line: choices.pick(['Name: ', 'Continue? ']),
    program: 'sh',
    reads: choices.byte() % 2 === 0,
    again: choices.byte() % 2 === 0,
  }
}

function frameEvidence(choices: Choices): Evidence {
  const dialect = choices.pick([
    'osc7501',
    'osc1338',
    'osc26',
    'osc21337',
    'osc777',
    'socket',
  ] as const)
  const state = choices.pick(states)
  const tool = choices.pick(tools)
  const partial = (dialect === 'osc26' || dialect === 'osc21337') && choices.byte() % 4 === 0
  const clearable = dialect === 'osc7501' || dialect === 'osc21337' || dialect === 'socket'
  return {
    type: 'frame',
    dialect,
    state: partial ? null : state === 'clear' && !clearable ? 'idle' : state,
    tool,
    app: tool === '' ? undefined : tool,
    id: dialect === 'osc7501' || dialect === 'socket' ? choices.pick(ids) : undefined,
    message: choices.pick([undefined, undefined, 'one', 'two']),
    hook: choices.pick([undefined, undefined, 100, 101, 5_000]),
    sessionId: dialect === 'osc26' ? choices.pick([undefined, undefined, 's1', 's2']) : undefined,
    ...(state === 'waiting'
      ? { kind: choices.pick(['permission', 'question', undefined] as const) }
      : {}),
  }
}

function processEvidence(choices: Choices): Evidence {
  const foreground = choices.pick(['tool', 'tool', 'shell', 'other', 'unknown'] as const)
  return {
    type: 'process',
    foreground,
    descends: choices.byte() % 4 === 0,
    ...(foreground === 'tool'
      ? { tool: choices.pick(['claude', 'codex']), pid: choices.pick([1, 2]), startTime: 1 }
      : {}),
    ...choices.pick([{}, {}, { cpu: 0 }, { cpu: 1 }]),
    ...choices.pick([{}, {}, { reads: 1 }, { reads: 2 }]),
    ...choices.pick([{}, { image: 1 }, { image: 2 }]),
    ...choices.pick([{}, { input: 'shown' } as const, { input: 'hidden' } as const]),
  }
}
