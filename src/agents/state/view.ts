/** Public view of a tab's state: a flat value for drawing, notifications, the socket and Why. */
import type { AgentRecord, DisplayState, TaskProgress } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import { defined } from '../../base/objects/defined.ts'
import { hooked, isClaimed, scopeOf, type Scope } from './claim.ts'
import type {
  AgentState,
  AskPart,
  Claim,
  Guess,
  StatePart,
  Slot,
  Transition,
  Voices,
} from './state.ts'
import { wakeAt } from './wake.ts'

/** A counting slot, the guess, or the base. */
export interface PartView extends Omit<StatePart, 'episode' | 'seenAt' | 'tool'>, Texts {
  readonly seen: boolean
}

/** Texts in a program's report, without its state. */
interface Texts {
  /** After aliases; '' if unknown. */
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

/** Contradicting evidence that did not prevail. */
export interface Dissent extends Pick<StatePart, 'source' | 'state' | 'kind' | 'at'> {
  readonly tool: string
  readonly why: string
}

export interface ClaimView extends Claim {
  readonly scope: Scope
  /** The event that ends it, as text. */
  readonly ends: string
}

/** Content of a tab's drawing. `kind` is set if and only if the state is `waiting`. */
export interface Drawing extends Omit<PartView, 'state' | 'at' | 'id' | 'tool'> {
  readonly shown: DisplayState
  readonly snoozedUntil: Millis | null
  /** Absent if unknown. */
  readonly tool?: string | undefined
  /** Exit code of the last command, for the subtitle. */
  readonly exitCode: number | null
  /** The longest-lasting claim, or `null` if guesses count. */
  readonly claim: ClaimView | null
  /** Number of other reporting tools. */
  readonly more: number
}

export interface AgentView extends Drawing {
  readonly parts: readonly PartView[]
  readonly dissent: readonly Dissent[]
  /** Oldest first, up to 20. */
  readonly history: readonly Transition[]
  readonly claims: readonly ClaimView[]
  readonly nextWakeAt: Millis | null
}

/** Takes constant time, however many slots there are. */
export function drawing(state: AgentState): Drawing {
  const {
    shown: { state: shown, part },
    voices: { tools, names },
    guess,
  } = state
  const {
    at: _at,
    seen,
    tool,
    id: _id,
    state: _state,
    ...said
  } = partView(state, part, tools.get(part as Slot)) // no other part is a key
  const claims = claimsOf(state)
  const guessing = guess === null ? '' : toolOf(state, guess)
  return {
    shown,
    seen,
    ...said,
    ...(tool === '' ? {} : { tool }),
    snoozedUntil: state.snoozedUntil,
    exitCode: state.exitCode,
    claim: claims.findLast(({ scope }) => scope === 'session') ?? claims.at(-1) ?? null,
    more: Math.max(0, names.size + (guessing === '' || names.has(guessing) ? 0 : 1) - 1),
  }
}

export function view(state: AgentState): AgentView {
  const { voices, guess, ask, base } = state
  const speaks: readonly StatePart[] = [
    ...voices.slots,
    ...voices.outlived,
    ...(guess === null ? [] : [guess]),
    ...(ask === null ? [] : [ask]),
    ...(voices.slots.length === 0 && guess === null && ask === null ? [base] : []),
  ]
  return {
    ...drawing(state),
    history: state.history,
    claims: claimsOf(state),
    parts: speaks.map((one) => partView(state, one, voices.tools.get(one as Slot))),
    dissent: dissent(state, voices),
    nextWakeAt: wakeAt(state),
  }
}

function claimsOf({ claims, configuration }: AgentState): readonly ClaimView[] {
  return claims.map(({ dialect, tool, since, hook }) => {
    const scope = scopeOf(dialect, configuration)
    return { dialect, tool, since, scope, hook, ends: ends[scope] }
  })
}

const ends = {
  session: 'the tab restarts',
  command: 'the shell is in the foreground or shows its prompt',
  tool:
    'the program clears it, the shell is in the foreground or shows its prompt, ' +
    'or the terminal is reset',
} as const

function partView(
  state: AgentState,
  part: StatePart,
  named: Pick<AgentRecord, 'tool' | 'app'> | undefined,
): PartView {
  const { kind, source, confidence, rule, reason, since, at, seenAt } = part
  const common = {
    ...{ state: part.state, source, confidence, rule, reason, since, at, seen: seenAt !== null },
    ...(kind === undefined ? {} : { kind }),
  }
  if ('record' in part) return { ...common, ...texts(part as Slot, named) }
  const guessed = part as Guess // or one of the others, which have none of its fields
  const asked = part as AskPart
  return {
    ...common,
    id: '',
    tool: toolOf(state, part),
    ...(guessed.progress === undefined ? {} : { progress: guessed.progress }),
    ...(asked.message === undefined || part.state !== 'waiting' ? {} : { message: asked.message }),
  }
}

function toolOf({ armed }: AgentState, { source, tool = '' }: StatePart): string {
  return source === 'shell' || source === 'exit' || source === 'terminal'
    ? tool
    : (armed?.tool ?? '')
}

function texts(
  { record, faded }: Slot,
  { tool, app }: Pick<AgentRecord, 'tool' | 'app'> = record,
): Texts {
  const { id, title, project, msg, progress, taskProgress, taskList, sessionId } = record
  const current = faded === null ? { message: msg, progress } : {}
  return {
    id,
    tool,
    ...defined({ app, title, project, ...current, taskProgress, taskList, sessionId }),
  }
}

/** Returns contradicting evidence, and why it does not count. */
function dissent(state: AgentState, { slots, tools }: Voices): readonly Dissent[] {
  const voices = new Set(slots)
  const outranked = state.slots
    .filter((slot) => !slot.silent && !slot.outlived && !voices.has(slot))
    .map(
      (slot): Dissent => ({
        source: slot.source,
        state: slot.state,
        kind: slot.kind,
        tool: tools.get(slot)?.tool ?? '',
        at: slot.at,
        why: 'a more reliable source reports on the same tool',
      }),
    )
  const { title, osc9_4, screen } = state.readings
  const shown = state.shown.state
  const read = [title, osc9_4, screen].flatMap((reading): readonly Dissent[] => {
    if (reading === null || reading.state === 'ignore' || reading.state === shown) return []
    return [
      {
        source: reading.source,
        state: reading.state,
        kind: reading.kind,
        tool: state.armed?.tool ?? '',
        at: reading.at,
        why:
          isClaimed(state) && !hooked(state)
            ? 'the program reports its own state'
            : reading.taken
              ? 'a newer or more reliable report exists'
              : 'not stable long enough',
      },
    ]
  })
  return [...outranked, ...read]
}
