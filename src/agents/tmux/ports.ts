/** The host's services for a tab with tmux in the foreground. */
import type { Version } from './server.ts'

export interface TmuxServer {
  readonly socket: string
  readonly version: Version
  /** Process id of the tab's client. */
  readonly client: number
  /** tmux's number of the session that the tab's client shows: `$0`. */
  readonly session: string
  /** Its name, cleaned. */
  readonly name: string
  /** Process id of the server, and the file of its socket, whose path another one may reuse. */
  readonly pid: number
  readonly node: string
  /**
   * Session or server end with their last client (options `*-unattached`). A client of vibeflow
   * would prevent that.
   */
  readonly endsUnattached: boolean
  /** The tmux program that reaches it. */
  readonly program: string
}

export interface TmuxEvents {
  /** Returns the arguments that start the client. */
  readonly words: (server: TmuxServer) => readonly string[]
  /** Called when the server was found, before a control-mode client starts. */
  readonly found: (server: TmuxServer) => void
  /** Output of the client, valid only during the call. */
  readonly output: (bytes: Uint8Array) => void
  /** Called with the reason, a sentence. `final`: another attempt is useless. */
  readonly ended: (problem: string, final: boolean) => void
}

export interface TmuxConnection {
  /** Writes to the client's standard input. */
  readonly send: (line: string) => void
  /** Runs tmux once with these arguments. Resolves to its output, or to `null` on failure. */
  readonly run: (words: readonly string[]) => Promise<string | null>
  /** Opens a terminal; `null` if it cannot be opened, or process `pid` has another. */
  readonly terminal: (path: string, pid: number) => PaneTerminal | null
  /** Ends the client; no more events follow. */
  readonly close: () => void
}

/** Counters of all programs of a terminal; equal values mean no activity in between. */
export interface TerminalUse {
  /** Bytes read and written, in any file. */
  readonly read: string
  readonly written: string
}

/** Terminal of a pane, from its programs' side. */
export interface PaneTerminal {
  /** Returns the counters of the programs at opening, or `null` without permission. */
  use(): TerminalUse | null
  /** Returns whether a live program has it, in the group of `leader`, or `null` for any. */
  isForeground(leader: number | null): boolean
  /** Whether the user has paused its output (Ctrl+S), which the end of a hold would undo. */
  readonly isStopped: boolean
  /** Blocks its programs' output, and thereby the programs. Returns `false` on failure. */
  hold(): boolean
  /** While held: whether a program is about to print. */
  readonly isPrinting: boolean
  /** Removes and returns all unread input of its programs. */
  takeUnread(): Uint8Array
  /** Lets its programs continue, and closes it. */
  release(): void
}

/** Finds the server of the tmux client `pid`, and starts a control-mode client there. */
export type ConnectTmux = (pid: number, events: TmuxEvents) => TmuxConnection

/** Connects to a known session that no tab shows. */
export type ReconnectTmux = (server: TmuxServer, events: TmuxEvents) => TmuxConnection
