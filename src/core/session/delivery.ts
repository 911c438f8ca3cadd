/** Passes one tab's output to its viewers: ring, flow control, VT core, and frames. */
import { unreachable } from '../../base/assert.ts'
import { Debouncer } from '../../base/time/debouncer.ts'
import type { Options } from '../config/table.ts'
import { RecentOutput, type Checkpoint, type CheckpointNeed } from './flow/recent-output.ts'
import {
  checkpointBytesMax,
  checkpointMs,
  checkpointTextBytesMax,
  outputRestMs,
} from './flow/limits.ts'
import { Meter } from './flow/meter.ts'
import { OutputRest } from './output-rest.ts'
import { StatePace } from './flow/state-pace.ts'
import type { PageMessage, WindowFacts } from '../ipc/contract.ts'
import type { ScrollbackRows } from '../worker/ports.ts'
import { Shadow } from '../worker/shadow.ts'
import { noWindowFacts } from './window-facts.ts'
import { historyLines } from '../config/history-lines.ts'
import type { Facts } from '../../terminal/index.ts'
import { OutputQuestions } from './input/questions.ts'
import { outputBefore } from './launch/launching.ts'
import { bellIntervalMs } from './limits.ts'
import type { SessionParts } from './parts.ts'
import type { Pty, Size, VisibilityReason } from './ports.ts'

/** A page's messages about the frames that it draws. */
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
  /** Offset of the output in this history: bytes from before the program started. */
  base = 0
  /** Pauses a program out of view. */
  readonly rest: OutputRest
  /** Queries of the program to its terminal. */
  readonly questions: OutputQuestions
  /** Paces `session/changed` messages. */
  readonly state: StatePace
  readonly #parts: SessionParts
  #settings: Options
  #window: WindowFacts
  #filesHere = true
  /** Until a window reports that it hides the pane, it counts as visible. */
  readonly #viewers = new Set<VisibilityReason>(['window'])
  readonly #meter: Meter
  readonly #checkpoint: Debouncer
  /** A page shows the tab's window. */
  #attached = false
  /** The page was sent a size that its window did not choose. */
  #sizeSent = false
  #rungAt = Number.NEGATIVE_INFINITY

  constructor(parts: SessionParts) {
    this.#parts = parts
    const { options, ports, program } = parts
    const { id: tab, settings, cellBefore = null } = options
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
      answer: (queries) => {
        if (program.phase === 'running' && !program.replays) parts.input.answers.give(queries)
      },
    }))
    const cells = (bytes: Uint8Array) => send({ kind: 'session/cells', session: tab, bytes })
    this.shadow = new Shadow(scrollbackRows(settings), this.#facts, {
      clock,
      port: ports.shadow,
      history: this.history,
      size: () => program.terminal.size,
      changed: () => parts.socket.screenChanged(),
      read: (found) => parts.agents.own.screenFound(found),
      watched: (on) => this.setViewed('rules', on),
      ruleOff: (off) => ports.ruleOff?.(off),
      asked: (queries) => questions.asked(queries),
      gone: () => questions.release(),
      readerGone: () => parts.agents.own.readerGone(),
      joined: (at) => this.#meter.join(at),
      left: () => this.#meter.leave(),
      parsed: (upTo) => {
        this.#meter.acknowledge(upTo)
        questions.passed(upTo)
      },
      frame: cells,
      rows: cells,
    })
    const take = () => this.#takeCheckpoints()
    this.#checkpoint = new Debouncer(clock, outputRestMs, take, checkpointMs)
    // its own output replaces the saved one
    if (options.adopts === undefined) this.putBack()
    this.state = new StatePace(clock, () => send({ kind: 'session/changed', view: parts.view() }))
  }

  /** Shows the output of the last run, before anything else was printed. */
  putBack(): void {
    const { options } = this.#parts
    for (const bytes of outputBefore(options)) this.history.push(bytes, true)
    this.base = this.history.end
    for (const { at, ...size } of options.sizesBefore ?? [])
      if (at < this.base) this.history.resized(size, at)
    this.shadow.forgetQuestions()
    this.#meter.add(this.base)
  }

  began(pty: Pty, size: Size): void {
    pty.setCell(this.#window.cell)
    this.shadow.started(size)
    if (this.#paused) pty.pause()
  }

  output(bytes: Uint8Array): void {
    if (this.shadow.isStarting) this.questions.printedEarly(bytes.length)
    this.history.push(bytes)
    this.#meter.add(bytes.length)
    this.#checkpoint.changed()
  }

  /**
   * Asks the worker for the lines of a restored tab, if the ring may lack them or its images, and
   * for all lines of a tab whose program outlives vibeflow.
   */
  #takeCheckpoints(): void {
    const { history } = this
    const { program } = this.#parts
    const { scrollback, session } = this.#settings
    const { restore, scrollback_lines: lines } = session
    const above = lines - (history.sizes.at(-1)?.rows ?? lines)
    if (restore !== 'never' && above > 0)
      void this.#takeCheckpoint(above, history.checkpointNeed(lines), (one) =>
        history.save(one, lines),
      )
    void this.#takeCheckpoint(scrollback.history_lines, program.checkpointNeed, (one) =>
      program.keep(one),
    )
  }

  async #takeCheckpoint(
    scrollback: number,
    need: CheckpointNeed | null,
    take: (one: Checkpoint) => void,
  ): Promise<void> {
    if (need === null) return
    const made = this.history.nextCheckpoint()
    const images = { textBytesMax: checkpointTextBytesMax, need }
    const asked = { form: 'ansi', scrollback, bytesMax: checkpointBytesMax, images } as const
    const taken = await this.shadow.questions.snapshot(asked)
    if (taken === null || taken.payload.length === 0) return
    if (taken.imagesTo > 0) this.#checkpoint.changed() // some are ready later
    // the kept output has an image that the checkpoint lacks
    if (taken.imagesTo > this.history.start) return
    const checkpoint = made(taken)
    if (checkpoint !== null) take(checkpoint)
  }

  /** Shows the checkpoint of an adopted program's terminal, which now has this size. */
  showCheckpoint({ bytes, size: before }: Omit<Checkpoint, 'at'>, size: Size): void {
    this.history.resized(before)
    this.history.push(bytes, true)
    this.#meter.add(bytes.length)
    this.seen(false)
    this.base = this.history.end
    this.shadow.resized(size)
  }

  /**
   * Passes output that the dispatcher has read to the shadow, which decides the order of query
   * replies.
   * @param plain whether the scanner found plain text only
   */
  seen(plain: boolean): void {
    this.history.scanned(plain)
    this.shadow.printed()
  }

  /**
   * Clears the scrollback for pages and for a tab that restores this one. The ring keeps the bytes,
   * since later bytes may depend on what they left on the screen.
   */
  clearScrollback(): void {
    this.#parts.program.used = true
    this.history.forget()
    this.shadow.clearScrollback()
    this.#parts.program.keep(null)
    this.#takeCheckpoints() // without it
  }

  configure(settings: Options): void {
    this.#settings = settings
    this.shadow.configure(scrollbackRows(settings))
    this.shadow.setFacts(this.#facts)
  }

  get window(): WindowFacts {
    return this.#window
  }

  /** Takes the facts of the tab's window, which may have changed. */
  shownIn(window: WindowFacts): void {
    this.#window = window
    this.shadow.setFacts(this.#facts)
    this.#parts.program.pty?.setCell(window.cell)
  }

  /** Sets whether file names in the output refer to this machine. */
  setFilesHere(here: boolean): void {
    if (here === this.#filesHere) return
    this.#filesHere = here
    this.shadow.setFacts(this.#facts)
  }

  /** Sets whether the program's screen is needed for this reason. */
  setViewed(by: VisibilityReason, on: boolean): void {
    const wasVisible = this.#viewers.size > 0
    if (on) this.#viewers.add(by)
    else this.#viewers.delete(by)
    if (wasVisible !== this.#viewers.size > 0) this.shadow.setFacts(this.#facts)
  }

  /** Stops frames while the page is gone or about to be replaced. */
  detach(): void {
    this.state.flush()
    this.#attached = false
    this.#sizeSent = false
    this.shadow.frames(false)
  }

  /** Resumes after `detach`. The new page requests frames of the tabs it shows. */
  attach(): void {
    this.#attached = true
    this.sendSize()
  }

  /** Sends the program's bell to the page, at a limited rate. */
  bell(): void {
    const { options, ports } = this.#parts
    const { clock, send } = ports
    if (!this.#attached || clock.now() - this.#rungAt < bellIntervalMs) return
    this.#rungAt = clock.now()
    send({ kind: 'session/bell', session: options.id })
  }

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

  /** Sends the page a size that its window did not choose. */
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
    this.#checkpoint.dispose()
    this.state.dispose()
    this.shadow.dispose()
    this.history.dispose()
  }

  /** The core is too far behind, or the program is resting. */
  get #paused(): boolean {
    return this.#meter.paused || this.rest.on
  }

  get #facts(): Facts {
    return {
      ...this.#window,
      keyboard: this.#settings.keyboard.kitty_protocol,
      pictures: this.#settings.ui.images,
      files: this.#filesHere,
      visible: this.#viewers.size > 0,
    }
  }
}

function scrollbackRows({ scrollback }: Options): ScrollbackRows {
  return (columns) => historyLines(scrollback, columns)
}
