/**
 * What the clients of a session need of it, and what the session's server needs of a connection.
 * The session and the host implement these; tests give fakes.
 */
import type { FrameEvidence } from '../../../agents/state/evidence.ts'
import type { WhyState } from '../../../agents/state/why.ts'
import type { Size } from '../../../base/size.ts'
import type { Refusal } from './errors.ts'
import type { SocketEncoding, Revision, SnapshotRequest } from './extensions.ts'
import type { SessionFacts, StateFacts } from './messages.ts'

/** One client's connection. */
export interface Wire {
  /** Queues the bytes; what the client does not take waits. The array is not changed afterwards. */
  write(bytes: Uint8Array): void
  /** Bytes written that the client's side has not taken. */
  readonly unsentBytes: number
  /** Another text whenever the client has taken something, and only then. */
  readonly progress: string
  /** Nothing is read until `resume`. */
  pause(): void
  resume(): void
  /** Sends what waits, then the end of the stream. Input goes on being reported. */
  end(): void
  destroy(): void
}

/** A SNAPSHOT as it is sent. */
export interface SentSnapshot {
  readonly payload: Uint8Array
  readonly revision: Revision
  /** Offset of output that it shows: every byte before it, and none behind. */
  readonly at: number
}

/** The size of the session's terminal (core/session/terminal-size.ts). */
export interface SocketTerminal {
  /** What the terminal has, or is about to have; null: not started. */
  readonly size: Size | null
  /** Who set it. */
  readonly by: 'window' | 'socket'
  /** `refused` is called, at once or later, if the pty does not take it. */
  fromSocket(size: Size, refused?: () => void): void
  /** The window decides again. False: there is none. */
  giveBack(refused?: () => void): boolean
  /** A size that waits is applied now. */
  flush(): void
}

export interface SessionPort {
  /** ms since 1970. */
  now(): number
  facts(): SessionFacts
  state(): StateFacts
  why(): WhyState
  readonly terminal: SocketTerminal
  /** To the pty unchanged, and evidence of input. */
  input(bytes: Uint8Array): void
  /** Bytes that wait for the pty. */
  readonly inputWaiting: number
  /** To the pty's first process alone. False: it could not be delivered. */
  signal(signal: number): boolean
  /** '' takes it away. */
  setTitle(title: string): void
  evidence(frame: FrameEvidence): void
  /** A status that is no state; null: the last word was one. */
  detail(text: string | null): void
  /** Shows the tab. False: there is no window. */
  focus(): boolean
  /** The newest output by offset. */
  readonly output: {
    readonly start: number
    readonly end: number
    read(
      from: number,
      to: number,
      partBytesMax: number,
    ): Iterable<{ readonly at: number; readonly bytes: Uint8Array }>
  }
  readonly hasScreen: boolean
  /** Answers once, at once or later. Deltas can be asked against a `screen`. */
  snapshot(
    request: SnapshotRequest,
    encoding: SocketEncoding,
    answer: (snapshot: SentSnapshot | Refusal) => void,
  ): void
  /** Whether a client follows the screen: changes are to be reported to the hub. */
  follow(on: boolean): void
  /** From this revision to the present one. `unknown`: only a snapshot has it. */
  delta(
    since: Revision,
    encoding: SocketEncoding,
    answer: (delta: Omit<SentSnapshot, 'at'> | 'same' | 'unknown') => void,
  ): void
}

export interface SocketOptions {
  readonly access: 'full' | 'read'
  /** `ai.protocols` holds `socket`: what clients report is evidence. */
  readonly evidence: boolean
  /** Of WELCOME. */
  readonly version: string
}

/** Clients of all sessions together. */
export interface ClientPlaces {
  taken: number
}
