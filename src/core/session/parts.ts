/** Members of a session's parts that its other parts use. */
import type { CopyRules } from '../../agents/rules/rules.ts'
import type { WhyState } from '../../agents/state/why.ts'
import type { Evidence } from '../../agents/state/evidence.ts'
import type { OutputReport } from '../../agents/dispatch/evidence.ts'
import type { Command } from '../../base/command.ts'
import type { Millis } from '../../base/clock.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import type { SessionRecorder } from '../recorder/session-recorder.ts'
import type { Options } from '../config/table.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import type { Shadow } from '../worker/shadow.ts'
import type { Agent } from './agent/agent.ts'
import type { AgentDrawn } from './agent/agent-drawn.ts'
import type { PromptQueue } from './agent/prompt-queue.ts'
import type { TabLimits } from './agent/tab-limits.ts'
import type { TurnChanges } from './agent/turn-changes.ts'
import type { Checkpoint, CheckpointNeed, RecentOutput } from './flow/recent-output.ts'
import type { StatePace } from './flow/state-pace.ts'
import type { Answers } from './input/answers.ts'
import type { PasteBrackets } from './input/paste-brackets.ts'
import type { OutputQuestions } from './input/questions.ts'
import type { Environment } from './launch/environment.ts'
import type { Identity } from './naming/identity.ts'
import type { Launch, ProgramExit, Pty, Size, TabProcesses, VisibilityReason } from './ports.ts'
import type { SessionOptions, SessionPorts } from './session-ports.ts'
import type { TerminalSize } from './terminal-size.ts'
import type { UserVariables } from './user-variables.ts'

/** An offer to resume an agent. */
export interface ResumeOffer {
  readonly hint: ResumeHint
  /** Display name of the agent. */
  readonly name: string
  readonly args: readonly string[]
  readonly line: string
}

/** The parts of a session. A part uses the others only after all of them were made. */
export interface SessionParts {
  readonly options: SessionOptions
  readonly ports: SessionPorts
  /** Current options. */
  readonly settings: Options
  readonly recording: { readonly recorder: SessionRecorder; commandBegins(): void }
  readonly identity: Identity
  readonly resume: {
    readonly offered: ResumeOffer | null
    readonly atPrompt: boolean
    found(evidence: OutputReport): void
    waits(): void
    began(directory: string, marks: boolean): void
    typed(): void
    failed(): void
    dismiss(): void
    take(): ResumeOffer | null
  }
  readonly program: {
    readonly terminal: TerminalSize
    used: boolean
    typedInto: boolean
    readonly phase: TabView['phase']
    readonly pid: number | null
    readonly pty: Pty | null
    readonly startedAt: Millis | null
    readonly wasSent: boolean
    readonly replays: boolean
    readonly checkpointNeed: CheckpointNeed | null
    keep(checkpoint: Checkpoint | null): void
    readonly takesInput: boolean
    write(bytes: Uint8Array): number
    signal(signal: number): boolean
    restart(usual: Size | null, once: Command & Pick<Launch, 'directory'>): void
  }
  readonly delivery: {
    readonly history: RecentOutput
    readonly shadow: Shadow
    readonly base: number
    readonly questions: OutputQuestions
    readonly state: StatePace
    putBack(): void
    showCheckpoint(checkpoint: Omit<Checkpoint, 'at'>, size: Size): void
    began(pty: Pty, size: Size): void
    setFilesHere(here: boolean): void
    setViewed(by: VisibilityReason, on: boolean): void
    bell(): void
    sendSize(): void
  }
  readonly agents: {
    readonly own: Agent
    readonly drawn: AgentDrawn
    readonly hasPanes: boolean
    readonly copyRules: CopyRules | null
    readonly processes: TabProcesses | null
    applyEvidence(evidence: Evidence): void
    typed(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void
    release(): void
  }
  readonly queue: Pick<PromptQueue, 'pause' | 'shown'>
  readonly changes: Pick<TurnChanges, 'shown'>
  readonly limits: Pick<TabLimits, 'until'>
  readonly input: {
    readonly answers: Answers
    readonly brackets: PasteBrackets
    readonly waitingBytes: number
    type(kind: 'keys' | 'mouse', bytes: Uint8Array): void
    typeFromClient(bytes: Uint8Array): void
    noteTyped(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array, byUser?: boolean): void
    release(): void
  }
  readonly modes: {
    forget(): void
    reread(on: boolean): void
    isAtShell(): boolean
    submitted(lines: number): void
    reportsReleases(): boolean
  }
  readonly evidence: {
    readonly variables: UserVariables
    apply(evidence: Evidence): void
    shellReplaced(): void
    forget(): void
  }
  readonly socket: {
    begin(): Environment
    ended(exit: ProgramExit): void
    inputTaken(waitingBytes: number): void
    setScreen(screen: 'grid' | 'stream', end: number): void
    screenChanged(): void
    sizeChanged(): void
    resized(): void
  }
  /** Directory of the foreground program, from the kernel; `null` if unknown. */
  readonly directoryInFront: string | null
  /** Passes output, or the rule line above a restarted program, to the parts. */
  output(bytes: Uint8Array): void
  /** Notes that the agents' drawing changed. */
  stateChanged(): void
  view(): TabView
  why(): WhyState
}
