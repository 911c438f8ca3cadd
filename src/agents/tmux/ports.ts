/** What the host does for a tab in which tmux is in front. Tests give one of their own. */
import type { Version } from './server.ts'

export interface TmuxServer {
  readonly socket: string
  readonly version: Version
  /** Process id of the tab's client. */
  readonly client: number
  /** tmux's number of the session that the tab's client shows: `$0`. */
  readonly session: string
  /** Its name, clean. */
  readonly name: string
  /** Process id of the server, and which file its socket is: another one may come to that place. */
  readonly pid: number
  readonly node: string
  /**
   * Its session ends with the last client (`destroy-unattached`), or the server does
   * (`exit-unattached`): ours would keep it.
   */
  readonly endsUnattached: boolean
  /** The tmux that reaches it. */
  readonly program: string
}

export interface TmuxEvents {
  /** Words behind the program's name that begin the client. */
  readonly words: (server: TmuxServer) => readonly string[]
  /** The server was found, and a control-mode client has been started. */
  readonly found: (server: TmuxServer) => void
  /** What the client prints; valid only during the call. */
  readonly output: (bytes: Uint8Array) => void
  /** There is none, or no more: why, in a sentence. `final`: it is of no use to try again. */
  readonly ended: (problem: string, final: boolean) => void
}

export interface TmuxConnection {
  /** To the client's standard input. */
  readonly send: (line: string) => void
  /** Runs tmux once with these words. @returns what it prints; null: it fails */
  readonly run: (words: readonly string[]) => Promise<string | null>
  /** null: it cannot be opened, or is not the one that the process `pid` has. */
  readonly terminal: (path: string, pid: number) => PaneTerminal | null
  /** Ends the client; nothing is called afterwards. */
  readonly close: () => void
}

/** Counters of the programs of a terminal, each for all of them: the same means none between. */
export interface TerminalUse {
  /** What they have read, and written, of whatever file. */
  readonly read: string
  readonly written: string
}

/** The terminal of a pane, from its programs' side. */
export interface PaneTerminal {
  /** Of the programs that it had when it was opened; null: they do not let us look. */
  use(): TerminalUse | null
  /**
   * A program that lives has it: of the group that this process leads; null: of whichever group.
   */
  isForeground(leader: number | null): boolean
  /** The user has stopped what its programs print (Ctrl+S): a hold that ends would undo that. */
  readonly isStopped: boolean
  /** What its programs print waits from now on, and so do they. False: it cannot be. */
  hold(): boolean
  /** While it is held: one of them is about to print something. */
  readonly isPrinting: boolean
  /** All that was written to its programs and none has read, which none will. */
  takeUnread(): Uint8Array
  /** They go on, and it is closed. */
  release(): void
}

/** Looks which server the tmux client `pid` talks to, and starts a control-mode client there. */
export type ConnectTmux = (pid: number, events: TmuxEvents) => TmuxConnection

/** The same for a session that was found before and that no tab shows now. */
export type ReconnectTmux = (server: TmuxServer, events: TmuxEvents) => TmuxConnection
