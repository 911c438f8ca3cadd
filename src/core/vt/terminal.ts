/** A terminal without a screen to look at: bytes in, state out. The one way in are bytes; sizes come from outside. */
import type { Place } from './history.ts'
import { colsMax, colsMin, historyLinesMax, rowsMax, rowsMin } from './limits.ts'
import { Parser } from './parser.ts'
import { resizeScreen } from './resize.ts'
import { RowTexts } from './row-text.ts'
import { Screen, type ScreenEvents } from './screen.ts'

export interface TerminalOptions {
  readonly cols: number
  readonly rows: number
  /** Rows of history. */
  readonly scrollback: number
  /** The alternate screen was entered or left, by the bytes before offset `at` (exact to a chunk). */
  readonly onMode?: (mode: { screen: 'grid' | 'stream'; at: number }) => void
  /** A synchronized update has just ended, within a chunk: the screen is as the program wants it seen. */
  readonly onUpdated?: () => void
}

export class Terminal {
  readonly screen: Screen
  readonly #parser: Parser
  readonly #texts: RowTexts
  #at = 0

  constructor({ cols, rows, scrollback, onMode, onUpdated }: TerminalOptions) {
    const events: ScreenEvents = { screen: (screen) => { onMode?.({ screen, at: this.#at }) }, updated: () => { onUpdated?.() } }
    this.screen = new Screen(clamp(cols, colsMin, colsMax), clamp(rows, rowsMin, rowsMax), clamp(scrollback, 0, historyLinesMax), events)
    this.#parser = new Parser(this.screen)
    this.#texts = new RowTexts(this.screen)
  }

  /** Bytes of this session that have been written. */
  get at(): number {
    return this.#at
  }

  /** `at`: bytes of the session before these; absent, they follow the last ones. */
  write(bytes: Uint8Array, at = this.#at): void {
    this.#at = at + bytes.length
    this.#parser.feed(bytes)
  }

  /** Offset of a clean cut at or before `at`: the start of an unfinished sequence or character. */
  get cleanCut(): number {
    return this.#at - this.#parser.unfinishedBytes
  }

  /** What a fresh terminal is given so that it swallows the rest of the sequence that is unfinished at the end; empty: there is none. */
  get opener(): string {
    return this.#parser.opener
  }

  /**
   * A new size, clamped. Lines of the primary screen and its history are laid out anew; `places` are cells of theirs (`History.dropped`): what is returned
   * is where the text of each is then. One whose row has left is the oldest cell.
   */
  resize(cols: number, rows: number, places: readonly Place[] = []): readonly Place[] {
    return resizeScreen(this.screen, clamp(cols, colsMin, colsMax), clamp(rows, rowsMin, rowsMax), places)
  }

  setScrollback(lines: number): void {
    this.screen.primary.history?.setLimit(clamp(lines, 0, historyLinesMax))
  }

  isAlternateScreen(): boolean {
    return this.screen.isAlternate
  }

  /** Rows of the screen as text, from the top, trailing blanks cut: the same array while no text has changed. */
  rowTexts(): readonly string[] {
    return this.#texts.read()
  }
}

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.floor(value))) : value > 0 ? most : least
}
