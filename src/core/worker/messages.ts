/**
 * What the main process and a shadow's worker say to each other, per session and in order: bytes,
 * sizes and questions share one pipe, so an answer is the state between two chunks. Both ends are
 * ours and of one build: plain values, no guards.
 */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { RuleOutcome, Rule } from '../../agents/rules/rules.ts'
import type { FoundDialog } from '../../agents/screen-rules/dialog.ts'
import type { ScreenFound, ScreenWatch } from '../../agents/screen-rules/screen-reader.ts'
import type { MarkedCommand } from '../../terminal/frames/frame.ts'
import type { MarkedPlace } from '../../terminal/frames/prompts.ts'
import type { Encoding } from '../../terminal/snapshot/encoding.ts'
import type { Kept, KeptParts } from '../../terminal/history/kept.ts'
import type { Facts, TerminalQuery } from '../../terminal/index.ts'

/**
 * How a snapshot is written. JSON and MessagePack are those of docs/socket.md; the others are
 * UTF-8. `styled` is text with colours, for a pager.
 */
export type Form = Encoding | 'text' | 'styled' | 'ansi' | 'html' | 'svg'

export interface SnapshotQuestion {
  readonly kind: 'snapshot'
  readonly form: Form
  /** Rows of history to take along. */
  readonly scrollback: number
  /** Wait for the end of a synchronized update, 150 ms at most. */
  readonly hold: boolean
  /** Deltas will be asked against it. */
  readonly viewer: boolean
  /** Of `text` and `styled`: nothing but what the last command has printed; empty: nothing. */
  readonly output?: boolean
  /** Beyond this the oldest history is left out; absent: all of it comes. */
  readonly bytesMax?: number
  /**
   * A text or sequences come in the JSON of the session socket. `ringStart`: the oldest output that
   * can follow them.
   */
  readonly wrap?: { readonly ringStart: number }
}

export interface DeltaQuestion {
  readonly kind: 'delta'
  readonly since: number
  readonly encoding: Encoding
}

export interface TextQuestion {
  readonly kind: 'text'
  readonly region: 'screen' | 'scrollback'
  readonly from: number
  readonly to: number
}

/**
 * What these rules make of a title or a progress report. It goes to the worker since some are the
 * user's.
 */
export interface JudgeQuestion {
  readonly kind: 'judge'
  readonly rules: readonly Rule[]
  /** As rules see it. */
  readonly text: string
}

/**
 * What dialog stands there, by these rules? Answered behind all output before it, so that two equal
 * answers mean that nothing was printed over it.
 */
export interface DialogQuestion {
  readonly kind: 'dialog'
  readonly rules: readonly Rule[]
}

export type WorkerQuestion =
  | SnapshotQuestion
  | DeltaQuestion
  | TextQuestion
  | JudgeQuestion
  | DialogQuestion
  | { readonly kind: 'dirty'; readonly since: number }
  /** In which row stands what was printed behind so many bytes? */
  | { readonly kind: 'place'; readonly at: number }
  /** Where do all events of the recorder stand that are still there? */
  | { readonly kind: 'places' }

/** What goes with a terminal that is kept. */
export interface AroundKept {
  readonly partial: boolean
  /** Something was printed since the mark. */
  readonly hasPrinted: boolean
  /** Text of before the mark that still stands on the screen, by rows; null: there is no mark. */
  readonly earlier: readonly (readonly [y: number, text: string])[] | null
  readonly view: number | null
  /** Commands that the shell has marked; null: as the time before. */
  readonly commands: readonly MarkedCommand[] | null
  readonly places: readonly MarkedPlace[]
}

/** A terminal as it was kept last. */
export interface KeptTerminal extends Kept {
  /** Offset at which it goes on. */
  readonly at: number
  readonly around: AroundKept
}

/**
 * What changes a terminal beside its output: the next worker is sent it again at the same offset.
 */
export type Repeated = Extract<
  ToShadow,
  { readonly kind: 'resize' | 'scrollback' | 'mark' | 'place' }
>

/** To the worker. */
export type ToShadow =
  /**
   * A terminal that goes on at offset `at`: as it was kept, or (null) a fresh one of this size.
   * `modes`: bytes of ours that bring what is in force there, if output before it is missing, as
   * `partial` says. `numbering`: of a fresh one's rows. `repeated`: how many of `Repeated` came
   * before. `answered`: questions up to this offset are not asked again.
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
      readonly modes: Uint8Array
      readonly partial: boolean
      readonly answered: number
      readonly facts: Facts
      readonly kept: KeptTerminal | null
    }
  /** What stands before this offset is not to come: it goes on there, in these modes. */
  | { readonly kind: 'skip'; readonly at: number; readonly modes: Uint8Array }
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array }
  /** `again`: a worker before had it, and the program has its report. */
  | { readonly kind: 'resize'; readonly cols: number; readonly rows: number; readonly again?: true }
  | { readonly kind: 'scrollback'; readonly lines: number }
  /** What programs can ask for and no output contains is another than before. */
  | { readonly kind: 'facts'; readonly facts: Facts }
  /** A new program in the same terminal: revisions of before mean nothing any more. */
  | { readonly kind: 'epoch'; readonly epoch: number }
  | { readonly kind: 'ask'; readonly request: number; readonly question: WorkerQuestion }
  /** Changes are to be reported. */
  | { readonly kind: 'follow'; readonly on: boolean }
  /** A page shows the screen from now on, and begins anew; or none does. */
  | { readonly kind: 'frames'; readonly on: boolean }
  /** It has drawn the frame, or taken the rows, that were on their way. */
  | { readonly kind: 'drawn' | 'rows-taken' }
  /** Its user looks at what stands above the screen, from this row on; null: at the screen. */
  | { readonly kind: 'view'; readonly numbering: number; readonly row: number | null }
  /** It is about to show these rows of history, by number. */
  | {
      readonly kind: 'want-rows'
      readonly numbering: number
      readonly first: number
      readonly count: number
    }
  /**
   * No agent is in front, or another one now: what stands there is not its own, and nothing is read
   * before more is printed.
   */
  | { readonly kind: 'mark' }
  /** An event of the recorder stands here, behind so many bytes. */
  | { readonly kind: 'place'; readonly at: number }
  /**
   * The screen is to be read whenever it has settled, for this (`ScreenReader`); null: not any
   * more.
   */
  | { readonly kind: 'watch'; readonly watch: ScreenWatch | null }
  | { readonly kind: 'end' }

/** What a page that is sent frames says of them. */
export type ViewerMessage = Extract<
  ToShadow,
  { readonly kind: 'drawn' | 'rows-taken' | 'want-rows' | 'view' }
>

/** The screen as it was requested. */
export interface Taken {
  readonly payload: Uint8Array
  readonly epoch: number
  readonly rev: number
  /** Bytes of the session that it has seen. */
  readonly at: number
  /**
   * A clean cut at or before `at`: nothing of what comes from there on has changed anything yet.
   */
  readonly cut: number
  /**
   * What has the rest of the sequence that is unfinished at `at` swallowed; empty: there is none.
   */
  readonly opener: string
  /** Fewer rows of history than were asked for, because of `bytesMax`. */
  readonly shortened: boolean
  /** Older output is missing: the worker was started again, or the shadow was turned on late. */
  readonly partial: boolean
}

/** `row`: null: it has left the history, or was never in it. */
export interface PlaceAnswer {
  readonly kind: 'place'
  readonly numbering: number
  readonly row: number | null
}

/**
 * `first`: number of the primary screen's first row; history is above it. With the same `first` and
 * `numbering` before and after something else, rows have stood still meanwhile.
 */
export interface PlacesAnswer {
  readonly kind: 'places'
  readonly numbering: number
  readonly first: number
  readonly places: readonly MarkedPlace[]
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

export interface DirtyAnswer {
  readonly kind: 'dirty'
  readonly cells: number
  readonly rectangles: readonly {
    readonly top: number
    readonly left: number
    readonly bottom: number
    readonly right: number
  }[]
  readonly full: boolean
  readonly lastSync: { readonly at: number; readonly ms: number }
}

/** A dialog on the screen, or what stands there instead of one that is known. */
export interface DialogSeen {
  readonly kind: 'dialog'
  /** Bytes of the session that it has seen. */
  readonly at: number
  readonly lines: readonly string[]
  readonly dialog: {
    /** The same only while nothing has been printed over it; of this worker. */
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
  | DirtyAnswer
  | { readonly kind: 'text'; readonly rows: readonly string[] }
  | PlaceAnswer
  | PlacesAnswer

/**
 * `at`: offset behind the question; null: a report of what another size or other facts have
 * changed.
 */
export interface AskedReport {
  readonly query: TerminalQuery
  readonly at: number | null
}

/** From the worker. */
export type FromShadow =
  | { readonly kind: 'parsed'; readonly upTo: number }
  /**
   * The same, and all that another worker needs to go on from there. `repeated`: how many of
   * `Repeated` it has had. `anew`: its tables hold all that numbers mean.
   */
  | {
      readonly kind: 'kept'
      readonly upTo: number
      readonly repeated: number
      readonly anew: boolean
      readonly parts: KeptParts
      readonly around: AroundKept
    }
  /** A real change of the buffer in use, by bytes before `at` (exact to a chunk). */
  | { readonly kind: 'mode'; readonly screen: 'grid' | 'stream'; readonly at: number }
  | { readonly kind: 'changed' }
  /** What the page is to show (terminal/frames): the bytes are a frame, or rows of history. */
  | { readonly kind: 'frame' | 'rows'; readonly bytes: Uint8Array }
  /** What the program asked in one chunk of output, in order. */
  | { readonly kind: 'asked'; readonly queries: readonly AskedReport[] }
  /** It works, though nothing is done yet. */
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'answer'
      readonly request: number
      readonly answer: WorkerAnswer
      readonly upTo: number
    }
  /** A rule of the user's takes too long, and is tried no more. */
  | { readonly kind: 'off'; readonly off: RuleOff }
  /** What the reader made of the settled screen. */
  | { readonly kind: 'read'; readonly found: ScreenFound }
