/** Ports between a session, its clients' server and their connections. */
import type { FrameEvidence } from '../../../agents/state/evidence.ts'
import type { WhyState } from '../../../agents/state/why.ts'
import type { Size } from '../../../base/sizes/size.ts'
import type { Refusal } from './errors.ts'
import type { SocketEncoding, Revision, SnapshotRequest } from './extensions.ts'
import type { SessionFacts, StateFacts } from './messages.ts'

export interface Wire {
  /** Queues bytes, which do not change afterwards, until the client reads them. */
  write(bytes: Uint8Array): void
  /** Bytes that the client has not read. */
  readonly unsentBytes: number
  /** Changes whenever, and only when, the client reads. */
  readonly progress: string
  /** Stops reading until `resume`. */
  pause(): void
  resume(): void
  /** Sends the queued data, then ends the stream. Input is still reported. */
  end(): void
  destroy(): void
}

/** A SNAPSHOT as sent. */
export interface SentSnapshot {
  readonly payload: Uint8Array
  readonly revision: Revision
  /** Offset of output that it shows, exactly. */
  readonly at: number
}

/** The size of the session's terminal (core/session/terminal-size.ts). */
interface SocketTerminal {
  /** The current or target size; `null` before the start. */
  readonly size: Size | null
  readonly by: 'window' | 'socket'
  /** Calls `refused`, now or later, if the pty does not accept it. */
  fromSocket(size: Size, refused?: () => void): void
  /** Returns control to the window. Returns `false` if there is none. */
  giveBack(refused?: () => void): boolean
  /** Applies a pending size now. */
  flush(): void
}

export interface SessionPort {
  /** Time in ms since 1970. */
  now(): number
  facts(): SessionFacts
  state(): StateFacts
  why(): WhyState
  readonly terminal: SocketTerminal
  /** Passes input to the pty unchanged, and as evidence of input. */
  input(bytes: Uint8Array): void
  /** Bytes that wait for the pty. */
  readonly inputWaiting: number
  /** Signals the pty's first process only. Returns `false` if it could not be delivered. */
  signal(signal: number): boolean
  /** Sets the title; empty removes it. */
  setTitle(title: string): void
  evidence(frame: FrameEvidence): void
  /** Shows an opaque status; `null` removes it. */
  detail(text: string | null): void
  /** Shows the tab. Returns `false` if there is no window. */
  focus(): boolean
  /** Recent output by offset. */
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
  /** Answers once, now or later. Deltas can be requested against a `screen`. */
  snapshot(
    request: SnapshotRequest,
    encoding: SocketEncoding,
    answer: (snapshot: SentSnapshot | Refusal) => void,
  ): void
  /** Starts or stops reports of screen changes to the hub. */
  follow(on: boolean): void
  /** The first client receives output or the screen, or the last one has stopped. */
  viewed(on: boolean): void
  /** Returns the changes since this revision; `unknown` if only a snapshot has them. */
  delta(
    since: Revision,
    encoding: SocketEncoding,
    answer: (delta: Omit<SentSnapshot, 'at'> | 'same' | 'unknown') => void,
  ): void
}

export interface SocketOptions {
  readonly access: 'full' | 'read'
  /** `ai.protocols` contains `socket`: clients' reports are evidence. */
  readonly evidence: boolean
  /** Version in WELCOME. */
  readonly version: string
}

export interface ClientPlaces {
  taken: number
}
