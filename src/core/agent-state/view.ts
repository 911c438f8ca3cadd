/** What others may know of a tab's state: one flat value, made for drawing, notices, the socket and Why. */
import type { Confidence, DisplayState, Source, TaskProgress, WaitingKind } from '../../protocol/index.ts'
import type { Millis } from '../clock.ts'
import type { ExplicitDialect } from './evidence.ts'
import type { AgentState, RuleId, Transition } from './state.ts'

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
  const { part } = state.shown
  return {
    shown: state.shown.state, since: part.since, seen: part.seenAt !== null, snoozedUntil: state.snoozedUntil, source: part.source, rule: part.rule, reason: part.reason,
    confidence: part.confidence, exitCode: state.exitCode, parts: [], dissent: [], history: state.history, claims: [], claim: null, nextWakeAt: null,
  }
}
