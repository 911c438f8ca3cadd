/** Draws the frames of one session in a terminal of xterm.js: its lines are the core's, and it parses nothing of what the program prints. */
import type { Terminal } from '@xterm/xterm'
import { decodeFrame, decodeHistory, kindOf } from '../../core/frames/decode.ts'
import { newRow, type Frame, type HistoryRows, type MarkedCommand } from '../../core/frames/frame.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { XtermInside } from '../grid/xterm-inside.ts'
import { Announcer, type LiveRegion, type Picture } from './announcer.ts'
import type { XtermLine } from './line-maker.ts'
import { XtermBuffers } from './xterm-buffers.ts'

type WithoutTab<M> = M extends unknown ? Omit<M, 'tab'> : never

export interface FrameViewPorts {
  readonly send: (message: WithoutTab<Extract<PageMessage, { readonly kind: 'tab/frames' | 'tab/drawn' | 'tab/rows-taken' | 'tab/want-rows' | 'tab/view' }>>) => void
  /** Rows of the history have come that were blank before. */
  readonly changed: () => void
  /** The user looks at the history. */
  readonly away: () => boolean
  /** Rows of history that are kept. */
  readonly historyMax: () => number
  readonly commands: (commands: readonly MarkedCommand[]) => void
  /** What a screen reader is told through; undefined: none wants to be told. */
  readonly liveRegion: () => LiveRegion | undefined
  /** Everything up to this offset is in the terminal. */
  readonly shown: (at: number) => void
}

/** What is used of the terminal's inside: its parser for sequences of ours, its frames, and what it has thrown. */
export type Inside = Pick<XtermInside, 'parse' | 'inNextFrame' | 'failures'>

/** A search of all tabs waits so long for a tab's history, ms. */
const wholeWithinMs = 2_000

/** Rows of the history that are asked for at once around one that is missing. */
const wantedAtOnce = 256

/** Rows that have not come by then, ms, may have left the history meanwhile: others may be asked for. */
const askAgainMs = 100

export class FrameView {
  readonly buffers: XtermBuffers
  readonly #terminal: Terminal
  readonly #inside: Inside
  readonly #ports: FrameViewPorts
  readonly #announcer: Announcer
  #numbering = -1
  /** Rows of a numbering whose first frame is on its way. */
  #early: HistoryRows[] = []
  #dropped = 0
  /** Rows before this number have gone in the core. */
  #erased = 0
  /** Rows from this number on stay as long as the user looks at the history; null: none need. */
  #readFrom: number | null = null
  #top = 0
  /** Rows of the history were asked for then, and have not come. */
  #askedAt = Number.NEGATIVE_INFINITY
  #watched = false
  /** Called when cells have come. */
  readonly #waiting = new Set<() => void>()

  constructor(terminal: Terminal, inside: Inside, ports: FrameViewPorts) {
    this.#terminal = terminal
    this.#inside = inside
    this.#ports = ports
    this.buffers = new XtermBuffers(terminal, (number) => this.#missing(number))
    this.#announcer = new Announcer(this.buffers.normal, (first, count) => { this.#ports.send({ kind: 'tab/want-rows', numbering: this.#numbering, first, count }) })
  }

  /** The grid is in view: a whole frame comes soon, and others behind it; or no longer. */
  watch(on: boolean): void {
    this.#watched = on
    this.#announcer.forget()
    this.#ports.send({ kind: 'tab/frames', on })
  }

  /** Has the whole history come, of a grid that is out of view too. Not waited for longer than what it takes: a flood may never let it come. */
  async whole(): Promise<void> {
    if (!this.#watched) this.#ports.send({ kind: 'tab/frames', on: true })
    await new Promise<void>((resolve) => {
      const end = (): void => { window.clearTimeout(timer); this.#waiting.delete(look); resolve() }
      const look = (): void => { if (this.complete) end() }
      const timer = window.setTimeout(end, wholeWithinMs)
      this.#waiting.add(look)
      if (this.#watched) look()
    })
    if (!this.#watched) this.#ports.send({ kind: 'tab/frames', on: false })
  }

  /** A frame or rows of the history have come. */
  take(bytes: Uint8Array): void {
    if (kindOf(bytes) === 'frame') this.#apply(decodeFrame(bytes))
    else this.#add(decodeHistory(bytes))
    for (const look of this.#waiting) look()
  }

  #add(history: HistoryRows): void {
    this.#ports.send({ kind: 'tab/rows-taken' })
    if (history.numbering !== this.#numbering) { this.#early.push(history); return }
    this.buffers.normal.add(history)
    this.#askedAt = Number.NEGATIVE_INFINITY
    this.#ports.changed()
    const region = this.#region
    const told = region !== undefined && this.#announcer.drain(region)
    const { viewportY, type } = this.#terminal.buffer.active
    const top = this.#dropped + viewportY
    if (told || type === 'normal' && history.first < top + this.#terminal.rows && history.first + history.rows.starts.length > top) this.#terminal.refresh(0, this.#terminal.rows - 1)
  }

  /** All rows that the core has are there. */
  get complete(): boolean {
    return this.#numbering !== -1 && this.buffers.normal.completeFrom(this.#erased)
  }

  /** Number of the row at the top of the screen. */
  get top(): number {
    return this.#top
  }

  /** Another size is about to be asked for: what the user looks at is to stay in view. */
  keepView(): void {
    if (this.#numbering !== -1) this.#ports.send({ kind: 'tab/view', numbering: this.#numbering, row: this.#ports.away() ? this.#dropped + this.#terminal.buffer.active.viewportY : null })
  }

  /** The user looks at the end again: what was erased meanwhile goes. */
  atEnd(): void {
    if (this.#readFrom === null || this.#terminal.buffer.active.type === 'alternate' || this.#ports.away()) return
    this.#readFrom = null
    const trimmed = this.#erased - this.#dropped
    this.#dropped = this.#erased
    this.buffers.normal.history(this.#erased, this.#top - this.#erased)
    if (trimmed > 0 && this.buffers.settle(trimmed)) this.#terminal.refresh(0, this.#terminal.rows - 1)
  }

  /** Number of the oldest row. */
  get dropped(): number {
    return this.#dropped
  }

  /** Nothing is told of a grid that is out of view. */
  get #region(): LiveRegion | undefined {
    return this.#watched ? this.#ports.liveRegion() : undefined
  }

  #apply(frame: Frame): void {
    const { buffers } = this
    const { cols, rows, alternate, numbering, dropped, count } = frame
    const lines = alternate ? buffers.alternate : buffers.normal
    const anew = numbering !== this.#numbering || cols !== this.#terminal.cols
    if (anew) buffers.normal.forget(cols)
    const region = this.#region
    if (region === undefined || anew || rows !== this.#terminal.rows) this.#announcer.forget()
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) {
      this.#fit(buffers.normal, cols, rows)
      this.#fit(buffers.alternate, cols, rows)
      this.#inside.failures.attempt(() => this.#terminal.resize(cols, rows))
    }
    const switched = (this.#terminal.buffer.active.type === 'alternate') !== alternate
    buffers.switchTo(alternate)
    const before = lines.screen
    const { cursorX, cursorY } = this.#terminal.buffer.active
    const shown: Picture = { lines: switched && alternate ? [] : before, top: alternate ? 0 : this.#top, x: cursorX, y: cursorY }
    let next = 0
    let [from, to] = [rows, -1]
    const screen = Array.from(frame.map, (y, at): XtermLine => {
      if (y !== at) { from = Math.min(from, at); to = at }
      return y === newRow ? buffers.maker.make(frame.fresh, next++, cols) : before[y] ?? buffers.maker.blank(cols)
    })
    // What the program erases while the user reads it goes once he has done.
    if (!alternate && !this.#ports.away()) this.#readFrom = null
    else if (frame.erased && numbering === this.#numbering) this.#readFrom ??= this.#dropped
    const first = this.#readFrom === null ? dropped : Math.min(dropped, Math.max(this.#readFrom, dropped + count - this.#ports.historyMax()))
    const trimmed = Math.min(buffers.normal.count, Math.max(0, first - this.#dropped))
    const leaving = alternate ? [] : buffers.leaving(trimmed)
    this.#numbering = numbering
    buffers.normal.history(first, dropped + count - first)
    if (trimmed > 0) buffers.normal.showInstead(leaving)
    lines.screen = screen
    this.#dropped = first
    this.#erased = dropped
    for (const early of this.#early.splice(0)) if (early.numbering === numbering) buffers.normal.add(early)
    this.#top = dropped + count
    if (frame.state !== null) this.#inside.parse(new TextEncoder().encode(frame.state))
    if (frame.commands !== null) this.#ports.commands(frame.commands)
    if (buffers.settle(alternate ? 0 : trimmed)) [from, to] = [0, rows - 1]
    if (frame.view !== null && !alternate) buffers.viewFrom(Math.max(0, frame.view - first))
    buffers.cursor(frame.x, frame.y)
    if (frame.bells > 0) this.#inside.parse(Uint8Array.of(7))
    const told = region !== undefined && this.#announcer.frame(region, shown, { lines: screen, top: alternate ? 0 : this.#top, x: frame.x, y: frame.y }, { map: frame.map, switched })
    // Rows of the view, which may lie above. What is told is told with what is drawn.
    if (told || to >= from) this.#terminal.refresh(0, rows - 1)
    this.#ports.shown(frame.at)
    this.#inside.inNextFrame(() => this.#ports.send({ kind: 'tab/drawn' }))
  }

  /** Until the frame's own rows are laid in, the screen has as many lines as rows. */
  #fit(lines: { screen: XtermLine[] }, cols: number, rows: number): void {
    lines.screen = Array.from({ length: rows }, (_, y) => { const line = lines.screen[y]; return line?.length === cols ? line : this.buffers.maker.blank(cols) })
  }

  /** Some rows around it are asked for, once until they come. A search looks at all there are. */
  #missing(number: number): void {
    const now = performance.now()
    if (now - this.#askedAt < askAgainMs) return
    this.#askedAt = now
    this.#ports.send({ kind: 'tab/want-rows', numbering: this.#numbering, first: Math.max(this.#dropped, number - wantedAtOnce / 2), count: wantedAtOnce })
  }
}
