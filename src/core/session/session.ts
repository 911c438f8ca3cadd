/**
 * One tab's program: start, end and restart, input and answers, what its output says. How output
 * gets to those who show it is `delivery.ts`'s. Output reaches the VT core exactly as the pty gave
 * it; the only bytes added are the rule line of a restart.
 */
import type { Evidence as StateEvidence } from '../../agents/state/evidence.ts'
import type { Why } from '../../agents/state/why.ts'
import type { Millis } from '../../base/clock.ts'
import type { Options } from '../config/table.ts'
import { Dispatcher } from '../../agents/dispatch/dispatcher.ts'
import type { Evidence, EvidenceOf } from '../../agents/dispatch/evidence.ts'
import type { ResumeLine, WindowFacts } from '../ipc/contract.ts'
import type { Dialog, TabView } from '../windows/tabs/tab-view.ts'
import type { Answerable } from '../../base/sequences/query.ts'
import { Agent, type AgentDrawn } from './agent.ts'
import { Answers } from './input/answers.ts'
import { AttentionRequests, type Call } from './attention-requests.ts'
import { ClipboardWrites } from './clipboard-writes.ts'
import { Dialogs, type Answered } from './dialogs.ts'
import { CommandTimes, type RanCommand } from './command-times.ts'
import { Delivery, type DeliveryPorts, type Viewing } from './delivery.ts'
import { Identity } from './naming/identity.ts'
import { isTerminalsOwn, typedKind } from './input/input-kind.ts'
import { InputQueue } from './input/input-queue.ts'
import { commandText, exactCommand } from '../../base/command.ts'
import { spelledText } from '../consent/spelled.ts'
import { baseName } from './launch/launch.ts'
import { Launching } from './launch/launching.ts'
import { commandCharactersMax, endsBySignalMs, problemCharactersMax } from './limits.ts'
import { PasteBrackets } from './input/paste-brackets.ts'
import type { AnsweredBy } from '../recorder/events.ts'
import { takesCommands } from '../../agents/process/interpreter.ts'
import { isShell } from '../../agents/process/shells.ts'
import type { SessionRecorder } from '../recorder/session-recorder.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import { LineTyping, type ResumeRefusal } from './line-typing.ts'
import { ResumeHints } from './resume-hints.ts'
import type { Exit, ProcessWatch, Pty, Size, StartOutcome } from './ports.ts'
import type { Shadow } from '../worker/shadow.ts'
import { Recording } from './recording.ts'
import { SocketSession, type SocketSessionPorts } from './socket-session.ts'
import type { SessionEvent, RestorableTab, SessionOptions, SessionPorts } from './session-ports.ts'
import { TerminalSize } from './terminal-size.ts'
import { notThroughTmux, TmuxPanes } from './tmux-panes.ts'
import type { SessionFacts } from '../clients/socket/messages.ts'
import { endingSignals } from '../clients/socket/signals.ts'
import { quoted, safeText } from '../../base/text/safe-text.ts'

/** A program's own reports of its state. */
const reports: ReadonlySet<Evidence['type']> = new Set([
  'osc7501',
  'osc1338',
  'osc26',
  'osc21337',
  'warp',
  'progress',
])

type Phase = TabView['phase']

const refusedText =
  'The program in this tab does not read its input: keys typed now are lost. It may be ' +
  'stopped or busy; Ctrl+Shift+R restarts it.'

export class Session {
  readonly id: string
  /** Keeps what happens in it; whoever learns of an event tells it. */
  readonly recorder: SessionRecorder
  /** Where its events stand, and the time line. */
  readonly recording: Recording
  readonly #options: SessionOptions
  readonly #ports: SessionPorts
  readonly #delivery: Delivery
  readonly #input: InputQueue
  readonly #answers: Answers
  readonly #dispatcher: Dispatcher
  readonly #clipboardWrites: ClipboardWrites
  #pty: Pty | null = null
  readonly #terminal: TerminalSize
  readonly #socketSession: SocketSession
  #screen: 'grid' | 'stream' = 'stream'
  #phase: Phase = 'starting'
  /** The tab's own command may run: the user asked for it, or has approved it. */
  #isApproved: boolean
  #exit: Exit | null = null
  #problem: string | null = null
  readonly #identity: Identity
  readonly #attention: AttentionRequests
  readonly #commands: CommandTimes
  readonly #agent: Agent
  /** Sees into the tmux that may be in front. */
  #tmux: TmuxPanes
  /** The last reading of who has the terminal. */
  #front: ProcessWatch['front'] | null = null
  readonly #launching: Launching
  readonly #resume: ResumeHints
  readonly #dialogs: Dialogs
  readonly #brackets = new PasteBrackets(() => this.#pty?.reader() ?? null)
  #startedAt: Millis | null = null
  /** The present program was sent something, if only by its terminal. */
  #wasSent = false
  /** When somebody had its program sent a signal to end. */
  #killedAt: Millis = Number.NEGATIVE_INFINITY
  #ranMs = 0
  /** Something was typed, or run: until then a restored tab is kept as it came. */
  #used = false
  #stateBefore: TabView['state'] = 'active'
  #settings: Options
  readonly #deaf = () => this.#agent.claimed || this.#ports.bellMarks?.() === false

  constructor(options: SessionOptions, ports: SessionPorts) {
    this.id = options.id
    this.#options = options
    this.#ports = ports
    this.#settings = options.settings
    this.recording = this.#makeRecording()
    this.recorder = this.recording.recorder
    this.#identity = new Identity(options, {
      clock: ports.clock,
      repository: ports.repository,
      changed: () => {
        this.#delivery.setFilesHere(this.#identity.elsewhere === null)
        this.#delivery.stateChanged()
      },
    })
    this.#commands = new CommandTimes(ports.clock)
    this.#launching = new Launching(options, ports.start)
    this.#delivery = new Delivery(options.settings, this.#deliveryPorts())
    this.#input = new InputQueue(ports.clock, {
      write: (bytes) => {
        const written = this.#pty?.write(bytes) ?? 0
        this.#wasSent ||= written > 0
        return written
      },
      refused: () => ports.send({ kind: 'page/notice', level: 'warning', text: refusedText }),
      pasteProgress: (done, total) =>
        ports.send({ kind: 'tab/paste-progress', tab: this.id, done, total }),
      taken: () => this.#socketSession.inputTaken(this.#input.waitingBytes),
    })
    const changed = () => this.#stateChanged()
    this.#tmux = this.#makeTmux()
    this.#agent = new Agent({
      clock: ports.clock,
      watch: ports.watch,
      options: options.settings,
      agents: ports.agents,
      screen: this.#delivery.shadow,
      alternate: (on, end) => this.#setScreen(on ? 'grid' : 'stream', end),
      front: (front) => this.#inFront(front),
      changed,
    })
    this.#resume = this.#makeResumeHints()
    this.#dialogs = this.#makeDialogs()
    this.#terminal = new TerminalSize(ports.clock, options.size, {
      apply: (size) => this.#sendSize(size),
      changed: () => {
        this.#delivery.sendSize()
        this.#socketSession.sizeChanged()
      },
    })
    this.#socketSession = new SocketSession(this.#socketPorts())
    this.#attention = new AttentionRequests(ports.clock, (call) => this.#called(call))
    this.#answers = new Answers(options.replies, ports.clock, this.#input, () => this.#settings)
    this.#clipboardWrites = this.#makeClipboardWrites()
    this.#dispatcher = new Dispatcher(options.hostname, {
      evidence: (evidence) => this.#evidence(evidence),
      query: (query, end) => {
        ports.asked?.(query)
        this.#delivery.question(query, end, this.#answers.has(query))
      },
      pasteBrackets: (on) => this.#brackets.switched(on),
      notificationClosed: (id) => this.#attention.closed(id),
      ...(ports.frame === undefined ? {} : { frame: ports.frame }),
    })
    this.#isApproved = options.deferredStart !== true
    if (options.deferredStart === true) {
      this.#phase = 'ended'
      this.#resume.waits()
    } else if (options.size !== null) this.#start(options.size)
  }

  #makeRecording(): Recording {
    const { clock, recorded, send } = this.#ports
    return new Recording({
      clock,
      tab: this.id,
      send,
      shadow: () => this.#delivery.shadow,
      place: () => this.#delivery.history.end,
      project: () => this.view().project,
      enabled: () => this.#settings.recorder.enabled,
      recorded: (entry) => recorded?.(entry),
    })
  }

  #called(call: Call | null): void {
    if (call !== null)
      this.recorder.record({
        type: 'notification',
        from: call.kind,
        text: call.title === '' ? call.body : call.title,
      })
    this.#happened({ type: 'called', call })
    this.#delivery.stateChanged()
  }

  #stateChanged(): void {
    const { state } = this.#drawn
    this.recorder.state(this.#drawn)
    if (state !== this.#stateBefore) this.#identity.mayHaveSwitched()
    this.#stateBefore = state
    this.#delivery.stateChanged()
    this.#socketSession.stateChanged()
  }

  #deliveryPorts(): DeliveryPorts {
    const ports = this.#ports
    return {
      clock: ports.clock,
      tab: this.id,
      send: ports.send,
      view: () => this.view(),
      shadow: ports.shadow,
      before: this.#launching.before,
      sizesBefore: this.#options.sizesBefore ?? [],
      cellBefore: this.#options.cellBefore ?? null,
      pause: () => this.#pty?.pause(),
      resume: () => this.#pty?.resume(),
      size: () => this.#terminal.size,
      heldSize: () => (this.#terminal.by === 'socket' ? this.#terminal.size : null),
      job: () => {
        const group = this.#pty?.reader()?.group ?? null
        return group === this.#pty?.pid ? null : group
      },
      lives: (job) => this.#pty?.lives(job) === true,
      answer: (queries) => this.#answer(queries),
      screenChanged: () => this.#socketSession.screenChanged(),
      screenRead: (found) => this.#agent.screenFound(found),
      readerGone: () => this.#agent.readerGone(),
      ruleOff: (off) => ports.ruleOff?.(off),
    }
  }

  #socketPorts(): SocketSessionPorts {
    const ports = this.#ports
    return {
      clock: ports.clock,
      socket: ports.socket,
      id: this.id,
      terminal: this.#terminal,
      history: this.#delivery.history,
      shadow: this.#delivery.shadow,
      facts: () => this.#socketFacts(),
      drawn: () => this.#drawn,
      why: () => this.why(),
      applyEvidence: (evidence) => this.applyEvidence(evidence),
      input: (bytes) => this.#fromClient(bytes),
      inputWaiting: () => this.#input.waitingBytes,
      signal: (signal) => this.#signal(signal),
      setTitle: (title) => this.#identity.give(title),
      focus: () => ports.focus?.() ?? false,
      changed: () => this.#delivery.stateChanged(),
      enabled: () => this.#settings.socket.enabled,
    }
  }

  /** For its program, from a client of its socket. */
  #signal(signal: number): boolean {
    const sent = this.#pty?.signal(signal) ?? this.#launching.signalSoon(signal)
    if (sent && endingSignals.has(signal)) this.#killedAt = this.#ports.clock.now()
    return sent
  }

  get pid(): number | null {
    return this.#phase === 'running' ? (this.#pty?.pid ?? null) : null
  }
  /** Of the session's socket; null: there is none. */
  get socketPath(): string | null {
    return this.#socketSession.path
  }
  get phase(): Phase {
    return this.#phase
  }
  /** What its terminal has, or is about to have; null: not known yet. */
  get size(): Size | null {
    return this.#terminal.size
  }

  /**
   * Where the tab is, as far as is known: of what the shell reports and what the kernel says the
   * later change counts. It need not exist.
   */
  get directory(): string {
    return this.#identity.directory
  }

  /** Whose files its output speaks of, `on build`; null: this machine's. */
  get elsewhere(): string | null {
    return this.#identity.elsewhere
  }

  /** The kernel's word for the directory of the tab's first process. */
  processDirectory(path: string): void {
    this.#identity.processMoved(path)
  }

  view(): TabView {
    const { state, agent, front } = this.#drawn
    const call = this.#attention.open
    return {
      id: this.id,
      ...this.#identity.view(this.#settings.tabs, {
        project: agent.project,
        front,
        tool: agent.tool,
        before: this.#offered?.hint.title,
      }),
      ...(this.#socketSession.detail === null ? {} : { detail: this.#socketSession.detail }),
      state,
      phase: this.#phase,
      ...(this.#exit === null ? {} : { exit: { ...this.#exit, ranMs: this.#ranMs } }),
      ...(this.#deferredStart === null ? {} : { deferredStart: this.#deferredStart }),
      ...resumeView(this.#offered),
      ...this.#problemView,
      agent: this.#dialogs.isAnswered && !this.#tmux.on ? { ...agent, answered: true } : agent,
      ...this.#profile,
      ...(call === null
        ? {}
        : { call: { kind: call.kind, title: call.title, body: call.body, at: call.at } }),
    }
  }

  get #problemView(): Pick<TabView, 'configured' | 'problem'> {
    if (this.#problem === null) return {}
    const { isUserShell, profile } = this.#options
    return {
      problem: safeText(this.#problem, problemCharactersMax),
      ...(isUserShell || profile !== undefined ? { configured: true } : {}),
    }
  }

  get #drawn(): AgentDrawn {
    return this.#tmux.headline(this.#agent.drawn)
  }

  /**
   * The user goes to this tab for what it shows: where it is of a pane of tmux, to that. False: no
   * other pane need come to the front.
   */
  reveal(): boolean {
    return this.#tmux.reveal(this.#agent.drawn)
  }

  /** A name typed by the user; null: the automatic one again. */
  rename(name: string | null): void {
    this.#identity.rename(name)
  }

  /** No notice, sound or urgency for this tab; its state and the list's history go on. */
  mute(muted: boolean): void {
    this.#identity.mute(muted)
  }

  /**
   * What this tab runs, and where it would run again: a shell where it is, a command where it
   * began, since any output can say that the tab is elsewhere, and what `make` does is a matter of
   * the folder.
   */
  facts(): Pick<RestorableTab, 'command' | 'isUserShell' | 'directory' | 'profile' | 'waits'> {
    const { command, isUserShell, directory } = this.#options
    return {
      command,
      isUserShell,
      directory:
        isUserShell || takesCommands([command.program, ...command.args])
          ? this.#identity.directory
          : directory,
      ...this.#profile,
      ...(this.#isApproved ? {} : { waits: true }),
    }
  }

  get #profile(): { readonly profile?: string } {
    const { profile } = this.#options
    return profile === undefined ? {} : { profile }
  }

  /** It is neither reopened nor restored. */
  get once(): boolean {
    return this.#options.once === true
  }

  /** What another tab needs to go on from this one, and of its output so many lines. */
  restorable(lines?: number): RestorableTab {
    const { restoredOutput, savedAt, sizesBefore = [], cellBefore } = this.#options
    return {
      ...this.facts(),
      name: this.#identity.named,
      title: this.#options.title ?? null,
      muted: this.#identity.muted,
      ...(this.#used || restoredOutput === undefined || lines === 0
        ? { ...this.#delivery.history.whole(lines), cellBefore: this.#delivery.window.cell }
        : { restoredOutput, savedAt, sizesBefore, cellBefore }),
      resume: this.#settings.session.resume_hints === 'offer' ? this.#resumable : null,
    }
  }

  /** How its program can be resumed, with what that calls itself now. */
  get #resumable(): ResumeHint | null {
    const hint = this.#resume.kept
    const { reported } = this.#identity
    return hint === null || this.#drawn.front === null || reported === undefined
      ? hint
      : { ...hint, title: reported }
  }

  /** Grows with its output, and where some of it is forgotten. */
  get outputVersion(): number {
    return this.#delivery.history.version
  }

  /**
   * The user took its history away: it comes back neither to a page nor in a tab that goes on from
   * this one.
   */
  clearScrollback(): void {
    this.#used = true
    this.#delivery.clearScrollback()
  }

  /** The page is gone or about to be replaced. */
  detach(): void {
    this.#delivery.detach()
  }
  /** A page has come, after `detach`. */
  attach(): void {
    this.#delivery.attach()
    this.recording.attach()
  }

  /** What the page wants of its frames, and what it has done with them. */
  viewed(message: Viewing): void {
    this.#delivery.viewed(message)
  }

  /** What is on the screen, without a screen: snapshots, deltas, text (shadow-terminal.md 5). */
  get shadow(): Shadow {
    return this.#delivery.shadow
  }

  /**
   * `grid`: the alternate screen, a canvas of cells; `stream`: the primary one, lines that scroll.
   */
  get screen(): 'grid' | 'stream' {
    return this.#screen
  }

  /** What its program printed last ends where another sequence may stand. */
  get isBetweenSequences(): boolean {
    return this.#dispatcher.isBetweenSequences
  }

  /** Evidence that comes neither from its output nor from its input: focus, the user's own word. */
  applyEvidence(evidence: StateEvidence): void {
    if (evidence.type === 'focus') this.#attention.look(evidence.on)
    else if (
      evidence.type === 'user' &&
      (evidence.action === 'acknowledge' || evidence.action === 'mark_seen')
    )
      this.#attention.clear()
    this.#agent.applyEvidence(evidence)
    this.#tmux.applyEvidence(evidence)
  }

  /** Why the tab shows what it shows. */
  why(): Why {
    const { title, place } = this.view()
    const speaker = this.#tmux.speaker(this.#agent.drawn)
    return (speaker?.agent ?? this.#agent).why({
      tmux: this.#tmux.why(speaker),
      dropped: (speaker ?? this.#dispatcher).dropped,
      socket: this.#socketSession.problem,
      shadow: this.#delivery.shadow.problem,
      tab: { title, directory: place },
      elsewhere: this.#identity.elsewhere,
      deferredStart:
        this.#deferredStart === null
          ? null
          : safeText(spelledText(this.#deferredStart.command), commandCharactersMax),
      running: this.#commands.running,
    })
  }

  input(kind: 'keys' | 'mouse', bytes: Uint8Array): void {
    if (!this.#takesInput) return
    if (kind === 'keys') this.#resume.dismiss()
    this.#terminal.flush()
    const isLine = kind === 'keys' && typedKind(bytes) === 'submit'
    if (isLine && this.#pty !== null && isShell(baseName(this.#options.command.program)))
      this.#brackets.entered(this.#pty.pid)
    this.#input.push(kind, bytes) // first: the program answers meanwhile
    this.#typed(kind, bytes)
    if (isLine) this.#identity.mayHaveSwitched()
  }

  /** The user types in another tab or pane of the window. */
  typedBeside(): void {
    this.#delivery.typedBeside()
  }

  /** What its program asks, for those outside of the tab. */
  async dialog(): Promise<Dialog> {
    return this.#tmux.on ? this.#tmux.dialog(this.#agent.drawn) : this.#dialogs.read()
  }

  /** Answers that from outside of the tab: only if it still stands there. */
  async answer(token: string, choice: number, by: AnsweredBy = 'list'): Promise<Answered> {
    if (this.#tmux.on) return { sent: false, why: notThroughTmux }
    return this.#dialogs.answer(token, choice, by)
  }

  #typed(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    this.#used = true
    if (kind !== 'mouse' || !isTerminalsOwn(bytes)) this.#dialogs.typed()
    if (kind !== 'mouse') this.recorder.typed()
    this.#agent.input(kind, bytes)
    this.#tmux.input(kind, bytes)
  }

  /**
   * A part of a paste of `total` bytes. False: refused, since another one is still under way or
   * this one is longer than it said.
   */
  paste(bytes: Uint8Array, part: { readonly total: number; readonly last: boolean }): boolean {
    if (!this.#takesInput) return true
    this.#resume.dismiss()
    this.#terminal.flush()
    this.#typed('paste', bytes)
    return this.#input.paste(bytes, part)
  }

  /** The program that would read a paste now has itself asked for brackets around it. */
  get heedsBrackets(): boolean {
    return this.#brackets.heeded
  }

  cancelPaste(): void {
    this.#input.cancelPaste()
  }

  /** What programs can ask for of the window that the tab is in. */
  shownIn(window: WindowFacts): void {
    this.#delivery.shownIn(window)
    this.#pty?.setCell(window.cell)
  }

  /** Is it the active pane of its window? */
  setActive(on: boolean): void {
    this.#delivery.setActive(on)
  }

  /** The window's grid for this tab has this size. */
  resize(size: Size): void {
    this.#terminal.fromWindow(size)
    if (this.#phase === 'starting' && !this.#launching.underWay) this.#start(size)
  }

  /** The window decides the size again. */
  takeSize(): void {
    this.#terminal.giveBack()
  }

  /** Other options are in force: all that apply at once do. */
  configure(settings: Options): void {
    this.#settings = settings
    for (const part of [this.#agent, this.#tmux, this.#delivery]) part.configure(settings)
    this.#socketSession.configured()
    this.recording.configured()
    this.recorder.state(this.#drawn) // it may be on again
    this.#delivery.stateChanged()
  }

  /**
   * The same command, directory and environment again, under a rule line. A program that still runs
   * is hung up. `usual`: size where no page has sent one.
   */
  restart(usual: Size | null = null): void {
    this.#used = true
    this.#giveUp()
    if (this.#deferredStart !== null) this.#resume.dismiss()
    // pages send none for a program that is not there
    if (this.#terminal.size === null && usual !== null) this.#terminal.fromWindow(usual)
    const { size } = this.#terminal
    if (size === null) return
    this.#launching.restart()
    this.#exit = null
    this.#killedAt = Number.NEGATIVE_INFINITY
    this.#problem = null
    this.#identity.restarted()
    this.#delivery.setFilesHere(true)
    this.#commands.forget()
    this.#attention.clear()
    this.#agent.restart()
    this.#delivery.shadow.restarted()
    this.#start(size)
    this.#delivery.stateChanged()
  }

  /**
   * Starts the command that waits for the user, if it is exactly this one.
   * @param approved command and directory that the user was shown
   * @param usual as for `restart`
   * @returns false: another command waits, or none does, and nothing is started
   */
  startDeferred(approved: NonNullable<TabView['deferredStart']>, usual: Size): boolean {
    const { command, directory } = this.#deferredStart ?? {}
    if (command !== approved.command || directory !== approved.directory) return false
    this.#isApproved = true
    this.restart(usual)
    return true
  }

  /**
   * Runs the line that the user approved, if it is the one that is offered now: types it at the
   * prompt of the shell, or starts its words instead of the tab's command.
   *
   * @param approved line and directory, as the user was shown them
   * @param usual as for `restart`
   * @param used called when the offer is used up, before anything is run
   * @returns why nothing was run; `null` if the line was run
   */
  resume(approved: ResumeLine, usual: Size, used: () => void): ResumeRefusal | null {
    const { isUserShell } = this.#options
    const { hint, args, line } = this.#offered ?? {}
    if (hint === undefined || args === undefined || line !== approved.command) return 'changed'
    const { program, directory } = hint
    if (directory !== approved.directory) return 'changed'
    const typing = isUserShell ? this.#lineTyping(directory) : null
    const refusal = typing?.refusal ?? null
    if (refusal !== null) return refusal
    if (this.#resume.take() === null) return 'running'
    used()
    if (typing === null) {
      this.#launching.useOnce({ program, args, directory })
      this.restart(usual)
      return null
    }
    const outcome = typing.type(line)
    if ('refusal' in outcome) {
      this.#resume.failed()
      return outcome.refusal
    }
    this.#resume.typed()
    this.#typed('keys', outcome.bytes)
    this.#identity.mayHaveSwitched()
    return null
  }

  #lineTyping(directory: string): LineTyping {
    const { command } = this.#options
    return new LineTyping(
      {
        pty: this.#pty,
        shell: baseName(command.program),
        atPrompt: () => this.#resume.atPrompt && this.#input.waitingBytes === 0,
        wasSent: () => this.#wasSent,
        directory: () => this.#directoryInFront,
      },
      directory,
    )
  }

  /** Directory of the program in the foreground, by the kernel; `null` if it is not known. */
  get #directoryInFront(): string | null {
    return this.#pty === null ? null : (this.#ports.directoryInFront?.(this.#pty.pid) ?? null)
  }

  /** The user does not want what is offered. */
  declineResume(): void {
    this.#resume.dismiss()
  }

  /** Hangs the program up and forgets everything; returns at once, whatever the program does. */
  dispose(): void {
    this.#giveUp()
    this.#resume.dispose()
    this.#dialogs.dispose()
    this.recording.dispose()
    this.#agent.dispose()
    this.#delivery.dispose()
  }

  /**
   * Keys that are typed before its size is known, or while its folder is looked at, are its
   * program's.
   */
  get #takesInput(): boolean {
    const isOver = this.#phase === 'ended' || this.#phase === 'failed'
    return !isOver || this.#launching.underWay
  }

  /** What the user may resume now; null: nothing. */
  get #offered(): ResumeHints['offered'] {
    const fits = this.#options.isUserShell === (this.#phase === 'running')
    return fits && this.#settings.session.resume_hints === 'offer' ? this.#resume.offered : null
  }

  #makeResumeHints(): ResumeHints {
    const { isUserShell, command, resume } = this.#options
    const { clock, lives } = this.#ports
    return new ResumeHints(resume ?? null, {
      clock,
      agent: (id) => this.#agent.listed(id),
      front: () => this.#agent.inFrontNow(),
      seen: () => this.#agent.processInFront,
      directory: () => this.#directoryInFront,
      shell: isUserShell ? baseName(command.program) : null,
      lives: (hint, names) => lives?.(hint, names) ?? false,
      changed: () => this.#delivery.stateChanged(),
    })
  }

  #makeClipboardWrites(): ClipboardWrites {
    const { clock, writeClipboard, send } = this.#ports
    return new ClipboardWrites(clock, writeClipboard, () =>
      send({
        kind: 'page/notice',
        level: 'warning',
        text:
          `${quoted(this.view().title)} writes to the clipboard too often: some writes ` +
          'were ignored.',
      }),
    )
  }

  #makeTmux(): TmuxPanes {
    const { clock, tmux, watch, agents, shadow, ruleOff } = this.#ports
    const { home, hostname } = this.#options
    return new TmuxPanes({
      ...{ clock, home, hostname, watch, agents, shadow, ruleOff },
      options: this.#settings,
      connect: tmux,
      changed: () => this.#stateChanged(),
      moved: () => {
        const kept = this.#leaveTmux()
        if (kept && this.#front !== null) this.#tmux.front(this.#front)
        return kept
      },
    })
  }

  /** Its panes are not shown here any more. @returns whether somebody else goes on with them */
  #leaveTmux(): boolean {
    if (!this.#tmux.on || this.#ports.keepTmux?.(this.#tmux) !== true) return false
    this.#tmux = this.#makeTmux()
    this.#stateChanged()
    return true
  }

  #makeDialogs(): Dialogs {
    const { shadow, history } = this.#delivery
    return new Dialogs({
      clock: this.#ports.clock,
      drawn: () => this.#agent.drawn,
      rules: () => this.#agent.rulesNow(),
      look: (rules) => shadow.dialog(rules),
      printed: () => history.end,
      remote: () => this.#identity.elsewhere !== null || this.#front?.beyond === true,
      busy: () => this.#phase !== 'running' || this.#input.waitingBytes > 0,
      answered: (words, by, refused) =>
        this.recorder.record({ type: 'answer', ...words, by, refused }),
      changed: () => this.#stateChanged(),
      write: (bytes) => {
        const { pid = null, tool = null } = this.#front ?? {}
        const outcome = this.#pty?.writeIfRead(bytes, pid, tool) ?? 'ended'
        if (outcome !== 'written') return outcome
        this.#resume.dismiss()
        this.#typed('keys', bytes)
        return outcome
      },
    })
  }

  #answer(queries: readonly Answerable[]): void {
    if (this.#phase === 'running') this.#answers.give(queries)
  }

  #start(size: Size): void {
    this.#phase = 'starting'
    this.#launching.begin(
      { directory: this.#identity.directory, environment: this.#socketSession.begin(), size },
      {
        output: (bytes) => this.#output(bytes),
        exit: (exit) => this.#ended(exit),
      },
      (outcome, rule) => this.#started(outcome, rule, size),
    )
  }

  #started(outcome: StartOutcome, rule: Uint8Array | null, size: Size): void {
    this.#delivery.history.resized(size)
    if (rule !== null) this.#output(rule)
    if ('problem' in outcome) {
      this.#phase = 'failed'
      this.#resume.failed()
      this.#problem = outcome.problem
      this.#release()
      this.#socketSession.ended({ code: 127, signal: null })
      this.#agent.failed(safeText(outcome.problem, problemCharactersMax))
    } else {
      this.#phase = 'running'
      this.#pty = outcome.pty
      this.#wasSent = false
      if (this.#options.isUserShell) this.#identity.began(outcome.directory)
      this.#resume.began(outcome.directory, outcome.marks === true)
      this.#startedAt = this.#ports.clock.now()
      this.#pty.setCell(this.#delivery.window.cell)
      this.#terminal.started(size)
      this.#delivery.shadow.started(size)
      if (this.#delivery.paused) this.#pty.pause()
      this.#agent.begin({
        pid: this.#pty.pid,
        isUserShell: this.#options.isUserShell,
        home: this.#options.home,
      })
    }
    this.#delivery.stateChanged()
  }

  #output(bytes: Uint8Array): void {
    const began = this.#ports.clock.now()
    this.#dialogs.printed()
    this.#delivery.output(bytes)
    // Behind the bytes that it comes from: what it changes is sent to the page after them. Output
    // first: what a program says in it is newer.
    if (this.#phase === 'running') this.#agent.output()
    this.#socketSession.output(bytes)
    this.recording.reads(true)
    this.#delivery.together(() => this.#agent.during(() => this.#dispatcher.feed(bytes)))
    this.#resume.settle()
    this.#delivery.seen(this.#dispatcher.isPlain)
    this.recording.reads(false)
    this.#ports.printed?.()
    this.#delivery.took(this.#ports.clock.now() - began, bytes.length)
    this.#brackets.settle()
  }

  #evidence(evidence: Evidence): void {
    switch (evidence.type) {
      case 'title':
        this.#commands.titled(evidence.value.text)
        this.#identity.titled(evidence.value.text)
        break
      case 'cwd':
        this.#moved(evidence.value)
        break
      case 'clipboard_write':
        if (this.#settings.clipboard.allow_osc52_write) this.#clipboardWrites.take(evidence.value)
        break
      case 'prompt': {
        if (evidence.value.kind === 'cwd') this.#identity.moved(evidence.value.path)
        if (evidence.value.kind === 'command_start') this.#used = true
        else if (evidence.value.kind === 'prompt_start') this.#identity.mayHaveSwitched()
        this.#ran(this.#commands.mark(evidence.value, this.#delivery.history.end))
        if (evidence.value.kind === 'command_start') this.recording.commandBegins()
        break
      }
      case 'bell':
        this.#delivery.bell()
        break
      default:
        break // the model's
    }
    // what runs elsewhere is not resumed here
    if (this.#identity.elsewhere === null) this.#resume.found(evidence)
    this.#attention.found(evidence, this.#deaf)
    // what tmux lets through of its panes is read from them
    const isPanes = this.#tmux.on && reports.has(evidence.type)
    if (evidence.type !== 'bell' && !isPanes) this.#agent.found(evidence)
  }

  #ran(command: RanCommand | null): void {
    if (command === null) return
    const { line, place, ranMs, code, notifies } = command
    this.recorder.record({ type: 'command', line, ranMs, code }, place)
    if (notifies) this.#happened({ type: 'command', ranMs, code })
  }

  #inFront(front: ProcessWatch['front']): void {
    if (front.foreground === 'tool' || front.foreground === 'other') this.#used = true
    this.#identity.front(front)
    if (this.#tmux.isLeft(front)) this.#leaveTmux()
    this.#front = front
    this.#tmux.front(front)
  }

  /** A shell of ours names another machine only where the name of this one has changed. */
  #moved({ path, host }: EvidenceOf<'cwd'>): void {
    if (host === undefined || !this.#agent.isShellInFront) this.#identity.moved(path, host)
  }

  /**
   * A real change alone is reported: entering twice or leaving twice is none. `end`: of the bytes
   * that made it, counted from this program's start.
   */
  #setScreen(screen: 'grid' | 'stream', end: number): void {
    if (screen === this.#screen) return
    this.#screen = screen
    const at = this.#delivery.base + end
    this.#socketSession.screen(screen, at)
    this.#happened({ type: 'screen', screen, at })
  }

  #happened(event: SessionEvent): void {
    this.#ports.happened?.(event)
  }

  #ended(exit: Exit): void {
    this.#identity.flush()
    this.#release()
    this.#phase = 'ended'
    this.#exit = exit
    this.#ranMs = this.#ports.clock.now() - (this.#startedAt ?? this.#ports.clock.now())
    this.#socketSession.ended(exit) // first: how it ended is the last word of this session
    this.#agent.ended(exit, this.#ports.clock.now() - this.#killedAt <= endsBySignalMs)
    this.recorder.record({ type: 'ended', ...exit })
    this.#delivery.stateChanged()
    this.#happened({ type: 'ended', exit })
  }

  /** A program that may still run is hung up. */
  #giveUp(): void {
    this.#release()
    this.#socketSession.ended({ code: 0, signal: 'SIGHUP' })
  }

  /** What a client of the socket types: to the pty as it is. */
  #fromClient(bytes: Uint8Array): void {
    if (!this.#takesInput) return
    this.#resume.dismiss()
    this.#typed('keys', bytes)
    this.#input.push('socket', bytes)
  }

  /** Command of the last run, or of a layout, that waits for the user; null: none does. */
  get #deferredStart(): NonNullable<TabView['deferredStart']> | null {
    const isOver = this.#phase === 'ended' || this.#phase === 'failed'
    if (this.#isApproved || !isOver) return null
    const { command, directory } = this.#options
    return { command: exactCommand(command), directory }
  }

  #socketFacts(): SessionFacts {
    return {
      id: this.id,
      pid: this.pid ?? 0,
      title: this.view().title,
      cwd: this.#identity.directory,
      command: commandText(this.#options.command),
      startedAt: this.#startedAt ?? 0,
    }
  }

  #sendSize(size: Size): void {
    if (this.#pty === null) return
    this.#pty.resize(size)
    this.#delivery.shadow.resized(size)
    this.#agent.applyEvidence({ type: 'resize' })
    this.#socketSession.resized()
  }

  #release(): void {
    this.#launching.cancel()
    this.#terminal.forget()
    this.#delivery.forgetQuestions()
    this.#identity.dispose()
    this.#input.cancelPaste()
    this.#input.dispose()
    this.#agent.release()
    if (!this.#leaveTmux()) this.#tmux.release()
    this.#pty?.close()
    this.#pty = null
  }
}

function resumeView(offered: ResumeHints['offered']): Pick<TabView, 'resume'> {
  if (offered === null) return {}
  const { hint, name, line } = offered
  return {
    resume: {
      agent: name,
      session: hint.session,
      command: line,
      directory: hint.directory,
    },
  }
}
