/**
 * A terminal without a screen to look at: bytes in, state out. The one way in are bytes; sizes come
 * from outside.
 */
import type { Compression } from './history/compression.ts'
import type { HistoryPlace } from './history/history.ts'
import { keepScreen, restoreScreen, type Kept, type KeptParts } from './history/kept.ts'
import {
  colsMax,
  colsMin,
  historyLinesMax,
  keptSequenceBytesMax,
  rowsMax,
  rowsMin,
} from './limits.ts'
import { Parser } from './parse/parser.ts'
import type { PictureHost } from './images/host.ts'
import type { Facts, TerminalQuery } from './replies/facts.ts'
import { hasDarkBackground, reportSize } from './screen/queries.ts'
import { resizeScreen } from './screen/resize.ts'
import { RowTexts } from './history/row-text.ts'
import { Screen, type MarkListener, type ScreenEvents } from './screen/screen.ts'

export interface TerminalOptions {
  readonly cols: number
  readonly rows: number
  /** Rows of history. */
  readonly scrollback: number
  /**
   * The alternate screen was entered or left, by the bytes before offset `at` (exact to a chunk).
   */
  readonly onMode?: (mode: { screen: 'grid' | 'stream'; at: number }) => void
  /**
   * A synchronized update has just ended, within a chunk: the screen is as the program wants it
   * seen.
   */
  readonly onUpdated?: () => void
  /** One is about to begin, within a chunk. */
  readonly onUpdating?: () => void
  /** Notified of the shell's marks. */
  readonly marks?: MarkListener
  /**
   * What rows are numbered by (`Screen.numbering`) at first: another one for each terminal that
   * viewers take for the same.
   */
  readonly numbering?: number
  /**
   * A program asks something. `at`: offset behind the question, however the bytes are cut; null: a
   * report of what `resize` or `setFacts` has changed.
   */
  readonly onQuery?: (query: TerminalQuery, at: number | null) => void
  /** Its history lies in memory that other threads can be given: it can be kept. */
  readonly shared?: boolean
  /** Of its history, when it rests; absent: there is none. */
  readonly compression?: Compression | undefined
  /** It goes on from where another one was kept: size and history are as they were there. */
  readonly kept?: Kept
  /** What pictures need beside their bytes. */
  readonly pictureHost?: PictureHost
  /** Asked behind strings, such as an image: shall the rest of what is written wait? */
  readonly shouldYield?: () => boolean
}

export class Terminal {
  readonly screen: Screen
  readonly #parser: Parser
  readonly #texts: RowTexts
  #at = 0
  /** Offset of the chunk that is being parsed; null: none is. */
  #chunkAt: number | null = null

  constructor({
    cols,
    rows,
    scrollback,
    onMode,
    onUpdated,
    onUpdating,
    onQuery,
    marks,
    numbering = 0,
    shared = false,
    compression,
    kept,
    pictureHost,
    shouldYield,
  }: TerminalOptions) {
    const events: ScreenEvents = {
      screen: (screen) => {
        onMode?.({ screen, at: this.#at })
      },
      updating: () => {
        onUpdating?.()
      },
      updated: () => {
        onUpdated?.()
      },
      asked: (query) => {
        onQuery?.(query, this.#chunkAt === null ? null : this.#chunkAt + this.#parser.position)
      },
      marks,
    }
    this.screen = new Screen(
      clamp(cols, colsMin, colsMax),
      clamp(rows, rowsMin, rowsMax),
      clamp(scrollback, 0, historyLinesMax),
      events,
      numbering,
      shared,
      compression,
    )
    this.#parser = new Parser(this.screen, pictureHost, shouldYield)
    this.#texts = new RowTexts(this.screen)
    if (kept === undefined) return
    const { at, opener } = restoreScreen(this.screen, kept)
    this.#parser.feed(new TextEncoder().encode(opener))
    this.#at = at
  }

  /** Bytes of this session that have been written. */
  get at(): number {
    return this.#at
  }

  /**
   * `at`: bytes of the session before these; absent, they follow the last ones. Afterwards `at` is
   * behind those that were taken: all, unless it yields.
   */
  write(bytes: Uint8Array, at = this.#at): void {
    this.#at = at + bytes.length
    this.#chunkAt = at
    this.#at = at + this.#parser.feed(bytes)
    this.#chunkAt = null
  }

  /**
   * What programs can ask for and no output contains. Those that have asked for it are sent a
   * report of another cell or of a background that is dark now, or is not.
   */
  setFacts(facts: Facts): void {
    const { screen } = this
    const { cell } = screen.facts
    const wasDark = hasDarkBackground(screen)
    screen.facts = facts
    if (!facts.pictures) screen.pictures.clear()
    const dark = hasDarkBackground(screen)
    if (screen.modes.colorSchemeReports && dark !== wasDark)
      screen.events.asked({ kind: 'colour-scheme', dark })
    if (
      screen.modes.sizeReports &&
      (cell?.width !== facts.cell?.width || cell?.height !== facts.cell?.height)
    )
      reportSize(screen)
  }

  /** Offset of a clean cut at or before `at`: the start of an unfinished sequence or character. */
  get cleanCut(): number {
    return this.#at - this.#parser.unfinishedBytes
  }

  /**
   * What a fresh terminal is given so that it swallows the rest of the sequence that is unfinished
   * at the end; empty: there is none.
   */
  get opener(): string {
    return this.#parser.opener
  }

  /**
   * A new size, clamped. Lines of the primary screen and its history are laid out anew; `places`
   * are cells of theirs (`History.dropped`): what is returned is where the text of each is then.
   * One whose row has left is the oldest cell.
   */
  resize(
    cols: number,
    rows: number,
    places: readonly HistoryPlace[] = [],
  ): readonly HistoryPlace[] {
    const { screen } = this
    const before = [screen.cols, screen.rows]
    const moved = resizeScreen(
      screen,
      clamp(cols, colsMin, colsMax),
      clamp(rows, rowsMin, rowsMax),
      places,
    )
    if (screen.modes.sizeReports && (screen.cols !== before[0] || screen.rows !== before[1]))
      reportSize(screen)
    return moved
  }

  /**
   * All that a terminal in another thread needs to go on from here, or from the clean cut; `anew`:
   * it has had nothing of before. Of a long sequence that is unfinished the rest is swallowed.
   */
  keep(anew: boolean): KeptParts {
    const { cleanCut } = this
    const place =
      this.#at - cleanCut <= keptSequenceBytesMax
        ? { at: cleanCut, opener: '' }
        : { at: this.#at, opener: this.opener }
    return keepScreen(this.screen, place, anew)
  }

  /** As `PackedRows.rest`, of the history. */
  rest(): { readonly changed: boolean; readonly more: boolean } {
    this.screen.forgetFresh()
    return this.screen.primary.history!.rest() // the primary screen has one
  }

  setScrollback(lines: number): void {
    this.screen.primary.history?.setLimit(clamp(lines, 0, historyLinesMax))
  }

  isAlternateScreen(): boolean {
    return this.screen.isAlternate
  }

  /**
   * Rows of the screen as text, from the top, trailing blanks cut: the same array while no text has
   * changed.
   */
  rowTexts(): readonly string[] {
    return this.#texts.read()
  }
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.floor(value)))
    : value > 0
      ? most
      : least
}
