/**
 * The way of one tab's output to those who show it: ring, flow control, the page that may go and come again, the shadow terminal. A page that comes
 * is handed a snapshot of the shadow and every byte behind it: nothing is lost and nothing comes twice (shadow-terminal.md 7).
 */
import type { RuleOff } from '../agent-rules/limited.ts'
import { unreachable } from '../assert.ts'
import type { Clock } from '../clock.ts'
import type { Options } from '../config/table.ts'
import { History } from '../flow/history.ts'
import { Meter } from '../flow/meter.ts'
import { outboxBytesMax } from '../flow/limits.ts'
import { Outbox } from '../flow/outbox.ts'
import type { MainMessage, PageMessage, TabView, WindowFacts } from '../ipc/contract.ts'
import type { Answerable, OutputQuery } from '../replies/query.ts'
import { againMs, expectedMs, handOverBytesMax, handOverMs } from '../shadow/limits.ts'
import type { ScreenFound } from '../screen-rules/screen-reader.ts'
import type { Asked, Taken } from '../shadow/messages.ts'
import type { ShadowPort, ShadowSettings } from '../shadow/ports.ts'
import { Shadow } from '../shadow/shadow.ts'
import { goesOnAt } from '../shadow/text-snapshot.ts'
import { noWindowFacts } from '../theme/window-facts.ts'
import { historyLines } from '../view/history.ts'
import type { Facts } from '../vt/index.ts'
import { HeldAnswers } from './held-answers.ts'
import { bellIntervalMs, restFactor, restFromMs, restMsMax } from './limits.ts'
import type { Size } from './ports.ts'

export interface DeliveryPorts {
  readonly clock: Clock
  readonly tab: string
  readonly send: (message: MainMessage) => void
  readonly view: () => TabView
  /** Absent: there is no shadow, and a page gets what the ring holds. */
  readonly shadow: ShadowPort | undefined
  /** Pages draw the shadow's frames. */
  readonly frames: boolean
  /** What an earlier tab left, above which this one begins. It counts as parsed: questions in it are not answered. */
  readonly before: readonly Uint8Array[]
  readonly pause: () => void
  readonly resume: () => void
  /** Of the terminal; null: not started yet. */
  readonly size: () => Size | null
  /** A size that the window did not choose. */
  readonly heldSize: () => Size | null
  /** Questions that the tab's program has asked, in order. */
  readonly answer: (queries: readonly Answerable[]) => void
  readonly screenChanged: () => void
  readonly screenRead: (found: ScreenFound) => void
  /** A rule of the user's takes too long. */
  readonly ruleOff: (off: RuleOff) => void
  /** Nobody reads the screen any more. */
  readonly readerGone: () => void
}

/** What a page that draws frames says of them. */
export type Viewing = Extract<PageMessage, { readonly kind: 'tab/frames' | 'tab/drawn' | 'tab/rows-taken' | 'tab/want-rows' | 'tab/view' | 'tab/lay-out' }>

/** `none`: what is sent goes nowhere. `asking`: a page is there, or on its way, and waits for its snapshot. */
type PageState = 'none' | 'asking' | 'live'

export class Delivery {
  readonly history = new History()
  readonly shadow: Shadow
  /** Bytes of history that were there before the program began. */
  readonly base: number
  readonly #ports: DeliveryPorts
  #settings: Options
  #window = noWindowFacts
  readonly #meter: Meter
  readonly #outbox: Outbox
  readonly #held = new HeldAnswers()
  /** Offset up to which the core has come to such questions. */
  #reached = 0
  #page: PageState = 'none'
  #attempt = 0
  #cancelWait: (() => void) | null = null
  #cancelAgain: (() => void) | null = null
  #againAt = 0
  #againMs = againMs
  /** The snapshot of a page that is on its way. */
  #expected: Promise<Taken | null> | null = null
  /** A chunk of output is being read; and it has changed what the tab shows. */
  #together = false
  #changed = false
  /** The page has been told a size that it did not choose. */
  #sizeTold = false
  #rungAt = Number.NEGATIVE_INFINITY
  /** Ends the rest of a program that is out of view. */
  #cancelRest: (() => void) | null = null

  constructor(settings: Options, ports: DeliveryPorts) {
    this.#settings = settings
    this.#ports = ports
    this.#meter = new Meter({ pause: ports.pause, resume: () => { if (this.#cancelRest === null) ports.resume() } })
    if (!ports.frames) this.#meter.join('page')
    const cells = (bytes: Uint8Array) => ports.send({ kind: 'tab/cells', tab: ports.tab, bytes })
    this.shadow = new Shadow(shadowSettings(settings), this.#facts, {
      clock: ports.clock, port: ports.shadow, history: this.history, size: ports.size, changed: ports.screenChanged, read: ports.screenRead, ruleOff: ports.ruleOff,
      asked: (queries) => this.#asked(queries),
      gone: () => { ports.answer(this.#held.release()); ports.readerGone() },
      joined: () => this.#meter.join('shadow'),
      left: () => this.#meter.leave('shadow'),
      parsed: (upTo) => { this.#meter.acknowledge('shadow', upTo); this.#passed(upTo) },
      draws: ports.frames, frame: cells, rows: cells,
    })
    for (const bytes of ports.before) this.history.push(bytes)
    this.base = this.history.end
    this.shadow.forgetQuestions()
    this.#meter.add(this.base)
    this.#meter.acknowledge('page', this.base)
    this.#outbox = new Outbox(ports.clock, {
      // A page that waits gets them from the ring.
      bytes: (bytes, at) => { if (this.#page !== 'asking') ports.send({ kind: 'tab/output', tab: ports.tab, at, bytes }) },
      state: () => ports.send({ kind: 'tab/changed', tab: ports.view() }),
    }, this.base)
  }

  /** The slowest of those who parse is too far behind. */
  get paused(): boolean {
    return this.#meter.paused || this.#cancelRest !== null
  }

  /** To look at a chunk of output took so long, ms. A program out of view that has much of it looked at rests for a while: keys of other tabs go the same way. */
  took(ms: number): void {
    const { clock, frames, pause, resume } = this.#ports
    if (!frames || this.shadow.framed || ms < restFromMs || this.#cancelRest !== null) return
    if (!this.#meter.paused) pause()
    this.#cancelRest = clock.after(Math.min(restMsMax, ms * restFactor), () => {
      this.#cancelRest = null
      if (!this.#meter.paused) resume()
    })
  }

  output(bytes: Uint8Array): void {
    this.history.push(bytes)
    this.#meter.add(bytes.length)
    if (!this.#ports.frames) this.#outbox.push(bytes)
  }

  /** The dispatcher has seen what came: now the shadow does, which says in which order questions are answered. */
  seen(): void {
    this.shadow.printed()
  }

  /** What the tab shows has changed. */
  stateChanged(): void {
    if (this.#together) this.#changed = true
    else this.#outbox.stateChanged()
  }

  /** Changes that `read` makes, a chunk of output, are told as one. */
  together(read: () => void): void {
    this.#together = true
    try {
      read()
    } finally {
      this.#together = false
      if (this.#changed) this.#outbox.stateChanged()
      this.#changed = false
    }
  }

  /** What has scrolled out so far is nobody's any more. The ring keeps it, since bytes behind it may change what stands there. */
  clearScrollback(): void {
    this.history.forget()
    this.shadow.clearScrollback()
  }

  configure(settings: Options): void {
    this.#settings = settings
    this.shadow.configure(shadowSettings(settings))
    this.shadow.setFacts(this.#facts)
  }

  /** The tab is in this window, or the window is another one than before. */
  shownIn(window: WindowFacts): void {
    this.#window = window
    this.shadow.setFacts(this.#facts)
  }

  /** The page is gone or about to be replaced. */
  detach(): void {
    this.#outbox.flush()
    this.#page = 'none'
    this.shadow.frames(false)
    this.#stopWaiting()
    this.#cancelAgain?.()
    this.#cancelAgain = null
    if (this.pageAsks) this.#ports.answer(this.#held.release())
  }

  /** A page is being loaded, after `detach`: its snapshot is made meanwhile. One that does not come is waited for no longer. */
  expect(): void {
    if (this.#ports.frames || this.#bytesSuffice) return
    this.#stopWaiting()
    this.#page = 'asking'
    this.#expected = this.#ask()
    this.#cancelWait = this.#ports.clock.after(expectedMs, () => this.detach())
  }

  /** A page has come, after `detach`. What a page has parsed before is not answered again. */
  attach(): void {
    if (this.#ports.frames) { this.#page = 'live'; return }
    const expected = this.#expected
    const attempt = this.#stopWaiting()
    this.#page = 'asking'
    if (this.#bytesSuffice) { this.#replay(); return }
    const decide = (taken: Taken | null) => {
      if (attempt !== this.#attempt || this.#page !== 'asking') return
      this.#stopWaiting()
      if (taken === null || this.shadow.blank) this.#replay()
      else if (expected !== null && taken.at < this.history.start) this.attach() // so much has been printed since: another one
      else this.#restore(taken)
    }
    this.#cancelWait = this.#ports.clock.after(handOverMs, () => decide(null))
    // Where its worker died meanwhile, which may be another tab's fault, the next one has it: once.
    void (expected ?? this.#ask()).then((taken) => taken ?? (attempt === this.#attempt && this.shadow.on ? this.#ask() : null)).then(decide)
  }

  #ask(): Promise<Taken | null> {
    return this.shadow.snapshot({ form: 'ansi', scrollback: Number.MAX_SAFE_INTEGER, bytesMax: handOverBytesMax })
  }

  /** There is no snapshot to be had; or nobody has seen any output, and all of it is there: the bytes themselves are the shortest way. */
  get #bytesSuffice(): boolean {
    return !this.shadow.on || this.shadow.blank || (this.history.start === 0 && this.#meter.parsed('page') <= this.base)
  }

  /** The page has parsed everything before `upTo`. */
  parsed(upTo: number): boolean {
    const accepted = this.#meter.acknowledge('page', upTo)
    if (accepted && this.pageAsks) this.#passed(upTo)
    return accepted
  }

  /** The page's terminal has failed at something before `upTo`: it is handed the screen once more. What made it fail may come again and again, so not at once each time; and without a shadow the same bytes would come. */
  again(upTo: number): void {
    this.parsed(upTo)
    if (this.#page !== 'live' || this.#cancelAgain !== null || !this.shadow.on || this.shadow.blank) return
    const { clock } = this.#ports
    this.#cancelAgain = clock.after(Math.max(0, this.#againAt - clock.now()), () => {
      this.#againAt = clock.now() + this.#againMs
      this.#againMs *= 2
      this.detach()
      this.attach()
    })
  }

  /** The program rings. A page that parses hears it by itself. */
  bell(): void {
    const { clock, frames, send, tab } = this.#ports
    if (!frames || this.#page !== 'live' || clock.now() - this.#rungAt < bellIntervalMs) return
    this.#rungAt = clock.now()
    send({ kind: 'tab/bell', tab })
  }

  /** What the page says of its frames. */
  viewed(message: Viewing): void {
    switch (message.kind) {
      case 'tab/frames': this.shadow.frames(message.on && this.#page === 'live'); return
      case 'tab/drawn': this.shadow.viewed({ kind: 'drawn' }); return
      case 'tab/rows-taken': this.shadow.viewed({ kind: 'rows-taken' }); return
      case 'tab/want-rows': this.shadow.viewed({ kind: 'want-rows', numbering: message.numbering, first: message.first, count: message.count }); return
      case 'tab/view': this.shadow.viewed({ kind: 'view', numbering: message.numbering, row: message.row }); return
      case 'tab/lay-out': this.shadow.resized({ cols: message.cols, rows: message.rows }); return
      default: unreachable(message)
    }
  }

  /** The page finds the questions of the tab's program: nobody else does. The one switch between its finder and the VT core's. */
  get pageAsks(): boolean {
    return !this.#ports.frames && !this.shadow.on
  }

  /** A question that the dispatcher answers, which ends at `end`: its answer waits until the core has come to it, or the page where there is no core; with neither it goes at once. */
  question(query: OutputQuery, end: number, answered: boolean): void {
    const behind = this.base + end
    if (this.pageAsks ? this.#page === 'none' : behind <= this.#reached) this.#ports.answer([query])
    else this.#held.hold(query, behind, answered)
  }

  /** The page's parser has come to such a question. */
  questionReached(): void {
    if (this.pageAsks) this.#ports.answer(this.#held.reached())
  }

  /** In the core's order. What the dispatcher finds may end one byte behind the core's offset, and in the next chunk: an ESC ends a string there, its backslash does nothing more. */
  #asked(asked: readonly Asked[]): void {
    this.#ports.answer(asked.flatMap(({ query, at }): Answerable[] => {
      if (query.kind === 'output-query') return this.#held.passed(this.#reached = (at ?? 0) + 1)
      return at === null ? [query] : [...this.#held.passed(at), query]
    }))
  }

  #passed(upTo: number): void {
    this.#ports.answer(this.#held.passed(upTo))
  }

  /** No program asks any more. */
  forgetQuestions(): void {
    this.#held.forget()
    this.shadow.forgetQuestions()
  }

  /** In order with the output: what the page parses next was made for it. */
  tellSize(): void {
    if (this.#page === 'asking') return // with the snapshot
    const told = this.#ports.heldSize()
    if (told === null && !this.#sizeTold) return
    this.#sizeTold = told !== null
    this.#outbox.flush()
    this.#ports.send({ kind: 'tab/size', tab: this.#ports.tab, size: told })
  }

  dispose(): void {
    this.#stopWaiting()
    this.#cancelAgain?.()
    this.#cancelRest?.()
    this.#outbox.dispose()
    this.shadow.dispose()
  }

  /** What the ring holds, from its first whole line, in the modes that were in force there. */
  #replay(): void {
    const parsed = this.#meter.parsed('page')
    const { at, modes } = this.history.beginning(parsed)
    this.#begins()
    this.#ports.send({ kind: 'tab/begin', tab: this.#ports.tab, at, bytes: modes })
    this.tellSize()
    this.#sendFrom(at, parsed)
  }

  /** The screen at an offset, then what came behind it. The program goes on when the page has laid it out: until then they would only take the processor from each other. */
  #restore(taken: Taken): void {
    const { send, tab } = this.#ports
    const { payload, cols, rows } = taken
    const { at: from, opened } = goesOnAt(taken, this.history.start)
    const parsed = this.#meter.parsed('page')
    this.#begins()
    send({ kind: 'tab/begin', tab, at: from, bytes: new Uint8Array(0), size: { cols, rows } })
    for (let start = 0; start < payload.length; start += outboxBytesMax) send({ kind: 'tab/restore', tab, bytes: payload.slice(start, start + outboxBytesMax), last: false })
    send({ kind: 'tab/restore', tab, bytes: new TextEncoder().encode(opened), last: true })
    this.tellSize()
    this.#sendFrom(from, Math.max(parsed, from))
  }

  /** What waits to be sent comes from the ring instead; what comes from now on is sent. */
  #begins(): void {
    this.#outbox.flush()
    this.#page = 'live'
  }

  get #facts(): Facts {
    return { ...this.#window, keyboard: this.#settings.keyboard.kitty_protocol }
  }

  /** What the page has parsed before goes as a replay. */
  #sendFrom(at: number, parsed: number): void {
    const { send, tab } = this.#ports
    for (const part of this.history.read(at, parsed)) send({ kind: 'tab/replay', tab, ...part })
    for (const part of this.history.read(parsed, this.history.end)) send({ kind: 'tab/output', tab, ...part })
  }

  /** @returns the number of the attempt that may go on from here */
  #stopWaiting(): number {
    this.#cancelWait?.()
    this.#cancelWait = null
    this.#expected = null
    return ++this.#attempt
  }
}

function shadowSettings({ shadow, scrollback }: Options): ShadowSettings {
  const lines = shadow.scrollback_lines
  return { enabled: shadow.enabled, scrollback: lines === -1 ? (columns) => historyLines(scrollback, columns) : () => lines }
}
