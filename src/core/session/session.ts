/**
 * One tab's program with everything on its way in and out: flow control, replay, input queue, answers, end and restart.
 * Output reaches the page exactly as the pty gave it; the only bytes added are the rule line of a restart.
 */
import type { Evidence as StateEvidence, Why } from '../agent-state/index.ts'
import type { Millis } from '../clock.ts'
import type { Options } from '../config/table.ts'
import { Dispatcher, type Drops } from '../dispatch/dispatcher.ts'
import type { Evidence } from '../dispatch/evidence.ts'
import type { LoggedFrame } from '../dispatch/frame-log.ts'
import { History } from '../flow/history.ts'
import { Meter } from '../flow/meter.ts'
import { Outbox } from '../flow/outbox.ts'
import type { Query, TabView } from '../ipc/contract.ts'
import { reply, ReplyRate, type OutputQuery, type ReplyFacts } from '../replies/replies.ts'
import { Agent } from './agent.ts'
import { Calls } from './calls.ts'
import { ClipboardWrites } from './clipboard-writes.ts'
import { CommandTimes } from './command-times.ts'
import { HeldAnswers } from './held-answers.ts'
import { InputQueue } from './input-queue.ts'
import { tabNameCharactersMax } from './limits.ts'
import type { Exit, Pty, Size } from './ports.ts'
import { Outside } from './outside.ts'
import { Project } from './project.ts'
import { restartRule } from './restart-rule.ts'
import type { Happening, Remains, SessionOptions, SessionPorts } from './session-ports.ts'
import { TabNames } from './tab-names.ts'
import { TerminalSize } from './terminal-size.ts'
import type { SessionFacts } from '../socket/ports.ts'
import { safeText, titleCharactersMax } from '../text/safe-text.ts'
import { shortDirectory } from './title.ts'
import { TitlePace } from './title-pace.ts'

export { resizeIntervalMs } from './terminal-size.ts'

type Phase = TabView['phase']

const refusedText = 'The program in this tab does not read its input: keys typed now are lost. It may be stopped or busy; Ctrl+Shift+R restarts it.'

/** Width of a rule line where no page has told its size. */
const ruleColumns = 80

/** Characters of the sentence that says why a program could not be started: two long paths fit. */
const problemCharactersMax = 2_048

export class Session {
  readonly id: string
  readonly #options: SessionOptions
  readonly #ports: SessionPorts
  readonly #meter: Meter
  readonly #outbox: Outbox
  readonly #history = new History()
  /** Bytes of history that were there before the program began. */
  readonly #base: number
  readonly #input: InputQueue
  readonly #replyRate: ReplyRate
  readonly #dispatcher: Dispatcher
  readonly #held = new HeldAnswers((query) => this.answer(query))
  readonly #clipboardWrites: ClipboardWrites
  /** A page parses what is sent; without one nothing waits for it. */
  #attached = false
  #pty: Pty | null = null
  readonly #terminal: TerminalSize
  readonly #outside: Outside
  /** The page has been told a size that it did not choose. */
  #sizeTold = false
  #phase: Phase = 'starting'
  #exit: Exit | null = null
  #problem: string | null = null
  readonly #titles: TitlePace
  readonly #names: TabNames
  readonly #calls: Calls
  readonly #commands: CommandTimes
  #muted = false
  readonly #agent: Agent
  readonly #project: Project
  #directory: string
  #processDirectory: string | null = null
  #startedAt: Millis | null = null
  #ranMs = 0
  #settings: Options

  constructor(options: SessionOptions, ports: SessionPorts) {
    this.id = options.id
    this.#options = options
    this.#ports = ports
    this.#settings = options.settings
    this.#directory = options.directory
    this.#meter = new Meter({ pause: () => this.#pty?.pause(), resume: () => this.#pty?.resume() })
    this.#meter.join('page')
    this.#base = this.#begin(options.before ?? [])
    this.#names = new TabNames(options.title)
    this.#commands = new CommandTimes(ports.clock)
    this.#project = new Project(options.home, ports.repository, () => this.#outbox.stateChanged())
    this.#outbox = new Outbox(ports.clock, {
      bytes: (bytes, at) => ports.send({ kind: 'tab/output', tab: this.id, at, bytes }),
      state: () => ports.send({ kind: 'tab/changed', tab: this.view() }),
    }, this.#base)
    this.#input = new InputQueue(ports.clock, {
      write: (bytes) => this.#pty?.write(bytes) ?? 0,
      refused: () => ports.send({ kind: 'page/notice', level: 'warning', text: refusedText }),
      pasteProgress: (done, total) => ports.send({ kind: 'tab/paste-progress', tab: this.id, done, total }),
      taken: () => this.#outside.inputTaken(this.#input.waitingBytes),
    })
    this.#agent = new Agent({ clock: ports.clock, watch: ports.watch, options: options.settings, changed: () => { this.#outbox.stateChanged(); this.#outside.stateChanged() } })
    this.#terminal = new TerminalSize(ports.clock, options.size, { apply: (size) => this.#sendSize(size), changed: () => { this.#tellSize(); this.#outside.sizeChanged() } })
    this.#outside = new Outside({
      clock: ports.clock, socket: ports.socket, id: this.id, terminal: this.#terminal, history: this.#history,
      facts: () => this.#socketFacts(), drawn: () => this.#agent.drawn, why: () => this.why(), tell: (evidence) => this.tell(evidence),
      input: (bytes) => this.#fromClient(bytes), inputWaiting: () => this.#input.waitingBytes,
      signal: (signal) => this.#pty?.signal(signal) ?? false,
      setTitle: (title) => { if (this.#names.give(title)) this.#outbox.stateChanged() },
      focus: () => ports.focus?.() ?? false, changed: () => this.#outbox.stateChanged(),
    })
    this.#calls = new Calls(ports.clock, (call) => { this.#happened({ type: 'called', call }); this.#outbox.stateChanged() })
    this.#replyRate = new ReplyRate(ports.clock.now())
    this.#titles = new TitlePace(ports.clock, (title) => this.#setTitle(title))
    this.#clipboardWrites = new ClipboardWrites(ports.clock, ports.writeClipboard, () =>
      ports.send({ kind: 'page/notice', level: 'warning', text: `${this.view().title} writes to the clipboard too often: some of it is left out.` }))
    this.#dispatcher = new Dispatcher(options.hostname, {
      evidence: (evidence) => this.#evidence(evidence),
      query: (query, end) => { if (this.#attached) this.#held.hold(query, this.#base + end, reply(query, this.#replyFacts) !== null); else this.answer(query) },
      notificationClosed: (id) => this.#calls.closed(id),
      ...(ports.frame === undefined ? {} : { frame: ports.frame }),
    })
    if (options.size !== null) this.#start(options.size)
  }
  get pid(): number | null {
    return this.#phase === 'running' ? this.#pty?.pid ?? null : null
  }

  /** Of the session's socket; null: there is none. */
  get socketPath(): string | null {
    return this.#outside.path
  }

  get phase(): Phase {
    return this.#phase
  }

  /** Where the tab is, as far as is known: of what the shell reports and what the kernel says the later change counts. It need not exist. */
  get directory(): string {
    return this.#directory
  }

  /** The kernel's word for the directory of the tab's first process. */
  processDirectory(path: string): void {
    if (path === this.#processDirectory) return
    this.#processDirectory = path
    this.#setDirectory(path)
  }

  view(): TabView {
    const { command, home, isUserShell } = this.#options
    const { respect_osc_title: respected, title_strip_prefix: prefix } = this.#settings.tabs
    const { state, agent } = this.#agent.drawn
    const call = this.#calls.open
    return {
      id: this.id,
      title: this.#names.title({ command, directory: this.#directory, home, isUserShell, prefix }, respected),
      project: agent.project ?? this.#project.at(this.#directory),
      ...(this.#outside.detail === null ? {} : { detail: this.#outside.detail }),
      place: shortDirectory(this.#directory, home),
      state: this.#phase === 'failed' ? 'error' : state,
      phase: this.#phase,
      ...(this.#exit === null ? {} : { exit: { ...this.#exit, ranMs: this.#ranMs } }),
      ...(this.#problem === null ? {} : { problem: safeText(this.#problem, problemCharactersMax) }),
      agent,
      ...(this.#names.named === null ? {} : { named: true }),
      ...(this.#muted ? { muted: true } : {}),
      ...(call === null ? {} : { call: { kind: call.kind, title: call.title, body: call.body, at: call.at } }),
    }
  }

  /** A name typed by the user; null: the automatic one again. */
  rename(name: string | null): void {
    if (this.#names.rename(name === null ? null : safeText(name, tabNameCharactersMax).trim())) this.#outbox.stateChanged()
  }

  /** No notice, sound or urgency for this tab; its state and the list's history go on. */
  mute(muted: boolean): void {
    if (muted === this.#muted) return
    this.#muted = muted
    this.#outbox.stateChanged()
  }

  /** What this tab runs, and where. */
  facts(): Pick<Remains, 'command' | 'isUserShell' | 'directory'> {
    const { command, isUserShell } = this.#options
    return { command, isUserShell, directory: this.#directory }
  }

  /** What another tab needs to go on from this one. */
  remains(): Remains {
    return { ...this.facts(), name: this.#names.named, title: this.#options.title ?? null, muted: this.#muted, before: this.#startedAt === null ? [] : this.#history.whole() }
  }

  /** The page is gone or about to be replaced: what waits is sent into nowhere, since the ring has it all. */
  detach(): void {
    this.#outbox.flush()
    this.#attached = false
    this.#held.release()
  }

  /**
   * A page has come, after `detach`: it gets what it needs to show this tab, then everything new. What a page has parsed before
   * is not answered again.
   */
  attach(): void {
    this.#attached = true
    const parsed = this.#meter.parsed('page')
    const { at, modes } = this.#history.beginning(parsed)
    this.#ports.send({ kind: 'tab/begin', tab: this.id, at, bytes: modes })
    this.#tellSize()
    for (const part of this.#history.read(at, parsed)) this.#ports.send({ kind: 'tab/replay', tab: this.id, ...part })
    for (const part of this.#history.read(parsed, this.#history.end)) this.#ports.send({ kind: 'tab/output', tab: this.id, ...part })
  }

  /** The page has parsed everything before `upTo`. */
  parsed(upTo: number): boolean {
    const accepted = this.#meter.acknowledge('page', upTo)
    if (accepted) this.#held.passed(upTo)
    return accepted
  }

  /** The page's parser has come to a question that the dispatcher answers. */
  outputQueryReached(): void {
    this.#held.reached()
  }

  /** Frames that were dropped, by reason; and the newest frames, read and dropped. */
  get droppedFrames(): Drops {
    return this.#dispatcher.dropped
  }

  frames(): readonly LoggedFrame[] {
    return this.#dispatcher.frames()
  }

  /** Evidence that comes neither from its output nor from its input: focus, the user's own word. */
  tell(evidence: StateEvidence): void {
    if (evidence.type === 'focus') this.#calls.look(evidence.on)
    else if (evidence.type === 'user' && (evidence.action === 'acknowledge' || evidence.action === 'mark_seen')) this.#calls.clear()
    this.#agent.tell(evidence)
  }

  /** Why the tab shows what it shows. */
  why(): Why {
    return this.#agent.why(this.#dispatcher.dropped, this.#outside.problem)
  }

  input(kind: 'keys' | 'mouse', bytes: Uint8Array): void {
    if (this.#phase !== 'running') return
    this.#terminal.flush()
    this.#agent.input(kind, bytes)
    this.#input.push(kind, bytes)
  }

  /**
   * A part of a paste of `total` bytes. False: refused, since another one is still under way or this one is longer than it said.
   */
  paste(bytes: Uint8Array, part: { readonly total: number; readonly last: boolean }): boolean {
    if (this.#phase !== 'running') return true
    this.#terminal.flush()
    this.#agent.input('paste', bytes)
    return this.#input.paste(bytes, part)
  }

  cancelPaste(): void {
    this.#input.cancelPaste()
  }

  /** A program asked the terminal something. */
  answer(query: Query | OutputQuery): void {
    if (this.#phase !== 'running') return
    const text = this.#settings.security.replies === 'none' ? null : reply(query, this.#replyFacts)
    if (text === null) return
    const bytes = new TextEncoder().encode(text)
    if (this.#replyRate.admit(bytes.length, this.#input.waitingBytes, this.#ports.clock.now())) this.#input.push('reply', bytes)
  }

  /** The window's grid for this tab has this size. */
  resize(size: Size): void {
    this.#terminal.fromWindow(size)
    if (this.#phase === 'starting') this.#start(size)
  }

  /** The window decides the size again. */
  takeSize(): void {
    this.#terminal.giveBack()
  }

  /** Other options are in force: all that apply at once do. */
  configure(settings: Options): void {
    this.#settings = settings
    this.#agent.configure(settings)
    this.#outbox.stateChanged()
  }

  /** The same command, directory and environment again, under a rule line. A program that still runs is hung up. */
  restart(): void {
    this.#giveUp()
    const { size } = this.#terminal
    if (size === null) return
    if (this.#startedAt !== null) this.#output(restartRule(size.cols))
    this.#exit = null
    this.#problem = null
    this.#names.report(null)
    this.#commands.forget()
    this.#calls.clear()
    this.#agent.restart()
    this.#start(size)
    this.#outbox.stateChanged()
  }

  /** Hangs the program up and forgets everything; returns at once, whatever the program does. */
  dispose(): void {
    this.#giveUp()
    this.#agent.dispose()
    this.#outbox.dispose()
  }

  #start(size: Size): void {
    const { command, environment, isUserShell } = this.#options
    // A restarted shell goes on where it was; another command begins where it began.
    const directory = isUserShell && this.#ports.isDirectory(this.#directory) ? this.#directory : this.#options.directory
    const outcome = this.#ports.start({ ...command, directory, environment: { ...environment, ...this.#outside.open() }, size, integration: this.#options.integration ?? true }, {
      output: (bytes) => this.#output(bytes),
      exit: (exit) => this.#ended(exit),
    })
    if ('problem' in outcome) {
      this.#phase = 'failed'
      this.#problem = outcome.problem
      this.#outside.ended({ code: 127, signal: null })
    } else {
      this.#phase = 'running'
      this.#pty = outcome.pty
      this.#startedAt = this.#ports.clock.now()
      this.#terminal.started(size)
      if (this.#meter.paused) this.#pty.pause()
      this.#agent.begin({ pid: this.#pty.pid, isUserShell, home: this.#options.home })
    }
    this.#outbox.stateChanged()
  }

  #output(bytes: Uint8Array): void {
    this.#history.push(bytes)
    this.#meter.add(bytes.length)
    this.#outbox.push(bytes)
    // Behind the bytes that it comes from: what it changes is told to the page after them. Output first: what a program says in it is newer.
    if (this.#phase === 'running') this.#agent.output()
    this.#outside.output(bytes)
    this.#dispatcher.feed(bytes)
  }

  #evidence(evidence: Evidence): void {
    switch (evidence.type) {
      case 'title': this.#titles.title(evidence.value.text); break
      case 'cwd': this.#setDirectory(evidence.value.path); break
      case 'clipboard_write': if (this.#replyFacts.clipboardWrite) this.#clipboardWrites.take(evidence.value); break
      case 'alt_screen': this.#outside.alternate(evidence.value.on); break
      case 'prompt': {
        const ran = this.#commands.mark(evidence.value)
        if (ran !== null) this.#happened({ type: 'command', ...ran })
        break
      }
      default: break // the model's
    }
    this.#calls.found(evidence, this.#agent.claimed || this.#ports.bellMarks?.() === false)
    this.#agent.found(evidence)
  }

  get #replyFacts(): ReplyFacts {
    return { ...this.#options.replies, clipboardWrite: this.#settings.clipboard.allow_osc52_write }
  }

  #setDirectory(path: string): void {
    if (path === this.#directory) return
    this.#directory = path
    this.#outbox.stateChanged()
  }

  /** OSC 0/2 as received. Cleaned here, once: a hostile title may be long, and views are made often. */
  #setTitle(reported: string): void {
    if (this.#names.report(safeText(reported, titleCharactersMax))) this.#outbox.stateChanged()
  }

  #happened(happening: Happening): void {
    this.#ports.happened?.(happening)
  }

  /** Puts what an earlier tab left above a rule line. It counts as parsed: questions in it are not answered. @returns its length, bytes */
  #begin(before: readonly Uint8Array[]): number {
    if (before.length === 0) return 0
    for (const bytes of [...before, restartRule(this.#options.size?.cols ?? ruleColumns, 'reopened')]) this.#history.push(bytes)
    const { end } = this.#history
    this.#meter.add(end)
    this.#meter.acknowledge('page', end)
    return end
  }

  #ended(exit: Exit): void {
    this.#titles.flush() // agents take their title back as they leave
    this.#letGo()
    this.#phase = 'ended'
    this.#exit = exit
    this.#ranMs = this.#ports.clock.now() - (this.#startedAt ?? this.#ports.clock.now())
    this.#outside.ended(exit) // first: how it ended is the last word of this session
    this.#agent.ended(exit)
    this.#outbox.stateChanged()
    this.#happened({ type: 'ended', exit })
  }

  /** A program that may still run is hung up. */
  #giveUp(): void {
    this.#letGo()
    this.#outside.ended({ code: 0, signal: 'SIGHUP' })
  }

  /** What a client of the socket types: to the pty as it is. */
  #fromClient(bytes: Uint8Array): void {
    if (this.#phase !== 'running') return
    this.#agent.input('keys', bytes)
    this.#input.push('socket', bytes)
  }

  #socketFacts(): SessionFacts {
    const { program, args } = this.#options.command
    return { id: this.id, pid: this.pid ?? 0, title: this.view().title, cwd: this.#directory, command: [program, ...args].join(' '), startedAt: this.#startedAt ?? 0 }
  }

  #sendSize(size: Size): void {
    if (this.#pty === null) return
    this.#pty.resize(size)
    this.#agent.tell({ type: 'resize' })
    this.#outside.resized()
  }

  /** In order with the output: what the page parses next was made for it. */
  #tellSize(): void {
    const { by, size } = this.#terminal
    const told = by === 'socket' ? size : null
    if (told === null && !this.#sizeTold) return
    this.#sizeTold = told !== null
    this.#outbox.flush()
    this.#ports.send({ kind: 'tab/size', tab: this.id, size: told })
  }

  #letGo(): void {
    this.#terminal.forget()
    this.#held.forget()
    this.#titles.dispose()
    this.#input.cancelPaste()
    this.#input.dispose()
    this.#agent.letGo()
    this.#pty?.close()
    this.#pty = null
  }
}
