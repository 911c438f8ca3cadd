/**
 * One tab's session: a composition of parts with one subject each. This file makes the parts, leads
 * each chunk of output through them, and tells them what becomes of the program. Output reaches the
 * VT core exactly as the pty gave it; the only bytes added are the rule line of a restart.
 */
import type { WhyState } from '../../agents/state/why.ts'
import { safeText } from '../../base/text/safe-text.ts'
import type { Options } from '../config/table.ts'
import type { SessionId } from '../ids.ts'
import { spelledText } from '../consent/spelled.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import { OutputDelivery } from './delivery.ts'
import { SessionInput } from './input/session-input.ts'
import { shownCommandCharactersMax, startProblemCharactersMax } from './limits.ts'
import { Identity } from './naming/identity.ts'
import { SessionEvidence } from './output-evidence.ts'
import { Program, type ProgramEvents } from './program.ts'
import { Recording } from './recording.ts'
import { ResumeHints } from './resume-hints.ts'
import { Resuming } from './resuming.ts'
import type { RestorableTab, SessionOptions, SessionPorts } from './session-ports.ts'
import { sessionView } from './session-view.ts'
import { SocketSession } from './socket-session.ts'
import { TabAgents } from './agent/tab-agents.ts'

export class Session {
  readonly id: SessionId
  /** It is neither reopened nor restored. */
  readonly once: boolean
  /** Its name, its directory, and whether it may call the user. */
  readonly identity: Identity
  /** Start, end and restart; the pty, and the size of the terminal. */
  readonly program: Program
  /** The way of the output to those who show it, and the shadow terminal. */
  readonly delivery: OutputDelivery
  /** The agents of the tab, and the dialogs that they show. */
  readonly agents: TabAgents
  /** Keys, mouse and pastes. */
  readonly input: SessionInput
  /** Reports in the output, and the user's own word about the tab. */
  readonly evidence: SessionEvidence
  /** The recorder, where its events are in the output, and the time line. */
  readonly recording: Recording
  /** The agent of the run before. */
  readonly resuming: Resuming
  /** The session as the clients of its socket have it. */
  readonly socket: SocketSession
  readonly #options: SessionOptions
  readonly #ports: SessionPorts
  readonly #resume: ResumeHints
  #settings: Options
  #stateBefore: TabView['state'] = 'active'

  constructor(options: SessionOptions, ports: SessionPorts) {
    this.id = options.id
    this.once = options.once === true
    this.#options = options
    this.#ports = ports
    this.#settings = options.settings
    const settings = () => this.#settings
    const title = () => this.view().title
    const directoryInFront = () => this.#directoryInFront
    const recording = (this.recording = new Recording({
      ...{ options, ports, settings },
      delivery: () => this.delivery,
      project: () => this.view().project,
    }))
    const identity = (this.identity = new Identity(options, ports, () => {
      this.delivery.setFilesHere(identity.elsewhere === null)
      this.delivery.state.changed()
    }))
    const resume = (this.#resume = new ResumeHints({
      ...{ options, ports, directory: directoryInFront },
      inFront: () => this.agents.own.inFront,
      changed: () => this.delivery.state.changed(),
    }))
    const lower = { options, ports, identity, resume }
    const program = (this.program = new Program(lower, this.#programEvents()))
    const delivery = (this.delivery = new OutputDelivery({
      ...{ options, ports, program },
      agent: () => this.agents.own,
      view: () => this.view(),
      answer: (queries) => {
        if (program.phase === 'running') this.input.answers.give(queries)
      },
      screenChanged: () => this.socket.screenChanged(),
    }))
    const parts = { ...lower, settings, recording, program, delivery }
    const agents = (this.agents = new TabAgents({
      ...parts,
      inputWaiting: () => this.input.waitingBytes,
      answerTyped: (bytes) => this.input.noteTyped('keys', bytes),
      alternate: (on, end) => this.#setScreen(on ? 'grid' : 'stream', end),
      changed: () => this.#stateChanged(),
    }))
    const input = (this.input = new SessionInput({
      ...{ ...parts, agents },
      taken: (waiting) => this.socket.inputTaken(waiting),
    }))
    const evidence = (this.evidence = new SessionEvidence({ ...parts, agents, input, title }))
    const why = () => this.why()
    this.socket = new SocketSession({ ...parts, agents, input, evidence, title, why })
    this.resuming = new Resuming({ ...parts, input, directoryInFront })
    program.begin()
  }

  view(): TabView {
    const { agents, evidence, identity, program, resuming, socket } = this
    return sessionView({
      options: this.#options,
      settings: this.#settings,
      program,
      identity,
      drawn: agents.drawn,
      isAnswered: agents.isAnswered,
      offered: resuming.offered,
      call: evidence.call,
      detail: socket.detail,
    })
  }

  /** Why the tab shows what it shows. */
  why(): WhyState {
    const { title, place } = this.view()
    const { deferredStart } = this.program
    return this.agents.why({
      dropped: this.evidence.dropped,
      socket: this.socket.problem,
      shadow: this.delivery.shadow.problem,
      tab: { title, directory: place },
      elsewhere: this.identity.elsewhere,
      deferredStart:
        deferredStart === null
          ? null
          : safeText(spelledText(deferredStart.command), shownCommandCharactersMax),
      running: this.evidence.runningCommand,
    })
  }

  /** Returns what another tab needs to go on from this one, and so many lines of its output. */
  restorable(lines?: number): RestorableTab {
    const { restoredOutput, savedAt, sizesBefore = [], cellBefore, title } = this.#options
    const { delivery, identity, program } = this
    return {
      ...program.facts(),
      name: identity.named,
      title: title ?? null,
      muted: identity.muted,
      ...(program.used || restoredOutput === undefined || lines === 0
        ? { ...delivery.history.whole(lines), cellBefore: delivery.window.cell }
        : { restoredOutput, savedAt, sizesBefore, cellBefore }),
      resume: this.#settings.session.resume_hints === 'offer' ? this.#resumable : null,
    }
  }

  /** How its program can be resumed, with what that calls itself now. */
  get #resumable(): ResumeHint | null {
    const hint = this.#resume.kept
    const { reported } = this.identity
    return hint === null || this.agents.drawn.front === null || reported === undefined
      ? hint
      : { ...hint, title: reported }
  }

  /** A page has come. `delivery.detach` is called when it goes. */
  attach(): void {
    this.delivery.attach()
    this.recording.attach()
  }

  /** Other options are in force: all that apply at once do. */
  configure(settings: Options): void {
    this.#settings = settings
    for (const part of [this.agents, this.delivery]) part.configure(settings)
    this.socket.configured()
    this.recording.configured()
    this.recording.recorder.state(this.agents.drawn) // it may be on again
    this.delivery.state.changed()
  }

  /** Hangs the program up and forgets everything; returns at once, whatever the program does. */
  dispose(): void {
    this.program.giveUp()
    this.#resume.dispose()
    this.recording.dispose()
    this.agents.dispose()
    this.delivery.dispose()
  }

  #programEvents(): ProgramEvents {
    const { happened } = this.#ports
    const { isUserShell, home } = this.#options
    return {
      starting: () => this.socket.begin(),
      sized: (size) => this.delivery.history.resized(size),
      output: (bytes) => this.#output(bytes),
      began: (pty, size) => {
        this.delivery.began(pty, size)
        this.agents.own.inFront.begin({ pid: pty.pid, isUserShell, home })
      },
      failed: (problem) => {
        this.socket.ended({ code: 127, signal: null })
        this.agents.own.failed(safeText(problem, startProblemCharactersMax))
      },
      ended: (exit, closed) => {
        this.socket.ended(exit) // first: how it ended is the last word of this session
        this.agents.own.ended(exit, closed)
        this.recording.recorder.record({ type: 'ended', ...exit })
        this.delivery.state.changed()
        happened?.({ type: 'ended', exit })
      },
      released: () => {
        this.delivery.questions.forget()
        this.delivery.shadow.forgetQuestions()
        this.identity.dispose()
        this.input.release()
        this.agents.release()
      },
      gaveUp: () => this.socket.ended({ code: 0, signal: 'SIGHUP' }),
      restarting: () => {
        this.delivery.setFilesHere(true)
        this.evidence.forget()
        this.agents.own.restart()
        this.delivery.shadow.restarted()
      },
      changed: () => this.delivery.state.changed(),
      resized: (size) => {
        this.delivery.shadow.resized(size)
        this.agents.own.applyEvidence({ type: 'resize' })
        this.socket.resized()
      },
      sizeChanged: () => {
        this.delivery.sendSize()
        this.socket.sizeChanged()
      },
    }
  }

  /** Directory of the program in the foreground, by the kernel; `null` if it is not known. */
  get #directoryInFront(): string | null {
    const { pty } = this.program
    return pty === null ? null : (this.#ports.directoryInFront?.(pty.pid) ?? null)
  }

  #output(bytes: Uint8Array): void {
    const { clock, printed } = this.#ports
    const { agents, delivery, evidence, recording } = this
    const began = clock.now()
    agents.printed()
    delivery.output(bytes)
    // Output counts first: what a program reports in it is newer. Its changes are sent to the page
    // after the bytes that they come from.
    if (this.program.phase === 'running') agents.own.output()
    this.socket.output(bytes)
    recording.reads(true)
    delivery.state.together(() => evidence.read(bytes))
    this.#resume.settle()
    delivery.seen(evidence.isPlain)
    recording.reads(false)
    printed?.()
    delivery.rest.took(clock.now() - began, bytes.length)
    this.input.brackets.settle()
  }

  #stateChanged(): void {
    const { drawn } = this.agents
    this.recording.recorder.state(drawn)
    if (drawn.state !== this.#stateBefore) this.identity.mayHaveSwitched()
    this.#stateBefore = drawn.state
    this.delivery.state.changed()
    this.socket.stateChanged()
  }

  /**
   * Reports a real change of the screen only, not that it was entered or left twice. `end`: of the
   * bytes that made it, counted from this program's start.
   */
  #setScreen(screen: 'grid' | 'stream', end: number): void {
    if (screen === this.socket.screen) return
    const at = this.delivery.base + end
    this.socket.setScreen(screen, at)
    this.#ports.happened?.({ type: 'screen', screen, at })
  }
}
