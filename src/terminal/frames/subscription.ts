/**
 * One page's subscription to a terminal: decides when to send frames and rows of history. At most
 * one frame and one part of history are on their way, always the newest. History follows frames:
 * the newest rows first, the rest when the terminal is quiet.
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
  /** Transfers the bytes. */
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
  /** Whether a synchronized update is open, and since when a frame waits for its end. */
  #updating = false
  /** Whether one has ended in the chunk that is being parsed. */
  #updated = false
  #heldSince: Millis | null = null

  readonly #pictures = new PictureParts()
  /** Rows that were sent, in this numbering. */
  readonly #sent = new RowRanges()
  #numbering: number
  /** Whether the rows directly above the screen follow the next frame. */
  #soon = true
  #rowsOnTheirWay = false
  #rowsTimer: Timer | null = null
  #wanted: readonly RowRange[] = []
  #printedAt: Millis = Number.NEGATIVE_INFINITY
  /** End of the history in the last frame; infinite before the first one of a numbering. */
  #frameEnd = Number.POSITIVE_INFINITY
  /** Start of continuous output, or time of the last part sent during it. */
  #floodAt: Millis | null = null

  /** Sends the first, full frame, in time after the previous subscription's (`frameAt`). */
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

  /** Handles parsed bytes. `updating`: a synchronized update is open after them. */
  printed(updating: boolean): void {
    this.#printedAt = this.#ports.clock.now()
    this.#floodAt ??= this.#printedAt
    this.#updating = updating
    this.#updated = false
    this.#frameWhenDue()
    this.#rowsWhenDue()
  }

  /** Handles the end of a synchronized update within a chunk. */
  updated(): void {
    this.#updated = true
  }

  /** Handles the start of an update in a chunk, with a complete screen. `at`: parsed bytes. */
  updating(at: number): void {
    if (
      this.#updated &&
      !this.#frameOnItsWay &&
      this.#ports.clock.now() >= this.#frameAt + frameIntervalMs
    )
      this.#sendFrame(at)
  }

  /** Handles a change of the size or of the history's limit. */
  changed(): void {
    const { dropped, end } = this.#there
    this.#sent.clip(dropped, end) // rows that return to the screen may change there
    this.#sendView()
    this.#frameWhenDue()
    this.#rowsWhenDue()
  }

  /** After a change of width, sends the viewed rows just before the frame that renumbers them. */
  #sendView(): void {
    const { view } = this.#prompts
    const { numbering, rows } = this.#terminal.screen
    if (view === null || numbering === this.#numbering) return
    this.#recount()
    this.#wanted = [{ from: view, end: view + rows }]
    this.#sendRows()
  }

  /** The page has drawn the last frame. */
  drawn(): void {
    this.#frameOnItsWay = false
    this.#frameWhenDue()
  }

  /** The page has received the last part of history. */
  rowsTaken(): void {
    this.#rowsOnTheirWay = false
    this.#sendRows()
    this.#rowsWhenDue()
  }

  /** Sends rows that the page is about to show first, even if sent before, each once. */
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
    // the page releases all others at this frame; a taller screen may take some back
    this.#sent.clip(this.#there.dropped, this.#there.end)
    if (this.#soon || this.#terminal.screen.pictures.placements.length > 0) this.#sendRows()
    this.#rowsWhenDue()
  }

  // ---- history ----

  /** Rows of history that may be sent: those that the page knows from a frame. */
  get #there(): { readonly dropped: number; readonly end: number } {
    const { screen } = this.#terminal
    return {
      dropped: screen.primary.history?.dropped ?? 0,
      end: Math.min(screen.firstRow, this.#frameEnd),
    }
  }

  /** Restarts after a change of numbering. */
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
   * Sends the next due part: rows that the page requested, then those after the first frame, then
   * those sent when quiet, then those sent during heavy output.
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
      // rows follow the image
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

  /** Sends the next part of an image, if any. */
  #sendPicture(): boolean {
    const bytes = this.#pictures.next()
    if (bytes === null) return false
    this.#rowsOnTheirWay = true
    this.#ports.post({ kind: 'rows', bytes })
    return true
  }

  /** Returns the newest unsent rows among those above the screen. */
  #gap(rows = Number.POSITIVE_INFINITY): RowRange | null {
    const { dropped, end } = this.#there
    return this.#sent.newestGap(Math.max(dropped, end - rows), end)
  }

  /** Sends the newest of these rows in one part. Returns the first sent row, or the end. */
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

  /** Returns the timer, which may ring too early: its callback checks again. */
  #armed(timer: Timer | null, at: Millis, call: () => void): Timer {
    if (timer !== null && timer.at <= at) return timer
    timer?.cancel()
    return { at, cancel: this.#ports.clock.after(Math.max(0, at - this.#ports.clock.now()), call) }
  }
}
