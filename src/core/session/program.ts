/** Runs one tab's program: start, exit and restart. Owns the pty and the terminal size. */
import { takesCommands } from '../../agents/process/interpreter.ts'
import { exactCommand, type Command } from '../../base/command.ts'
import { safeText } from '../../base/text/safe-text.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import { endingSignals } from '../clients/socket/signals.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import { KeptOutput } from './flow/kept-output.ts'
import type { Checkpoint, CheckpointNeed } from './flow/recent-output.ts'
import { Launching } from './launch/launching.ts'
import { endsBySignalMs, memoryRanOutMs, startProblemCharactersMax } from './limits.ts'
import type { SessionParts } from './parts.ts'
import type {
  CellPixels,
  Launch,
  PastOutput,
  PastScreen,
  ProgramExit,
  Pty,
  Size,
  StartOutcome,
} from './ports.ts'
import type { RestorableTab, SessionOptions } from './session-ports.ts'
import { TerminalSize } from './terminal-size.ts'

export class Program {
  readonly terminal: TerminalSize
  /** Something was typed or run. Until then, a restored tab is saved unchanged. */
  used = false
  /** Keys or text were typed, no click and no reply of the terminal. */
  typedInto = false
  readonly #options: SessionOptions
  readonly #clock: Clock
  readonly #parts: SessionParts
  readonly #launching: Launching
  #pty: Pty | null = null
  #phase: TabView['phase']
  /** The tab's own command may run: the user requested or approved it. */
  #isApproved: boolean
  #exit: NonNullable<TabView['exit']> | null = null
  #problem: string | null = null
  #startedAt: Millis | null = null
  #wasSent = false
  /** When a socket client last sent the program a terminating signal. */
  #killedAt: Millis = Number.NEGATIVE_INFINITY
  /** When the kernel last killed one of its processes for memory. */
  #memoryRanOutAt: Millis = Number.NEGATIVE_INFINITY
  /** Output of an adopted program is read again. */
  replays = false
  /** Whether the output being read is already in its terminal's checkpoint. */
  rereads = false
  #kept: KeptOutput | null = null
  /** The first start adopts a program. */
  #adopts: boolean

  constructor(parts: SessionParts) {
    const { options, ports } = parts
    this.#options = options
    this.#parts = parts
    this.#clock = ports.clock
    this.#adopts = options.adopts !== undefined
    this.#launching = new Launching(options, ports.start)
    this.#isApproved = options.deferredStart !== true
    this.#phase = this.#isApproved ? 'starting' : 'ended'
    this.terminal = new TerminalSize(ports.clock, options.size ?? options.adopts?.size ?? null, {
      apply: (size) => {
        if (this.#pty === null) return
        this.#pty.resize(size)
        parts.delivery.shadow.resized(size)
        parts.agents.own.applyEvidence({ type: 'resize' })
        parts.socket.resized()
      },
      changed: () => {
        parts.delivery.sendSize()
        parts.socket.sizeChanged()
      },
    })
  }

  get phase(): TabView['phase'] {
    return this.#phase
  }

  /** Process id of the running program; `null` if none runs. */
  get pid(): number | null {
    return this.#phase === 'running' ? (this.#pty?.pid ?? null) : null
  }

  /** `null` before the start, and after the program has ended or is given up. */
  get pty(): Pty | null {
    return this.#pty
  }

  /** Exit of the program; `null` if it has not ended. */
  get exit(): NonNullable<TabView['exit']> | null {
    return this.#exit
  }

  /** Untrusted sentence about the failed start; `null` if none failed. */
  get problem(): string | null {
    return this.#problem
  }

  /** Start of the current or last program; `null` if none was started. */
  get startedAt(): Millis | null {
    return this.#startedAt
  }

  /** Bytes were written to the current program, by the user or by its terminal. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  /** Input that arrives before the size or the directory is known also goes to the program. */
  get takesInput(): boolean {
    return !this.#isOver || this.#launching.underWay
  }

  get #isOver(): boolean {
    return this.#phase === 'ended' || this.#phase === 'failed'
  }

  /** Restored or layout command that waits for the user's approval; `null` if none does. */
  get deferredStart(): NonNullable<TabView['deferredStart']> | null {
    if (this.#isApproved || !this.#isOver) return null
    const { command, directory } = this.#options
    return { command: exactCommand(command), directory }
  }

  /**
   * Returns the command and the directory for running it again: the current directory for a shell,
   * the original one for a command. Any output can claim that the tab is elsewhere, and `make`
   * depends on its directory.
   */
  facts(): Pick<RestorableTab, 'command' | 'isUserShell' | 'directory' | 'profile' | 'waits'> {
    const { command, isUserShell, directory, profile } = this.#options
    return {
      command,
      isUserShell,
      directory:
        isUserShell || takesCommands([command.program, ...command.args])
          ? this.#parts.identity.directory
          : directory,
      ...(profile === undefined ? {} : { profile }),
      ...(this.#isApproved ? {} : { waits: true }),
    }
  }

  /** Starts the program, unless its start waits for the user. */
  begin(): void {
    const { adopts } = this.#options
    if (adopts !== undefined) this.#start(adopts.size)
    else if (!this.#isApproved) this.#parts.resume.waits()
    else if (this.#options.size !== null) this.#start(this.#options.size)
  }

  /**
   * Starts the user's shell in the size that its window will likely have. Its output waits for
   * `resize`. A command waits, since some read their size only once.
   */
  startEarly(size: Size, cell: CellPixels | null): void {
    const { isUserShell, restoredOutput } = this.#options
    if (!isUserShell || restoredOutput !== undefined) return
    if (this.#phase !== 'starting' || this.#launching.underWay) return
    this.#launching.hold(cell)
    this.#start(size)
  }

  /** Takes the size of the window's grid. Starts a program that waited for a size. */
  resize(size: Size): void {
    const wasHeld = this.#launching.release()
    this.terminal.fromWindow(size)
    if (wasHeld) this.terminal.flush()
    if (this.#phase === 'starting' && !this.#launching.underWay) this.#start(size)
  }

  /** Writes what the pty accepts. Returns the number of bytes; 0 if the pty is full or closed. */
  write(bytes: Uint8Array): number {
    const written = this.#pty?.write(bytes) ?? 0
    this.#wasSent ||= written > 0
    return written
  }

  /** Sends a signal now, or once the program has started. Returns `false` if none will start. */
  signal(signal: number): boolean {
    const sent = this.#pty?.signal(signal) ?? this.#launching.signalSoon(signal)
    if (sent && endingSignals.has(signal)) this.#killedAt = this.#clock.now()
    return sent
  }

  /**
   * Runs the same command in the same directory and environment again, under a rule line. Hangs up
   * a program that still runs.
   * @param usual size if no page has sent one
   * @param once runs instead of the tab's command, this time
   */
  restart(usual: Size | null = null, once?: Command & Pick<Launch, 'directory'>): void {
    if (once !== undefined) this.#launching.useOnce(once)
    this.used = true
    this.giveUp()
    if (this.deferredStart !== null) this.#parts.resume.dismiss()
    // pages send no size for a program that has not started
    if (this.terminal.size === null && usual !== null) this.terminal.fromWindow(usual)
    const { size } = this.terminal
    if (size === null) return
    this.#launching.restart()
    this.#exit = null
    this.#killedAt = Number.NEGATIVE_INFINITY
    this.#problem = null
    const { agents, delivery, evidence, identity, modes } = this.#parts
    identity.restarted()
    delivery.setFilesHere(true)
    evidence.forget()
    modes.forget()
    agents.own.restart()
    delivery.shadow.restarted()
    this.#start(size)
    delivery.state.changed()
  }

  /**
   * Starts the command that waits for the user, if it is exactly the approved one.
   * @param approved command and directory that the user was shown
   * @param usual as for `restart`
   * @returns `false` if another command waits, or none; then nothing is started
   */
  startDeferred(approved: NonNullable<TabView['deferredStart']>, usual: Size): boolean {
    const { command, directory } = this.deferredStart ?? {}
    if (command !== approved.command || directory !== approved.directory) return false
    this.#isApproved = true
    this.restart(usual)
    return true
  }

  /** Hangs up a program that may still run. */
  giveUp(): void {
    this.#release()
    this.#parts.socket.ended({ code: 0, signal: 'SIGHUP' })
  }

  #start(size: Size): void {
    this.#phase = 'starting'
    const { identity, socket } = this.#parts
    this.#launching.begin(
      { directory: identity.directory, environment: socket.begin(), size },
      {
        output: (bytes) => this.#printed(bytes),
        outOfMemory: (sure) => this.#ranOutOfMemory(sure),
        exit: (exit) => this.#ended(exit),
      },
      (outcome, rule) => this.#started(outcome, rule, size),
    )
  }

  #started(outcome: StartOutcome, rule: Uint8Array | null, size: Size): void {
    const { agents, delivery, identity, resume, socket } = this.#parts
    if ('problem' in outcome && this.#adopts) delivery.putBack()
    this.#adopts = false
    delivery.history.resized(size)
    if (rule !== null) this.#parts.output(rule)
    if ('problem' in outcome) {
      this.#phase = 'failed'
      resume.failed()
      this.#problem = outcome.problem
      this.#release()
      socket.ended({ code: 127, signal: null })
      agents.own.failed(safeText(outcome.problem, startProblemCharactersMax))
    } else {
      this.#phase = 'running'
      this.#pty = outcome.pty
      this.#wasSent = false
      const { isUserShell, home } = this.#options
      if (isUserShell) identity.began(outcome.directory)
      resume.began(outcome.directory, outcome.marks === true)
      this.#startedAt = this.#startOf(outcome.past !== undefined)
      this.terminal.started(size)
      this.#kept ??= new KeptOutput(delivery.history, this.#clock)
      this.#kept.begin(outcome.pty, outcome.past)
      const terminal = () => outcome.pty.reader()
      agents.own.inFront.begin({ pid: outcome.pty.pid, isUserShell, home, terminal })
      if (outcome.past !== undefined) this.#replay(outcome.past, size)
      delivery.began(outcome.pty, size)
    }
    delivery.state.changed()
  }

  /** Returns the start of a program that starts now, or was adopted. */
  #startOf(isAdopted: boolean): Millis {
    const now = this.#clock.now()
    const { socket } = this.#parts.ports
    const { adopts } = this.#options
    if (!isAdopted || adopts === undefined || socket === undefined) return now
    return now - Math.max(0, socket.sinceEpoch(now) - adopts.startedAt)
  }

  #printed(bytes: Uint8Array): void {
    const from = this.#parts.delivery.history.end
    this.#parts.output(bytes)
    this.#kept?.printed(bytes.length, from)
  }

  /**
   * Reads the output of an adopted program as it was printed. Replies to its queries were sent
   * then, and its notifications were shown.
   */
  #replay({ modes, at, screen = null, read, before }: PastOutput, size: Size): void {
    this.replays = true
    this.#parts.agents.own.adopts(before)
    if (screen !== null) this.#reread(screen, modes, read(at, screen.at), size)
    else if (modes.length > 0) this.#parts.output(modes)
    for (const bytes of read(screen?.at)) this.#printed(bytes)
    this.replays = false
    this.#parts.delivery.shadow.forgetQuestions()
    this.#parts.stateChanged()
    this.used = true
    if (at > 0 && screen === null) this.#pty?.redraw?.() // its first output is gone
  }

  /** Shows a screen, and reads the reports in output that it has. */
  #reread(screen: PastScreen, modes: Uint8Array, read: Iterable<Uint8Array>, size: Size): void {
    this.#parts.delivery.showCheckpoint(screen, size)
    this.rereads = true
    this.#parts.modes.reread(true)
    if (modes.length > 0) this.#parts.output(modes)
    for (const bytes of read) {
      this.#parts.output(bytes)
      this.#kept?.included(bytes.length)
    }
    this.#parts.modes.reread(false)
    this.rereads = false
  }

  /** Keeps the terminal for a vibeflow that adopts the program; `null`: not the kept one. */
  keep(checkpoint: Checkpoint | null): void {
    if (checkpoint === null) this.#kept?.forget()
    else this.#kept?.keep(checkpoint)
  }

  /** Why `keep` needs a checkpoint. */
  get checkpointNeed(): CheckpointNeed | null {
    return this.#kept?.checkpointNeed ?? null
  }

  #ranOutOfMemory(sure: boolean): void {
    const before = this.#memoryRanOutAt
    this.#memoryRanOutAt = this.#clock.now()
    if (this.#exit !== null) this.#explainExit()
    if (!sure || this.#memoryRanOutAt - before < memoryRanOutMs) return
    this.#parts.ports.happened?.({ type: 'out-of-memory' })
  }

  /** Notes that memory ran out, if that killed the program. The kernel may report it later. */
  #explainExit(): void {
    const [exit, endedAt] = [this.#exit, (this.#startedAt ?? 0) + (this.#exit?.ranMs ?? 0)]
    const isNear = Math.abs(endedAt - this.#memoryRanOutAt) < memoryRanOutMs
    if (exit?.signal !== 'SIGKILL' || !isNear) return
    this.#exit = { ...exit, outOfMemory: true }
    this.#parts.delivery.state.changed()
  }

  #ended(exit: ProgramExit): void {
    const now = this.#clock.now()
    const { agents, delivery, identity, ports, recording, socket } = this.#parts
    identity.flush()
    identity.contexts.forget()
    this.#release()
    this.#phase = 'ended'
    this.#exit = { ...exit, ranMs: now - (this.#startedAt ?? now) }
    this.#explainExit()
    socket.ended(exit) // first, so that the exit is the last packet of this session
    agents.own.ended(exit, now - this.#killedAt <= endsBySignalMs)
    recording.recorder.record({ type: 'ended', ...exit })
    delivery.state.changed()
    ports.happened?.({ type: 'ended', exit })
  }

  #release(): void {
    const { agents, delivery, identity, input } = this.#parts
    this.#launching.cancel()
    this.terminal.forget()
    delivery.questions.forget()
    delivery.shadow.forgetQuestions()
    identity.dispose()
    input.release()
    agents.release()
    this.#pty?.close()
    this.#pty = null
    this.#kept?.begin(null)
  }
}
