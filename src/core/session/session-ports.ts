/** Options, ports and events of one tab's session. */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { Agents } from '../../agents/rules/rules.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { SessionId } from '../ids.ts'
import type { Options } from '../config/table.ts'
import type { LoggedFrame } from '../../agents/dispatch/frame-line.ts'
import type { MainMessage, WindowFacts } from '../ipc/contract.ts'
import type { OutputQuery } from '../../base/sequences/query.ts'
import type { RecordedEvent } from '../recorder/events.ts'
import type { ReplyFacts } from '../../terminal/replies/replies.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import type { Unresumed } from '../../agents/resume/unresumed.ts'
import type { AttentionCall } from './attention-requests.ts'
import type { TrackedNotification } from './tracked-notifications.ts'
import type { Hub } from '../clients/socket/hub.ts'
import type { ClientPlaces, SocketOptions } from '../clients/socket/ports.ts'
import type { Environment } from './launch/environment.ts'
import type { Command } from '../../base/command.ts'
import type { ShadowPort } from '../worker/ports.ts'
import type { QueuedPrompt } from '../windows/tabs/prompt-queue-view.ts'
import type { TabMark } from '../windows/tabs/tab-mark.ts'
import type { SizeFrom } from '../../base/sizes/size.ts'
import type { ProgramExit, ProgramLimits, Size, StartPty, WatchProcesses } from './ports.ts'
import type { TakeSnapshot } from './agent/turn-changes.ts'
import type { FindAccount, ReadLimits } from './agent/tab-limits.ts'
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
  /** Name of this machine, to recognize directories of other machines. */
  readonly hostname: string
  readonly settings: Options
  /** `false`: bash, zsh and fish do not mark their prompts. */
  readonly integration?: boolean
  /** Name from the command line or the session socket, which programs' titles do not replace. */
  readonly title?: string
  /** Output of the tab being restored, shown above a rule line. Its queries get no reply. */
  readonly restoredOutput?: readonly Uint8Array[]
  /** When `restoredOutput` was saved, as `2026-11-23 09:05`. */
  readonly savedAt?: string | undefined
  /** Sizes at which `restoredOutput` was printed, by offset. */
  readonly sizesBefore?: readonly SizeFrom[]
  /** Cell for which its images were laid out, CSS px; `null` if unknown. */
  readonly cellBefore?: WindowFacts['cell'] | undefined
  /** Fallbacks for the shell if `directory` is missing; the first that exists is used. */
  readonly instead?: readonly string[]
  /** Verb of a restored tab's rule line, which also reports another directory. */
  readonly word?: RuleWord
  /** Waits for the user: commands of the last run or of a layout never run unapproved. */
  readonly deferredStart?: boolean
  /** Its program outlived another vibeflow, under the same id. */
  readonly adopts?: AdoptedProgram
  /** It was started without a window. */
  readonly detached?: boolean
  /** It is neither reopened nor restored. */
  readonly once?: boolean
  /** Name of the profile whose values `settings` already has. */
  readonly profile?: string
  /** Limits of that profile. */
  readonly limits?: ProgramLimits
  /** Queued prompts of the restored tab. */
  readonly queue?: readonly QueuedPrompt[] | undefined
  /** Hint to resume the program of the restored tab. */
  readonly resume?: ResumeHint | null
  /** The user chose to resume it: its line is typed without another question. */
  readonly resumesNow?: boolean
  /** The agent of the restored tab, if it can't be resumed. */
  readonly unresumed?: Unresumed | null
}

/** Events of a session in addition to its view. */
export type SessionEvent =
  | { readonly type: 'ended'; readonly exit: ProgramExit }
  /** `notification`: set for OSC 99. */
  | {
      readonly type: 'called'
      readonly call: AttentionCall | null
      readonly notification?: TrackedNotification
    }
  /** The kernel has killed one of its processes, since memory ran out. */
  | { readonly type: 'out-of-memory' }
  | { readonly type: 'command'; readonly ranMs: number; readonly code: number | null }
  /** The output before offset `at` entered (`grid`) or left (`stream`) the alternate screen. */
  | { readonly type: 'screen'; readonly screen: 'grid' | 'stream'; readonly at: number }

/** Opens sockets for a session's clients. */
export interface SocketPort {
  readonly options: SocketOptions
  readonly places: ClientPlaces
  /** Opens the socket of a session, or returns a sentence about the failure. Never throws. */
  readonly open: (
    id: SessionId,
    hub: Hub,
  ) => { readonly path: string; readonly close: () => void } | { readonly problem: string }
  /** Converts a time of the session's clock to ms since 1970. */
  readonly sinceEpoch: (at: number) => number
}

export interface SessionPorts {
  readonly clock: Clock
  readonly start: StartPty
  /** Sends to the page, if there is one. Bytes that no page takes remain in the ring. */
  readonly send: (message: MainMessage) => void
  /** Absent if the foreground process can't be known. */
  readonly watch?: WatchProcesses
  /** Reaches the tmux server of a foreground client. */
  readonly tmux?: ConnectTmux
  /** Keeps a tmux session that the tab detaches from. Returns `false` if it ended. */
  readonly keepTmux?: (panes: TmuxPanes) => boolean
  /** Current agents; absent for the bundled ones. */
  readonly agents?: () => Agents
  /** Reports a user's rule that takes too long. */
  readonly ruleOff?: (off: RuleOff) => void
  readonly repository?: FindRepository
  /** Snapshots a repository at the start of an agent's turn. */
  readonly turnSnapshot?: TakeSnapshot
  /** Reads the limits of an agent's account. */
  readonly agentLimits?: ReadLimits
  /** Returns the directory of an agent's process, which is its account. */
  readonly agentDirectory?: FindAccount
  /** Whether the hint's session still runs in a process. `names`: names of its agent. */
  readonly lives?: (hint: ResumeHint, names: readonly string[]) => boolean
  /** Called when a name, mark, prompt or other wish of the user must outlive a crash. */
  readonly remembers?: () => void
  /** Resolves with the conversation in an agent's own files; `null` if it is not certain. */
  readonly conversation?: (asked: AskedConversation) => Promise<string | null>
  /** Directory of the foreground program of the terminal of process `pid`; `null` if unknown. */
  readonly directoryInFront?: (pid: number) => string | null
  /** Writes a program's text to a clipboard, after the permission check. */
  readonly writeClipboard: (selection: 'clipboard' | 'primary', text: string) => void
  readonly happened?: (event: SessionEvent) => void
  readonly recorded?: (entry: RecordedEvent) => void
  readonly printed?: () => void
  /** Absent without shadow terminals. */
  readonly shadow?: ShadowPort
  /** Absent without a socket. */
  readonly socket?: SocketPort
  /** Shows this tab to the user. Returns `false` if there is no window. */
  readonly focus?: () => boolean
  /** Whether the user sees this tab, with or without the keyboard focus. */
  readonly isVisible?: () => boolean
  /** Reports a query that the session itself answers. */
  readonly asked?: (query: OutputQuery) => void
  /** Receives each read or dropped frame, for `--debug-frames`. */
  readonly frame?: (frame: LoggedFrame) => void
}

/** An agent in the foreground that has reported no session. */
export interface AskedConversation {
  readonly agent: string
  /** Names of the agent's programs. */
  readonly names: readonly string[]
  readonly directory: string
  readonly process: ResumeHint['process']
  /** Time since the last prompt was sent in this tab. */
  readonly promptAgeMs: Millis
}

/** A closed tab, with the data that a new tab needs to restore it. */
export interface RestorableTab {
  /** Its former id. */
  readonly id?: SessionId
  readonly command: Command
  readonly isUserShell: boolean
  readonly directory: string
  /** As typed by the user. */
  readonly name: string | null
  readonly title: string | null
  readonly muted: boolean
  /** The user's; `null` or absent for that of the rules. */
  readonly mark?: TabMark | null | undefined
  readonly profile?: string | undefined
  readonly restoredOutput: readonly Uint8Array[]
  /** As in `SessionOptions`; absent if it is current. */
  readonly savedAt?: string | undefined
  readonly sizesBefore?: readonly SizeFrom[]
  readonly cellBefore?: WindowFacts['cell'] | undefined
  readonly queue?: readonly QueuedPrompt[] | undefined
  /** Hint to resume its program; `null` if unknown. */
  readonly resume: ResumeHint | null
  /** The agent that runs in it, if there is no hint. */
  readonly unresumed?: Unresumed | null
  /** The user has not approved its command, so it does not start. */
  readonly waits?: boolean
  /** Its program still runs. */
  readonly adopts?: AdoptedProgram
}

export interface AdoptedProgram {
  readonly size: Size
  /** In ms since 1970. */
  readonly startedAt: number
}
