/** Ports of a session to the machine. The host implements them; tests pass fakes. */
import type { Elsewhere } from '../../agents/process/elsewhere.ts'
import type { Usage } from '../../agents/process/usage.ts'
import type { Evidence, Foreground } from '../../agents/state/evidence.ts'
import type { Size } from '../../base/sizes/size.ts'
import type { Millis } from '../../base/clock.ts'
import type { TabState } from '../windows/tabs/tab-view.ts'
import type { Checkpoint } from './flow/recent-output.ts'
import type { Environment } from './launch/environment.ts'

export type { Size }

/** Size of a cell, px; often fractional. */
export interface CellPixels {
  readonly width: number
  readonly height: number
}

/** Limits of a tab's programs in a systemd scope. Absent: as much as they need. */
export interface ProgramLimits {
  /** Bytes of memory above which the kernel slows them down. */
  readonly memoryHigh?: number
  /** Bytes of memory above which the kernel kills one of them. */
  readonly memoryMax?: number
  /** Share of busy processors; 100 is usual. */
  readonly cpuWeight?: number
}

export interface Launch {
  /** An absolute path, or a name to look up in the environment's PATH. */
  readonly program: string
  readonly args: readonly string[]
  readonly directory: string
  /** Fallbacks if `directory` is not a directory; the first that exists is used. */
  readonly instead?: readonly string[]
  readonly environment: Environment
  readonly size: Size
  /** `false` starts shells without prompt marks (`shell.integration`). */
  readonly integration?: boolean
  /** The program may outlive vibeflow, under this id. `facts`: see `launch/kept-facts.ts`. */
  readonly keep?: { readonly id: string; readonly facts: string }
  readonly limits?: ProgramLimits
  /** Takes over the program that outlived another vibeflow under `keep.id`, and starts nothing. */
  readonly adopt?: boolean
}

/** State of an adopted program in its tab before. Times are on this process's clock. */
export interface PastState {
  /** The last state, and its start; `null` if unknown. */
  readonly state: TabState | null
  readonly since: Millis | null
  /** The program's last output. */
  readonly printedAt: Millis | null
}

/** A checkpoint of a terminal, by offset in the output of its program. */
export type PastScreen = Checkpoint

/** Output of an adopted program. */
export interface PastOutput {
  /** Modes of the last `Pty.checkpoint`, as sequences; empty at the program's start. */
  readonly modes: Uint8Array
  /** Offset of that checkpoint in the program's output. */
  readonly at: number
  /** The screen of the last `Pty.checkpoint`; absent if it had none. */
  readonly screen?: PastScreen | null
  /** Yields the output from there on, or of a part, each piece valid until the next. */
  readonly read: (from?: number, to?: number) => Iterable<Uint8Array>
  readonly before: PastState
}

export interface ProgramExit {
  /** `null` if it is unknown: the keeper died before the program ended. Then `signal` is too. */
  readonly code: number | null
  /** Name of the signal that ended the program; `null` if none did. */
  readonly signal: string | null
}

export interface PtyEvents {
  /** Receives bytes exactly as the pty returned them, valid only during the call. */
  readonly output: (bytes: Uint8Array) => void
  /**
   * The kernel has killed a process of the tab, since memory ran out. Needs a systemd scope.
   * `sure`: otherwise only if the program was killed.
   */
  readonly outOfMemory?: (sure: boolean) => void
  /** Called once, after the program has ended and its last output was passed on. */
  readonly exit: (exit: ProgramExit) => void
}

/** The reader of a terminal. */
export interface TerminalReader {
  /** The foreground process group. */
  readonly group: number
  /** The kernel passes whole lines (termios ICANON): the reader ignores paste brackets. */
  readonly canonical: boolean
  /** The kernel does not print what is typed (termios ECHO), as for a password. */
  readonly hidden?: boolean
}

export interface Pty {
  readonly pid: number
  /** Returns `null` if unknown. Costs two nonblocking system calls. */
  reader(): TerminalReader | null
  lives(group: number): boolean
  /** Writes what fits without blocking. Returns its byte count; 0 if full or closed. */
  write(bytes: Uint8Array): number
  /**
   * Writes only if all of the program's output was read. Nothing is printed in between; output
   * found by the check is passed on immediately.
   * @param leader leader of the process group that must read it; `null` for the foreground group
   * @param program process of that group that must read it; `null` for any
   * @returns `ended` if another group is in the foreground, or the group is gone or exiting
   */
  writeIfRead(
    bytes: Uint8Array,
    leader: number | null,
    program: number | null,
  ): 'written' | 'printed' | 'full' | 'ended'
  /** Throws if the terminal refuses the size. */
  resize(size: Size): void
  /** Sets the cell for the size in pixels, which image programs query; `null` if unknown. */
  setCell(cell: CellPixels | null): void
  /** Signals only the first process. Returns `false` if it could not be delivered. */
  signal(signal: number): boolean
  pause(): void
  resume(): void
  /**
   * Keeps output from offset `at` on for a vibeflow that adopts the program, with the modes there.
   * `rest`: no output comes now, so that memory may be returned. `screen`: replaces the output
   * before it on the screen; that output is only read for its reports.
   */
  checkpoint?(at: number, modes: Uint8Array, rest: boolean, screen?: PastScreen): void
  /** Notes the tab's state for a vibeflow that adopts the program. */
  noteState?(state: TabState, since: Millis): void
  /** Makes foreground programs draw again, as after a change of size. */
  redraw?(): void
  /** Stops reading, hangs up, and kills remaining processes later. No event follows. */
  close(): void
}

export type StartOutcome =
  /**
   * `silent`: the requested directory does not respond, and the program started in another one.
   * `marks`: a shell that loads vibeflow's marks, including one for its first prompt.
   */
  | {
      readonly pty: Pty
      readonly directory: string
      readonly silent: boolean
      readonly marks?: boolean
      /** Output of an adopted program so far. */
      readonly past?: PastOutput
    }
  | { readonly problem: string }

/**
 * Starts a program in a new pty. Calls `started` once, now or later, with the pty or with a
 * sentence about the failure. Never throws. Directory and program are checked in another process:
 * any output can name a directory, and one on a dead disk never responds.
 * @returns cancels the start: nothing is started and nothing is called
 */
export type StartPty = (
  launch: Launch,
  events: PtyEvents,
  started: (outcome: StartOutcome) => void,
) => () => void

/** Watches the foreground processes of one pty. */
export interface ProcessWatch extends TabProcesses {
  /** Notes output, input or a mark: the foreground may change soon. Cheap. */
  stirred(): void
  /** Returns the current foreground, and reports it. */
  foregroundNow(): Foreground
  /** Sets what the tab's state needs, so that unused facts are not read. */
  demand(demand: {
    /** Lifetime of a program's explicit report. */
    readonly claim: 'session' | 'tool' | null
    /** The shell marks its prompts: being in the foreground ends no report of its own. */
    readonly marked: boolean
    /** Silence may soon decide the state, which needs the CPU use of descendants. */
    readonly usesCpu: boolean
  }): void
  /** Reads and reports everything now, for a user's request. */
  look(): void
  /**
   * Returns how the ordinary program in the foreground waits for the terminal; `null` if it does
   * not, or an agent or a shell at its prompt is there. `hidden`: the terminal hides what is typed.
   * `reads`: the kernel shows that it reads; otherwise it may. `polls`: it waits for several files.
   * `shows`: it shows another terminal, whose mode is unknown. `commands`: it reads commands.
   */
  waits?(): {
    readonly name: string
    readonly hidden: boolean
    readonly reads: boolean
    readonly polls: boolean
    readonly shows: 'lent' | 'remote' | null
    readonly commands: boolean
  } | null
  /**
   * Result of the last reading. `name`: name of the program; `pid`: process id of the group's
   * leader; `tool`: process id of the tool; `agent`: id of its rules.
   */
  readonly front: {
    readonly foreground: Foreground
    readonly name: string | null
    readonly pid?: number | null
    readonly tool?: number
    readonly agent: string | null
    /** Set for a program that connects to another machine or a container. */
    readonly elsewhere?: Elsewhere
    /** The tool reads a terminal of its own, which the foreground program (sudo) relays. */
    readonly beyond?: true
  }
  /**
   * Returns the absolute path that runs the last agent again; `null` if there is none or it is not
   * known yet.
   * @param command name of a link to the agent's file
   * @param names names of the agent
   */
  agentFile?(command: string, names: readonly string[]): string | null
  dispose(): void
}

/** Processes of a tab. Each reading takes some ms. */
export interface TabProcesses {
  /**
   * Reads what they use; `null` if the first one has ended.
   * @param searchesPorts the ports take most of the time; without them the list is empty
   */
  usage?(searchesPorts?: boolean): Usage | null
  /**
   * Returns the processes that would outlive the tab; `null` without any.
   * @param askedAt a reading of all processes from this time on is used, for several tabs
   */
  leftovers?(askedAt: Millis): Leftovers | null
}

/** Processes that left the session of their tab, so that its end doesn't end them. */
export interface Leftovers {
  /** Safe texts, such as `3 MCP servers, 1.4 GB`. */
  readonly lines: readonly string[]
  /**
   * Ends exactly these processes and their children, once the tab is closed.
   * @param at a reading of all processes from this time on is used, for several tabs
   */
  end(at: Millis): void
}

export type WatchProcesses = (options: {
  readonly pid: number
  readonly isUserShell: boolean
  readonly home: string
  /** Returns the tab's terminal reader, or `null` if unknown. Absent if it cannot be read. */
  readonly terminal?: () => TerminalReader | null
  /** Receives each reading. `agent`: id of the foreground agent's rules. */
  readonly report: (evidence: Extract<Evidence, { type: 'process' }>, agent: string | null) => void
}) => ProcessWatch

/**
 * A reason why the screen must be current: a window shows it, an agent's output decides its state,
 * rules read it, it has a question for the inbox, or clients of the socket receive it. Mode 2033
 * reports a screen without a reason as hidden.
 */
export type VisibilityReason = 'window' | 'agent' | 'rules' | 'question' | 'clients'
