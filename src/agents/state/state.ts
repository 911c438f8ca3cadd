/** State of one tab's state machine. Plain values, private to this folder; others use `view`. */
import type {
  AgentRecord,
  Confidence,
  DisplayState,
  Source,
  WaitingKind,
} from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import type { StateOptions } from './configuration.ts'
import type { AskEvidence, ExplicitDialect, TerminalInput } from './evidence.ts'
import { loadsMs } from './limits.ts'

/** Rows of docs/contributing/internals/agent-state.md. `start`: nothing has happened yet. */
export type RuleId = ReportRule | ShellRule | ProcessRule | GuessRule | AskRule | OtherRule
type OtherRule = 'start' | 'E1' | 'E2' | 'U1' | 'U2'
type AskRule = 'T1' | 'T2'
type ReportRule = 'X1' | 'X2' | 'X3' | 'X4' | 'X5' | 'X6' | 'X8' | 'X9' | 'X10'
type ShellRule = 'M1' | 'M2' | 'M3' | 'M4' | 'M5'
type ProcessRule = 'P1' | 'P2' | 'P3' | 'P4'
type GuessRule = 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6'

/** Anything with a state: a slot, the guess, or the base. */
export interface StatePart {
  readonly state: DisplayState
  readonly kind?: WaitingKind | undefined
  readonly source: Source
  readonly confidence: Confidence
  readonly rule: RuleId
  /** Text for Why. */
  readonly reason: string
  readonly since: Millis
  /** Number of this episode in the tab; orders episodes with equal times. */
  readonly episode: number
  /** Time of the last evidence for it. */
  readonly at: Millis
  /** When the user saw it, or `null`. */
  readonly seenAt: Millis | null
  /** For the base: the agent that ended. */
  readonly tool?: string
}

/** Report of one program, by dialect, tool and id. */
export interface Slot extends StatePart {
  readonly dialect: ExplicitDialect
  /** `record.state` is the reported state, `state` the current one. */
  readonly record: AgentRecord
  /** OSC 26: a record that has no status yet and does not count. */
  readonly silent: boolean
  /** Why `state` differs from the record, or `null`. */
  readonly faded: 'fuse' | 'interrupt' | 'answered' | 'shell' | 'hold' | 'acknowledged' | null
  /** A done or error whose program exited. */
  readonly outlived: boolean
  /** Start of the hook that reported last, in clock ticks. */
  readonly hook?: number | undefined
  /** The tool's next OSC 1338 report replaces it. */
  readonly instead?: '1338' | undefined
}

/** State guessed from output, silence, signals and screen rules. */
export interface Guess extends StatePart {
  readonly progress?: number | undefined
  /** Id of the title or screen rule. */
  readonly matched?: string | undefined
  /** State that the user dismissed: its repetition does not alarm. */
  readonly acknowledged?: Pick<StatePart, 'state' | 'kind'> | undefined
  /** A report has contradicted it: it ends then unless the screen confirms it. */
  readonly until?: Millis | undefined
}

/** An ordinary program waits for an answer on the terminal. */
export interface AskPart extends StatePart {
  readonly asks: AskEvidence['asks'] & string
  /** The line that asks. */
  readonly message: string
}

/** Facts about input and output of an ordinary program, from which a look follows (asks.ts). */
export interface Asking {
  /** The last output ended within a line. */
  readonly inLine: boolean
  /** The end of the line was typed. */
  readonly drafted: boolean
  /** Keys since the last Enter or Ctrl+C: a part of the line may be typed. */
  readonly unsent: boolean
  readonly typedAt: Millis | null
  /** `null` for agents, and programs that read single keys. */
  readonly input: TerminalInput | null
  /** The last output or key. */
  readonly restsFrom: Millis | null
  /** The last look in this rest. */
  readonly lookedAt: Millis | null
  /** The last look must be repeated. */
  readonly again: boolean
  /** A look is due. */
  readonly wanted: boolean
  /** A question of this rest that a look has ended. It continues if it is found again. */
  readonly last: AskPart | null
}

/** Last outcome of title rules, OSC 9;4 or screen rules. */
export interface Reading {
  readonly source: 'title' | 'osc9_4' | 'screen'
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | 'ignore'
  readonly kind?: WaitingKind | undefined
  readonly matched?: string | undefined
  readonly progress?: number | undefined
  /** First and last time of consecutive equal outcomes. */
  readonly since: Millis
  readonly at: Millis
  /** Digest of the region; a change restarts it. */
  readonly digest?: number | undefined
  readonly box?: ShownBox | undefined
  /** The agent's prompt may be shown too: the dialog may be printed text. */
  readonly atPrompt?: boolean
  /** Whether it has held long enough to count. */
  readonly taken: boolean
  /** Whether a rule had recognized this agent's work before, here or, for progress, anywhere. */
  readonly afterWork?: boolean
  /** Whether it began soon after Esc or ^C. */
  readonly afterEsc?: boolean
}

/** Text of the input box on the screen. */
export interface ShownBox {
  /** Its digest; 0: empty. */
  readonly text: number
  readonly since: Millis
}

export interface SentBox extends ShownBox {
  /** The last key before the submit. */
  readonly keyAt: Millis | null
  /** When it was seen empty since. */
  readonly emptiedAt: Millis | null
}

export interface Claim {
  readonly dialect: ExplicitDialect
  readonly tool: string
  readonly since: Millis
  /** Only hooks have reported in this dialect: the screen may override them (X10). */
  readonly hook: boolean
}

/** The state that a tab draws. Details follow the headline while it has this state. */
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

/** Facts about one run of the armed tool, other than the readings of its screen. */
export interface ToolRun {
  /** End of possible loading: until a recognizable prompt or the user's input; else `null`. */
  readonly loadsUntil: Millis | null
  /** Its screen was empty at the last reading. */
  readonly blank: boolean
  /** A rule can recognize its prompt. */
  readonly prompts: boolean
  /** Rules can recognize its prompt and its work. */
  readonly works: boolean
  /** A rule has recognized its prompt. */
  readonly prompted: boolean
  /** Text was typed since the last submit. */
  readonly drafting: boolean
  /** A rule has recognized its prompt with such text in it. */
  readonly readsDrafts: boolean
  /** That text begins with a slash. */
  readonly command: boolean
  /** The last text, paste or submit. */
  readonly keyAt: Millis | null
  /**
   * How a rule has recognized the tool's work: on its screen (`screen`), or only by title or
   * progress (`signal`).
   */
  readonly workSeen: 'screen' | 'signal' | null
  /** The title has reported work. Otherwise its idle is meaningless. */
  readonly titleWorked: boolean
  /** A rule has recognized work since the last submit. */
  readonly worked: boolean
  readonly submitAt: Millis | null
  /** The input box at the last submit; `null` if unknown. */
  readonly sentBox: SentBox | null
  /** The last Esc, ^C or end of a full screen, without a later submit. */
  readonly goodbyeAt: Millis | null
  /** The last Esc or ^C, without a later submit. */
  readonly quitAt: Millis | null
}

/** Starts the next run. `prompts`: a rule can recognize its prompt. */
export function beginRun(now: Millis, prompts: boolean, works: boolean): ToolRun {
  return {
    prompts,
    works,
    blank: false,
    loadsUntil: prompts ? now + loadsMs : null,
    prompted: false,
    drafting: false,
    readsDrafts: false,
    command: false,
    keyAt: null,
    workSeen: null,
    titleWorked: false,
    worked: false,
    submitAt: null,
    sentBox: null,
    goodbyeAt: null,
    quitAt: null,
  }
}

export interface AgentState {
  readonly configuration: StateOptions
  /** The highest time so far. */
  readonly now: Millis
  readonly episodes: number
  /** Least recently updated first. */
  readonly slots: readonly Slot[]
  readonly claims: readonly Claim[]
  readonly guess: Guess | null
  readonly ask: AskPart | null
  readonly asking: Asking
  readonly base: StatePart
  readonly readings: {
    readonly title: Reading | null
    readonly osc9_4: Reading | null
    readonly screen: Reading | null
  }
  /** After an OSC 7501 report, the program's 9;4 is ignored. */
  readonly progressMuted: boolean
  readonly armed: Armed | null
  /** Current run of the armed tool. */
  readonly run: ToolRun
  /** The last armed tool of this command, if no other program followed. */
  readonly commandTool: string | null
  readonly foreground: 'shell' | 'tool' | 'other' | 'unknown'
  readonly alternate: boolean
  readonly markersSeen: boolean
  /** A mark C was seen. */
  readonly commandsMarked: boolean
  /** Image of the tab's shell at the last reading, and at its last prompt mark, or `null`. */
  readonly image: number | null
  readonly markedImage: number | null
  /** The nested shell that last waited for a command while no program reported, or `null`. */
  readonly promptShell: number | null
  /** Since when the line editor of the tab's shell, which marks its prompts, reads; or `null`. */
  readonly editorSince: Millis | null
  readonly exitCode: number | null
  readonly ended: boolean
  readonly outputAt: Millis | null
  /** Start of silence and busy hold: the last output, or the end of a sleep. */
  readonly quietFrom: Millis | null
  readonly cpu: { readonly at: Millis; readonly share: number } | null
  /** H4: time of the next check. */
  readonly askAgainAt: Millis | null
  readonly echoAt: Millis | null
  readonly repaintAt: Millis | null
  readonly interruptAt: Millis | null
  /** When a program last reported the end of its question. */
  readonly answeredAt: Millis | null
  /** The last hook that reported an agent's exit, and its start in ticks. */
  readonly hookLeft: { readonly tool: string; readonly hook: number } | null
  readonly focus: { readonly since: Millis; readonly episode: number } | null
  readonly snoozedUntil: Millis | null
  readonly shown: Shown
  /** Last change of the shown state, or `null`. */
  readonly shownAt: Millis | null
  readonly history: readonly Transition[]
  readonly voices: Voices
  /** Derived from slots, base and guess: what should be shown. */
  readonly headline: StatePart
  /** Derived from slots, focus and configuration: their next timer. */
  readonly slotsDue: Millis | null
  /** Within `reduce`: why something ended, and whether the change skips the debounce. */
  readonly lost: Cause | null
  readonly skipDebounce: boolean
}

/** Slots that count. Computed once per change of the slots, up to 256 per tab. */
export interface Voices {
  /** The slots that count, least recently updated first. */
  readonly slots: readonly Slot[]
  readonly outlived: readonly Slot[]
  /** Tools of both. */
  readonly names: ReadonlySet<string>
  readonly tools: ReadonlyMap<Slot, Pick<AgentRecord, 'tool' | 'app'>>
}

export const nobody: Voices = { slots: [], outlived: [], names: new Set(), tools: new Map() }

export interface Cause {
  readonly rule: RuleId
  readonly reason: string
}

/** Starts the next episode of a part. */
export function begin(
  state: AgentState,
  said: Pick<StatePart, 'state' | 'kind' | 'source' | 'confidence' | 'rule' | 'reason'>,
): StatePart {
  return { ...said, since: state.now, at: state.now, episode: state.episodes + 1, seenAt: null }
}

export const notAsking: Asking = {
  inLine: false,
  drafted: false,
  unsent: false,
  typedAt: null,
  input: null,
  restsFrom: null,
  lookedAt: null,
  again: false,
  wanted: false,
  last: null,
}

export function initial(configuration: StateOptions, now: Millis): AgentState {
  const base: StatePart = {
    state: 'active',
    source: 'shell',
    confidence: 'guess',
    rule: 'start',
    reason: 'no information yet',
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
    ask: null,
    asking: notAsking,
    base,
    readings: { title: null, osc9_4: null, screen: null },
    progressMuted: false,
    armed: null,
    run: beginRun(now, false, false),
    commandTool: null,
    foreground: 'unknown',
    alternate: false,
    markersSeen: false,
    commandsMarked: false,
    image: null,
    markedImage: null,
    promptShell: null,
    editorSince: null,
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
