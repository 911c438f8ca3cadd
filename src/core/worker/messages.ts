/**
 * Messages between the main process and a shadow's worker, per session and in order. Bytes, sizes
 * and questions share one pipe, so that an answer describes the state between two chunks. Both ends
 * are of one build, so nothing is validated.
 */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { RuleOutcome, Rule } from '../../agents/rules/rules.ts'
import type { FoundDialog } from '../../agents/screen-rules/dialog.ts'
import type { ScreenFound, ScreenWatch } from '../../agents/screen-rules/screen-reader.ts'
import type { MarkedCommand } from '../../terminal/frames/frame.ts'
import type { MarkedPlace } from '../../terminal/frames/prompts.ts'
import type { CheckpointNeed } from '../session/flow/recent-output.ts'
import type { Encoding } from '../../terminal/snapshot/encoding.ts'
import type { Kept, KeptParts } from '../../terminal/history/kept.ts'
import type { Facts, TerminalQuery } from '../../terminal/index.ts'

/**
 * Formats of a snapshot: those of docs/reference/session-socket.md, or UTF-8. `styled`: colored
 * text.
 */
export type Form = Encoding | 'text' | 'styled' | 'ansi' | 'html' | 'svg'

export interface SnapshotQuestion {
  readonly kind: 'snapshot'
  readonly form: Form
  /** Maximum rows of history. */
  readonly scrollback: number
  /** Wait for the end of a synchronized update, up to 150 ms. */
  readonly hold: boolean
  /** Deltas will be requested against it. */
  readonly viewer: boolean
  /** `text` and `styled` only: only the output of the last command, which may be empty. */
  readonly output?: boolean
  /** Limit beyond which the oldest history is omitted. */
  readonly bytesMax?: number
  /**
   * `ansi` only: adds images up to `bytesMax`, which the text has less of. If only they are needed,
   * the payload is empty without any.
   */
  readonly images?: { readonly textBytesMax: number; readonly need: CheckpointNeed }
  /** Wraps a text in the socket's JSON. `ringStart`: oldest output that can follow it. */
  readonly wrap?: { readonly ringStart: number }
}

export interface DeltaQuestion {
  readonly kind: 'delta'
  readonly since: number
  readonly encoding: Encoding
}

/** Applies rules, some of them the user's, to a title or progress report. */
export interface JudgeQuestion {
  readonly kind: 'judge'
  readonly rules: readonly Rule[]
  /** As rules see it. */
  readonly text: string
}

/** Finds the dialog on the screen. Equal answers mean that nothing was printed over it. */
export interface DialogQuestion {
  readonly kind: 'dialog'
  readonly rules: readonly Rule[]
  /** Rule of the agent's empty prompt; `null` if unknown or not wanted. */
  readonly prompt: Rule | null
}

export type WorkerQuestion =
  | SnapshotQuestion
  | DeltaQuestion
  | JudgeQuestion
  | DialogQuestion
  /** Finds the row of the output printed after `at` bytes. */
  | { readonly kind: 'place'; readonly at: number }
  /** Finds the rows of all remaining recorder events. */
  | { readonly kind: 'places' }
  /** Reads the line up to the cursor. */
  | { readonly kind: 'line' }

/** State saved in addition to a terminal. */
export interface AroundKept {
  readonly partial: boolean
  /** Something was printed since the mark. */
  readonly hasPrinted: boolean
  /** Text from before the mark that is still on the screen, by row; `null` if there is no mark. */
  readonly earlier: readonly (readonly [y: number, text: string])[] | null
  readonly view: number | null
  /** Commands marked by the shell; `null` if unchanged. */
  readonly commands: readonly MarkedCommand[] | null
  readonly places: readonly MarkedPlace[]
}

/** A saved terminal. */
export interface KeptTerminal extends Kept {
  /** Offset at which it continues. */
  readonly at: number
  readonly around: AroundKept
}

/** Messages other than output that change a terminal. They are repeated to the next worker. */
export type Repeated = Extract<
  ToShadow,
  { readonly kind: 'resize' | 'scrollback' | 'mark' | 'place' }
>

export type ToShadow =
  /**
   * Starts a terminal at offset `at`: a saved one, or (`null`) a fresh one of this size. `modes`:
   * bytes that set the modes there if earlier output is missing (`partial`). `numbering`: numbering
   * of a fresh terminal's rows. `repeated`: number of earlier `Repeated` messages. `answered`:
   * queries up to this offset are not sent again.
   */
  | {
      readonly kind: 'begin'
      readonly cols: number
      readonly rows: number
      readonly scrollback: number
      readonly epoch: number
      readonly numbering: number
      readonly repeated: number
      readonly at: number
      /** See `Terminal`. */
      readonly continuesTo?: number
      readonly modes: Uint8Array
      readonly partial: boolean
      readonly answered: number
      readonly facts: Facts
      readonly kept: KeptTerminal | null
    }
  /** Skips output before this offset and continues there in these modes. */
  | { readonly kind: 'skip'; readonly at: number; readonly modes: Uint8Array }
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array }
  /** `again`: an earlier worker had it, and the program was sent the report. */
  | { readonly kind: 'resize'; readonly cols: number; readonly rows: number; readonly again?: true }
  | { readonly kind: 'scrollback'; readonly lines: number }
  /** Facts that programs can query changed. */
  | { readonly kind: 'facts'; readonly facts: Facts }
  /** A new program runs in the same terminal; earlier revisions are invalid. */
  | { readonly kind: 'epoch'; readonly epoch: number }
  | { readonly kind: 'ask'; readonly request: number; readonly question: WorkerQuestion }
  /** Starts or stops change notifications. */
  | { readonly kind: 'follow'; readonly on: boolean }
  /** A page shows the screen and starts over; or none does. */
  | { readonly kind: 'frames'; readonly on: boolean }
  /** The page has drawn the frame, or taken the rows, that were sent. */
  | { readonly kind: 'drawn' | 'rows-taken' }
  /** The user reads history from this row on; `null` for the screen. */
  | { readonly kind: 'view'; readonly numbering: number; readonly row: number | null }
  /** The page is about to show these rows of history. */
  | {
      readonly kind: 'want-rows'
      readonly numbering: number
      readonly first: number
      readonly count: number
    }
  /** The screen so far is not the agent's. It is read only after more output. */
  | { readonly kind: 'mark' }
  /** A recorder event is here, after `at` bytes. */
  | { readonly kind: 'place'; readonly at: number }
  /** Reads the screen whenever it settles (`ScreenReader`); `null` ends it. */
  | { readonly kind: 'watch'; readonly watch: ScreenWatch | null }
  | { readonly kind: 'end' }

/** Messages of a page about its frames. */
export type ViewerMessage = Extract<
  ToShadow,
  { readonly kind: 'drawn' | 'rows-taken' | 'want-rows' | 'view' }
>

/** A snapshot as requested. */
export interface Taken {
  readonly payload: Uint8Array
  readonly epoch: number
  readonly rev: number
  /** Bytes of the session that it includes. */
  readonly at: number
  /** A clean cut at or before `at`: output from there on has not changed anything yet. */
  readonly cut: number
  /** Sequence that swallows the rest of an unfinished sequence at `at`; empty if none is open. */
  readonly opener: string
  /**
   * With `images`: output up to here has some that will be ready soon; 0 if the payload has all
   * that fit.
   */
  readonly imagesTo: number
  /** Older output is missing: the worker was restarted, or the shadow was enabled late. */
  readonly partial: boolean
}

/** `row` is `null` if it has left the history or was never in it. */
export interface PlaceAnswer {
  readonly kind: 'place'
  readonly numbering: number
  readonly row: number | null
}

/**
 * `first`: number of the primary screen's first row; history is above it. If `first` and
 * `numbering` are equal before and after, rows did not move in between.
 */
export interface PlacesAnswer {
  readonly kind: 'places'
  readonly numbering: number
  readonly first: number
  readonly places: readonly MarkedPlace[]
}

/** `text` is `null` on the alternate screen, and if there is text after the cursor. */
export interface LineAnswer {
  readonly kind: 'line'
  readonly text: string | null
}

export type DeltaAnswer =
  | {
      readonly kind: 'delta'
      readonly payload: Uint8Array
      readonly epoch: number
      readonly rev: number
    }
  | { readonly kind: 'same' }
  | { readonly kind: 'unknown' }

/** A dialog on the screen, or the last rows if none is known. */
export interface DialogSeen {
  readonly kind: 'dialog'
  /** Bytes of the session that it includes. */
  readonly at: number
  readonly lines: readonly string[]
  /**
   * `empty`: the agent's empty prompt is on the screen. `other`: its prompt is, with text or
   * unknown. `unknown`: no rule reads anything. `null`: one reads work, a dialog or another view,
   * or the screen is being drawn.
   */
  readonly prompt: 'empty' | 'other' | 'unknown' | null
  /** Mode 2004 is set. */
  readonly pastes: boolean
  readonly dialog: {
    /** Unchanged only while nothing is printed over it, within one worker. */
    readonly instance: string
    readonly rule: string
    readonly choices: FoundDialog['choices']
    readonly problem: FoundDialog['problem']
  } | null
}

export type WorkerAnswer =
  | (Taken & { readonly kind: 'snapshot' })
  | { readonly kind: 'judge'; readonly outcome: RuleOutcome | null }
  | DialogSeen
  | DeltaAnswer
  | PlaceAnswer
  | PlacesAnswer
  | LineAnswer

/** `at`: offset after the query; `null` for a report caused by a new size or other facts. */
export interface AskedReport {
  readonly query: TerminalQuery
  readonly at: number | null
}

export type FromShadow =
  | { readonly kind: 'parsed'; readonly upTo: number }
  /**
   * Parsed output, with everything that another worker needs to continue from there. `repeated`:
   * number of `Repeated` messages included. `allTables`: its tables are complete.
   */
  | {
      readonly kind: 'kept'
      readonly upTo: number
      readonly repeated: number
      readonly allTables: boolean
      /** `images`: sequences of all images; `null` if unchanged. */
      readonly parts: KeptParts & { readonly images?: Uint8Array<ArrayBuffer> | null }
      readonly around: AroundKept
    }
  | { readonly kind: 'changed' }
  /** For the page (terminal/frames): a frame, or rows of history. */
  | { readonly kind: 'frame' | 'rows'; readonly bytes: Uint8Array }
  /** Queries of the program in one chunk of output, in order. */
  | { readonly kind: 'asked'; readonly queries: readonly AskedReport[] }
  /** A long task is in progress. */
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'answer'
      readonly request: number
      readonly answer: WorkerAnswer
      readonly upTo: number
    }
  /** A user's rule took too long and is disabled. */
  | { readonly kind: 'off'; readonly off: RuleOff }
  /** The reader's finding on a settled screen. */
  | { readonly kind: 'read'; readonly found: ScreenFound }
