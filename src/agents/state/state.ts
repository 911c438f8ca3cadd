/**
 * What the state machine remembers of one tab. Plain values; nobody but the files of this folder
 * looks inside: others take a `view`.
 */
import type {
  AgentRecord,
  Confidence,
  DisplayState,
  Source,
  WaitingKind,
} from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import type { StateOptions } from './configuration.ts'
import type { ExplicitDialect } from './evidence.ts'
import { loadsMs } from './limits.ts'

/**
 * Rows of the table of docs/agent-state.md. `start`: nothing has happened yet. `headline`: a more
 * urgent one went, this one was there before.
 */
export type RuleId =
  | 'start'
  | 'X1'
  | 'X2'
  | 'X3'
  | 'X4'
  | 'X5'
  | 'X6'
  | 'X8'
  | 'X9'
  | 'X10'
  | 'M1'
  | 'M2'
  | 'M3'
  | 'M4'
  | 'M5'
  | 'P1'
  | 'P2'
  | 'P3'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'E1'
  | 'E2'
  | 'U1'

/** Something that has a state: a slot, the guess, or the base. */
export interface StatePart {
  readonly state: DisplayState
  readonly kind?: WaitingKind | undefined
  readonly source: Source
  readonly confidence: Confidence
  /** The row that gave it this state. */
  readonly rule: RuleId
  /** In words, for Why. */
  readonly reason: string
  /** Begin of this episode. */
  readonly since: Millis
  /**
   * Number of this episode among all of the tab: says what came before what, at equal times too.
   */
  readonly episode: number
  /** The evidence that last said so. */
  readonly at: Millis
  /** When the user saw it; null: not yet. */
  readonly seenAt: Millis | null
  /** Of the base: the agent whose end it is. */
  readonly tool?: string
}

/** What one program said of itself, by dialect, tool and id. */
export interface Slot extends StatePart {
  readonly dialect: ExplicitDialect
  /** Its texts; `record.state` is what it said, `state` what has become of that. */
  readonly record: AgentRecord
  /** OSC 26: a record without a status yet. It is kept, and says nothing. */
  readonly silent: boolean
  /** Why `state` is no longer what the record said; null: it is. */
  readonly faded: 'fuse' | 'interrupt' | 'answered' | 'shell' | 'hold' | 'acknowledged' | null
  /** A done or error whose program has left. */
  readonly outlived: boolean
  /** Its last report came from a hook: in clock ticks, when that began. */
  readonly hook?: number | undefined
  /** The next report of OSC 1338 of its tool replaces it. */
  readonly instead?: '1338' | undefined
}

/** Where output, silence, signals and screen rules are written. */
export interface Guess extends StatePart {
  readonly progress?: number | undefined
  /** Id of the title or screen rule. */
  readonly matched?: string | undefined
  /** What the user dismissed away: the same again is no alarm. */
  readonly acknowledged?: Pick<StatePart, 'state' | 'kind'> | undefined
  /** A hook has said something else since: it ends then, if the screen is not read as before. */
  readonly until?: Millis | undefined
}

/** The last outcome of title rules, OSC 9;4 or screen rules. */
export interface Reading {
  readonly source: 'title' | 'osc9_4' | 'screen'
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | 'ignore'
  readonly kind?: WaitingKind | undefined
  readonly matched?: string | undefined
  readonly progress?: number | undefined
  /** First and last time that this outcome came, one after the other. */
  readonly since: Millis
  readonly at: Millis
  /** What the region looked like; it begins anew when that changes. */
  readonly digest?: number | undefined
  /** It has held long enough to count. */
  readonly taken: boolean
  /** A rule had seen this agent's work before, there or, of a progress report, anywhere. */
  readonly afterWork?: boolean
}

export interface Claim {
  readonly dialect: ExplicitDialect
  readonly tool: string
  readonly since: Millis
  /** Nothing but hooks has spoken in this dialect: the screen may know better (X10). */
  readonly hook: boolean
}

/** What is drawn. Details follow the headline while it has this state. */
export interface Shown {
  readonly state: DisplayState
  readonly part: StatePart
}

export interface Transition {
  readonly at: Millis
  readonly from: DisplayState
  readonly to: DisplayState
  readonly source: Source
  readonly rule: RuleId
  readonly reason: string
}

export interface Armed {
  readonly tool: string
  readonly pid?: number | undefined
  readonly startTime?: number | undefined
}

/** What is known of one run of the armed tool, besides its readings. */
export interface ToolRun {
  /**
   * Till when it may load: a rule would see its prompt, none has, and the user has sent nothing.
   * null: it does not.
   */
  readonly loadsUntil: Millis | null
  /** Its screen was empty when it was read last. */
  readonly blank: boolean
  /** A rule would see its prompt. */
  readonly prompts: boolean
  /** A rule has seen its prompt. */
  readonly prompted: boolean
  /** Something was typed since the last submit. */
  readonly drafting: boolean
  /** The last text, paste or submit. */
  readonly keyAt: Millis | null
  /** A rule has seen its work: `screen` there, `signal` in title or progress alone. */
  readonly workSeen: 'screen' | 'signal' | null
  /** The title has said work: where it never does, its idle says nothing of what goes on. */
  readonly titleWorked: boolean
  /** A rule has seen work since the last submit. */
  readonly worked: boolean
  readonly submitAt: Millis | null
  /** The last Esc or ^C, or end of a full screen, with no submit since. */
  readonly goodbyeAt: Millis | null
}

/** The next run begins now. `prompts`: a rule would see its prompt. */
export function beginRun(now: Millis, prompts: boolean): ToolRun {
  return {
    prompts,
    blank: false,
    loadsUntil: prompts ? now + loadsMs : null,
    prompted: false,
    drafting: false,
    keyAt: null,
    workSeen: null,
    titleWorked: false,
    worked: false,
    submitAt: null,
    goodbyeAt: null,
  }
}

export interface AgentState {
  readonly configuration: StateOptions
  /** The highest time seen. */
  readonly now: Millis
  readonly episodes: number
  /** The update longest ago first. */
  readonly slots: readonly Slot[]
  readonly claims: readonly Claim[]
  readonly guess: Guess | null
  readonly base: StatePart
  readonly readings: {
    readonly title: Reading | null
    readonly osc9_4: Reading | null
    readonly screen: Reading | null
  }
  /** After a report in OSC 7501, its program's 9;4 says nothing new. */
  readonly progressMuted: boolean
  readonly armed: Armed | null
  /** Of the armed tool, since it came to the front. */
  readonly run: ToolRun
  /** The tool that was armed last in this command, and nothing came to the front after; or null. */
  readonly commandTool: string | null
  readonly foreground: 'shell' | 'tool' | 'other' | 'unknown'
  readonly alternate: boolean
  readonly markersSeen: boolean
  /** A mark C too. */
  readonly commandsMarked: boolean
  readonly exitCode: number | null
  readonly ended: boolean
  readonly outputAt: Millis | null
  /** Silence and busy hold count from here: the last output, or the end of a sleep. */
  readonly quietFrom: Millis | null
  readonly cpu: { readonly at: Millis; readonly share: number } | null
  /** H4: when it is asked again. */
  readonly askAgainAt: Millis | null
  readonly echoAt: Millis | null
  readonly repaintAt: Millis | null
  readonly interruptAt: Millis | null
  /** A hook said something else than its question. */
  readonly answeredAt: Millis | null
  /** The last hook that reported that an agent has left, and when it began, in ticks. */
  readonly hookLeft: { readonly tool: string; readonly hook: number } | null
  readonly focus: { readonly since: Millis; readonly episode: number } | null
  readonly snoozedUntil: Millis | null
  readonly shown: Shown
  /** The last shown transition; null: there was none. */
  readonly shownAt: Millis | null
  readonly history: readonly Transition[]
  /** Derived from slots: who speaks, and for whom. */
  readonly voices: Voices
  /** Derived from slots, base and guess: what should be shown. */
  readonly headline: StatePart
  /** Derived from slots, focus and configuration: their next timer. */
  readonly slotsDue: Millis | null
  /**
   * Within one call of `reduce`: why something went, and whether the change may not wait for the
   * debounce.
   */
  readonly lost: Cause | null
  readonly skipDebounce: boolean
}

/** Made once for each change of slots: a tab may hold 256 of them. */
export interface Voices {
  /** The slots that speak, the update longest ago first. */
  readonly slots: readonly Slot[]
  readonly outlived: readonly Slot[]
  /** Names of the tools of both. */
  readonly names: ReadonlySet<string>
  /** Whose slot each is. */
  readonly tools: ReadonlyMap<Slot, Pick<AgentRecord, 'tool' | 'app'>>
}

export const nobody: Voices = { slots: [], outlived: [], names: new Set(), tools: new Map() }

export interface Cause {
  readonly rule: RuleId
  readonly reason: string
}

/** The next episode of a part begins now. */
export function begin(
  state: AgentState,
  said: Pick<StatePart, 'state' | 'kind' | 'source' | 'confidence' | 'rule' | 'reason'>,
): StatePart {
  return { ...said, since: state.now, at: state.now, episode: state.episodes + 1, seenAt: null }
}

/** A tab of which nothing is known. */
export function initial(configuration: StateOptions, now: Millis): AgentState {
  const base: StatePart = {
    state: 'active',
    source: 'shell',
    confidence: 'guess',
    rule: 'start',
    reason: 'nothing is known yet',
    since: now,
    episode: 0,
    at: now,
    seenAt: null,
  }
  return {
    configuration,
    now,
    episodes: 0,
    slots: [],
    claims: [],
    guess: null,
    base,
    readings: { title: null, osc9_4: null, screen: null },
    progressMuted: false,
    armed: null,
    run: beginRun(now, false),
    commandTool: null,
    foreground: 'unknown',
    alternate: false,
    markersSeen: false,
    commandsMarked: false,
    exitCode: null,
    ended: false,
    outputAt: null,
    quietFrom: null,
    cpu: null,
    askAgainAt: null,
    echoAt: null,
    repaintAt: null,
    interruptAt: null,
    answeredAt: null,
    hookLeft: null,
    focus: null,
    snoozedUntil: null,
    shown: { state: 'active', part: base },
    shownAt: null,
    history: [],
    voices: nobody,
    headline: base,
    slotsDue: null,
    lost: null,
    skipDebounce: false,
  }
}
