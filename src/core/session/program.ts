/**
 * The life of one tab's program: what waits to be started, start, end and restart. It owns the pty
 * and the size of the terminal. The session tells the other parts what happens to the program.
 */
import { takesCommands } from '../../agents/process/interpreter.ts'
import { exactCommand, type Command } from '../../base/command.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import { endingSignals } from '../clients/socket/signals.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import type { Environment } from './launch/environment.ts'
import { Launching } from './launch/launching.ts'
import { endsBySignalMs } from './limits.ts'
import type { Identity } from './naming/identity.ts'
import type { ProgramExit, Launch, Pty, Size, StartOutcome } from './ports.ts'
import type { ResumeHints } from './resume-hints.ts'
import type { RestorableTab, SessionOptions, SessionPorts } from './session-ports.ts'
import { TerminalSize } from './terminal-size.ts'

/** Follows the life of a program. The members are in the order of a run. */
export interface ProgramEvents {
  /** A program is to be started. Returns variables for its environment. */
  readonly starting: () => Environment
  /** The start has an outcome; output from here on is laid out at this size. */
  readonly sized: (size: Size) => void
  /** Bytes for the terminal: output, and the rule line above a program that goes on. */
  readonly output: (bytes: Uint8Array) => void
  readonly began: (pty: Pty, size: Size) => void
  /** It could not be started; why, in a sentence. */
  readonly failed: (problem: string) => void
  /** `closed`: it ended as the user wanted, by a signal. */
  readonly ended: (exit: ProgramExit, closed: boolean) => void
  /** Its terminal is about to be closed: nothing may wait for the program any more. */
  readonly released: () => void
  /** It was given up while it may still have run. */
  readonly gaveUp: () => void
  /** The same tab is about to run a program again. */
  readonly restarting: () => void
  /** Phase, problem or what waits to be started may be different now. */
  readonly changed: () => void
  /** The pty has this size now. */
  readonly resized: (size: Size) => void
  /** The size, or who decides it, is to be different. */
  readonly sizeChanged: () => void
}

export interface ProgramParts {
  readonly options: SessionOptions
  readonly ports: Pick<SessionPorts, 'clock' | 'start'>
  readonly identity: Identity
  readonly resume: ResumeHints
}

export class Program {
  readonly terminal: TerminalSize
  /** Something was typed, or run: until then a restored tab is kept as it came. */
  used = false
  readonly #options: SessionOptions
  readonly #clock: Clock
  readonly #parts: ProgramParts
  readonly #events: ProgramEvents
  readonly #launching: Launching
  #pty: Pty | null = null
  #phase: TabView['phase']
  /** The tab's own command may run: the user asked for it, or has approved it. */
  #isApproved: boolean
  #exit: NonNullable<TabView['exit']> | null = null
  #problem: string | null = null
  #startedAt: Millis | null = null
  #wasSent = false
  /** When a client of the socket had the program sent a signal to end. */
  #killedAt: Millis = Number.NEGATIVE_INFINITY

  constructor(parts: ProgramParts, events: ProgramEvents) {
    const { options, ports } = parts
    this.#options = options
    this.#parts = parts
    this.#clock = ports.clock
    this.#events = events
    this.#launching = new Launching(options, ports.start)
    this.#isApproved = options.deferredStart !== true
    this.#phase = this.#isApproved ? 'starting' : 'ended'
    this.terminal = new TerminalSize(ports.clock, options.size, {
      apply: (size) => {
        if (this.#pty === null) return
        this.#pty.resize(size)
        events.resized(size)
      },
      changed: events.sizeChanged,
    })
  }

  get phase(): TabView['phase'] {
    return this.#phase
  }

  /** Process id of the program; `null` if it does not run. */
  get pid(): number | null {
    return this.#phase === 'running' ? (this.#pty?.pid ?? null) : null
  }

  /** `null` before the start, and as soon as the program has ended or is given up. */
  get pty(): Pty | null {
    return this.#pty
  }

  /** How it ended; `null` if it has not. */
  get exit(): NonNullable<TabView['exit']> | null {
    return this.#exit
  }

  /** Why it could not be started, in a sentence from outside; `null` if it could. */
  get problem(): string | null {
    return this.#problem
  }

  /** When the present program, or the last one, was started; `null` if none was. */
  get startedAt(): Millis | null {
    return this.#startedAt
  }

  /** The present program was sent something, if only by its terminal. */
  get wasSent(): boolean {
    return this.#wasSent
  }

  /**
   * Keys that are typed before the size is known, or while the folder is looked at, are for the
   * program.
   */
  get takesInput(): boolean {
    return !this.#isOver || this.#launching.underWay
  }

  get #isOver(): boolean {
    return this.#phase === 'ended' || this.#phase === 'failed'
  }

  /** Command of the last run, or of a layout, that waits for the user; `null` if none does. */
  get deferredStart(): NonNullable<TabView['deferredStart']> | null {
    if (this.#isApproved || !this.#isOver) return null
    const { command, directory } = this.#options
    return { command: exactCommand(command), directory }
  }

  /**
   * Returns what this tab runs, and where it would run again: a shell where it is, a command where
   * it began. Any output can claim that the tab is elsewhere, and what `make` does depends on the
   * folder.
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

  /** The first start, or that one is not made before the user wants it. */
  begin(): void {
    if (!this.#isApproved) this.#parts.resume.waits()
    else if (this.#options.size !== null) this.#start(this.#options.size)
  }

  /** The window's grid for this tab has this size. A program that waited for a size is started. */
  resize(size: Size): void {
    this.terminal.fromWindow(size)
    if (this.#phase === 'starting' && !this.#launching.underWay) this.#start(size)
  }

  /** Writes what the pty takes at once. Returns the number of bytes; 0 if it is full or gone. */
  write(bytes: Uint8Array): number {
    const written = this.#pty?.write(bytes) ?? 0
    this.#wasSent ||= written > 0
    return written
  }

  /** Sends a signal, now or as soon as the program is there. False: none is to come. */
  signal(signal: number): boolean {
    const sent = this.#pty?.signal(signal) ?? this.#launching.signalSoon(signal)
    if (sent && endingSignals.has(signal)) this.#killedAt = this.#clock.now()
    return sent
  }

  /**
   * Starts the same command in the same directory and environment again, under a rule line. A
   * program that still runs is hung up.
   *
   * @param usual size where no page has sent one
   * @param once started instead of the tab's command, this time
   */
  restart(usual: Size | null = null, once?: Command & Pick<Launch, 'directory'>): void {
    if (once !== undefined) this.#launching.useOnce(once)
    this.used = true
    this.giveUp()
    if (this.deferredStart !== null) this.#parts.resume.dismiss()
    // pages send none for a program that is not there
    if (this.terminal.size === null && usual !== null) this.terminal.fromWindow(usual)
    const { size } = this.terminal
    if (size === null) return
    this.#launching.restart()
    this.#exit = null
    this.#killedAt = Number.NEGATIVE_INFINITY
    this.#problem = null
    this.#parts.identity.restarted()
    this.#events.restarting()
    this.#start(size)
    this.#events.changed()
  }

  /**
   * Starts the command that waits for the user, if it is exactly this one.
   *
   * @param approved command and directory that the user was shown
   * @param usual as for `restart`
   * @returns false: another command waits, or none does, and nothing is started
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
    this.#events.gaveUp()
  }

  #start(size: Size): void {
    this.#phase = 'starting'
    const { output, starting } = this.#events
    this.#launching.begin(
      { directory: this.#parts.identity.directory, environment: starting(), size },
      { output, exit: (exit) => this.#ended(exit) },
      (outcome, rule) => this.#started(outcome, rule, size),
    )
  }

  #started(outcome: StartOutcome, rule: Uint8Array | null, size: Size): void {
    const { identity, resume } = this.#parts
    this.#events.sized(size)
    if (rule !== null) this.#events.output(rule)
    if ('problem' in outcome) {
      this.#phase = 'failed'
      resume.failed()
      this.#problem = outcome.problem
      this.#release()
      this.#events.failed(outcome.problem)
    } else {
      this.#phase = 'running'
      this.#pty = outcome.pty
      this.#wasSent = false
      if (this.#options.isUserShell) identity.began(outcome.directory)
      resume.began(outcome.directory, outcome.marks === true)
      this.#startedAt = this.#clock.now()
      this.terminal.started(size)
      this.#events.began(outcome.pty, size)
    }
    this.#events.changed()
  }

  #ended(exit: ProgramExit): void {
    const now = this.#clock.now()
    this.#parts.identity.flush()
    this.#release()
    this.#phase = 'ended'
    this.#exit = { ...exit, ranMs: now - (this.#startedAt ?? now) }
    this.#events.ended(exit, now - this.#killedAt <= endsBySignalMs)
  }

  #release(): void {
    this.#launching.cancel()
    this.terminal.forget()
    this.#events.released()
    this.#pty?.close()
    this.#pty = null
  }
}
