/**
 * One page's subscription to a terminal: when a frame is sent, and which rows of history when. At
 * most one frame and one part of history are on their way; what is sent is always the newest. Parts
 * of history come behind the frames: the newest rows first, the rest when the terminal rests.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import type { Terminal } from '../terminal.ts'
import { encodeHistory, FrameSource } from './encode.ts'
import {
  floodPartMs,
  frameIntervalMs,
  heldForViewersMs,
  partBytesMax,
  partRowsMax,
  historyAfterMs,
  soonScreens,
  wantedMax,
} from './limits.ts'
import { PictureParts } from './pictures.ts'
import type { Prompts } from './prompts.ts'
import { RowRanges, type RowRange } from './row-ranges.ts'
import { firstRowOf } from './wire.ts'

export interface SubscriptionPorts {
  readonly clock: Clock
  /** The bytes are given away. */
  readonly post: (message: {
    readonly kind: 'frame' | 'rows'
    readonly bytes: Uint8Array<ArrayBuffer>
  }) => void
}

interface Timer {
  readonly at: Millis
  readonly cancel: () => void
}

export class Subscription {
  readonly #terminal: Terminal
  readonly #ports: SubscriptionPorts
  readonly #source: FrameSource
  readonly #prompts: Prompts
  #frameAt: Millis
  #frameOnItsWay = false
  #frameTimer: Timer | null = null
  /** A synchronized update is open, and since when a frame waits for its end. */
  #updating = false
  /** One has ended in the chunk that is being parsed. */
  #updated = false
  #heldSince: Millis | null = null

  readonly #pictures = new PictureParts()
  /** Rows that were sent, under this numbering. */
  readonly #sent = new RowRanges()
  #numbering: number
  /** The rows right above the screen are to follow the next frame. */
  #soon = true
  #rowsOnTheirWay = false
  #rowsTimer: Timer | null = null
  #wanted: readonly RowRange[] = []
  #printedAt: Millis = Number.NEGATIVE_INFINITY
  /**
   * End of the history in the frame that was sent last; infinite before the first of a numbering.
   */
  #frameEnd = Number.POSITIVE_INFINITY
  /** Since when output comes without a rest, or of the last part that was sent meanwhile. */
  #floodAt: Millis | null = null

  /**
   * The first frame is full, and sent at once, but for the pace.
   * @param frameAt when the subscription before sent its last one
   */
  constructor(
    terminal: Terminal,
    prompts: Prompts,
    ports: SubscriptionPorts,
    frameAt: Millis = Number.NEGATIVE_INFINITY,
  ) {
    this.#terminal = terminal
    this.#ports = ports
    this.#prompts = prompts
    this.#source = new FrameSource(terminal, prompts)
    this.#numbering = terminal.screen.numbering
    this.#frameAt = frameAt
    this.#frameWhenDue()
    this.#rowsWhenDue()
  }

  get frameAt(): Millis {
    return this.#frameAt
  }

  /** Bytes have been parsed. `updating`: a synchronized update is open behind them. */
  printed(updating: boolean): void {
    this.#printedAt = this.#ports.clock.now()
    this.#floodAt ??= this.#printedAt
    this.#updating = updating
    this.#updated = false
    this.#frameWhenDue()
    this.#rowsWhenDue()
  }

  /** A synchronized update has ended, within a chunk. */
  updated(): void {
    this.#updated = true
  }

  /**
   * The next one begins within the same chunk: this is the moment at which the screen is whole.
   * `at`: offset up to which all has been parsed.
   */
  updating(at: number): void {
    if (
      this.#updated &&
      !this.#frameOnItsWay &&
      this.#ports.clock.now() >= this.#frameAt + frameIntervalMs
    )
      this.#sendFrame(at)
  }

  /** The size, or the limit of the history, is another one. */
  changed(): void {
    const { dropped, end } = this.#there
    this.#sent.clip(dropped, end) // rows that are back on the screen may change there
    this.#sendView()
    this.#frameWhenDue()
    this.#rowsWhenDue()
  }

  /**
   * After another width what the user looks at goes before the frame that numbers its rows anew:
   * the page has both at once then.
   */
  #sendView(): void {
    const { view } = this.#prompts
    const { numbering, rows } = this.#terminal.screen
    if (view === null || numbering === this.#numbering) return
    this.#recount()
    this.#wanted = [{ from: view, end: view + rows }]
    this.#sendRows()
  }

  /** The page has drawn the frame that was on its way. */
  drawn(): void {
    this.#frameOnItsWay = false
    this.#frameWhenDue()
  }

  /** The page has taken the part of history that was on its way. */
  rowsTaken(): void {
    this.#rowsOnTheirWay = false
    this.#sendRows()
    this.#rowsWhenDue()
  }

  /**
   * The page is about to show these rows: they go before all others, whether they were sent or not.
   * Those that it has asked for before and not got go once.
   */
  wantRows(numbering: number, first: number, count: number): void {
    if (numbering !== this.#terminal.screen.numbering) return
    const end = first + count
    const others = this.#wanted.flatMap((one) => [
      { from: one.from, end: Math.min(one.end, first) },
      { from: Math.max(one.from, end), end: one.end },
    ])
    this.#wanted = [...others.filter((one) => one.end > one.from), { from: first, end }].slice(
      -wantedMax,
    )
    this.#sendRows()
  }

  /** Nothing is sent any more. */
  dispose(): void {
    this.#frameTimer?.cancel()
    this.#rowsTimer?.cancel()
  }

  // ---- frames ----

  #frameWhenDue(): void {
    if (this.#frameOnItsWay || !this.#source.changed) return
    const now = this.#ports.clock.now()
    if (!this.#updating) this.#heldSince = null
    else this.#heldSince ??= now
    const at = Math.max(
      this.#frameAt + frameIntervalMs,
      this.#heldSince === null ? Number.NEGATIVE_INFINITY : this.#heldSince + heldForViewersMs,
    )
    if (at <= now) this.#sendFrame()
    else
      this.#frameTimer = this.#armed(this.#frameTimer, at, () => {
        this.#frameTimer = null
        this.#frameWhenDue()
      })
  }

  #sendFrame(at = this.#terminal.at): void {
    this.#frameTimer?.cancel()
    this.#frameTimer = null
    this.#heldSince = null
    this.#frameAt = this.#ports.clock.now()
    this.#frameOnItsWay = true
    this.#ports.post({ kind: 'frame', bytes: this.#source.next(at) })
    this.#pictures.named(this.#terminal.screen)
    this.#recount()
    this.#frameEnd = this.#terminal.screen.firstRow
    // the page releases all others by this frame; a higher screen may bring some back
    this.#sent.clip(this.#there.dropped, this.#there.end)
    if (this.#soon || this.#terminal.screen.pictures.placements.length > 0) this.#sendRows()
    this.#rowsWhenDue()
  }

  // ---- history ----

  /**
   * Rows of history that may be sent: those that the page knows of by a frame. What has left the
   * screen since, in an update that is held, goes behind the next one.
   */
  get #there(): { readonly dropped: number; readonly end: number } {
    const { screen } = this.#terminal
    return {
      dropped: screen.primary.history?.dropped ?? 0,
      end: Math.min(screen.firstRow, this.#frameEnd),
    }
  }

  /** Under another numbering nothing has been sent yet. */
  #recount(): void {
    const { numbering } = this.#terminal.screen
    if (numbering === this.#numbering) return
    this.#numbering = numbering
    this.#frameEnd = Number.POSITIVE_INFINITY
    this.#sent.clear()
    this.#wanted = []
    this.#soon = true
  }

  get #rests(): boolean {
    return this.#ports.clock.now() >= this.#printedAt + historyAfterMs
  }

  #rowsWhenDue(): void {
    if (this.#rowsOnTheirWay || this.#gap() === null) return
    const at = Math.min(
      this.#printedAt + historyAfterMs,
      (this.#floodAt ?? this.#printedAt) + floodPartMs,
    )
    this.#rowsTimer = this.#armed(this.#rowsTimer, at, () => {
      this.#rowsTimer = null
      this.#sendRows()
      this.#rowsWhenDue()
    })
  }

  /**
   * The next part, if one is due: what the page wants, what follows the first frame, what comes in
   * a rest, what a flood leaves.
   */
  #sendRows(): void {
    this.#recount()
    while (!this.#rowsOnTheirWay) {
      const wanted = this.#wanted.at(-1)
      if (wanted === undefined) break
      this.#wanted = this.#wanted.slice(0, -1)
      const from = this.#sendPart(wanted)
      if (from > Math.max(wanted.from, this.#there.dropped))
        this.#wanted = [...this.#wanted, { from: wanted.from, end: from }]
    }
    if (this.#rowsOnTheirWay) return
    const now = this.#ports.clock.now()
    if (this.#soon) {
      this.#soon = false
      const gap = this.#gap(soonScreens * this.#terminal.screen.rows)
      if (gap !== null) this.#sendPart(gap)
      else this.#sendPicture()
    } else if (this.#sendPicture()) {
      // rows go behind it
    } else if (this.#rests) {
      this.#floodAt = null
      const gap = this.#gap()
      if (gap !== null) this.#sendPart(gap)
    } else if (this.#floodAt !== null && now >= this.#floodAt + floodPartMs) {
      this.#floodAt = now
      const gap = this.#gap(partRowsMax)
      if (gap !== null) this.#sendPart(gap)
    }
  }

  /** The next part of a picture, if there is one. */
  #sendPicture(): boolean {
    const bytes = this.#pictures.next()
    if (bytes === null) return false
    this.#rowsOnTheirWay = true
    this.#ports.post({ kind: 'rows', bytes })
    return true
  }

  /** The newest rows that the page has not, among so many above the screen. */
  #gap(rows = Number.POSITIVE_INFINITY): RowRange | null {
    const { dropped, end } = this.#there
    return this.#sent.newestGap(Math.max(dropped, end - rows), end)
  }

  /**
   * The newest rows of these, as many as one part may hold. Returns the first of them; the end, if
   * there are none.
   */
  #sendPart({ from, end }: RowRange): number {
    const there = this.#there
    const last = Math.min(end, there.end)
    const first = Math.max(from, there.dropped, last - partRowsMax)
    if (last <= first) return first
    const bytes = encodeHistory(this.#terminal, first, last - first, partBytesMax)
    const sentFrom = firstRowOf(bytes)
    this.#sent.add(sentFrom, last)
    this.#sent.clip(there.dropped, there.end)
    this.#rowsOnTheirWay = true
    this.#ports.post({ kind: 'rows', bytes })
    return sentFrom
  }

  /** A timer that rings too early is left: what it calls looks again. */
  #armed(timer: Timer | null, at: Millis, call: () => void): Timer {
    if (timer !== null && timer.at <= at) return timer
    timer?.cancel()
    return { at, cancel: this.#ports.clock.after(Math.max(0, at - this.#ports.clock.now()), call) }
  }
}
