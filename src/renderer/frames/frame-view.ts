/**
 * Draws the frames of one session in a terminal of xterm.js: its lines are the core's, and it
 * parses nothing of what the program prints.
 */
import type { Terminal } from '@xterm/xterm'
import { decodeUpdate, decodeHistory, decodePicture, kindOf } from '../../terminal/frames/decode.ts'
import { newRow, type ScreenUpdate, type HistoryRows } from '../../terminal/frames/frame.ts'
import type { RowRange } from '../../terminal/frames/row-ranges.ts'
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
  /** Reports the row at the top of the view to the core. */
  readonly viewReport: ViewReport
  #numbering = -1
  #at = 0
  /** Modes, cursor and colours of the program. */
  readonly state: TerminalState
  /** Rows of a numbering whose first frame is on its way. */
  #early: HistoryRows[] = []
  #dropped = 0
  /** Rows before this number have gone in the core. */
  #erased = 0
  /** Rows from this number on stay as long as the user looks at the history; null: none need. */
  #readFrom: number | null = null
  #top = 0
  readonly #requests: RowRequests
  #watched = false
  /** Frames come, since the grid is in view or somebody waits for rows of it. */
  #subscribed = false
  /** A frame has come since. */
  #hasFrame = false
  /** One is being laid in: what xterm.js emits meanwhile is not all of it. */
  #applying = false
  /** The last frame could not be laid in. */
  #failed = false
  #disposed = false
  readonly #hold: PictureHold
  #cancelDrop: (() => void) | null = null
  /** What `picture` asks for. */
  #picture: Uint8Array | 'wanted' | null = null
  /** Rows that were looked at while they were not there. */
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

  /** The grid is in view: a whole frame comes soon, and others behind it; or no longer. */
  watch(on: boolean): void {
    this.#watched = on
    this.#announcer.forget()
    this.#subscribe()
    this.#looked()
  }

  /**
   * Calls once the rows of the history are there as the core has them, of a grid that is out of
   * view too: at once if they are now.
   * @param done `there` false: they are no more, cannot come, or not in time (limits.ts)
   */
  when(range: RowsNow, done: (there: boolean) => void): void {
    this.#subscribe(true)
    this.#requests.when(range, (there) => {
      done(there)
      this.#subscribe()
    })
    this.#subscribe()
  }

  /** As `when`, for all that the core has by now. */
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
   * Calls with what `read` gives, once the rows of the history that it looks at are there, or do
   * not come: at once if they are now.
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
    // it may go on from there
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

  /** Those that `whenRead` has its caller look at: no compiler sees that it does. */
  #missedRows(): RowRange | null {
    return this.#missed
  }

  /** Of a grid that is out of view only what is drawn first stays in the page. */
  dropHidden(): void {
    if (this.#subscribed) return
    this.#ports.pictures.drop()
    const { rows, buffer } = this.#terminal
    const top = this.#dropped + buffer.normal.viewportY
    this.buffers.normal.drop({
      from: top - keepHiddenScreens * rows,
      end: top + (1 + keepHiddenScreens) * rows,
    })
  }

  /**
   * Calls with a frame of all of the screen, of a grid out of view of which the user has seen the
   * end last. null: it is not that, or none comes.
   */
  picture(done: (frame: Uint8Array | null) => void): void {
    const { viewportY, baseY } = this.#terminal.buffer.normal
    if (this.#subscribed || this.#numbering === -1 || viewportY < baseY) {
      done(null)
      return
    }
    this.#picture = 'wanted'
    this.when(
      () => (this.#hasFrame ? null : undefined),
      () => {
        const picture = this.#picture
        this.#picture = null
        done(picture instanceof Uint8Array ? picture : null)
      },
    )
  }

  /** Shows a frame that `picture` gave, of a grid before, until the next one comes. */
  resume(bytes: Uint8Array): void {
    const frame = decodeUpdate(bytes)
    this.#at = frame.at // nothing of it is new
    this.#lay(frame)
    this.#hasFrame = false
  }

  /** The grid is no more. */
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
      // Nothing was announced of it meanwhile.
      this.#hasFrame = false
      this.buffers.normal.doubt()
      this.#requests.forget()
    } else if (!this.#disposed)
      this.#cancelDrop = this.#ports.clock.after(keepHiddenMs, () => this.dropHidden())
    this.#ports.send({ kind: 'session/frames', on: wanted })
  }

  /** What the user looks at, if that is the history. */
  get #rowsInView(): RowRange | null {
    const { type, viewportY, baseY } = this.#terminal.buffer.active
    if (!this.#watched || this.#numbering === -1 || type === 'alternate' || viewportY >= baseY)
      return null
    return { from: this.#dropped + viewportY, end: this.#dropped + viewportY + this.#terminal.rows }
  }

  /** The user looks at other rows, or others have come. */
  #looked(): void {
    if (this.#numbering === -1 || this.#applying) return
    this.viewReport.moved()
    if (this.#hasFrame) this.#requests.look()
    this.#hold.update(this.#watched && this.#requests.viewIsMissing)
  }

  /** A frame or rows of the history have come. */
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
    // behind what is asked for: that goes next then
    if (!isFrame) this.#ports.send({ kind: 'session/rows-taken' })
  }

  /**
   * One that fails is not the end: all is asked for anew, once, and behind that what comes is laid
   * in as well as it can be.
   */
  #layIn(frame: ScreenUpdate): void {
    const again = this.#failed
    this.#lay(frame)
    if (this.#failed && !again) this.#ports.send({ kind: 'session/frames', on: this.#subscribed })
    else acknowledgeDrawn(this.#terminal, this.#inside, this.#ports, this.#watched)
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

  /**
   * All rows that the core has are there; of a grid out of view, which has been in view: what it
   * needs.
   */
  get complete(): boolean {
    return (
      this.#numbering !== -1 &&
      (!this.#subscribed ||
        (this.#hasFrame &&
          this.buffers.normal.gapIn({ from: this.#erased, end: this.#top }) === null))
    )
  }

  /** Offset of the session's output up to which the terminal shows it. */
  get at(): number {
    return this.#at
  }

  /** Under which its rows have their numbers; -1: it has none yet. */
  get numbering(): number {
    return this.#numbering
  }

  /** Number of the row at the top of the screen. */
  get top(): number {
    return this.#top
  }

  /**
   * Number of the row at the top of the view; null: the core cannot lay it out anew, or the user
   * looks at the end.
   */
  get #viewRow(): number | null {
    const row = this.#dropped + this.#terminal.buffer.active.viewportY
    return this.#ports.away() && row >= this.#erased ? row : null
  }

  /** The user looks at the end again: what was erased meanwhile goes. */
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

  /** Nothing is announced of a grid that is out of view. */
  get #region(): LiveRegion | undefined {
    return this.#watched ? this.#ports.liveRegion() : undefined
  }

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
    // What the program erases while the user reads it goes once he has done.
    if (!alternate && !this.#ports.away()) this.#readFrom = null
    else if (frame.erased && numbering === this.#numbering) this.#readFrom ??= this.#dropped
    const first =
      this.#readFrom === null
        ? dropped
        : Math.min(dropped, Math.max(this.#readFrom, dropped + count - this.#ports.historyMax()))
    const trimmed = Math.min(buffers.normal.count, Math.max(0, first - this.#dropped))
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
    const { pictures } = frame
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
    // What is announced is announced with what is drawn.
    if (changed || to >= from || cursorX !== frame.x || cursorY !== frame.y)
      this.#refresh(Math.min(from, cursorY, frame.y), Math.max(to, cursorY, frame.y))
    const bytes = Math.max(0, frame.at - this.#at)
    this.#at = frame.at
    this.#inside.failures.attempt(() => this.#ports.shown(bytes))
  }

  /**
   * Draws these rows of the screen, as far as they are in view, which may lie above. The cursor's
   * row is one of them: xterm.js drops a cursor whose row it does not draw.
   */
  #refresh(from: number, to: number): void {
    const { baseY, viewportY } = this.#terminal.buffer.active
    const below = baseY - viewportY
    const last = this.#terminal.rows - 1
    if (from + below <= last) this.#terminal.refresh(from + below, Math.min(last, to + below))
  }

  #isReset({ numbering, cols }: ScreenUpdate): boolean {
    return numbering !== this.#numbering || cols !== this.#terminal.cols
  }

  /**
   * What the program has erased while the user reads it stays as it is laid out: the core cannot
   * lay it out anew.
   */
  #renumber({ cols, dropped, count, erased }: ScreenUpdate): void {
    const reads =
      this.#terminal.buffer.active.type === 'alternate'
        ? this.#readFrom !== null
        : this.#ports.away()
    const kept = !reads
      ? 0
      : erased
        ? this.buffers.normal.count
        : this.#readFrom === null
          ? 0
          : this.#erased - this.#dropped
    this.buffers.normal.renumber(cols, { first: dropped - kept, count: kept + count, kept })
    this.#dropped = dropped - kept
    this.#readFrom = kept > 0 ? this.#dropped : null
    this.#requests.forget()
  }
}
