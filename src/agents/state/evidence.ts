/**
 * All inputs of a tab's state machine (docs/contributing/internals/agent-state.md). Texts are as
 * sent, decoded; the machine makes them safe. `fromDispatch` converts dispatched events.
 */
import type { DisplayState, SocketStatus, TaskProgress, WaitingKind } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import type { StateOptions } from './configuration.ts'

/** Dialects in which a program reports its state in its output. */
export const inBandDialects = ['osc7501', 'osc1338', 'osc26', 'osc21337', 'osc777'] as const

/** Dialects in which a program reports its state. */
export type ExplicitDialect = (typeof inBandDialects)[number] | 'socket'

/** Foreground program. `tool`: listed, or with a claim. `unknown`: not readable. */
export type Foreground = 'shell' | 'tool' | 'other' | 'unknown'

/** A complete or partial report of a program. */
export interface FrameEvidence {
  readonly type: 'frame'
  readonly dialect: ExplicitDialect
  /** `clear` removes the record. `null`: a partial frame without a state (OSC 26 and 21337). */
  readonly state: DisplayState | 'clear' | null
  readonly kind?: WaitingKind | undefined
  /** Owner of the record, before aliases; absent or '' if unknown. */
  readonly tool?: string | undefined
  /** The program's own name, if the dialect has one. */
  readonly app?: string | undefined
  /** Path of a subtask; absent or '' for the root. */
  readonly id?: string | undefined
  readonly project?: string | undefined
  /** `null` removes it. */
  readonly message?: string | null | undefined
  /** Current task. */
  readonly title?: string | undefined
  readonly sessionId?: string | undefined
  readonly progress?: number | undefined
  readonly taskProgress?: TaskProgress | undefined
  readonly taskList?: readonly string[] | undefined
  /** OSC 26: fields that an empty value removes. */
  readonly removed?: readonly string[] | undefined
  /** Start of the hook that sent it, in clock ticks; absent if the program itself reports. */
  readonly hook?: number | undefined
  /** OSC 7501: the tool's next OSC 1338 report replaces it. */
  readonly instead?: '1338' | undefined
}

/** OSC 133 and 633. */
export interface MarkerEvidence {
  readonly type: 'marker'
  readonly mark: 'A' | 'B' | 'C' | 'D'
  /** For D only; `null` if none was sent. */
  readonly exitCode?: number | null
  /** Read for this marker; absent: `unknown`. */
  readonly foreground?: Foreground
  /** Printed on the alternate screen; absent: the machine's own state. */
  readonly alternate?: boolean
}

export interface OutputEvidence {
  readonly type: 'output'
  /** `start`: sent once for a new foreground tool, which may be silent. Default: `pty`. */
  readonly cause?: 'pty' | 'start'
  /** `false` if no visible cell can change; absent if unknown. */
  readonly visible?: boolean
  /** It ends within a line; absent if unknown. */
  readonly inLine?: boolean
}

/** A reading of /proc. Send all of them; the machine detects changes. */
export interface ProcessEvidence {
  readonly type: 'process'
  /** `tool`: an entry of `ai.tools` is in the foreground. `unknown`: the read failed. */
  readonly foreground: Foreground
  /** The entry, for `tool`. */
  readonly tool?: string
  readonly pid?: number
  /** In clock ticks; identifies a process together with `pid`. */
  readonly startTime?: number
  /** For `tool`: its rules can recognize its prompt. */
  readonly prompts?: boolean
  /** For `tool`: its rules can recognize its prompt and its work. */
  readonly works?: boolean
  /** The foreground program descends from the previous foreground tool: its editor or pager. */
  readonly descends?: boolean
  /** Process of the foreground shell, the tab's own or a nested one, if it waits for a command. */
  readonly reads?: number
  /** Changes when `exec` replaces the tab's shell; absent if unknown or no shell. */
  readonly image?: number
  /** CPU use of the tool's descendants, 1 = one core; absent if not sampled. */
  readonly cpu?: number
  /**
   * The terminal takes whole lines, and shows or hides what is typed. Absent for programs that read
   * single keys, and for a shell at its prompt.
   */
  readonly input?: TerminalInput
}

/** How a terminal takes lines: with or without echo. A terminal lent by sudo counts as `shown`. */
export type TerminalInput = 'shown' | 'hidden'

/** A look at the terminal of an ordinary program that is silent. Sent when the machine wants it. */
export interface AskEvidence {
  readonly type: 'ask'
  readonly asks: 'password' | 'input' | null
  /** The line up to the cursor. */
  readonly line: string
  /** Name of the program. */
  readonly program: string
  /** The kernel shows that it reads the terminal, or `false` if that can't be known. */
  readonly reads: boolean
  /** It waits for several files, of which the terminal may be one. */
  readonly polls?: boolean
  /** Only the line asks for a password: the mode of the program's terminal is unknown. */
  readonly byLine?: boolean
  /** It may ask later without printing anything. */
  readonly again: boolean
}

/** Outcome of a title rule or OSC 9;4. */
export interface SignalEvidence {
  readonly type: 'signal'
  readonly source: 'title' | 'osc9_4'
  /** `null`: no rule matched, or the progress ended (9;4;0). */
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | null
  readonly kind?: WaitingKind | undefined
  readonly rule?: string | undefined
  readonly progress?: number | undefined
}

/** Outcome of the screen rules. `ignore`: a viewer covers the screen. `idle`: an input box. */
export interface ScreenEvidence {
  readonly type: 'screen'
  readonly state: 'working' | 'waiting' | 'idle' | 'error' | 'ignore' | null
  readonly kind?: WaitingKind | undefined
  readonly rule?: string | undefined
  /** The agent's prompt is shown too, or may be: the dialog may be printed text. */
  readonly atPrompt?: boolean
  readonly blank?: boolean
  /** Digest of the region: an input box counts after it has been unchanged for a while. */
  readonly digest?: number | undefined
  /** Digest of the text in the input box, 0 if it is empty; absent if unknown. */
  readonly box?: number | undefined
}

export type Evidence =
  | FrameEvidence
  | MarkerEvidence
  | OutputEvidence
  | ProcessEvidence
  | SignalEvidence
  | ScreenEvidence
  | AskEvidence
  /** The rule that caused the guess was removed. */
  | { readonly type: 'rule_gone' }
  | { readonly type: 'alt_screen'; readonly on: boolean }
  /**
   * The user's bytes. `submit` contains a CR; `interrupt` is a lone ESC or ^C; `command` is text
   * that begins with a slash.
   */
  | {
      readonly type: 'input'
      readonly input: 'text' | 'command' | 'submit' | 'interrupt' | 'paste' | 'mouse'
    }
  /** The pane gained or lost the focus of a focused window. */
  | { readonly type: 'focus'; readonly on: boolean }
  | { readonly type: 'user'; readonly action: 'acknowledge' | 'mark_seen' | 'unsnooze' }
  | { readonly type: 'user'; readonly action: 'snooze'; readonly until: Millis }
  | { readonly type: 'resize' }
  /** RIS. */
  | { readonly type: 'reset' }
  /** `closed`: by the user. `problem`: why it did not start, as a sentence. */
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

/** Converts a validated STATUS_UPDATE of the session socket; `null` removes its record. */
export function fromSocket(
  { app, id }: Pick<SocketStatus, 'app' | 'id'>,
  status: Omit<SocketStatus, 'app' | 'id'> | null,
): FrameEvidence {
  const { msg, ...said } = status ?? { state: 'clear' as const, msg: undefined }
  return { type: 'frame', dialect: 'socket', tool: app, id, ...said, message: msg }
}
