/** What others may know of a tab's state: one flat value, made for drawing, notices, the socket and Why. */
import type { AgentRecord, Confidence, DisplayState, Source, TaskProgress, WaitingKind } from '../../protocol/index.ts'
import type { Millis } from '../clock.ts'
import { claimed, scopeOf } from './claim.ts'
import type { ExplicitDialect } from './evidence.ts'
import { speaking } from './headline.ts'
import { toolsOf } from './slots.ts'
import type { AgentState, Guess, Part, RuleId, Slot, Transition } from './state.ts'
import { wakeAt } from './wake.ts'

/** A speaking slot, the guess, or the base. */
export interface PartView {
  readonly state: DisplayState
  readonly kind?: WaitingKind | undefined
  readonly source: Source
  readonly confidence: Confidence
  readonly rule: RuleId
  readonly reason: string
  readonly since: Millis
  /** When it was last said. */
  readonly at: Millis
  readonly seen: boolean
  /** After aliases; '' when nobody said. */
  readonly tool: string
  readonly id: string
  readonly app?: string | undefined
  readonly title?: string | undefined
  readonly project?: string | undefined
  readonly message?: string | undefined
  readonly progress?: number | undefined
  readonly taskProgress?: TaskProgress | undefined
  readonly taskList?: readonly string[] | undefined
  readonly sessionId?: string | undefined
}

/** Evidence that says something else and lost. */
export interface Dissent {
  readonly source: Source
  readonly state: DisplayState
  readonly kind?: WaitingKind | undefined
  readonly tool: string
  readonly at: Millis
  readonly why: string
}

export interface ClaimView {
  readonly dialect: ExplicitDialect
  readonly tool: string
  readonly since: Millis
  readonly scope: 'session' | 'tool'
  /** In words: what ends it. */
  readonly ends: string
}

export interface View {
  readonly shown: DisplayState
  /** Begin of what is shown. */
  readonly since: Millis
  readonly seen: boolean
  readonly snoozedUntil: Millis | null
  readonly source: Source
  readonly rule: RuleId
  readonly reason: string
  readonly confidence: Confidence
  /** With `waiting`, and always then. */
  readonly kind?: WaitingKind | undefined
  readonly tool?: string | undefined
  readonly app?: string | undefined
  readonly title?: string | undefined
  readonly project?: string | undefined
  readonly message?: string | undefined
  readonly progress?: number | undefined
  readonly taskProgress?: TaskProgress | undefined
  readonly taskList?: readonly string[] | undefined
  readonly sessionId?: string | undefined
  /** Of the last command, for the subtitle. */
  readonly exitCode: number | null
  readonly parts: readonly PartView[]
  readonly dissent: readonly Dissent[]
  /** Oldest first, at most 20. */
  readonly history: readonly Transition[]
  readonly claims: readonly ClaimView[]
  /** The one that lasts longest; null: guesses are heard. */
  readonly claim: ClaimView | null
  readonly nextWakeAt: Millis | null
}

export function view(state: AgentState): View {
  const { shown: { state: shown, part }, guess, base, slots } = state
  const voices = speaking(slots)
  const tools = toolsOf(slots)
  const slot = slots.find((one) => one === part)
  const { at: _at, seen, tool, id: _id, state: _state, ...said } = partView(state, part, slot === undefined ? undefined : tools.get(slot))
  const claims = state.claims.map(({ dialect, tool: by, since }): ClaimView => {
    const scope = scopeOf(dialect, state.configuration)
    return { dialect, tool: by, since, scope, ends: ends[scope] }
  })
  const left = slots.filter(({ outlived }) => outlived)
  const speaks: readonly Part[] = [...voices, ...left, ...(guess === null ? [] : [guess]), ...(voices.length === 0 && guess === null ? [base] : [])]
  return {
    shown, seen, ...said, ...(tool === '' ? {} : { tool }),
    snoozedUntil: state.snoozedUntil, exitCode: state.exitCode, history: state.history, claims,
    claim: claims.findLast(({ scope }) => scope === 'session') ?? claims.at(-1) ?? null,
    parts: speaks.map((one) => partView(state, one, tools.get(one as Slot))),
    dissent: dissent(state, voices), nextWakeAt: wakeAt(state),
  }
}

const ends = {
  session: 'a restart of the tab',
  tool: 'its clear, the shell in front, a prompt marker, or a reset of the terminal',
} as const

function partView(state: AgentState, part: Part, named: Pick<AgentRecord, 'tool' | 'app'> | undefined): PartView {
  const { kind, source, confidence, rule, reason, since, at, seenAt } = part
  const common = { state: part.state, ...(kind === undefined ? {} : { kind }), source, confidence, rule, reason, since, at, seen: seenAt !== null }
  if ('record' in part) return { ...common, ...texts(part as Slot, named) }
  const guessed = part as Guess // or the base, which has none of its fields
  return { ...common, id: '', tool: source === 'shell' || source === 'exit' ? '' : state.armed?.tool ?? '', ...(guessed.progress === undefined ? {} : { progress: guessed.progress }) }
}

function texts({ record, faded }: Slot, { tool, app }: Pick<AgentRecord, 'tool' | 'app'> = record): Omit<PartView, 'state' | 'kind' | 'source' | 'confidence' | 'rule' | 'reason' | 'since' | 'at' | 'seen'> {
  const { id, title, project, msg, progress, taskProgress, taskList, sessionId } = record
  return {
    id, tool, ...(app === undefined ? {} : { app }), ...(title === undefined ? {} : { title }), ...(project === undefined ? {} : { project }),
    ...(msg === undefined || faded !== null ? {} : { message: msg }), ...(progress === undefined || faded !== null ? {} : { progress }),
    ...(taskProgress === undefined ? {} : { taskProgress }), ...(taskList === undefined ? {} : { taskList }), ...(sessionId === undefined ? {} : { sessionId }),
  }
}

/** What says something else than its better, and why that one is heard. */
function dissent(state: AgentState, voices: readonly Slot[]): readonly Dissent[] {
  const tools = toolsOf(state.slots)
  const outranked = state.slots.filter((slot) => !slot.silent && !slot.outlived && !voices.includes(slot)).map((slot): Dissent => ({
    source: slot.source, state: slot.state, kind: slot.kind, tool: tools.get(slot)?.tool ?? '', at: slot.at,
    why: 'a better source speaks for the same tool',
  }))
  const { title, osc9_4, screen } = state.readings
  const shown = state.shown.state
  const read = [title, osc9_4, screen].flatMap((reading): readonly Dissent[] => {
    if (reading === null || reading.state === 'ignore' || reading.state === shown) return []
    return [{
      source: reading.source, state: reading.state, kind: reading.kind, tool: state.armed?.tool ?? '', at: reading.at,
      why: claimed(state) ? 'explicit wins: the program speaks for itself' : reading.taken ? 'something newer or stronger was heard' : 'it has not held long enough',
    }]
  })
  return [...outranked, ...read]
}
