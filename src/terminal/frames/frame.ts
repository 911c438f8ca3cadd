/**
 * What the window is sent of a session's screen (docs/shadow.md): frames of the
 * screen, and packed rows of its history. The worker writes both (encode.ts), the page reads them
 * (decode.ts); the main process passes the bytes on and does not look into them.
 *
 * Rows of the primary screen and its history have numbers: the oldest row since the beginning is 0,
 * the row at the top of the history `dropped`, screen row `y` is `dropped + count + y`. A number
 * belongs to its row until the rows are numbered anew: `numbering` is another one then (reflow, a
 * fresh terminal).
 */

import type { Encoded } from '../images/header.ts'

/**
 * Rows packed as in history (vt/history/packed-row.ts), one behind the other, with what their cells
 * refer to by number.
 */
export interface UpdateRows {
  /** The rows, and the same memory as bytes. */
  readonly words: Uint32Array
  readonly bytes: Uint8Array
  /** Where each row begins in `words`. */
  readonly starts: Uint32Array
  /** Texts of the clusters in these rows. */
  readonly clusters: ReadonlyMap<number, string>
  /**
   * Links and underline colours of these rows, by number of the extra. `color`: 0-255 the palette,
   * 0x1000000 + RGB.
   */
  readonly extras: ReadonlyMap<
    number,
    { readonly color?: number; readonly link?: { readonly uri: string; readonly id: string } }
  >
}

/** A command that the shell has marked (OSC 133), by row numbers of the primary screen. */
export interface MarkedCommand {
  readonly prompt: number
  /**
   * First row of its output; null until it has begun. One below `dropped` is gone, here and in
   * `end`.
   */
  readonly output: number | null
  /** Where its output ends: in this row, before this column. */
  readonly end: { readonly row: number; readonly column: number } | null
  /** null: not known. */
  readonly exit: number | null
}

/** Where a picture stands (vt/pictures/store.ts). Lengths are in cells, with fractions. */
export interface PlacedPicture {
  /** Of this placement, and of its picture: never used again. */
  readonly serial: number
  readonly picture: number
  /** px */
  readonly size: readonly [width: number, height: number]
  /** Frames that it has, and when they are shown; absent: it stands still. */
  readonly animation?: {
    /** ms that each of them stands; 0: it is passed over. */
    readonly gaps: readonly number[]
    /** `loading`: at the last one it waits for more. `loops`: 0 for ever. */
    readonly state: 'stopped' | 'loading' | 'running'
    readonly loops: number
    /** Shown while it stands, from 1. */
    readonly current: number
  }
  readonly alternate: boolean
  /** Number of its first row; on the alternate screen the row itself. */
  readonly row: number
  readonly column: number
  readonly cols: number
  readonly rows: number
  /** What is drawn, from the upper left cell's corner. */
  readonly drawn: readonly [left: number, top: number, width: number, height: number]
  /** Of the picture, px. */
  readonly source: readonly [x: number, y: number, width: number, height: number]
  readonly z: number
  /** Rows [from, end) of it are left. */
  readonly from: number
  readonly end: number
  /** Cells that text has taken: row, first column, column behind the last. */
  readonly holes?: readonly (readonly [row: number, from: number, end: number])[]
  /**
   * Only characters show it that stand for its cells, and that name it by the ids of picture and
   * placement.
   */
  readonly virtual?: { readonly id: number; readonly placement: number }
  /** `row` and `column` are relative to the upper left placeholder of this virtual placement. */
  readonly anchor?: number
}

/** A piece of a picture's data, or of one of its frames'. */
export interface PicturePart {
  readonly picture: number
  /** 0: the picture's own; from 1 on further frames. */
  readonly frame: number
  /** Another one: what came before is another picture's. */
  readonly version: number
  /** RGBA, or a file that is decoded. */
  readonly form: 'rgba' | Encoded
  readonly width: number
  readonly height: number
  readonly offset: number
  readonly total: number
}

/** A row that is not in the frame before. */
export const newRow = 0xffff_ffff

export interface ScreenUpdate {
  /** Offset behind the last byte that has been parsed. */
  readonly at: number
  readonly cols: number
  readonly rows: number
  readonly alternate: boolean
  readonly numbering: number
  /**
   * Of the primary screen, the alternate one in force or not: rows of history that have gone, and
   * rows that are there.
   */
  readonly dropped: number
  readonly count: number
  /** `x` is `cols` while the next character wraps first. */
  readonly x: number
  readonly y: number
  /**
   * For each row of the screen its row in the frame before, or `newRow`: the next one of `fresh`.
   */
  readonly map: Uint32Array
  readonly fresh: UpdateRows
  /**
   * Sequences that bring a terminal to the modes, cursor and colours in force, whatever was in
   * force: the parts that are others than in the frame before (state.ts); null: none is.
   */
  readonly state: Readonly<Record<string, string>> | null
  /** All that are known, the oldest first; null: as in the frame before. */
  readonly commands: readonly MarkedCommand[] | null
  /**
   * Of the first frame, and the first one of another numbering: where the row is that the page has
   * reported to be at the top of its view (`session/view`); null: none was, or the numbering is the
   * same.
   */
  readonly view: number | null
  /**
   * The terminal was reset (RIS), or its history erased by the program (`CSI 3 J`), since the frame
   * before.
   */
  readonly erased: boolean
  /** All that are placed on either screen, in the order in which they were; null: as before. */
  readonly pictures: readonly PlacedPicture[] | null
}

/** Rows of history, the oldest first. */
export interface HistoryRows {
  readonly numbering: number
  /** Number of the first of them. */
  readonly first: number
  readonly rows: UpdateRows
}
