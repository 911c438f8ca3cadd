/** A terminal without a screen to look at. Its only inputs are bytes and sizes. */
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
import { KeptPictures, type WrittenPictures } from './images/kept-pictures.ts'
import type { Facts, TerminalQuery } from './replies/facts.ts'
import { hasDarkBackground, reportSize, reportVisibility } from './screen/queries.ts'
import { resizeScreen } from './screen/resize.ts'
import { RowTexts } from './history/row-text.ts'
import { Screen, type MarkListener, type ScreenEvents } from './screen/screen.ts'

export interface TerminalOptions {
  readonly cols: number
  readonly rows: number
  readonly scrollback: number
  /** Called after the alternate screen was entered or left, with the end of its chunk. */
  readonly onMode?: (mode: { screen: 'grid' | 'stream'; at: number }) => void
  /** Called at the end of a synchronized update within a chunk, when the screen is complete. */
  readonly onUpdated?: () => void
  /** Called before one starts within a chunk. */
  readonly onUpdating?: () => void
  /** Notified of the shell's marks. */
  readonly marks?: MarkListener
  /** Initial `Screen.numbering`; must differ between terminals that viewers treat as the same. */
  readonly numbering?: number
  /** Called for a query with the offset after it; `null` for a report of a changed fact or size. */
  readonly onQuery?: (query: TerminalQuery, at: number | null) => void
  /** Whether its history is in memory that can be shared, so that it can be kept. */
  readonly shared?: boolean
  readonly compression?: Compression | undefined
  /** Continues a kept terminal, with its size and history. */
  readonly kept?: Kept
  /** Output up to this offset begins with a checkpoint of an earlier terminal. */
  readonly continuesTo?: number
  readonly pictureHost?: PictureHost
  /** Facts at the start. */
  readonly facts?: Facts
  /** Images have larger serials; must differ as `numbering` does. */
  readonly serial?: number
  /** Called after strings such as images: whether the rest of the write should wait. */
  readonly shouldYield?: () => boolean
}

export class Terminal {
  readonly screen: Screen
  readonly #parser: Parser
  readonly #texts: RowTexts
  #at = 0
  /** Offset of the chunk that is being parsed, or `null`. */
  #chunkAt: number | null = null
  #imagesTo = 0
  readonly #pictures: KeptPictures
  readonly #continuesTo: number

  constructor(options: TerminalOptions) {
    const { cols, rows, scrollback, numbering = 0, shared = false, compression, kept } = options
    const events: ScreenEvents = {
      screen: (screen) => options.onMode?.({ screen, at: this.#at }),
      updating: () => options.onUpdating?.(),
      updated: () => options.onUpdated?.(),
      asked: (query) => options.onQuery?.(query, this.#queryEnd),
      marks: options.marks,
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
    this.#parser = new Parser(this.screen, options.pictureHost, options.shouldYield)
    this.#texts = new RowTexts(this.screen)
    this.#pictures = new KeptPictures(this.screen, options.pictureHost)
    if (options.facts !== undefined) this.screen.facts = options.facts
    const { pictures } = this.screen
    pictures.numberFrom(options.serial ?? 0)
    this.#continuesTo = options.continuesTo ?? 0
    pictures.isContinuing = kept !== undefined || this.#continuesTo > 0
    if (kept === undefined) return
    const { at, opener } = restoreScreen(this.screen, kept)
    if (kept.images !== undefined) this.#parser.feed(kept.images)
    pictures.isContinuing = false
    this.#parser.feed(new TextEncoder().encode(opener))
    this.#at = this.#imagesTo = at
  }

  get #queryEnd(): number | null {
    return this.#chunkAt === null ? null : this.#chunkAt + this.#parser.position
  }

  /** Number of bytes written in this session. */
  get at(): number {
    return this.#at
  }

  /** Parses bytes at offset `at`, by default the next. Then `at` is after the parsed bytes. */
  write(bytes: Uint8Array, at = this.#at): void {
    const { pictures } = this.screen
    const { newest } = pictures
    this.#at = at + bytes.length
    this.#chunkAt = at
    this.#at = at + this.#parser.feed(bytes)
    this.#chunkAt = null
    if (this.#at >= this.#continuesTo) pictures.isContinuing = false
    if (pictures.newest !== newest) this.#imagesTo = this.#at
  }

  /** Offset at which all output with its images has been parsed; 0 without images. */
  get imagesTo(): number {
    return this.screen.pictures.pictures.size === 0 ? 0 : this.#imagesTo
  }

  /**
   * Returns sequences for images and their places, for a terminal with the same rows, which is
   * `relative`, or has the same numbers.
   */
  images(bytesMax: number, rows: 'relative' | 'numbered'): WrittenPictures {
    return this.#pictures.write(bytesMax, rows)
  }

  /**
   * Sets facts that programs can query and output does not contain. Reports a changed cell size,
   * a background that became dark or light, or a screen that was hidden or shown, to programs that
   * asked for it.
   */
  setFacts(facts: Facts): void {
    const { screen } = this
    const { cell, visible } = screen.facts
    const wasDark = hasDarkBackground(screen)
    screen.facts = facts
    if (!facts.pictures) screen.pictures.clear()
    if (screen.modes.reverseVideo) screen.fullStamp = screen.changes.stamp // frames have its colors
    const dark = hasDarkBackground(screen)
    if (screen.modes.colorSchemeReports && dark !== wasDark)
      screen.events.asked({ kind: 'colour-scheme', dark })
    if (
      screen.modes.sizeReports &&
      (cell?.width !== facts.cell?.width || cell?.height !== facts.cell?.height)
    )
      reportSize(screen)
    if (screen.modes.visibilityReports && visible !== facts.visible) reportVisibility(screen)
  }

  /** Offset of the last clean cut: the start of an unfinished sequence or character. */
  get cleanCut(): number {
    return this.#at - this.#parser.unfinishedBytes
  }

  /** Bytes with which a fresh terminal swallows an unfinished sequence; empty if there is none. */
  get opener(): string {
    return this.#parser.opener
  }

  /**
   * Resizes, clamped, and lays out the primary screen and its history again. Returns the new
   * positions of `places` (see `History.dropped`); a dropped row maps to the oldest cell.
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
   * Returns everything that a terminal in another thread needs to continue from here or from the
   * clean cut; the rest of a long unfinished sequence is swallowed.
   * @param allTables sends all tables, not only new entries
   */
  keep(allTables: boolean): KeptParts {
    const { cleanCut } = this
    const place =
      this.#at - cleanCut <= keptSequenceBytesMax
        ? { at: cleanCut, opener: '' }
        : { at: this.#at, opener: this.opener }
    return keepScreen(this.screen, place, allTables)
  }

  /** See `PackedRows.rest`. */
  rest(): { readonly changed: boolean; readonly more: boolean } {
    this.screen.forgetFresh()
    return this.screen.primary.history.rest()
  }

  setScrollback(lines: number): void {
    this.screen.primary.history.setLimit(clamp(lines, 0, historyLinesMax))
  }

  isAlternateScreen(): boolean {
    return this.screen.isAlternate
  }

  /** Returns the rows as text, trimmed at the end; the same array while nothing has changed. */
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
