/**
 * One tab's session, composed of parts with one subject each. It passes each chunk of output
 * through them, and reports the program's events to them. Output reaches the VT core exactly as the
 * pty returned it. The only added bytes are the rule line of a restart, the sequences that restore
 * the modes at the end of a command, and the user's reset.
 */
import { busyPorts, busyPortsBytesMax } from '../../agents/process/busy-ports.ts'
import { hasFailed } from '../../agents/process/exit-codes.ts'
import type { Usage } from '../../agents/process/usage.ts'
import type { PortUse, WhyState } from '../../agents/state/why.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { accountNamed, accountOfProfile } from '../config/accounts.ts'
import type { Options } from '../config/table.ts'
import type { SessionId } from '../ids.ts'
import { spelledText } from '../consent/spelled.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import { CommandModes } from './command-modes.ts'
import { OutputDelivery } from './delivery.ts'
import { printedText } from './flow/recent-output.ts'
import { SessionInput } from './input/session-input.ts'
import { shownCommandCharactersMax } from './limits.ts'
import { Identity } from './naming/identity.ts'
import { SessionEvidence } from './output-evidence.ts'
import type { SessionParts } from './parts.ts'
import { Program } from './program.ts'
import { Recording } from './recording.ts'
import { ResumeHints } from './resume-hints.ts'
import { Resuming } from './resuming.ts'
import type { RestorableTab, SessionOptions, SessionPorts } from './session-ports.ts'
import { sessionView } from './session-view.ts'
import { SocketSession } from './socket-session.ts'
import { programIdOf } from './agent/agent-in-front.ts'
import { PromptQueue } from './agent/prompt-queue.ts'
import { TabAgents } from './agent/tab-agents.ts'
import { TabLimits } from './agent/tab-limits.ts'
import { TurnChanges } from './agent/turn-changes.ts'

const lineFeed = 0x0a

export class Session implements SessionParts {
  readonly id: SessionId
  /** It is neither reopened nor restored. */
  readonly once: boolean
  readonly options: SessionOptions
  readonly ports: SessionPorts
  settings: Options
  /** Name, directory, and whether it may notify the user. */
  readonly identity: Identity
  readonly program: Program
  readonly delivery: OutputDelivery
  readonly agents: TabAgents
  /** Prompts that wait until the agent is idle. */
  readonly queue: PromptQueue
  /** Changes of its repository since the agent's turn started. */
  readonly changes: TurnChanges
  /** Limits of its agent's account. */
  readonly limits: TabLimits
  /** Keys, mouse and pastes. */
  readonly input: SessionInput
  /** Puts the modes back when a command of the shell ends. */
  readonly modes: CommandModes
  /** Reports in the output, and the user's actions on the tab. */
  readonly evidence: SessionEvidence
  readonly recording: Recording
  readonly resume: ResumeHints
  /** Offers the agent of the previous run. */
  readonly resuming: Resuming
  readonly socket: SocketSession
  #stateBefore: TabView['state'] = 'active'

  constructor(options: SessionOptions, ports: SessionPorts) {
    this.id = options.id
    this.once = options.once === true
    this.options = options
    this.ports = ports
    this.settings = options.settings
    this.recording = new Recording(this)
    const identity = (this.identity = new Identity(options, ports, () => {
      this.delivery.setFilesHere(identity.elsewhere === null)
      this.delivery.state.changed()
    }))
    this.resume = new ResumeHints(this)
    this.program = new Program(this)
    this.delivery = new OutputDelivery(this)
    this.queue = this.#makeQueue()
    this.changes = this.#makeChanges()
    this.limits = this.#makeLimits()
    this.agents = new TabAgents(this)
    this.input = new SessionInput(this)
    this.modes = new CommandModes(this)
    this.evidence = new SessionEvidence(this)
    this.socket = new SocketSession(this)
    this.resuming = new Resuming(this)
    this.program.begin()
  }

  view(): TabView {
    const { agents, evidence, identity, limits, program, queue, resuming, socket } = this
    return sessionView({
      options: this.options,
      settings: this.settings,
      program,
      identity,
      drawn: agents.drawn,
      isAnswered: agents.isAnswered,
      limit: limits.limit,
      account: this.account,
      queue: queue.shown,
      offered: resuming.offered,
      call: evidence.call,
      detail: socket.detail,
    })
  }

  /** Profile that names the account of its agent; `null` without one. */
  get account(): string | null {
    const { agents, identity, limits, options, settings } = this
    if (agents.hasPanes || identity.elsewhere !== null) return null
    if (agents.own.inFront.id === null) return accountOfProfile(settings, options.profile)
    const { account } = limits
    return account === null ? null : accountNamed(settings, account.agent, account.directory)
  }

  /**
   * Returns why the tab shows its state.
   * @param usage what its programs use, if it was read
   * @param portUse the user of a port that its last command needed, if it was searched
   */
  why(usage: Usage | null = null, portUse: PortUse | null = null): WhyState {
    const { title, place } = this.view()
    const { deferredStart } = this.program
    return this.agents.why({
      usage,
      portUse,
      changes: this.changes.shown,
      ...this.limits.shown,
      account: this.account,
      dropped: this.evidence.dropped,
      socket: this.socket.problem,
      shadow: this.delivery.shadow.problem,
      tab: { title, directory: place },
      elsewhere: this.identity.elsewhere,
      contexts: this.identity.contexts.shown?.trail ?? null,
      deferredStart:
        deferredStart === null
          ? null
          : safeText(spelledText(deferredStart.command), shownCommandCharactersMax),
      running: this.evidence.runningCommand,
    })
  }

  /** Returns the ports that its last command, or its program, named as in use before it failed. */
  busyPorts(): readonly number[] {
    const { delivery, evidence, identity, program } = this
    const { exit } = program
    const hasEnded = exit !== null && hasFailed(exit.code ?? 0) && identity.elsewhere === null
    const failed = hasEnded ? { from: 0, to: delivery.history.end } : evidence.failed
    if (failed === null) return []
    const from = Math.max(failed.from, failed.to - busyPortsBytesMax)
    return busyPorts(printedText(delivery.history, from, failed.to))
  }

  /**
   * Returns the data that another tab needs to restore this one, with up to `lines` lines of its
   * output.
   */
  restorable(lines?: number): RestorableTab {
    const { restoredOutput, savedAt, sizesBefore = [], cellBefore, title } = this.options
    const { delivery, identity, program } = this
    return {
      ...program.facts(),
      name: identity.named,
      title: title ?? null,
      muted: identity.muted,
      mark: identity.mark,
      ...(program.used || restoredOutput === undefined || lines === 0
        ? { ...delivery.history.whole(lines), cellBefore: delivery.window.cell }
        : { restoredOutput, savedAt, sizesBefore, cellBefore }),
      ...this.#resumable,
      queue: this.queue.prompts,
    }
  }

  /** Hint to resume its program, with the program's current title; or the agent without a hint. */
  get #resumable(): Pick<RestorableTab, 'resume' | 'unresumed'> {
    if (this.settings.session.resume_hints !== 'offer') return { resume: null }
    this.resume.lookUp()
    const hint = this.resume.kept
    if (hint === null) return { resume: null, unresumed: this.resume.unresumed }
    const { reported } = this.identity
    const hasTitle = this.agents.drawn.front !== null && reported !== undefined
    return { resume: hasTitle ? { ...hint, title: reported } : hint }
  }

  /** Starts sending to a new page, until `delivery.detach`. */
  attach(): void {
    this.delivery.attach()
    this.recording.attach()
  }

  /** Applies changed options that take effect immediately. */
  configure(settings: Options): void {
    this.settings = settings
    for (const part of [this.agents, this.delivery]) part.configure(settings)
    this.socket.configured()
    this.recording.configured()
    this.recording.recorder.state(this.agents.drawn) // it may be enabled again
    this.delivery.state.changed()
  }

  /** Hangs up the program and releases everything, without waiting for the program. */
  dispose(): void {
    this.evidence.dispose()
    this.queue.dispose()
    this.changes.dispose()
    this.limits.dispose()
    this.resuming.dispose()
    this.program.giveUp()
    this.resume.dispose()
    this.recording.dispose()
    this.agents.dispose()
    this.delivery.dispose()
  }

  /** Directory of the foreground program, from the kernel; `null` if unknown. */
  get directoryInFront(): string | null {
    const { pty } = this.program
    return pty === null ? null : (this.ports.directoryInFront?.(pty.pid) ?? null)
  }

  output(printedBytes: Uint8Array): void {
    const bytes = this.modes.read(printedBytes)
    const { clock, printed } = this.ports
    const { agents, delivery, evidence, program, recording } = this
    const began = clock.now()
    agents.printed()
    if (program.rereads) delivery.base -= bytes.length
    else delivery.output(bytes)
    // Output counts before its reports, which are newer. Their changes are sent to the page after
    // the bytes they come from.
    if (program.phase === 'running') agents.own.output(bytes.at(-1) !== lineFeed)
    if (!program.rereads) this.socket.output(bytes)
    recording.reads(true)
    delivery.state.together(() => evidence.read(bytes))
    this.resume.settle()
    if (!program.rereads) delivery.seen(evidence.isPlain)
    recording.reads(false)
    printed?.()
    delivery.rest.took(clock.now() - began, bytes.length)
    this.input.brackets.settle()
  }

  stateChanged(): void {
    if (this.program.replays) return // the state at its end counts
    const { drawn } = this.agents
    this.recording.recorder.state(drawn)
    this.delivery.setViewed('question', drawn.state === 'waiting') // the inbox shows it
    if (drawn.state !== this.#stateBefore) {
      this.identity.mayHaveSwitched()
      if (this.settings.session.resume_hints === 'offer') this.resume.lookUp()
    }
    this.#stateBefore = drawn.state
    this.program.pty?.noteState?.(drawn.state, drawn.agent.since)
    this.queue.stateChanged()
    this.changes.stateChanged(this.agents.turn)
    this.limits.stateChanged(drawn.state === 'working')
    this.delivery.state.changed()
    this.socket.stateChanged()
  }

  #makeChanges(): TurnChanges {
    const { clock, turnSnapshot } = this.ports
    return new TurnChanges({
      clock,
      take: turnSnapshot,
      isOn: () => this.settings.ai.changes,
      directory: () =>
        this.identity.elsewhere === null
          ? (this.directoryInFront ?? this.identity.directory)
          : null,
    })
  }

  #makeLimits(): TabLimits {
    const { agentDirectory, agentLimits, clock, socket } = this.ports
    return new TabLimits({
      clock,
      read: agentLimits,
      directory: agentDirectory,
      of: () => {
        const { hasPanes, own } = this.agents
        const isHere = !hasPanes && this.identity.elsewhere === null
        const pid = own.inFront.watch?.front.tool ?? null
        return { socket: this.socket.path, pid, agent: isHere ? own.inFront.id : null }
      },
      sinceEpoch: (at) => socket?.sinceEpoch(at) ?? at,
      changed: () => {
        this.delivery.state.changed()
        this.socket.stateChanged()
      },
    })
  }

  #makeQueue(): PromptQueue {
    const { clock, remembers, send } = this.ports
    return new PromptQueue({
      clock,
      before: this.options.queue ?? [],
      takesPrompts: () => this.agents.takesPrompts,
      pane: () => this.agents.promptPane,
      inTmux: () => this.agents.hasPanes,
      programOf: (pane) => programIdOf(this.agents.agentOf(pane).inFront),
      drawnOf: (pane) => this.agents.agentOf(pane).drawn,
      send: async ({ text, guess, pane }) =>
        (guess ? null : await this.limits.hindrance()) ?? this.agents.prompt(text, guess, pane),
      record: (text, by, refused) =>
        this.recording.recorder.record({ type: 'prompt', text, by, refused }),
      stopped: (why) =>
        send({ kind: 'page/toast', text: `Prompt queue of ${this.view().title} paused: ${why}` }),
      changed: () => {
        this.delivery.state.changed()
        remembers?.()
      },
    })
  }
}
