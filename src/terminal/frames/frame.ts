/**
 * Messages with a session's screen for the window (docs/contributing/internals/shadow.md): frames
 * of the screen, and packed rows of its history. The worker writes both (encode.ts), the page reads
 * them (decode.ts), and the main process passes the bytes on.
 *
 * Rows of the primary screen and its history are numbered: the oldest row ever is 0, the first row
 * of the history `dropped`, screen row `y` `dropped + count + y`. A row keeps its number until
 * `numbering` changes (reflow, a fresh terminal).
 */

import type { CursorState } from '../screen/cursors/extra-cursors.ts'
import type { PromptClick } from '../../protocol/osc/mark-options.ts'
import type { Encoded } from '../images/header.ts'

/** Rows packed as in history/packed-row.ts, with what their cells refer to by number. */
export interface UpdateRows {
  /** The rows, and the same memory as bytes. */
  readonly words: Uint32Array
  readonly bytes: Uint8Array
  /** Start of each row in `words`. */
  readonly starts: Uint32Array
  /** Texts of the clusters in these rows. */
  readonly clusters: ReadonlyMap<number, string>
  /**
   * Links, underline colors and sizes by number. `color`: 0 to 255 (palette), or 0x1000000 + RGB.
   * `sizing`: a word of sized/sizing.ts.
   */
  readonly extras: ReadonlyMap<
    number,
    {
      readonly color?: number
      readonly link?: { readonly uri: string; readonly id: string }
      readonly sizing?: number
    }
  >
}

/** A command marked by the shell (OSC 133), by row numbers of the primary screen. */
export interface MarkedCommand {
  readonly prompt: number
  /** First row of its output; `null` before. Rows below `dropped` are gone, also in `end`. */
  readonly output: number | null
  /** Its output ends in this row, before this column. */
  readonly end: { readonly row: number; readonly column: number } | null
  /** `null` if unknown. */
  readonly exit: number | null
  /** Application that marked it, which alone marks its end. */
  readonly aid?: string
  /** How a click moves the cursor in the input, until the output starts. */
  readonly click?: PromptClick
  /** Start of the input, until the output starts. */
  readonly input?: { readonly row: number; readonly column: number }
}

/** Position of an image (`images/store.ts`). Lengths are in cells, with fractions. */
export interface PlacedPicture {
  /** Numbers of this placement and its image, never reused. */
  readonly serial: number
  readonly picture: number
  /** px */
  readonly size: readonly [width: number, height: number]
  /** Frames and their times; absent if not animated. */
  readonly animation?: {
    /** Time per frame in ms; 0 skips it. */
    readonly gaps: readonly number[]
    /** `loading`: waits at the last frame for more. `loops`: 0 for endless. */
    readonly state: 'stopped' | 'loading' | 'running'
    readonly loops: number
    /** Frame shown while stopped, from 1. */
    readonly current: number
  }
  readonly alternate: boolean
  /** Number of its first row; on the alternate screen, the row itself. */
  readonly row: number
  readonly column: number
  readonly cols: number
  readonly rows: number
  /** Drawn area, from the corner of the upper left cell. */
  readonly drawn: readonly [left: number, top: number, width: number, height: number]
  /** Part of the image, px. */
  readonly source: readonly [x: number, y: number, width: number, height: number]
  readonly z: number
  /** Remaining rows `from` to `end`, exclusive. */
  readonly from: number
  readonly end: number
  /** Cells that text has covered: row, first column, column after the last. */
  readonly holes?: readonly (readonly [row: number, from: number, end: number])[]
  /** Shown only by placeholder characters, which name the ids of image and placement. */
  readonly virtual?: { readonly id: number; readonly placement: number }
  /** `row` and `column` are relative to the upper left placeholder of this virtual placement. */
  readonly anchor?: number
}

/** A part of the data of an image or an animation frame. */
export interface PicturePart {
  readonly picture: number
  /** 0 for the image itself; further frames from 1 on. */
  readonly frame: number
  /** Changes with the data, which invalidates earlier parts. */
  readonly version: number
  /** RGBA, or a file to decode. */
  readonly form: 'rgba' | Encoded
  readonly width: number
  readonly height: number
  readonly offset: number
  readonly total: number
}

export const newRow = 0xffff_ffff

export interface ScreenUpdate {
  /** Offset after the last parsed byte. */
  readonly at: number
  readonly cols: number
  readonly rows: number
  readonly alternate: boolean
  readonly numbering: number
  /** History of the primary screen, even if inactive: dropped and existing rows. */
  readonly dropped: number
  readonly count: number
  /** `x` is `cols` while the next character wraps first. */
  readonly x: number
  readonly y: number
  /** For each row its row in the previous frame, or `newRow` for the next one of `fresh`. */
  readonly map: Uint32Array
  readonly fresh: UpdateRows
  /** Sequences for changed modes, cursor and colors (state.ts). */
  readonly state: Readonly<Record<string, string>> | null
  /** All known commands, oldest first; `null` if unchanged. */
  readonly commands: readonly MarkedCommand[] | null
  /** In the first frame of a numbering: position of the row that `session/view` reported. */
  readonly view: number | null
  /** Whether a reset (RIS) or `CSI 3 J` erased the history since the previous frame. */
  readonly erased: boolean
  /** All placements on both screens in order of creation; `null` if unchanged. */
  readonly pictures: readonly PlacedPicture[] | null
  /** Extra cursors and their colors; `null` if unchanged. */
  readonly cursors: CursorState | null
}

export interface HistoryRows {
  readonly numbering: number
  readonly first: number
  readonly rows: UpdateRows
}
