/** What a session needs from the machine. The host implements these; tests give fakes. */
import type { Elsewhere } from '../../agents/process/elsewhere.ts'
import type { Evidence, Foreground } from '../../agents/state/evidence.ts'
import type { Size } from '../../base/size.ts'
import type { Environment } from './launch/environment.ts'

export type { Size }

/** A cell, px: fractions of one are usual. */
export interface CellPixels {
  readonly width: number
  readonly height: number
}

export interface Launch {
  /** An absolute path, or a name to be looked up in the environment's PATH. */
  readonly program: string
  readonly args: readonly string[]
  readonly directory: string
  /** Where it begins if that is no folder: the first of these that is one. Absent: nowhere. */
  readonly instead?: readonly string[]
  readonly environment: Environment
  readonly size: Size
  /** false: shells are started without our marks (`shell.integration`). */
  readonly integration?: boolean
}

export interface ProgramExit {
  readonly code: number
  /** Name of the signal that ended the program, or null. */
  readonly signal: string | null
}

export interface PtyEvents {
  /** Bytes exactly as the pty gave them; valid only during the call. */
  readonly output: (bytes: Uint8Array) => void
  /** The program has ended and all that it wrote has been given to `output`. Called once. */
  readonly exit: (exit: ProgramExit) => void
}

/** Who reads a terminal now. */
export interface TerminalReader {
  /** The process group in front. */
  readonly group: number
  /**
   * The kernel hands it whole lines (termios ICANON): it edits nothing itself, and knows nothing of
   * paste brackets.
   */
  readonly canonical: boolean
}

export interface Pty {
  readonly pid: number
  /** null: unknown. Costs two system calls that wait for nothing. */
  reader(): TerminalReader | null
  lives(group: number): boolean
  /**
   * Writes what fits at once; returns the number of bytes taken, 0 when the pty is full or gone.
   */
  write(bytes: Uint8Array): number
  /**
   * Writes only if the program has printed nothing that was not read. It prints nothing in between,
   * and what it had printed is handed on at once.
   * @param leader of the process group that is to read it; null: the one in front
   * @param program the process of that group that is to read it; null: any of them
   * @returns `ended`: another is in front, or the one that was is gone or about to be
   */
  writeIfRead(
    bytes: Uint8Array,
    leader: number | null,
    program: number | null,
  ): 'written' | 'printed' | 'full' | 'ended'
  /** Throws when the terminal refuses the size. */
  resize(size: Size): void
  /** For the terminal's size in pixels, which programs that draw images ask for; null: unknown. */
  setCell(cell: CellPixels | null): void
  /** To the first process alone. False: it could not be delivered. */
  signal(signal: number): boolean
  pause(): void
  resume(): void
  /**
   * Stops reading at once, hangs up, and kills what is still there later. Nothing is called
   * afterwards.
   */
  close(): void
}

export type StartOutcome =
  /**
   * `silent`: the folder that was wanted does not answer, and it began in another one. `marks`: it
   * is a shell that loads our marks, and its first prompt has one.
   */
  | {
      readonly pty: Pty
      readonly directory: string
      readonly silent: boolean
      readonly marks?: boolean
    }
  | { readonly problem: string }

/**
 * Starts a program in a new pty, or says in one sentence why it could not. Never throws. Folder and
 * program are looked at aside: any output can name a folder, and one on a dead disk never answers.
 * `started` is called once, at once or later. @returns takes it back: nothing is started any more,
 * and nothing is called
 */
export type StartPty = (
  launch: Launch,
  events: PtyEvents,
  started: (outcome: StartOutcome) => void,
) => () => void

/** Watches who has the terminal of one program in a pty. */
export interface ProcessWatch {
  /** Output, input or a mark: another program may be in front soon. Cheap. */
  stirred(): void
  /** Who is in front now. What it finds is reported too. */
  foregroundNow(): Foreground
  /** What the tab's state asks of the watch: nothing that nobody uses is read. */
  demand(demand: {
    /** Whether a program has reported, for as long as it is there or for the session. */
    readonly claim: 'session' | 'tool' | null
    /** The shell marks its prompts: that it is in front does not end what it has just said. */
    readonly marked: boolean
    /** Whether silence may soon decide: then it matters whether the tool's descendants are busy. */
    readonly usesCpu: boolean
  }): void
  /** Looks afresh, whatever is demanded: the user asks. What it finds is reported too. */
  look(): void
  /**
   * What the last look found. `name`: the program's own; `pid`: of the group's leader, where there
   * is one; `tool`: process id of the tool. `agent`: id of its rules.
   */
  readonly front: {
    readonly foreground: Foreground
    readonly name: string | null
    readonly pid?: number | null
    readonly tool?: number
    readonly agent: string | null
    /** Of a program that leads to another machine or into a container. */
    readonly elsewhere?: Elsewhere
    /** The tool reads a terminal of its own, which the program in front holds for it: sudo's. */
    readonly beyond?: true
  }
  /**
   * Returns the absolute path that runs the agent of the last look again; `null` if there is none,
   * or if it is not known yet. Absent: none is ever known.
   *
   * @param command name of a link to the agent's file
   * @param names names of the agent
   */
  agentFile?(command: string, names: readonly string[]): string | null
  dispose(): void
}

export type WatchProcesses = (options: {
  readonly pid: number
  readonly isUserShell: boolean
  readonly home: string
  /** Each reading. `agent`: id of the agent in front, for its rules. */
  readonly report: (evidence: Extract<Evidence, { type: 'process' }>, agent: string | null) => void
}) => ProcessWatch
