/**
 * `vibeflow run`: a program in a pty between it and the outer terminal. A session as in a tab reads
 * its output, and the state is reported to the outer terminal. Output and input pass unchanged.
 */
import { toSessionId } from '../../../core/ids.ts'
import { constants, homedir, hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Options } from '../../../core/config/table.ts'
import { readOptions } from '../../../core/config/read.ts'
import { Tools } from '../../../agents/process/match.ts'
import type { MainMessage } from '../../../core/ipc/contract.ts'
import type { OutputQuery } from '../../../base/sequences/query.ts'
import { isReport } from '../../../core/session/input/input-kind.ts'
import { wrappedEnvironment } from '../../../core/session/launch/environment.ts'
import type { Command } from '../../../base/command.ts'
import type { ProgramExit, Pty, PtyEvents, StartPty } from '../../../core/session/ports.ts'
import { Session } from '../../../core/session/session.ts'
import { StateReports } from '../../../core/session/wrapper/state-reports.ts'
import { StatusAnswer } from '../../../core/session/wrapper/status-answer.ts'
import { TextEdge } from '../../../core/session/wrapper/text-edge.ts'
import { UserRules } from '../../config/agent-rules/user-rules.ts'
import { userRulesFile } from '../../config/agent-rules/read-user-rules.ts'
import { systemClock } from '../../clock.ts'
import { loadConfiguration } from '../../config/load.ts'
import { configFile } from '../../files/folders.ts'
import { PathProbe } from '../../files/path-probe.ts'
import { RealPaths } from '../../files/real-paths.ts'
import { Poller } from '../../proc/poller.ts'
import { childrenOf, processStat } from '../../proc/process-facts.ts'
import { SystemProcReader } from '../../proc/reader.ts'
import { changedPty } from '../../pty/changed-pty.ts'
import { exitStatus } from '../../pty/exit-status.ts'
import { findProgram } from '../../pty/find-program.ts'
import { killDelayMs } from '../../pty/limits.ts'
import { endPrograms } from '../../pty/live-children.ts'
import { makeStartPty } from '../../pty/start-pty.ts'
import { shadowPool } from '../../shadow/pool.ts'
import { ByteWriter } from './byte-writer.ts'
import { asJob } from './job.ts'
import { flushMaxMs, stopLookRestingMs, stopLooksMs } from './limits.ts'
import { OuterTerminal } from './outer-terminal.ts'
import type { StateLog } from './state-log.ts'
import { tryOr } from '../../files/try-or.ts'

interface RunParts {
  readonly command: Command
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  /** Programs of worker threads: host/shadow/worker.ts and check-worker.ts of the agent rules. */
  readonly workers: { readonly shadow: string; readonly rules: string }
  /** `null` without `--json`. */
  readonly log: StateLog | null
}

type RunOutcome = { readonly status: number } | { readonly problem: string }

/** Signals forwarded to the program. */
const passed = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2'] as const

/** Resolves when the program has ended and all of its output is written. */
export function runWrapper(parts: RunParts): Promise<RunOutcome> {
  return new Wrapper(parts).run()
}

class Wrapper {
  readonly #parts: RunParts
  readonly #terminal = new OuterTerminal()
  readonly #edge = new TextEdge()
  readonly #out: ByteWriter
  readonly #reports: StateReports
  readonly #statusAnswer: StatusAnswer
  /** The user's `security.replies`. */
  readonly #answers: boolean
  readonly #looks = new PathProbe(systemClock, { programs: 1 })
  readonly #rules: UserRules
  readonly #poller: Poller
  readonly #shadows: ReturnType<typeof shadowPool>
  readonly #session: Session
  readonly #options: Options
  #pty: Pty | null = null
  /** A shell leads the session, and the program is its child. */
  #led = false
  /** Reasons for pausing the program: the session's flow control, a full terminal, a stop. */
  readonly #pauses = { session: false, terminal: false, stop: false }
  /** A chunk of output is being parsed. Reports come after it. */
  #reading = false
  #logged = ''
  #stopLooks: NodeJS.Timeout[] = []
  #resting: NodeJS.Timeout | undefined
  #finish: (outcome: { readonly exit: ProgramExit } | { readonly problem: string }) => void = () =>
    undefined
  /** Ends the wait for the output of a program that has ended. */
  #leave: () => void = () => undefined

  constructor(parts: RunParts) {
    this.#parts = parts
    const { environment, directory } = parts
    const file = configFile(environment, { home: homedir(), directory, asked: null })
    const { options } = readOptions({ documents: loadConfiguration(file).documents, before: null })
    this.#answers = options.security.replies !== 'none'
    this.#options = wrappedOptions(options)
    const { ai } = this.#options
    this.#rules = new UserRules(
      {
        file: userRulesFile(file),
        program: parts.workers.rules,
        clock: systemClock,
        tools: ai.tools,
      },
      { changed: () => this.#rulesChanged(), problems: () => undefined },
    )
    const paths = new RealPaths(this.#looks, () => this.#poller.reconsider())
    this.#poller = new Poller(
      systemClock,
      new SystemProcReader((path) => paths.at(path)),
      new Tools(ai.tools, this.#rules.agents),
      ai.foreground_check_interval_ms,
    )
    this.#shadows = shadowPool({
      file: parts.workers.shadow,
      clock: systemClock,
      crashed: () => undefined,
      workers: 1,
    })
    this.#out = new ByteWriter(1, systemClock, {
      full: () => this.#pause('terminal', true),
      drained: () => this.#pause('terminal', false),
      failed: () => undefined, // a closed pipe or terminal: a signal follows
    })
    this.#reports = new StateReports({
      clock: systemClock,
      tmux: (environment['TMUX'] ?? '') !== '',
      mayWrite: () =>
        !this.#reading &&
        this.#session.evidence.isBetweenSequences &&
        this.#edge.isBetweenCharacters,
      write: (frames) => this.#report(frames),
    })
    this.#statusAnswer = new StatusAnswer({
      clock: systemClock,
      answer: (bytes) => this.#session.input.type('mouse', bytes),
    })
    this.#session = this.#makeSession()
  }

  async run(): Promise<RunOutcome> {
    const ended = new Promise<{ readonly exit: ProgramExit } | { readonly problem: string }>(
      (resolve) => {
        this.#finish = resolve
      },
    )
    const stop = this.#listen()
    this.#session.program.resize(this.#terminal.size)
    try {
      const outcome = await ended
      if ('problem' in outcome) return outcome
      this.#pty = null // its process ID may be reused from here on
      const status = exitStatus(outcome.exit)
      this.#reports.ended(status)
      this.#parts.log?.write({ state: 'ended', code: status, signal: outcome.exit.signal })
      const left = new Promise<void>((resolve) => {
        this.#leave = resolve
      })
      await Promise.race([this.#out.flushed(), left])
      return { status }
    } finally {
      stop()
      this.#terminal.restore()
      this.#statusAnswer.dispose()
      this.#session.dispose()
      this.#rules.dispose()
      this.#poller.dispose()
      this.#shadows.dispose()
      await endPrograms()
    }
  }

  #makeSession(): Session {
    const { command, directory, environment, version } = this.#parts
    return new Session(
      {
        id: toSessionId('run'),
        command,
        isUserShell: false,
        directory,
        home: homedir(),
        environment: wrappedEnvironment(environment),
        size: null,
        replies: { version, clipboardWrite: false },
        hostname: hostname(),
        settings: this.#options,
        integration: false,
      },
      {
        clock: systemClock,
        start: this.#start(),
        send: (message) => this.#said(message),
        watch: (watched) => this.#poller.watch(watched),
        agents: () => this.#rules.agents,
        ruleOff: (off) => this.#rules.switchOff(off),
        writeClipboard: () => undefined,
        happened: (event) => {
          if (event.type === 'ended') this.#finish({ exit: event.exit })
        },
        shadow: this.#shadows,
        asked: (query) => this.#asked(query),
      },
    )
  }

  /** Starts the pty with the outer terminal in between. */
  #start(): StartPty {
    const start = makeStartPty(systemClock, this.#looks)
    return (launch, events, started) => {
      let cancel: (() => void) | null = null
      let isWanted = true
      void findProgram(
        launch.program,
        launch.directory,
        launch.environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
        this.#looks,
      ).then((found) => {
        if (!isWanted) return
        if ('problem' in found) {
          started(found)
          return
        }
        const job = asJob({ program: found.path, args: launch.args })
        this.#led = job.program !== found.path
        cancel = start({ ...launch, ...job }, this.#between(events), (outcome) =>
          started('pty' in outcome ? { ...outcome, pty: this.#hold(outcome.pty) } : outcome),
        )
      })
      return () => {
        isWanted = false
        cancel?.()
      }
    }
  }

  #between({ output, exit }: PtyEvents): PtyEvents {
    return {
      exit,
      output: (bytes) => {
        this.#out.push(bytes)
        this.#edge.feed(bytes)
        this.#reading = true
        try {
          output(bytes)
        } finally {
          this.#reading = false
        }
        this.#reports.settle()
      },
    }
  }

  /** Returns the pty for the session: pauses have two sources, and full input pauses stdin. */
  #hold(pty: Pty): Pty {
    this.#pty = pty
    this.#resting = setInterval(() => this.#lookIfStopped(), stopLookRestingMs)
    this.#apply()
    return changedPty(pty, {
      pause: () => this.#pause('session', true),
      resume: () => this.#pause('session', false),
      write: (bytes) => {
        const taken = pty.write(bytes)
        if (taken < bytes.length) process.stdin.pause()
        else if (!this.#pauses.stop) process.stdin.resume()
        return taken
      },
    })
  }

  #pause(who: 'session' | 'terminal' | 'stop', on: boolean): void {
    this.#pauses[who] = on
    this.#apply()
  }

  #apply(): void {
    if (Object.values(this.#pauses).includes(true)) this.#pty?.pause()
    else this.#pty?.resume()
  }

  /** Follows keys, signals and sizes of the outer terminal. Returns a function that stops it. */
  #listen(): () => void {
    const { stdin, stdout } = process
    const typed = (bytes: Buffer) => this.#typed(bytes)
    const inputEnded = () => this.#inputEnded()
    const resized = () => this.#session.program.resize(this.#terminal.size)
    const pass = (name: NodeJS.Signals) => {
      this.#leave()
      this.#signal(constants.signals[name])
    }
    const hungUp = () => this.#hungUp()
    this.#terminal.raw()
    stdin.on('data', typed)
    stdin.on('end', inputEnded)
    stdin.on('error', inputEnded)
    stdout.on('error', () => undefined)
    stdout.on('resize', resized)
    for (const name of passed) process.on(name, pass)
    process.on('SIGHUP', hungUp)
    return () => {
      stdin.off('data', typed)
      stdin.off('end', inputEnded)
      stdin.pause()
      stdout.off('resize', resized)
      for (const name of passed) process.off(name, pass)
      process.off('SIGHUP', hungUp)
      for (const timer of this.#stopLooks) clearTimeout(timer)
      clearInterval(this.#resting)
    }
  }

  #typed(bytes: Buffer): void {
    // A copy, since input may be queued.
    const own = Uint8Array.from(bytes)
    for (const part of this.#statusAnswer.input(own))
      this.#session.input.type(isReport(part) ? 'mouse' : 'keys', part)
    if (!this.#terminal.readsKeys) return
    for (const timer of this.#stopLooks) clearTimeout(timer)
    this.#stopLooks = stopLooksMs.map((ms) => setTimeout(() => this.#lookIfStopped(), ms))
  }

  /** Answers the status query if both ends are a terminal: reports are read here and passed on. */
  #asked({ kind, terminator }: OutputQuery): void {
    const { shows, readsKeys } = this.#terminal
    if (kind === 'program-status' && this.#answers && shows && readsKeys)
      this.#statusAnswer.asked(terminator)
  }

  /** At the end of a file or pipe, sends end-of-file to a program that reads lines. */
  #inputEnded(): void {
    if (this.#terminal.readsKeys) this.#hungUp()
    else if (this.#pty?.reader()?.canonical !== false) this.#session.input.type('keys', endOfInput)
  }

  /** Sends a signal to the command alone, as its sender intended. */
  #signal(signal: number): void {
    const pid = this.#pty?.pid
    if (pid === undefined) return
    for (const one of this.#led ? childrenOf(pid) : [pid]) killed(one, signal)
  }

  /** The outer terminal is gone: sends SIGHUP to the program, and ends after `killDelayMs`. */
  #hungUp(): void {
    const group = this.#pty?.reader()?.group ?? 0
    this.#signal(constants.signals.SIGHUP)
    if (group > 1) killed(-group, constants.signals.SIGHUP)
    if (group > 1) killed(-group, constants.signals.SIGCONT)
    setTimeout(() => this.#finish({ exit: { code: 0, signal: 'SIGHUP' } }), killDelayMs)
    setTimeout(() => this.#leave(), killDelayMs + flushMaxMs)
  }

  #lookIfStopped(): void {
    const pid = this.#pty?.pid
    if (pid !== undefined && !this.#pauses.stop && processStat(pid)?.isStopped === true)
      this.#suspend(pid)
  }

  /**
   * The program was stopped (Ctrl+Z): stops vibeflow's whole job too, so that the calling shell
   * gets its terminal. When continued, or without a shell that stops jobs, the program continues.
   */
  #suspend(pid: number): void {
    for (const timer of this.#stopLooks.splice(0)) clearTimeout(timer)
    // Until it is resumed, do not use the terminal.
    this.#pause('stop', true)
    process.stdin.pause()
    void Promise.race([this.#out.flushed(), delay(afterStopMs, undefined, { ref: false })]).then(
      () => {
        this.#terminal.restore()
        killed(0, constants.signals.SIGTSTP)
        setTimeout(() => {
          this.#terminal.raw()
          this.#terminal.measure()
          this.#session.program.resize(this.#terminal.size)
          killed(pid, constants.signals.SIGCONT)
          this.#pause('stop', false)
          process.stdin.resume()
        }, afterStopMs)
      },
    )
  }

  #rulesChanged(): void {
    // Called in the constructor of the rules, before their users exist.
    this.#poller?.configure(
      new Tools(this.#options.ai.tools, this.#rules.agents),
      this.#options.ai.foreground_check_interval_ms,
    )
    this.#session?.configure(this.#options)
  }

  #said(message: MainMessage): void {
    if (message.kind !== 'session/changed') return
    const { state, agent, phase, problem } = message.view
    if (phase === 'failed') this.#finish({ problem: problem ?? 'it cannot be started' })
    if (phase !== 'running' || agent === undefined) return
    this.#reports.changed({ state, agent })
    const key = `${state} ${agent.kind ?? ''} ${agent.source ?? ''} ${agent.tool}`
    if (this.#parts.log === null || key === this.#logged) return
    this.#logged = key
    const why = this.#session.why()
    this.#parts.log.write({
      state,
      ...(agent.kind === undefined ? {} : { kind: agent.kind }),
      agent: agent.tool,
      source: agent.source,
      confidence: agent.confidence,
      why: why.reason,
      pid: why.foreground?.pid ?? this.#pty?.pid ?? null,
    })
  }

  /** Writes to a terminal only: a pipe or file gets just the program's bytes. */
  #report(frames: string): void {
    if (this.#terminal.shows && speaks(this.#parts.environment['TERM']))
      this.#out.push(new TextEncoder().encode(frames))
  }
}

/** Ctrl+D in the pty's line discipline. */
const endOfInput = Uint8Array.of(4)

/** Time after which the program continues if nothing has stopped vibeflow, ms. */
const afterStopMs = 50

/** Terminals without escape sequences would show them as text. */
function speaks(term: string | undefined): boolean {
  return term !== undefined && !['', 'dumb', 'linux', 'unknown'].includes(term)
}

/**
 * The user's options without replies: the outer terminal answers queries and has the clipboard.
 * `StatusAnswer` answers OSC 7501's for terminals that do not know it.
 */
function wrappedOptions(options: Options): Options {
  return { ...options, security: { ...options.security, replies: 'none' } }
}

function killed(pid: number, signal: number): boolean {
  // Ended, or another user's.
  return tryOr(() => process.kill(pid, signal), false)
}
