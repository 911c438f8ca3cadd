/**
 * One tab's program with everything on its way in and out: flow control, replay, input queue, answers, end and restart.
 * Output reaches the page exactly as the pty gave it; the only bytes added are the rule line of a restart.
 */
import type { Evidence as StateEvidence, Why } from '../agent-state/index.ts'
import type { Clock, Millis } from '../clock.ts'
import type { Options } from '../config/table.ts'
import { Dispatcher, type Drops } from '../dispatch/dispatcher.ts'
import type { Evidence } from '../dispatch/evidence.ts'
import type { LoggedFrame } from '../dispatch/frame-log.ts'
import { cleanStart } from '../flow/clean-start.ts'
import { outboxBytesMax, replayBytesMax } from '../flow/limits.ts'
import { Meter } from '../flow/meter.ts'
import { ModeMemory } from '../flow/mode-memory.ts'
import { Outbox } from '../flow/outbox.ts'
import { ReplayRing } from '../flow/replay-ring.ts'
import type { MainMessage, Query, TabView } from '../ipc/contract.ts'
import { reply, ReplyRate, type OutputQuery, type ReplyFacts } from '../replies/replies.ts'
import { Agent } from './agent.ts'
import { BellPace } from './bell-pace.ts'
import { ClipboardWrites } from './clipboard-writes.ts'
import { HeldAnswers } from './held-answers.ts'
import type { Command } from './launch.ts'
import { InputQueue, type InputKind } from './input-queue.ts'
import type { Environment } from './environment.ts'
import type { Exit, Pty, Size, StartPty, WatchProcesses } from './ports.ts'
import { restartRule } from './restart-rule.ts'
import { safeText, titleCharactersMax } from '../text/safe-text.ts'
import { projectNames, shortDirectory, tabTitle } from './title.ts'
import { TitlePace } from './title-pace.ts'

/** Shortest time between two sizes that reach the pty: 20 a second. The first goes at once, of several the latest. */
export const resizeIntervalMs = 50

export interface SessionOptions {
  readonly id: string
  readonly command: Command
  readonly isUserShell: boolean
  readonly directory: string
  readonly home: string
  readonly environment: Environment
  readonly size: Size | null
  readonly replies: ReplyFacts
  /** This machine's name: directories of other machines are none of ours. */
  readonly hostname: string
  readonly settings: Options
  /** Absent or true: bash, zsh and fish mark their prompts. */
  readonly integration?: boolean
  /** Given from outside (`--title`): it wins over what programs report. */
  readonly name?: string
}

export interface SessionPorts {
  readonly clock: Clock
  readonly start: StartPty
  /** To the page, if there is one; bytes that no page takes stay in the ring. */
  readonly send: (message: MainMessage) => void
  /** Absent: nobody can tell who has the terminal. */
  readonly watch?: WatchProcesses
  /** Name of the folder at the root of the repository that a directory belongs to, or null. */
  readonly repository?: (directory: string) => string | null
  /** A directory that can be begun in, now. */
  readonly isDirectory: (path: string) => boolean
  /** A program wants text on a clipboard, and may. */
  readonly writeClipboard: (selection: 'clipboard' | 'primary', text: string) => void
  /** Its bell rings; bells in quick succession are one. */
  readonly bell?: () => void
  /** Its program has ended. */
  readonly ended?: (exit: Exit) => void
  /** Each frame that is read or dropped, for `--debug-frames`. */
  readonly frame?: (frame: LoggedFrame) => void
}

type Phase = TabView['phase']

const refusedText = 'The program in this tab does not read its input: keys typed now are lost. It may be stopped or busy; Ctrl+Shift+R restarts it.'

/** Characters of the sentence that says why a program could not be started: two long paths fit. */
const problemCharactersMax = 2_048

export class Session {
  readonly id: string
  readonly #options: SessionOptions
  readonly #ports: SessionPorts
  readonly #meter: Meter
  readonly #outbox: Outbox
  readonly #evicted = new ModeMemory()
  readonly #ring: ReplayRing
  readonly #input: InputQueue
  readonly #replyRate: ReplyRate
  readonly #dispatcher: Dispatcher
  readonly #held = new HeldAnswers((query) => this.answer(query))
  readonly #clipboardWrites: ClipboardWrites
  /** A page parses what is sent; without one nothing waits for it. */
  #attached = false
  #pty: Pty | null = null
  #size: Size | null
  #phase: Phase = 'starting'
  #exit: Exit | null = null
  #problem: string | null = null
  readonly #titles: TitlePace
  readonly #bells: BellPace
  #title: string | null = null
  readonly #agent: Agent
  readonly #projects: (directory: string) => string
  #directory: string
  #processDirectory: string | null = null
  #startedAt: Millis | null = null
  #ranMs = 0
  #sizeSentAt: Millis = Number.NEGATIVE_INFINITY
  #settings: Options
  #cancelResize: (() => void) | null = null

  constructor(options: SessionOptions, ports: SessionPorts) {
    this.id = options.id
    this.#options = options
    this.#ports = ports
    this.#settings = options.settings
    this.#projects = projectNames(options.home, ports.repository)
    this.#size = options.size
    this.#directory = options.directory
    this.#meter = new Meter({ pause: () => this.#pty?.pause(), resume: () => this.#pty?.resume() })
    this.#meter.join('page')
    this.#ring = new ReplayRing(replayBytesMax, (bytes) => this.#evicted.feed(bytes))
    this.#outbox = new Outbox(ports.clock, {
      bytes: (bytes, at) => ports.send({ kind: 'tab/output', tab: this.id, at, bytes }),
      state: () => ports.send({ kind: 'tab/changed', tab: this.view() }),
    })
    this.#input = new InputQueue(ports.clock, {
      write: (bytes) => this.#pty?.write(bytes) ?? 0,
      refused: () => ports.send({ kind: 'page/notice', level: 'warning', text: refusedText }),
      pasteProgress: (done, total) => ports.send({ kind: 'tab/paste-progress', tab: this.id, done, total }),
    })
    this.#agent = new Agent({ clock: ports.clock, watch: ports.watch, options: options.settings, changed: () => this.#outbox.stateChanged() })
    this.#replyRate = new ReplyRate(ports.clock.now())
    this.#bells = new BellPace(ports.clock)
    this.#titles = new TitlePace(ports.clock, (title) => this.#setTitle(title))
    this.#clipboardWrites = new ClipboardWrites(ports.clock, ports.writeClipboard, () =>
      ports.send({ kind: 'page/notice', level: 'warning', text: `${this.view().title} writes to the clipboard too often: some of it is left out.` }))
    this.#dispatcher = new Dispatcher(options.hostname, {
      evidence: (evidence) => this.#evidence(evidence),
      query: (query, end) => { if (this.#attached) this.#held.hold(query, end, reply(query, this.#replyFacts) !== null); else this.answer(query) },
      ...(ports.frame === undefined ? {} : { frame: ports.frame }),
    })
    if (this.#size !== null) this.#start(this.#size)
  }
  get pid(): number | null {
    return this.#phase === 'running' ? this.#pty?.pid ?? null : null
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
    const title = this.#options.name ?? tabTitle({ reported: respected ? this.#title : null, prefix, command, directory: this.#directory, home, isUserShell })
    const { state, agent } = this.#agent.drawn
    return {
      id: this.id,
      title,
      project: agent.project ?? this.#projects(this.#directory),
      place: shortDirectory(this.#directory, home),
      state: this.#phase === 'failed' ? 'error' : state,
      phase: this.#phase,
      ...(this.#exit === null ? {} : { exit: { ...this.#exit, ranMs: this.#ranMs } }),
      ...(this.#problem === null ? {} : { problem: safeText(this.#problem, problemCharactersMax) }),
      agent,
    }
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
    const modes = this.#evicted.copy()
    const at = cleanStart(this.#ring, parsed, modes)
    this.#ports.send({ kind: 'tab/begin', tab: this.id, at, bytes: modes.bytes() })
    for (const part of this.#ring.read(at, parsed, outboxBytesMax)) this.#ports.send({ kind: 'tab/replay', tab: this.id, ...part })
    for (const part of this.#ring.read(parsed, this.#ring.end, outboxBytesMax)) this.#ports.send({ kind: 'tab/output', tab: this.id, ...part })
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
    this.#agent.tell(evidence)
  }

  /** Why the tab shows what it shows. */
  why(): Why {
    return this.#agent.why(this.#dispatcher.dropped)
  }

  input(kind: Exclude<InputKind, 'reply' | 'paste'>, bytes: Uint8Array): void {
    if (this.#phase !== 'running') return
    this.#applySize()
    this.#agent.input(kind, bytes)
    this.#input.push(kind, bytes)
  }

  /**
   * A part of a paste of `total` bytes. False: refused, since another one is still under way or this one is longer than it said.
   */
  paste(bytes: Uint8Array, part: { readonly total: number; readonly last: boolean }): boolean {
    if (this.#phase !== 'running') return true
    this.#applySize()
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

  resize(size: Size): void {
    if (this.#size !== null && size.cols === this.#size.cols && size.rows === this.#size.rows) return
    this.#size = size
    if (this.#phase === 'starting') { this.#start(size); return }
    if (this.#cancelResize !== null) return
    const dueMs = this.#sizeSentAt + resizeIntervalMs - this.#ports.clock.now()
    if (dueMs <= 0) { this.#sendSize(); return }
    this.#cancelResize = this.#ports.clock.after(dueMs, () => this.#sendSize())
  }

  /** Other options are in force: all that apply at once do. */
  configure(settings: Options): void {
    this.#settings = settings
    this.#agent.configure(settings)
    this.#outbox.stateChanged()
  }

  /** The same command, directory and environment again, under a rule line. A program that still runs is hung up. */
  restart(): void {
    this.#letGo()
    const size = this.#size
    if (size === null) return
    if (this.#startedAt !== null) this.#output(restartRule(size.cols))
    this.#exit = null
    this.#problem = null
    this.#title = null
    this.#agent.restart()
    this.#start(size)
    this.#outbox.stateChanged()
  }

  /** Hangs the program up and forgets everything; returns at once, whatever the program does. */
  dispose(): void {
    this.#letGo()
    this.#agent.dispose()
    this.#outbox.dispose()
  }

  #start(size: Size): void {
    const { command, environment, isUserShell } = this.#options
    // A restarted shell goes on where it was; another command begins where it began.
    const directory = isUserShell && this.#ports.isDirectory(this.#directory) ? this.#directory : this.#options.directory
    const outcome = this.#ports.start({ ...command, directory, environment, size, integration: this.#options.integration ?? true }, {
      output: (bytes) => this.#output(bytes),
      exit: (exit) => this.#ended(exit),
    })
    if ('problem' in outcome) {
      this.#phase = 'failed'
      this.#problem = outcome.problem
    } else {
      this.#phase = 'running'
      this.#pty = outcome.pty
      this.#startedAt = this.#ports.clock.now()
      this.#sizeSentAt = this.#startedAt
      if (this.#meter.paused) this.#pty.pause()
      this.#agent.begin({ pid: this.#pty.pid, isUserShell, home: this.#options.home })
    }
    this.#outbox.stateChanged()
  }

  #output(bytes: Uint8Array): void {
    this.#ring.push(bytes)
    this.#meter.add(bytes.length)
    this.#outbox.push(bytes)
    // Behind the bytes that it comes from: what it changes is told to the page after them. Output first: what a program says in it is newer.
    if (this.#phase === 'running') this.#agent.output()
    this.#dispatcher.feed(bytes)
  }

  #evidence(evidence: Evidence): void {
    switch (evidence.type) {
      case 'title': this.#titles.title(evidence.value.text); break
      case 'cwd': this.#setDirectory(evidence.value.path); break
      case 'bell': if (this.#bells.rings(this.#settings.bell.debounce_ms)) this.#ports.bell?.(); break
      case 'clipboard_write': if (this.#replyFacts.clipboardWrite) this.#clipboardWrites.take(evidence.value); break
      default: break // the model's
    }
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
    const title = safeText(reported, titleCharactersMax)
    if (title === this.#title) return
    this.#title = title
    this.#outbox.stateChanged()
  }

  #ended(exit: Exit): void {
    this.#titles.flush() // agents take their title back as they leave
    this.#letGo()
    this.#phase = 'ended'
    this.#exit = exit
    this.#ranMs = this.#ports.clock.now() - (this.#startedAt ?? this.#ports.clock.now())
    this.#agent.ended(exit)
    this.#outbox.stateChanged()
    this.#ports.ended?.(exit)
  }

  #letGo(): void {
    this.#cancelResize?.()
    this.#cancelResize = null
    this.#held.forget()
    this.#titles.dispose()
    this.#input.cancelPaste()
    this.#input.dispose()
    this.#agent.letGo()
    this.#pty?.close()
    this.#pty = null
  }

  #applySize(): void {
    if (this.#cancelResize !== null) this.#sendSize()
  }

  #sendSize(): void {
    this.#cancelResize?.()
    this.#cancelResize = null
    this.#sizeSentAt = this.#ports.clock.now()
    if (this.#size === null || this.#pty === null) return
    this.#pty.resize(this.#size)
    this.#agent.tell({ type: 'resize' })
  }
}
