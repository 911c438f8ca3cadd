/**
 * The way of one tab's output to those who show it: ring, flow control, the VT core, and its frames
 * to the page, which may go and come again.
 */
import { unreachable } from '../../base/assert.ts'
import type { Options } from '../config/table.ts'
import type { Agent } from './agent/agent.ts'
import { RecentOutput } from './flow/recent-output.ts'
import { Meter } from './flow/meter.ts'
import { OutputRest } from './output-rest.ts'
import { StatePace } from './flow/state-pace.ts'
import type { PageMessage, WindowFacts } from '../ipc/contract.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import type { Answerable } from '../../base/sequences/query.ts'
import type { ScrollbackRows } from '../worker/ports.ts'
import { Shadow } from '../worker/shadow.ts'
import { noWindowFacts } from './window-facts.ts'
import { historyLines } from '../config/history-lines.ts'
import type { Facts } from '../../terminal/index.ts'
import { OutputQuestions } from './input/questions.ts'
import { outputBefore } from './launch/launching.ts'
import { bellIntervalMs } from './limits.ts'
import type { Pty, Size } from './ports.ts'
import type { Program } from './program.ts'
import type { SessionOptions, SessionPorts } from './session-ports.ts'
import type { TerminalSize } from './terminal-size.ts'

/** The program as its output needs it: it is paused, and who has its terminal. */
export type DeliveryProgram = Pick<Program, 'used'> & {
  readonly pty: Pick<Pty, 'pid' | 'reader' | 'lives' | 'pause' | 'resume' | 'setCell'> | null
  readonly terminal: Pick<TerminalSize, 'by' | 'size'>
}

export interface DeliveryParts {
  readonly options: SessionOptions
  readonly ports: Pick<SessionPorts, 'clock' | 'ruleOff' | 'send' | 'shadow'>
  readonly program: DeliveryProgram
  /** Reads the screen. */
  readonly agent: () => Pick<Agent, 'readerGone' | 'screenFound'>
  readonly view: () => TabView
  /** Questions that the tab's program has asked, in order. */
  readonly answer: (queries: readonly Answerable[]) => void
  readonly screenChanged: () => void
}

/** A page's reports about the frames that it draws. */
export type PageViewing = Extract<
  PageMessage,
  {
    readonly kind:
      | 'session/frames'
      | 'session/drawn'
      | 'session/rows-taken'
      | 'session/want-rows'
      | 'session/view'
      | 'session/lay-out'
  }
>

export class OutputDelivery {
  readonly history: RecentOutput
  readonly shadow: Shadow
  /** Bytes of history that were there before the program began. */
  readonly base: number
  /** When a program that is not looked at pauses. */
  readonly rest: OutputRest
  /** Questions of the program to its terminal. */
  readonly questions: OutputQuestions
  /** Sends what the tab shows when it has changed. */
  readonly state: StatePace
  readonly #parts: DeliveryParts
  #settings: Options
  #window: WindowFacts
  #filesHere = true
  readonly #meter: Meter
  /** A page shows the tab's window. */
  #attached = false
  /** The page has been sent a size that it did not choose. */
  #sizeSent = false
  #rungAt = Number.NEGATIVE_INFINITY

  constructor(parts: DeliveryParts) {
    this.#parts = parts
    const { agent, options, ports, program } = parts
    const { id: tab, settings, sizesBefore = [], cellBefore = null } = options
    this.#settings = settings
    this.#window = { ...noWindowFacts, cell: cellBefore }
    const { clock, send, shadow: { compression } = {} } = ports
    this.history = new RecentOutput(compression && { clock, compression })
    this.rest = new OutputRest({
      clock,
      isInView: () => this.shadow.framed,
      pause: () => {
        if (!this.#meter.paused) program.pty?.pause()
      },
      resume: () => {
        if (!this.#meter.paused) program.pty?.resume()
      },
    })
    this.#meter = new Meter({
      pause: () => program.pty?.pause(),
      resume: () => {
        if (!this.rest.on) program.pty?.resume()
      },
    })
    const questions = (this.questions = new OutputQuestions({
      history: this.history,
      base: () => this.base,
      isParsed: () => this.shadow.problem === null,
      pty: () => program.pty,
      answer: parts.answer,
    }))
    const cells = (bytes: Uint8Array) => send({ kind: 'session/cells', session: tab, bytes })
    this.shadow = new Shadow(scrollbackRows(settings), this.#facts, {
      clock,
      port: ports.shadow,
      history: this.history,
      size: () => program.terminal.size,
      changed: parts.screenChanged,
      read: (found) => agent().screenFound(found),
      ruleOff: (off) => ports.ruleOff?.(off),
      asked: (queries) => questions.asked(queries),
      gone: () => questions.release(),
      readerGone: () => agent().readerGone(),
      joined: (at) => this.#meter.join(at),
      left: () => this.#meter.leave(),
      parsed: (upTo) => {
        this.#meter.acknowledge(upTo)
        questions.passed(upTo)
      },
      frame: cells,
      rows: cells,
    })
    for (const bytes of outputBefore(options)) this.history.push(bytes)
    this.base = this.history.end
    for (const { at, ...size } of sizesBefore) if (at < this.base) this.history.resized(size, at)
    this.shadow.forgetQuestions()
    this.#meter.add(this.base)
    this.state = new StatePace(clock, () => send({ kind: 'session/changed', view: parts.view() }))
  }

  /** A program has been started, at this size. */
  began(pty: Pty, size: Size): void {
    pty.setCell(this.#window.cell)
    this.shadow.started(size)
    if (this.#paused) pty.pause()
  }

  output(bytes: Uint8Array): void {
    if (this.shadow.isStarting) this.questions.printedEarly(bytes.length)
    this.history.push(bytes)
    this.#meter.add(bytes.length)
  }

  /**
   * The dispatcher has seen what came: now the shadow does, which says in which order questions are
   * answered. `plain`: as the scanner has it.
   */
  seen(plain: boolean): void {
    this.history.scanned(plain)
    this.shadow.printed()
  }

  /**
   * The user took the history away: it comes back neither to a page nor in a tab that goes on from
   * this one. The ring keeps the bytes, since later bytes may change what they left on the screen.
   */
  clearScrollback(): void {
    this.#parts.program.used = true
    this.history.forget()
    this.shadow.clearScrollback()
  }

  configure(settings: Options): void {
    this.#settings = settings
    this.shadow.configure(scrollbackRows(settings))
    this.shadow.setFacts(this.#facts)
  }

  /** Values of the tab's window that programs can query. */
  get window(): WindowFacts {
    return this.#window
  }

  /** The tab is in this window, or the window is another one than before. */
  shownIn(window: WindowFacts): void {
    this.#window = window
    this.shadow.setFacts(this.#facts)
    this.#parts.program.pty?.setCell(window.cell)
  }

  /** Files that output names are of this machine, or are not. */
  setFilesHere(here: boolean): void {
    if (here === this.#filesHere) return
    this.#filesHere = here
    this.shadow.setFacts(this.#facts)
  }

  /** The page is gone or about to be replaced. */
  detach(): void {
    this.state.flush()
    this.#attached = false
    this.#sizeSent = false
    this.shadow.frames(false)
  }

  /** A page has come, after `detach`: it asks for frames of what it shows. */
  attach(): void {
    this.#attached = true
    this.sendSize()
  }

  /** The program rings. */
  bell(): void {
    const { options, ports } = this.#parts
    const { clock, send } = ports
    if (!this.#attached || clock.now() - this.#rungAt < bellIntervalMs) return
    this.#rungAt = clock.now()
    send({ kind: 'session/bell', session: options.id })
  }

  /** Takes in a report of the page about its frames. */
  viewed(message: PageViewing): void {
    switch (message.kind) {
      case 'session/frames':
        this.shadow.frames(message.on && this.#attached)
        return
      case 'session/drawn':
        this.shadow.viewed({ kind: 'drawn' })
        return
      case 'session/rows-taken':
        this.shadow.viewed({ kind: 'rows-taken' })
        return
      case 'session/want-rows':
        this.shadow.viewed({
          kind: 'want-rows',
          numbering: message.numbering,
          first: message.first,
          count: message.count,
        })
        return
      case 'session/view':
        this.shadow.viewed({ kind: 'view', numbering: message.numbering, row: message.row })
        return
      case 'session/lay-out':
        this.shadow.resized({ cols: message.cols, rows: message.rows })
        return
      default:
        unreachable(message)
    }
  }

  /** To the page, where the window did not choose it. */
  sendSize(): void {
    const { options, ports, program } = this.#parts
    const { by, size } = program.terminal
    const held = by === 'socket' ? size : null
    if (held === null && !this.#sizeSent) return
    this.#sizeSent = held !== null
    this.state.flush()
    ports.send({ kind: 'session/size', session: options.id, size: held })
  }

  dispose(): void {
    this.rest.dispose()
    this.state.dispose()
    this.shadow.dispose()
    this.history.dispose()
  }

  /** The core is too far behind, or the program rests. */
  get #paused(): boolean {
    return this.#meter.paused || this.rest.on
  }

  get #facts(): Facts {
    return {
      ...this.#window,
      keyboard: this.#settings.keyboard.kitty_protocol,
      pictures: this.#settings.ui.images,
      files: this.#filesHere,
    }
  }
}

function scrollbackRows({ scrollback }: Options): ScrollbackRows {
  return (columns) => historyLines(scrollback, columns)
}
