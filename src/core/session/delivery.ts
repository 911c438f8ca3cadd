/**
 * The way of one tab's output to those who show it: ring, flow control, the VT core, and its frames
 * to the page, which may go and come again.
 */
import type { RuleOff } from '../../agents/rules/limited.ts'
import { unreachable } from '../../base/assert.ts'
import type { Clock } from '../../base/clock.ts'
import type { Options } from '../config/table.ts'
import { stateIntervalMs } from './flow/limits.ts'
import { RecentOutput } from './flow/recent-output.ts'
import { Meter } from './flow/meter.ts'
import { Throttle } from '../../base/time/throttle.ts'
import type { MainMessage, PageMessage, WindowFacts } from '../ipc/contract.ts'
import type { TabView } from '../windows/tabs/tab-view.ts'
import type { Answerable, OutputQuery } from '../../base/sequences/query.ts'
import type { ScreenFound } from '../../agents/screen-rules/screen-reader.ts'
import type { Asked } from '../worker/messages.ts'
import type { ShadowPort, ShadowSettings } from '../worker/ports.ts'
import { Shadow } from '../worker/shadow.ts'
import type { SizeFrom } from '../../base/size.ts'
import { noWindowFacts } from './window-facts.ts'
import { historyLines } from '../config/history-lines.ts'
import type { Facts } from '../../terminal/index.ts'
import { HeldAnswers } from './input/held-answers.ts'
import {
  bellIntervalMs,
  earlyJobsMax,
  echoMs,
  restFactor,
  restFromMs,
  restMsMax,
  typingMs,
  typingShare,
  unseenBytesMax,
  unseenBytesPerMs,
} from './limits.ts'
import type { Pty } from './ports.ts'
import type { Program } from './program.ts'
import type { TerminalSize } from './terminal-size.ts'

/** The program as its output needs it: it is paused, and who has its terminal. */
export type DeliveryProgram = Pick<Program, 'used'> & {
  readonly pty: Pick<Pty, 'pid' | 'reader' | 'lives' | 'pause' | 'resume' | 'setCell'> | null
  readonly terminal: Pick<TerminalSize, 'by' | 'size'>
}

export interface DeliveryPorts {
  readonly clock: Clock
  readonly tab: string
  readonly send: (message: MainMessage) => void
  readonly view: () => TabView
  /** Absent: there is no VT core, and nothing to show. */
  readonly shadow: ShadowPort | undefined
  /**
   * What an earlier tab left, above which this one begins. It counts as parsed: questions in it are
   * not answered.
   */
  readonly before: readonly Uint8Array[]
  /** The sizes that it was printed at; none: not known. */
  readonly sizesBefore: readonly SizeFrom[]
  readonly cellBefore: WindowFacts['cell']
  readonly program: DeliveryProgram
  /** Questions that the tab's program has asked, in order. */
  readonly answer: (queries: readonly Answerable[]) => void
  readonly screenChanged: () => void
  readonly screenRead: (found: ScreenFound) => void
  /** A rule of the user's takes too long. */
  readonly ruleOff: (off: RuleOff) => void
  /** Nobody reads the screen any more. */
  readonly readerGone: () => void
}

/** What a page says of the frames that it draws. */
export type Viewing = Extract<
  PageMessage,
  {
    readonly kind:
      | 'tab/frames'
      | 'tab/drawn'
      | 'tab/rows-taken'
      | 'tab/want-rows'
      | 'tab/view'
      | 'tab/lay-out'
  }
>

/** What a job in front printed while there was no worker. */
interface EarlyOutput {
  readonly job: number
  readonly from: number
  end: number
  /** Nobody waits for answers to it. */
  over: boolean
}

export class Delivery {
  readonly history: RecentOutput
  readonly shadow: Shadow
  /** Bytes of history that were there before the program began. */
  readonly base: number
  readonly #ports: DeliveryPorts
  #settings: Options
  #window: WindowFacts
  #filesHere = true
  readonly #meter: Meter
  readonly #state: Throttle
  readonly #held = new HeldAnswers((end) => !this.#isOver(end))
  /** Offset up to which the core has come to such questions. */
  #reached = 0
  readonly #early: EarlyOutput[] = []
  /** A page shows the tab's window. */
  #attached = false
  /** A chunk of output is being read; and it has changed what the tab shows. */
  #together = false
  #changed = false
  /** The page has been sent a size that it did not choose. */
  #sizeSent = false
  #rungAt = Number.NEGATIVE_INFINITY
  /** Output of the last moments, bytes, as of `#unseenAt`. */
  #unseen = 0
  #unseenAt = Number.NEGATIVE_INFINITY
  /** When the user last typed in another tab or pane of the window. */
  #typedAt = Number.NEGATIVE_INFINITY
  /** It is the active pane of its window, or nobody has said so yet. */
  #active = true
  /** Ends the rest of a program in another pane or out of view. */
  #cancelRest: (() => void) | null = null
  /** When that began, and when it is over. */
  #restsSince = 0
  #restsUntil = 0

  constructor(settings: Options, ports: DeliveryPorts) {
    this.#settings = settings
    this.#ports = ports
    this.#window = { ...noWindowFacts, cell: ports.cellBefore }
    const { clock, shadow: { compression } = {} } = ports
    this.history = new RecentOutput(compression && { clock, compression })
    this.#meter = new Meter({
      pause: () => ports.program.pty?.pause(),
      resume: () => {
        if (this.#cancelRest === null) ports.program.pty?.resume()
      },
    })
    const cells = (bytes: Uint8Array) => ports.send({ kind: 'tab/cells', tab: ports.tab, bytes })
    this.shadow = new Shadow(shadowSettings(settings), this.#facts, {
      clock: ports.clock,
      port: ports.shadow,
      history: this.history,
      size: () => ports.program.terminal.size,
      changed: ports.screenChanged,
      read: ports.screenRead,
      ruleOff: ports.ruleOff,
      asked: (queries) => this.#asked(queries),
      gone: () => ports.answer(this.#held.release()),
      readerGone: ports.readerGone,
      joined: (at) => this.#meter.join(at),
      left: () => this.#meter.leave(),
      parsed: (upTo) => {
        this.#meter.acknowledge(upTo)
        this.#passed(upTo)
      },
      frame: cells,
      rows: cells,
    })
    for (const bytes of ports.before) this.history.push(bytes)
    this.base = this.history.end
    for (const { at, ...size } of ports.sizesBefore)
      if (at < this.base) this.history.resized(size, at)
    this.shadow.forgetQuestions()
    this.#meter.add(this.base)
    this.#state = new Throttle(ports.clock, stateIntervalMs, () =>
      ports.send({ kind: 'tab/changed', tab: ports.view() }),
    )
  }

  /** The core is too far behind, or the program rests. */
  get paused(): boolean {
    return this.#meter.paused || this.#cancelRest !== null
  }

  /**
   * To look at a chunk of so many bytes of output took so long, ms. A program out of view or in a
   * pane beside that prints much, or has much of it looked at, rests for a while: keys of other
   * tabs and panes go the same way.
   */
  took(ms: number, bytes: number): void {
    const { clock, program } = this.#ports
    const now = clock.now()
    const share = now < this.#typedAt + typingMs ? typingShare : 1
    const perMs = unseenBytesPerMs * share
    this.#unseen = Math.max(0, this.#unseen - (now - this.#unseenAt) * perMs) + bytes
    this.#unseenAt = now
    const restMs = Math.max(
      ms < restFromMs ? 0 : ms * restFactor,
      this.#unseen < unseenBytesMax * share ? 0 : this.#unseen / perMs,
    )
    const isActive = this.#active && this.shadow.framed
    if (isActive || restMs === 0 || this.#cancelRest !== null) return
    if (!this.#meter.paused) program.pty?.pause()
    this.#restsSince = now
    this.#rest(Math.min(restMsMax, restMs))
  }

  #rest(ms: number): void {
    const { clock, program } = this.#ports
    this.#cancelRest?.()
    this.#restsUntil = clock.now() + ms
    this.#cancelRest = clock.after(ms, () => {
      this.#cancelRest = null
      if (!this.#meter.paused) program.pty?.resume()
    })
  }

  /**
   * The user types in another tab or pane of the window: the echo goes before what this prints. In
   * view it is slowed only: whoever sees it would see it stop at each key.
   */
  typedBeside(): void {
    const now = (this.#typedAt = this.#ports.clock.now())
    if (this.#cancelRest === null || this.shadow.framed) return
    if (now < this.#restsSince + restMsMax && this.#restsUntil < now + echoMs) this.#rest(echoMs)
  }

  output(bytes: Uint8Array): void {
    if (this.shadow.isStarting) this.#noteJob(bytes.length)
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

  /** What the tab shows has changed. */
  stateChanged(): void {
    if (this.#together) this.#changed = true
    else this.#state.push()
  }

  /** Changes that `read` makes, a chunk of output, are sent as one. */
  together(read: () => void): void {
    this.#together = true
    try {
      read()
    } finally {
      this.#together = false
      if (this.#changed) this.#state.push()
      this.#changed = false
    }
  }

  /**
   * The user took the history away: it comes back neither to a page nor in a tab that goes on from
   * this one. The ring keeps the bytes, since later bytes may change what they left on the screen.
   */
  clearScrollback(): void {
    this.#ports.program.used = true
    this.history.forget()
    this.shadow.clearScrollback()
  }

  configure(settings: Options): void {
    this.#settings = settings
    this.shadow.configure(shadowSettings(settings))
    this.shadow.setFacts(this.#facts)
  }

  /** What programs can ask for of the window that the tab is in. */
  get window(): WindowFacts {
    return this.#window
  }

  /** The tab is in this window, or the window is another one than before. */
  shownIn(window: WindowFacts): void {
    this.#window = window
    this.shadow.setFacts(this.#facts)
    this.#ports.program.pty?.setCell(window.cell)
  }

  /** Files that output names are of this machine, or are not. */
  setFilesHere(here: boolean): void {
    if (here === this.#filesHere) return
    this.#filesHere = here
    this.shadow.setFacts(this.#facts)
  }

  /** Is it the active pane of its window? */
  setActive(on: boolean): void {
    this.#active = on
  }

  /** The page is gone or about to be replaced. */
  detach(): void {
    this.#state.flush()
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
    const { clock, send, tab } = this.#ports
    if (!this.#attached || clock.now() - this.#rungAt < bellIntervalMs) return
    this.#rungAt = clock.now()
    send({ kind: 'tab/bell', tab })
  }

  /** What the page says of its frames. */
  viewed(message: Viewing): void {
    switch (message.kind) {
      case 'tab/frames':
        this.shadow.frames(message.on && this.#attached)
        return
      case 'tab/drawn':
        this.shadow.viewed({ kind: 'drawn' })
        return
      case 'tab/rows-taken':
        this.shadow.viewed({ kind: 'rows-taken' })
        return
      case 'tab/want-rows':
        this.shadow.viewed({
          kind: 'want-rows',
          numbering: message.numbering,
          first: message.first,
          count: message.count,
        })
        return
      case 'tab/view':
        this.shadow.viewed({ kind: 'view', numbering: message.numbering, row: message.row })
        return
      case 'tab/lay-out':
        this.shadow.resized({ cols: message.cols, rows: message.rows })
        return
      default:
        unreachable(message)
    }
  }

  /**
   * A question that the dispatcher answers, which ends at `end`: its answer waits until the core
   * has come to it, unless that has been given up.
   */
  question(query: OutputQuery, end: number, answered: boolean): void {
    const behind = this.base + end
    if (behind <= this.#reached || this.shadow.problem !== null) this.#ports.answer([query])
    else this.#held.hold(query, behind, answered)
  }

  /**
   * In the core's order. What the dispatcher finds may end one byte behind the core's offset, and
   * in the next chunk: an ESC ends a string there, its backslash does nothing more.
   */
  #asked(asked: readonly Asked[]): void {
    this.#ports.answer(
      asked.flatMap(({ query, at }): Answerable[] => {
        if (query.kind === 'output-query') return this.#held.passed((this.#reached = (at ?? 0) + 1))
        if (at === null) return [query]
        return [...this.#held.passed(at), ...(this.#isOver(at) ? [] : [query])]
      }),
    )
  }

  #passed(upTo: number): void {
    this.#ports.answer(this.#held.passed(upTo))
    while (this.#early[0] !== undefined && this.#early[0].end <= upTo) this.#early.shift()
  }

  /**
   * A worker takes a while to start. What a job asked that has ended is no answer to one that was
   * begun after it; the shell may have had it asked, by `tput u7` say. One that lives, as a shell
   * within the shell, waits for it.
   */
  #noteJob(length: number): void {
    const { pty } = this.#ports.program
    const job = pty?.reader()?.group ?? null
    // the tab's own program, or unknown
    if (pty === null || job === null || job === pty.pid) return
    const from = this.history.end
    const last = this.#early.at(-1)
    if (last?.job === job && last.end === from) {
      last.end += length
      return
    }
    for (const one of this.#early) one.over ||= one.job < job && !pty.lives(one.job)
    this.#early.push({ job, from, end: from + length, over: false })
    const [first, second] = this.#early
    if (this.#early.length <= earlyJobsMax || first === undefined || second === undefined) return
    this.#early.splice(0, 2, { ...first, end: second.end, over: true })
  }

  #isOver(at: number): boolean {
    return this.#early.some(({ from, end, over }) => over && from < at && at <= end)
  }

  /** No program asks any more. */
  forgetQuestions(): void {
    this.#held.forget()
    this.shadow.forgetQuestions()
  }

  /** To the page, where the window did not choose it. */
  sendSize(): void {
    const { by, size } = this.#ports.program.terminal
    const held = by === 'socket' ? size : null
    if (held === null && !this.#sizeSent) return
    this.#sizeSent = held !== null
    this.#state.flush()
    this.#ports.send({ kind: 'tab/size', tab: this.#ports.tab, size: held })
  }

  dispose(): void {
    this.#cancelRest?.()
    this.#state.dispose()
    this.shadow.dispose()
    this.history.dispose()
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

function shadowSettings({ shadow, scrollback }: Options): ShadowSettings {
  const lines = shadow.scrollback_lines
  return {
    enabled: shadow.enabled,
    scrollback: lines === -1 ? (columns) => historyLines(scrollback, columns) : () => lines,
  }
}
