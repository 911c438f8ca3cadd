/** Shows the frames of one session in an xterm.js terminal, whose lines are the core's. */
import type { Terminal } from '@xterm/xterm'
import {
  decodeUpdate,
  decodeHistory,
  decodePicture,
  kindOf,
} from '../../../terminal/frames/decode.ts'
import { newRow, type ScreenUpdate, type HistoryRows } from '../../../terminal/frames/frame.ts'
import type { RowRange } from '../../../terminal/frames/row-ranges.ts'
import { OutputAnnouncer, type LiveRegion, type PageScreen } from './announcer.ts'
import { acknowledgeDrawn } from './drawn.ts'
import type { FrameViewPorts, Inside } from './frame-ports.ts'
import { aheadRows, keepHiddenMs, keepHiddenScreens } from './limits.ts'
import type { XtermLine } from './line-maker.ts'
import { PictureHold } from './picture-hold.ts'
import { RowRequests, type RowsNow } from './row-requests.ts'
import { TerminalState } from './terminal-state.ts'
import { ViewReport } from './view-report.ts'
import { XtermBuffers } from './xterm-buffers.ts'

export class FrameView {
  readonly buffers: XtermBuffers
  readonly #terminal: Terminal
  readonly #inside: Inside
  readonly #ports: FrameViewPorts
  readonly #announcer: OutputAnnouncer
  readonly viewReport: ViewReport
  #numbering = -1
  #at = 0
  /** Modes, cursor and colors of the program. */
  readonly state: TerminalState
  /** Rows of a numbering whose first frame has not arrived. */
  #early: HistoryRows[] = []
  #dropped = 0
  /** Rows before this number are gone in the core. */
  #erased = 0
  /** Rows from this number on stay while the user looks at the history. Null if none must. */
  #readFrom: number | null = null
  #top = 0
  readonly #requests: RowRequests
  #watched = false
  /** Whether frames are requested: the grid is visible, or its rows are awaited. */
  #subscribed = false
  /** Whether a frame has arrived since. */
  #hasFrame = false
  /** Whether a frame is being laid in, when events of xterm.js are incomplete. */
  #applying = false
  #failed = false
  #disposed = false
  readonly #hold: PictureHold
  #cancelDrop: (() => void) | null = null
  #picture: Uint8Array | 'wanted' | null = null
  /** Rows that were read while they were missing. */
  #missed: RowRange | null = null

  constructor(terminal: Terminal, inside: Inside, ports: FrameViewPorts) {
    this.#terminal = terminal
    this.#inside = inside
    this.#ports = ports
    this.#hold = new PictureHold(ports.clock, ports.hold)
    this.viewReport = new ViewReport(ports, () => ({
      numbering: this.#numbering,
      row: this.#viewRow,
    }))
    this.state = new TerminalState((bytes) => inside.parse(bytes))
    this.buffers = new XtermBuffers(terminal, (number) => {
      this.#missed = {
        from: Math.min(number, this.#missed?.from ?? number),
        end: Math.max(number + 1, this.#missed?.end ?? 0),
      }
    })
    const ask = (first: number, count: number): void => {
      this.#ports.send({ kind: 'session/want-rows', numbering: this.#numbering, first, count })
    }
    this.#announcer = new OutputAnnouncer(this.buffers.normal, ask)
    this.#requests = new RowRequests(this.buffers.normal, {
      clock: ports.clock,
      ask,
      oldest: () => this.#erased,
      view: () => this.#rowsInView,
    })
    terminal.onScroll(() => this.#looked())
  }

  /** Starts frames for a visible grid, first a complete one, or ends them. */
  watch(on: boolean): void {
    this.#watched = on
    this.#announcer.forget()
    this.#subscribe()
    this.#looked()
  }

  /**
   * Calls `done` when rows of the history are as in the core, also of a hidden grid, or immediately
   * if they are.
   * @param done `there` is false if they are gone, cannot arrive, or are late (limits.ts)
   */
  when(range: RowsNow, done: (there: boolean) => void): void {
    this.#subscribe(true)
    this.#requests.when(range, (there) => {
      done(there)
      this.#subscribe()
    })
    this.#subscribe()
  }

  /** As `when`, for all rows that the core has now. */
  async whole(): Promise<boolean> {
    let now: { readonly numbering: number; readonly end: number } | null = null
    return new Promise((resolve) => {
      this.when(() => {
        if (!this.#hasFrame) return undefined
        if (now?.numbering !== this.#numbering) now = { numbering: this.#numbering, end: this.#top }
        return { from: this.#erased, end: now.end }
      }, resolve)
    })
  }

  /**
   * Calls `done` with the value of `read` when the history rows that it reads are there or cannot
   * arrive, or immediately.
   * @param read may be called several times
   */
  whenRead<Value>(read: () => Value, done: (value: Value) => void): void {
    this.#missed = null
    const value = read()
    const missed = this.#missedRows()
    if (missed === null) {
      done(value)
      return
    }
    const numbering = this.#numbering
    // it may continue from there
    const rows = { from: missed.from - aheadRows, end: missed.end + aheadRows }
    const now = (): RowRange | null =>
      numbering !== this.#numbering
        ? null
        : { from: Math.max(rows.from, this.#erased), end: Math.min(rows.end, this.#top) }
    this.when(now, (there) => {
      if (there) this.whenRead(read, done)
      else done(read())
    })
  }

  /** Returns the missing rows. The compiler does not see that `read` sets them. */
  #missedRows(): RowRange | null {
    return this.#missed
  }

  /** Drops rows of a hidden grid, except those drawn first when it is shown. */
  dropHidden(): void {
    if (this.#subscribed) return
    this.#ports.pictures.place([])
    const { rows, buffer } = this.#terminal
    const top = this.#dropped + buffer.normal.viewportY
    this.buffers.normal.drop({
      from: top - keepHiddenScreens * rows,
      end: top + (1 + keepHiddenScreens) * rows,
    })
  }

  /** Passes a complete frame of a hidden grid that was at the end of its output, or null. */
  picture(done: (frame: Uint8Array | null) => void): void {
    const { viewportY, baseY } = this.#terminal.buffer.normal
    if (this.#subscribed || this.#numbering === -1 || viewportY < baseY) {
      done(null)
      return
    }
    this.#picture = 'wanted'
    this.whenShown(() => {
      const picture = this.#picture
      this.#picture = null
      done(picture instanceof Uint8Array ? picture : null)
    })
  }

  /** Calls `done` when the first frame since the grid became visible is there, or is late. */
  whenShown(done: () => void): void {
    this.when(() => (this.#hasFrame ? null : undefined), done)
  }

  /** Shows a frame of `picture`, taken from a previous grid, until the next one arrives. */
  resume(bytes: Uint8Array): void {
    const frame = decodeUpdate(bytes)
    this.#at = frame.at // nothing of it is new
    this.#lay(frame)
    this.#hasFrame = false
  }

  /** Ends the view, because the grid is removed. */
  dispose(): void {
    this.#disposed = true
    this.#watched = false
    this.#hold.end()
    this.viewReport.cancel()
    this.#requests.dispose()
    this.#cancelDrop?.()
    this.#cancelDrop = null
  }

  #subscribe(wanted = this.#watched || this.#requests.waiting): void {
    if (wanted === this.#subscribed) return
    this.#subscribed = wanted
    this.#cancelDrop?.()
    this.#cancelDrop = null
    if (wanted) {
      // Changes were not sent meanwhile.
      this.#hasFrame = false
      this.buffers.normal.packed.doubt()
      this.#requests.forget()
    } else if (!this.#disposed)
      this.#cancelDrop = this.#ports.clock.after(keepHiddenMs, () => this.dropHidden())
    this.#ports.send({ kind: 'session/frames', on: wanted })
  }

  /** The visible rows, if they are in the history. */
  get #rowsInView(): RowRange | null {
    const { type, viewportY, baseY } = this.#terminal.buffer.active
    if (!this.#watched || this.#numbering === -1 || type === 'alternate' || viewportY >= baseY)
      return null
    return { from: this.#dropped + viewportY, end: this.#dropped + viewportY + this.#terminal.rows }
  }

  #looked(): void {
    if (this.#numbering === -1 || this.#applying) return
    this.viewReport.moved()
    if (this.#hasFrame) this.#requests.look()
    this.#hold.update(this.#watched && this.#requests.viewIsMissing)
  }

  take(bytes: Uint8Array): void {
    const kind = kindOf(bytes)
    const isFrame = kind === 'frame'
    if (isFrame) {
      const frame = decodeUpdate(bytes)
      this.#layIn(frame)
      if (this.#picture === 'wanted' && frame.map.every((row) => row === newRow))
        this.#picture = bytes.slice()
    } else if (kind === 'picture') {
      const { part, data } = decodePicture(bytes)
      this.#ports.pictures.take(part, data)
    } else this.#add(decodeHistory(bytes))
    this.#looked()
    // after requests for rows, so that these are handled next
    if (!isFrame) this.#ports.send({ kind: 'session/rows-taken' })
  }

  /** Lays in a frame. If that fails, requests everything again, once. */
  #layIn(frame: ScreenUpdate): void {
    const again = this.#failed
    this.#lay(frame)
    if (this.#failed && !again) this.#ports.send({ kind: 'session/frames', on: this.#subscribed })
    else acknowledgeDrawn(this.#inside, this.#ports, this.#watched)
  }

  #lay(frame: ScreenUpdate): void {
    this.#failed = true
    this.#applying = true
    this.#inside.failures.attempt(() => {
      if (this.#isReset(frame)) this.#ports.renumber(() => this.#apply(frame))
      else this.#apply(frame)
      this.#failed = false
    })
    this.#applying = false
  }

  #add(history: HistoryRows): void {
    if (history.numbering !== this.#numbering) {
      this.#early = [
        ...this.#early.filter(({ numbering }) => numbering === history.numbering),
        history,
      ]
      return
    }
    this.buffers.normal.add(history)
    this.#ports.changed()
    const region = this.#region
    const drained = region !== undefined && this.#announcer.drain(region)
    const end = history.first + history.rows.starts.length
    this.#requests.came(history.first, end)
    const view = this.#rowsInView
    if (drained || (view !== null && history.first < view.end && end > view.from))
      this.#terminal.refresh(0, this.#terminal.rows - 1)
  }

  /** Whether all rows of the core are there, or a hidden grid has what it needs. */
  get complete(): boolean {
    return (
      this.#numbering !== -1 &&
      (!this.#subscribed ||
        (this.#hasFrame &&
          this.buffers.normal.packed.gapIn({ from: this.#erased, end: this.#top }) === null))
    )
  }

  /** Output offset up to which the terminal shows the session. */
  get at(): number {
    return this.#at
  }

  /** Numbering of the rows, or -1 if there is none yet. */
  get numbering(): number {
    return this.#numbering
  }

  /** Number of the view's top row. Null at the end, or if the core cannot lay it out again. */
  get #viewRow(): number | null {
    const row = this.#dropped + this.#terminal.buffer.active.viewportY
    return this.#ports.away() && row >= this.#erased ? row : null
  }

  /** Drops erased rows when the user returns to the end of the output. */
  atEnd(): void {
    if (
      this.#readFrom === null ||
      this.#terminal.buffer.active.type === 'alternate' ||
      this.#ports.away()
    )
      return
    this.#readFrom = null
    const trimmed = this.#erased - this.#dropped
    this.#dropped = this.#erased
    this.buffers.normal.history(this.#erased, this.#top - this.#erased)
    if (trimmed > 0 && this.buffers.settle(trimmed))
      this.#terminal.refresh(0, this.#terminal.rows - 1)
  }

  /** Number of the oldest row. */
  get dropped(): number {
    return this.#dropped
  }

  /** The live region. A hidden grid announces nothing. */
  get #region(): LiveRegion | undefined {
    return this.#watched ? this.#ports.liveRegion() : undefined
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: its steps depend on each other
  #apply(frame: ScreenUpdate): void {
    const { buffers } = this
    const { cols, rows, alternate, numbering, dropped, count } = frame
    const lines = alternate ? buffers.alternate : buffers.normal
    const anew = this.#isReset(frame)
    const placed = anew && !alternate && this.#ports.away()
    if (anew) this.#renumber(frame)
    const region = this.#region
    if (anew || rows !== this.#terminal.rows) this.#announcer.forget()
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) {
      buffers.fit(cols, rows)
      this.#inside.failures.attempt(() => this.#terminal.resize(cols, rows))
    }
    const switched = (this.#terminal.buffer.active.type === 'alternate') !== alternate
    buffers.switchTo(alternate)
    const before = lines.screen
    const { cursorX, cursorY } = this.#terminal.buffer.active
    const shown: PageScreen = {
      lines: switched && alternate ? [] : before,
      top: alternate ? 0 : this.#top,
      x: cursorX,
      y: cursorY,
    }
    let next = 0
    let [from, to] = [rows, -1]
    const screen = Array.from(frame.map, (y, at): XtermLine => {
      if (y !== at) {
        from = Math.min(from, at)
        to = at
      }
      return y === newRow
        ? buffers.maker.make(frame.fresh, next++, cols)
        : (before[y] ?? buffers.maker.blank(cols))
    })
    // Rows that the program erases while the user reads them are dropped afterwards.
    if (!alternate && !this.#ports.away()) this.#readFrom = null
    else if (frame.erased && numbering === this.#numbering) this.#readFrom ??= this.#dropped
    const first =
      this.#readFrom === null
        ? dropped
        : Math.min(dropped, Math.max(this.#readFrom, dropped + count - this.#ports.historyMax()))
    const trimmed = Math.min(buffers.normal.packed.count, Math.max(0, first - this.#dropped))
    const leaving = alternate ? [] : buffers.leaving(trimmed)
    this.#numbering = numbering
    this.#hasFrame = true
    buffers.normal.history(first, dropped + count - first)
    if (trimmed > 0) buffers.normal.showInstead(leaving)
    lines.screen = screen
    this.#dropped = first
    this.#erased = dropped
    for (const early of this.#early.splice(0))
      if (early.numbering === numbering) buffers.normal.add(early)
    this.#top = dropped + count
    this.state.bringTo(frame.state ?? {})
    const { commands } = frame
    const { cursors, pictures } = frame
    if (cursors !== null) this.#ports.cursors(cursors)
    if (pictures !== null) this.#inside.failures.attempt(() => this.#ports.pictures.place(pictures))
    if (commands !== null) this.#inside.failures.attempt(() => this.#ports.commands(commands))
    if (buffers.settle(alternate ? 0 : trimmed) || switched || anew) [from, to] = [0, rows - 1]
    if (frame.view !== null && placed) buffers.viewFrom(Math.max(0, frame.view - first))
    buffers.cursor(frame.x, frame.y)
    if (region === undefined) this.#announcer.skip(frame.y)
    const changed =
      region !== undefined &&
      this.#announcer.frame(
        region,
        shown,
        { lines: screen, top: alternate ? 0 : this.#top, x: frame.x, y: frame.y },
        { map: frame.map, switched },
      )
    // Announced text must also be drawn.
    if (changed || cursors !== null || to >= from || cursorX !== frame.x || cursorY !== frame.y)
      this.#refresh(Math.min(from, cursorY, frame.y), Math.max(to, cursorY, frame.y))
    const bytes = Math.max(0, frame.at - this.#at)
    this.#at = frame.at
    this.#inside.failures.attempt(() => this.#ports.shown(bytes))
  }

  /** Draws visible rows and the cursor's, because xterm.js drops a cursor in other rows. */
  #refresh(from: number, to: number): void {
    const { baseY, viewportY } = this.#terminal.buffer.active
    const below = baseY - viewportY
    const last = this.#terminal.rows - 1
    if (from + below <= last) this.#terminal.refresh(from + below, Math.min(last, to + below))
  }

  #isReset({ numbering, cols }: ScreenUpdate): boolean {
    return numbering !== this.#numbering || cols !== this.#terminal.cols
  }

  /** Renumbers rows. Erased rows that the user reads keep their layout, unknown to the core. */
  #renumber({ cols, dropped, count, erased }: ScreenUpdate): void {
    const reads =
      this.#terminal.buffer.active.type === 'alternate'
        ? this.#readFrom !== null
        : this.#ports.away()
    const kept = !reads
      ? 0
      : erased
        ? this.buffers.normal.packed.count
        : this.#readFrom === null
          ? 0
          : this.#erased - this.#dropped
    this.buffers.normal.renumber(cols, { first: dropped - kept, count: kept + count, kept })
    this.#dropped = dropped - kept
    this.#readFrom = kept > 0 ? this.#dropped : null
    this.#requests.forget()
  }
}
