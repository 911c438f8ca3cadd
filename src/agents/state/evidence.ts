/**
 * All inputs of the state machine of a tab (docs/agent-state.md). Texts are as sent,
 * decoded: the machine makes them safe. Whoever holds a dispatched event makes evidence of it with
 * `fromDispatch` (from-dispatch.ts).
 */
import type { DisplayState, SocketStatus, TaskProgress, WaitingKind } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import type { StateOptions } from './configuration.ts'

/** The dialects in which a program speaks for itself in its output. */
export const inBandDialects = ['osc7501', 'osc1338', 'osc26', 'osc21337', 'osc777'] as const

/** The dialects in which a program speaks for itself. */
export type ExplicitDialect = (typeof inBandDialects)[number] | 'socket'

/**
 * Who has the terminal. `tool`: a listed tool, or the program that holds the claim. `unknown`: it
 * could not be read.
 */
export type Foreground = 'shell' | 'tool' | 'other' | 'unknown'

/** A program's own report, or a part of one. */
export interface FrameEvidence {
  readonly type: 'frame'
  readonly dialect: ExplicitDialect
  /** `clear`: the record goes. null: this frame says no state (OSC 26 and 21337 send parts). */
  readonly state: DisplayState | 'clear' | null
  readonly kind?: WaitingKind | undefined
  /** Whose record it is, before aliases; absent or '': nobody said. */
  readonly tool?: string | undefined
  /** The program's own name for itself, where the dialect has one. */
  readonly app?: string | undefined
  /** Path of a sub-task; absent or '': the root. */
  readonly id?: string | undefined
  readonly project?: string | undefined
  /** null: it goes. */
  readonly message?: string | null | undefined
  /** What it works on. */
  readonly title?: string | undefined
  readonly sessionId?: string | undefined
  readonly progress?: number | undefined
  readonly taskProgress?: TaskProgress | undefined
  readonly taskList?: readonly string[] | undefined
  /** OSC 26: fields that an empty value takes away. */
  readonly removed?: readonly string[] | undefined
  /**
   * It is a hook's, which is a process of its own, and takes its time: when that began, in clock
   * ticks. Absent: the program speaks for itself.
   */
  readonly hook?: number | undefined
  /** Of OSC 7501: the next report of OSC 1338 of its tool replaces it. */
  readonly instead?: '1338' | undefined
}

/** OSC 133 and 633. */
export interface MarkerEvidence {
  readonly type: 'marker'
  readonly mark: 'A' | 'B' | 'C' | 'D'
  /** D only; null: none was sent. */
  readonly exitCode?: number | null
  /** Read anew for this marker; absent: `unknown`. */
  readonly foreground?: Foreground
  /** It was printed on the alternate screen; absent: as far as the machine knows. */
  readonly alternate?: boolean
}

export interface OutputEvidence {
  readonly type: 'output'
  /**
   * `start`: once after a tool came to the foreground, so that a silent one shows up. Default:
   * `pty`.
   */
  readonly cause?: 'pty' | 'start'
  /** false: it is known to change no visible cell. Absent: nobody knows. */
  readonly visible?: boolean
}

/** A reading of /proc. Send every one: the machine knows what is news. */
export interface ProcessEvidence {
  readonly type: 'process'
  /** `tool`: an entry of `ai.tools` is in front. `unknown`: the read failed. */
  readonly foreground: Foreground
  /** The entry, with `tool`. */
  readonly tool?: string
  readonly pid?: number
  /** In clock ticks; with `pid` the one name of a process. */
  readonly startTime?: number
  /** With `tool`: its rules would see that it is at its prompt. */
  readonly prompts?: boolean
  /** What is in front descends from the tool that was in front: its editor, its pager. */
  readonly descends?: boolean
  /** Use of the tool's descendants since the last sample, 1 = one core; absent: not sampled. */
  readonly cpu?: number
}

/** What a title rule, or OSC 9;4, says. */
export interface SignalEvidence {
  readonly type: 'signal'
  readonly source: 'title' | 'osc9_4'
  /** null: it says nothing (no rule matched), or what it said ends (9;4;0). */
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | null
  readonly kind?: WaitingKind | undefined
  /** Rule id. */
  readonly rule?: string | undefined
  readonly progress?: number | undefined
}

/**
 * Outcome of the screen rules. null: none held. `ignore`: a viewer covers what would be read.
 * `idle`: an input box.
 */
export interface ScreenEvidence {
  readonly type: 'screen'
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | 'ignore' | null
  readonly kind?: WaitingKind | undefined
  readonly rule?: string | undefined
  /** Nothing stands there. */
  readonly blank?: boolean
  /** Of the region that was read: an input box counts when it has not changed for a while. */
  readonly digest?: number | undefined
}

export type Evidence =
  | FrameEvidence
  | MarkerEvidence
  | OutputEvidence
  | ProcessEvidence
  | SignalEvidence
  | ScreenEvidence
  /** The rule that the guess came from is known no more. */
  | { readonly type: 'rule_gone' }
  | { readonly type: 'alt_screen'; readonly on: boolean }
  /**
   * Bytes from the user, never the terminal's own answers. `submit` has a CR; `interrupt` is a lone
   * ESC or ^C.
   */
  | { readonly type: 'input'; readonly input: 'text' | 'submit' | 'interrupt' | 'paste' | 'mouse' }
  /** The pane became, or ceased to be, the focused pane of a focused window. */
  | { readonly type: 'focus'; readonly on: boolean }
  | { readonly type: 'user'; readonly action: 'acknowledge' | 'mark_seen' | 'unsnooze' }
  | { readonly type: 'user'; readonly action: 'snooze'; readonly until: Millis }
  | { readonly type: 'resize' }
  /** RIS. */
  | { readonly type: 'reset' }
  /** `closed`: by the user. `problem`: it never began, in a sentence. */
  | {
      readonly type: 'exit'
      readonly code: number | null
      readonly signal?: number | string | null
      readonly closed?: boolean
      readonly problem?: string
    }
  | { readonly type: 'restart' }
  | { readonly type: 'config'; readonly configuration: Partial<StateOptions> }
  | { readonly type: 'tick' }

export type EvidenceType = Evidence['type']

/** A checked STATUS_UPDATE of the session socket; null: its record goes. */
export function fromSocket(
  { app, id }: Pick<SocketStatus, 'app' | 'id'>,
  status: Omit<SocketStatus, 'app' | 'id'> | null,
): FrameEvidence {
  const { msg, ...said } = status ?? { state: 'clear' as const, msg: undefined }
  return { type: 'frame', dialect: 'socket', tool: app, id, ...said, message: msg }
}
