/** Options and ports of one tab's session, and its reports. */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { Agents } from '../../agents/rules/rules.ts'
import type { Clock } from '../../base/clock.ts'
import type { SessionId } from '../ids.ts'
import type { Options } from '../config/table.ts'
import type { LoggedFrame } from '../../agents/dispatch/frame-line.ts'
import type { MainMessage, WindowFacts } from '../ipc/contract.ts'
import type { OutputQuery } from '../../base/sequences/query.ts'
import type { RecordedEvent } from '../recorder/events.ts'
import type { ReplyFacts } from '../../terminal/replies/replies.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import type { AttentionCall } from './attention-requests.ts'
import type { Hub } from '../clients/socket/hub.ts'
import type { ClientPlaces, SocketOptions } from '../clients/socket/ports.ts'
import type { Environment } from './launch/environment.ts'
import type { Command } from '../../base/command.ts'
import type { ShadowPort } from '../worker/ports.ts'
import type { SizeFrom } from '../../base/size.ts'
import type { ProgramExit, Size, StartPty, WatchProcesses } from './ports.ts'
import type { FindRepository } from './naming/project.ts'
import type { TmuxPanes } from './tmux/tmux-panes.ts'
import type { ConnectTmux } from '../../agents/tmux/ports.ts'
import type { RuleWord } from './launch/restart-rule.ts'

export interface SessionOptions {
  readonly id: SessionId
  readonly command: Command
  readonly isUserShell: boolean
  readonly directory: string
  readonly home: string
  readonly environment: Environment
  readonly size: Size | null
  readonly replies: ReplyFacts
  /** This machine's name: directories of other machines are none of ours. */
  readonly hostname: string
  readonly settings: Options
  /** Absent or true: bash, zsh and fish mark their prompts. */
  readonly integration?: boolean
  /** Name given by the command line or the session socket; programs' titles do not replace it. */
  readonly title?: string
  /**
   * Output of the tab that this one goes on from; it stands above a rule line, and nothing in it is
   * answered.
   */
  readonly restoredOutput?: readonly Uint8Array[]
  /** When that was saved, `2026-11-23 09:05`; absent: not known. */
  readonly savedAt?: string | undefined
  /** The sizes that it was printed at, by offset in it; none: not known. */
  readonly sizesBefore?: readonly SizeFrom[]
  /** The cell that pictures in it were laid out for, CSS px; null: not known. */
  readonly cellBefore?: WindowFacts['cell'] | undefined
  /**
   * Where its shell begins if `directory` is no folder: the first of these that is one. Absent:
   * nowhere, and it says so.
   */
  readonly instead?: readonly string[]
  /**
   * It goes on from a tab: the word of its rule line, which says also that its shell begins in
   * another folder. Absent: neither is reported.
   */
  readonly word?: RuleWord
  /**
   * Nothing is started before the user restarts it: a program of the last run, or of a layout, is
   * never run unasked.
   */
  readonly deferredStart?: boolean
  /** It is neither reopened nor restored. */
  readonly once?: boolean
  /** Name of its profile, of which `settings` has the values already. */
  readonly profile?: string
  /** How the program of the tab that it goes on from can be resumed; absent: not known. */
  readonly resume?: ResumeHint | null
}

/** Reports of a session in addition to its view. */
export type SessionEvent =
  | { readonly type: 'ended'; readonly exit: ProgramExit }
  | { readonly type: 'called'; readonly call: AttentionCall | null }
  /** A shell's command has ended. */
  | { readonly type: 'command'; readonly ranMs: number; readonly code: number | null }
  /**
   * The alternate screen was entered (`grid`) or left (`stream`), by the bytes before offset `at`.
   */
  | { readonly type: 'screen'; readonly screen: 'grid' | 'stream'; readonly at: number }

/** Where a session's clients come from. The host opens real sockets. */
export interface SocketPort {
  readonly options: SocketOptions
  readonly places: ClientPlaces
  /**
   * Opens the socket of a session and lets its clients in; or says in a sentence why it has none.
   * Never throws.
   */
  readonly open: (
    id: SessionId,
    hub: Hub,
  ) => { readonly path: string; readonly close: () => void } | { readonly problem: string }
  /** A time of the session's clock in ms since 1970. */
  readonly sinceEpoch: (at: number) => number
}

export interface SessionPorts {
  readonly clock: Clock
  readonly start: StartPty
  /** To the page, if there is one; bytes that no page takes stay in the ring. */
  readonly send: (message: MainMessage) => void
  /** Absent: unknown who has the terminal. */
  readonly watch?: WatchProcesses
  /** Reaches the tmux server of a client in front; absent: none can be reached. */
  readonly tmux?: ConnectTmux
  /** Takes what a tab has seen of a session of tmux that it leaves. False: it is ended. */
  readonly keepTmux?: (panes: TmuxPanes) => boolean
  /** The agents that are known now; absent: those that we ship. */
  readonly agents?: () => Agents
  /** A rule of the user's takes too long; absent: it is not reported. */
  readonly ruleOff?: (off: RuleOff) => void
  readonly repository?: FindRepository
  /** The hint's session still runs in some process. `names`: of its agent. Absent: unknown. */
  readonly lives?: (hint: ResumeHint, names: readonly string[]) => boolean
  /** Where the program in front of the terminal of this first process is; null: unknown. */
  readonly directoryInFront?: (pid: number) => string | null
  /** A program wants text on a clipboard, and may. */
  readonly writeClipboard: (selection: 'clipboard' | 'primary', text: string) => void
  /** Bells mark the tab; absent: they do. */
  readonly bellMarks?: () => boolean
  readonly happened?: (event: SessionEvent) => void
  /** Something that its recorder keeps has happened. */
  readonly recorded?: (entry: RecordedEvent) => void
  /** Its program has printed something. */
  readonly printed?: () => void
  /** Where shadow terminals live; absent: there are none. */
  readonly shadow?: ShadowPort
  /** Absent: the session has no socket. */
  readonly socket?: SocketPort
  /** Shows this tab to the user; false: there is no window. Absent: there never is. */
  readonly focus?: () => boolean
  /** The program asks something that the session itself would answer. */
  readonly asked?: (query: OutputQuery) => void
  /** Each frame that is read or dropped, for `--debug-frames`. */
  readonly frame?: (frame: LoggedFrame) => void
}

/** A tab that is gone, as another one can go on from it. */
export interface RestorableTab {
  /** The id that it had; absent: not known. */
  readonly id?: SessionId
  readonly command: Command
  readonly isUserShell: boolean
  readonly directory: string
  /** As the user typed it, or null. */
  readonly name: string | null
  readonly title: string | null
  readonly muted: boolean
  readonly profile?: string | undefined
  readonly restoredOutput: readonly Uint8Array[]
  /** As in `SessionOptions`; absent: it is of now. */
  readonly savedAt?: string | undefined
  /** As in `SessionOptions`. */
  readonly sizesBefore?: readonly SizeFrom[]
  readonly cellBefore?: WindowFacts['cell'] | undefined
  /** How the program that ran in it can be resumed; `null` if it is not known. */
  readonly resume: ResumeHint | null
  /** The user has not approved its command: it starts nothing by itself. */
  readonly waits?: boolean
}
