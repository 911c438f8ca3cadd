/**
 * A program in a session without a window, controlled by a test. It is the same session as in a
 * tab, with VT core, replies and agent state. Created by `launch`.
 */
import type { WhyState } from '../agents/state/why.ts'
import { pasteBytesMax, preparePaste } from '../core/consent/paste.ts'
import { namedPress } from '../core/config/keys/named-press.ts'
import { programKeys } from '../core/config/keys/program-keys.ts'
import type { Options } from '../core/config/table.ts'
import { defined } from '../base/objects/defined.ts'
import { queuedBytesMax } from '../core/session/input/input-queue.ts'
import type { Session } from '../core/session/session.ts'
import type { SessionEvent } from '../core/session/session-ports.ts'
import { columnsMax, columnsMin, gridRowsMax, gridRowsMin } from '../core/ipc/limits.ts'
import { quoted } from '../base/text/safe-text.ts'
import type { Snapshot } from '../terminal/snapshot/snapshot.ts'
import type { DisplayState } from '../protocol/index.ts'
import { hangUpMs, killMs, quietMsDefault } from './limits.ts'
import { milliseconds, whole } from './options.ts'
import { ScreenText } from './screen/screen.ts'
import { livingInSession } from '../host/proc/process-facts.ts'
import { endSession } from './program/end-session.ts'
import { TerminalError } from './terminal-error.ts'
import { pause, Waiting } from './waiting.ts'

/** How a program ended. `signal`: name of the signal that ended it, or `null`. */
export interface Exit {
  readonly code: number
  readonly signal: string | null
}

/** State that a tab would show. */
export interface StateReport {
  readonly state: DisplayState
  /** Reason for `waiting`: `permission`, `question` and so on. */
  readonly kind?: string
  readonly tool?: string
  readonly project?: string
  readonly message?: string
  /** `fact`: reported by the program. `guess`: derived from screen, title or process. */
  readonly confidence?: string
}

export interface WaitOptions {
  /** Defaults to the terminal's `timeoutMs`. */
  readonly timeoutMs?: number
}

/** @internal */
interface TerminalParts {
  readonly session: Session
  readonly settings: Options
  readonly timeoutMs: number
  readonly idleMs: number
  readonly command: string
  /** Called when no process of the session is left. */
  readonly left: () => void
  /** Called to release the session's home and its place. */
  readonly closed: () => void
}

export class TestTerminal implements AsyncDisposable {
  readonly #parts: TerminalParts
  readonly #session: Session
  readonly #waiting = new Waiting()
  /** First process, while a process of its session may exist. */
  #pid: number | null = null
  #exit: Exit | null = null
  /** Exit codes of a shell's commands, from its marks. */
  readonly #commands: { readonly exitCode: number | null; readonly ranMs: number }[] = []
  #commandsEver = 0
  #printedAt = performance.now()
  #held = false
  #refused = false
  #input: Promise<void> = Promise.resolve()
  #idle: NodeJS.Timeout | null = null
  #closing: Promise<void> | null = null
  #closedBy = ''

  /** @internal */
  constructor(parts: TerminalParts) {
    this.#parts = parts
    this.#session = parts.session
    this.#touch()
  }

  /** Forgets the process ID when the session is empty: a reused ID must not be killed. */
  #leave(): void {
    if (this.#pid === null || livingInSession(this.#pid).length > 0) return
    this.#pid = null
    this.#parts.left()
  }

  // ---- for `launch`, which connects the session's ports ----

  /** @internal */
  started(pid: number): void {
    this.#pid = pid
  }
  /** @internal */
  printed(): void {
    this.#printedAt = performance.now()
    this.#waiting.stir()
  }
  /** @internal Flow control pauses its program. */
  held(isHeld: boolean): void {
    this.#held = isHeld
    this.#printedAt = performance.now()
  }
  /** @internal The tab's view may have changed, or keys were refused. */
  reported(areKeysRefused: boolean): void {
    this.#refused ||= areKeysRefused
    this.#waiting.stir()
  }
  /** @internal */
  happened(event: SessionEvent): void {
    if (event.type === 'ended') {
      const { code, signal } = event.exit
      this.#exit = { code: code ?? 0, signal } // always known without a keeper
      this.#leave()
    }
    if (event.type === 'command') {
      this.#commands.push({ exitCode: event.code, ranMs: event.ranMs })
      this.#commandsEver += 1
      if (this.#commands.length > commandsKept) this.#commands.shift()
    }
    this.#waiting.stir()
  }

  // ---- status ----

  /** Process ID of the program's first process, or `null` if it has ended. */
  get pid(): number | null {
    return this.#session.program.pid
  }

  /** How the program ended, after all of its output was read, or `null` while it runs. */
  get exit(): Exit | null {
    return this.#exit
  }

  /** State that its tab would show now. */
  get state(): StateReport {
    const { state, agent } = this.#session.view()
    const { kind, project, message, confidence } = agent ?? {}
    const tool = agent?.tool === '' ? undefined : agent?.tool
    return { state, ...defined({ kind, tool, project, message, confidence }) }
  }

  /**
   * Returns why it shows that state: source, rule, reports
   * (docs/contributing/internals/agent-state.md).
   */
  why(): WhyState {
    this.#touch()
    return this.#session.why()
  }

  // ---- content ----

  /** @param options `scrollback`: number of newest rows of history to include */
  async screen({ scrollback = 0 }: { readonly scrollback?: number } = {}): Promise<ScreenText> {
    whole('scrollback', scrollback, 0, Number.MAX_SAFE_INTEGER)
    this.#mustBeOpen()
    const done = await this.#waiting.until(this.#parts.timeoutMs, () => this.#take(scrollback))
    if ('value' in done) return done.value
    throw new TerminalError(
      `The screen of ${this.#name} cannot be read: ` +
        `${this.#session.delivery.shadow.problem ?? 'its terminal does not answer'}.`,
    )
  }

  /** Returns its rows as text, without trailing empty ones. */
  async text(options: { readonly scrollback?: number } = {}): Promise<string> {
    return (await this.screen(options)).text()
  }

  async svg(): Promise<string> {
    return (await this.screen()).svg()
  }

  /** Returns the rows of history, oldest first. */
  async scrollback(): Promise<readonly string[]> {
    const screen = await this.screen({ scrollback: Number.MAX_SAFE_INTEGER })
    return screen.lines.slice(0, -screen.rows)
  }

  // ---- waiting ----

  /** Waits until the text is on the screen, or in `scrollback`, also across wrapped rows. */
  waitForText(
    text: string | RegExp,
    { scrollback = false, ...options }: WaitOptions & { readonly scrollback?: boolean } = {},
  ): Promise<ScreenText> {
    const rows = scrollback ? Number.MAX_SAFE_INTEGER : 0
    return this.waitForScreen(
      (screen) => screen.includes(text),
      `the text ${typeof text === 'string' ? quoted(text) : String(text)}`,
      { ...options, scrollback: rows },
    )
  }

  /** Waits until `is` returns true. `what` is for the error, such as `two prompts`. */
  async waitForScreen(
    is: (screen: ScreenText) => boolean,
    what = 'the screen that is wanted',
    { scrollback = 0, timeoutMs }: WaitOptions & { readonly scrollback?: number } = {},
  ): Promise<ScreenText> {
    return this.#until(what, timeoutMs, async () => {
      const screen = await this.#take(scrollback)
      return screen !== null && is(screen) ? screen : null
    })
  }

  /** Waits until nothing was printed for this time, ms, or the program has ended. */
  async waitForQuiet(
    quietMs = quietMsDefault,
    { timeoutMs }: WaitOptions = {},
  ): Promise<ScreenText> {
    milliseconds('quietMs', quietMs)
    const limit = this.#limit(timeoutMs)
    const end = performance.now() + limit
    while (this.#exit === null) {
      const left = this.#held ? quietMs : this.#printedAt + quietMs - performance.now()
      if (left <= 0) break
      const rest = end - performance.now()
      if (rest <= 0) throw await this.#failed(`${quietMs} ms without output`, limit, 'time')
      await pause(Math.min(left, rest))
      this.#mustBeOpen()
    }
    return this.screen()
  }

  /** Waits until its tab would show one of these states. */
  waitForState(
    states: DisplayState | readonly DisplayState[],
    { timeoutMs }: WaitOptions = {},
  ): Promise<StateReport> {
    const wanted = typeof states === 'string' ? [states] : states
    return this.#until(
      `the state ${wanted.join(' or ')}`,
      timeoutMs,
      () => {
        const { state } = this
        return wanted.includes(state.state) ? state : null
      },
      // reports from before the end may still be delayed
      () => false,
    )
  }

  /** Waits until the program has ended and all of its output was read. */
  waitForExit({ timeoutMs }: WaitOptions = {}): Promise<Exit> {
    return this.#until('its end', timeoutMs, () => this.#exit)
  }

  /** Waits until a shell that marks its prompts waits for a command. */
  waitForPrompt(options: WaitOptions = {}): Promise<ScreenText> {
    return this.waitForScreen(({ isAtPrompt }) => isAtPrompt, "a shell's prompt", options)
  }

  // ---- input ----

  /** Presses keys by name, in order: `Enter`, `Ctrl+C`, `Shift+Tab`, `Down`, `F5`, `a`. */
  press(...names: readonly string[]): Promise<void> {
    const presses = names.map((name) => {
      const found = namedPress(name)
      if ('problem' in found) throw new TypeError(`${quoted(name)} is not a key: ${found.problem}`)
      return [name, found.ok] as const
    })
    return this.#inOrder(async () => {
      for (const [name, event] of presses) {
        const { snapshot } = await this.screen()
        const { keyboard } = this.#parts.settings
        const sent = programKeys(event, {
          ...snapshot.modes,
          flags: keyboard.kitty_protocol ? (snapshot.keyboard.at(-1) ?? 0) : 0,
          options: keyboard,
        })
        if (sent === '')
          throw new TypeError(
            `${quoted(name)} sends nothing: there are no bytes for it without the kitty ` +
              'keyboard protocol, which the program has not switched on.',
          )
        this.#send(sent)
      }
    })
  }

  /** Types text; a line end is Enter. */
  type(text: string): Promise<void> {
    return this.#inOrder(() => this.#send(text.replace(/\r\n?|\n/g, '\r')))
  }

  /** Pastes text, in brackets if the program has requested them. */
  paste(text: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.screen() // makes sure that its mode changes so far are known
      const bytes = preparePaste(text, { bracketed: this.#session.input.brackets.heeded })
      if (bytes.length > pasteBytesMax)
        throw new TypeError(`a paste has at most ${pasteBytesMax} bytes, not ${bytes.length}.`)
      this.#mustRun()
      if (!this.#session.input.paste(bytes, { total: bytes.length, last: true }))
        throw new TerminalError(`${this.#name} still takes the paste before.`)
    })
  }

  /**
   * Types a command at a shell that marks its prompts, and waits for the next prompt. `exitCode` is
   * `null` if the shell reports none, as after Ctrl+C.
   */
  async run(
    line: string,
    { timeoutMs }: WaitOptions = {},
  ): Promise<{
    readonly exitCode: number | null
    readonly ranMs: number
    readonly screen: ScreenText
  }> {
    if (/[\r\n]/.test(line)) throw new TypeError('run takes one line.')
    await this.waitForPrompt({ timeoutMs: this.#limit(timeoutMs) })
    const before = this.#commandsEver
    await this.type(`${line}\n`)
    const ended = await this.#until(`the end of ${quoted(line)}`, timeoutMs, () =>
      this.#commandsEver > before ? (this.#commands.at(before - this.#commandsEver) ?? null) : null,
    )
    const screen = await this.waitForPrompt({ timeoutMs: this.#limit(timeoutMs) })
    return { ...ended, screen }
  }

  /** Resizes the terminal, and resolves when the screen has the size. */
  async resize({
    columns,
    rows,
  }: {
    readonly columns: number
    readonly rows: number
  }): Promise<void> {
    const size = {
      cols: whole('columns', columns, columnsMin, columnsMax),
      rows: whole('rows', rows, gridRowsMin, gridRowsMax),
    }
    this.#mustRun()
    this.#session.program.resize(size)
    await this.waitForScreen(
      (screen) => screen.columns === size.cols && screen.rows === size.rows,
      `a screen of ${columns}x${rows}`,
    )
  }

  /** Sends a signal to the program's first process alone. */
  signal(name: NodeJS.Signals): void {
    const pid = this.#mustRun()
    process.kill(pid, name)
  }

  /** Hangs the program up, kills remaining processes, and resolves when none is left. */
  close(): Promise<void> {
    this.#closedBy ||= 'it was closed'
    return (this.#closing ??= this.#close())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#session.dispose()
    this.#waiting.stir()
    const left = this.#pid === null ? [] : await endSession(this.#pid, { hangUpMs, killMs })
    this.#parts.left()
    this.#parts.closed()
    if (left.length > 0)
      throw new TerminalError(
        `${this.#name} is closed, and cannot be killed: process ${left.join(', ')} is still there.`,
      )
  }

  get #name(): string {
    return quoted(this.#parts.command)
  }

  #limit(timeoutMs: number | undefined): number {
    return milliseconds('timeoutMs', timeoutMs ?? this.#parts.timeoutMs)
  }

  /** Returns `null` if the answer was lost: it is requested again. */
  async #take(scrollback: number): Promise<ScreenText | null> {
    const taken = await this.#session.delivery.shadow.questions.snapshot({
      form: 'json',
      scrollback,
      hold: true,
    })
    if (taken === null) {
      this.#waiting.stir() // another worker has it, or none
      return null
    }
    // written by vibeflow's worker
    return new ScreenText(JSON.parse(new TextDecoder().decode(taken.payload)) as Snapshot)
  }

  async #until<Value>(
    what: string,
    timeoutMs: number | undefined,
    look: () => Promise<Value | null> | Value | null,
    isOver: () => boolean = () => this.#exit !== null,
  ): Promise<Value> {
    const limit = this.#limit(timeoutMs)
    this.#mustBeOpen()
    const done = await this.#waiting.until(limit, look, () => this.#closing !== null || isOver())
    this.#touch()
    if ('value' in done) return done.value
    this.#mustBeOpen()
    throw await this.#failed(what, limit, done.gaveUp)
  }

  async #failed(what: string, limit: number, by: 'over' | 'time'): Promise<TerminalError> {
    const screen = await this.#take(0).catch(() => null)
    const waited =
      by === 'over' ? `waited for ${what}, and it never came` : `waited ${limit} ms for ${what}`
    return new TerminalError(`${this.#name}: ${waited}. ${this.#stands}`, screen)
  }

  get #stands(): string {
    const exit = this.#exit
    if (exit === null) {
      const { state, message } = this.state
      const says = message === undefined ? '' : ` (${message})`
      return `The program runs (process ${String(this.pid)}); its state is ${state}${says}.`
    }
    return exit.signal === null
      ? `The program has ended with exit code ${exit.code}.`
      : `The program was ended by ${exit.signal}.`
  }

  #inOrder(act: () => Promise<void> | void): Promise<void> {
    const done = this.#input.then(async () => {
      this.#mustRun()
      await act()
    })
    this.#input = done.catch(() => undefined) // the caller gets the error
    return done
  }

  #send(text: string): void {
    this.#mustRun()
    this.#session.input.type('keys', new TextEncoder().encode(text))
    if (this.#wasRefused)
      throw new TerminalError(
        `${this.#name} does not read its input: ${queuedBytesMax} bytes wait for it, and no ` +
          'more is taken. It may be stopped or busy.',
      )
  }

  /** A getter, since `reported` changes the field while keys are pushed. */
  get #wasRefused(): boolean {
    return this.#refused
  }

  /** @returns the process id */
  #mustRun(): number {
    this.#mustBeOpen()
    const { pid } = this
    if (this.#exit !== null || pid === null)
      throw new TerminalError(`Nothing can be done with ${this.#name}. ${this.#stands}`)
    return pid
  }

  #mustBeOpen(): void {
    if (this.#closing !== null)
      throw new TerminalError(`The terminal of ${this.#name} is closed: ${this.#closedBy}.`)
    this.#touch()
  }

  /** Restarts the time limit of an unused terminal. */
  #touch(): void {
    if (this.#closing !== null) return
    const { idleMs } = this.#parts
    if (this.#idle !== null) {
      this.#idle.refresh()
      return
    }
    this.#idle = setTimeout(() => {
      this.#closedBy = `it was not used for ${idleMs} ms`
      process.emitWarning(
        `The terminal of ${this.#name} was closed: ${this.#closedBy}. Close each terminal at ` +
          'the end of its test, or give launch a larger idleMs.',
        'VibeflowWarning',
      )
      void this.close().catch(() => undefined) // runs in the background
    }, idleMs).unref()
  }
}

/** Number of exit codes kept: `run` needs the newest. */
const commandsKept = 64
