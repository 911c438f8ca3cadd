/**
 * What a session's shadow needs: of the session, and of the host a worker to live in. Tests give
 * one that runs in place (test/support/frames/shadow.ts).
 */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { Clock } from '../../base/clock.ts'
import type { Compression } from '../../terminal/history/compression.ts'
import type { RecentOutput } from '../session/flow/recent-output.ts'
import type { ScreenFound } from '../../agents/screen-rules/screen-reader.ts'
import type { Size } from '../../base/size.ts'
import type { Crashes } from './crashes.ts'
import type { AskedReport, FromShadow, ToShadow } from './messages.ts'
import type { Stretch } from './worker-replay.ts'

/** Rows of history, by the terminal's columns. */
export type ScrollbackRows = (columns: number) => number

export interface ShadowPorts {
  readonly clock: Clock
  /** Absent: there are no workers, and every question is answered by null. */
  readonly port: ShadowPort | undefined
  readonly history: RecentOutput
  /**
   * Of the terminal, as the pty has it, before `started` or `resized` has given one; null: not
   * started yet.
   */
  readonly size: () => Size | null
  /** From now on its progress counts: it goes on at this offset. */
  readonly joined: (at: number) => void
  readonly left: () => void
  /** Everything before this offset has been parsed. */
  readonly parsed: (upTo: number) => void
  /** What the program asked its terminal, each question once, in order. */
  readonly asked: (queries: readonly AskedReport[]) => void
  /** The screen is another one than before; called only while there is a follower. */
  readonly changed: () => void
  readonly read: (found: ScreenFound) => void
  /** A rule of the user's takes too long. */
  readonly ruleOff: (off: RuleOff) => void
  /**
   * What the page that shows the tab is to be sent, as it is (terminal/frames). Absent: none shows
   * it.
   */
  readonly frame?: (bytes: Uint8Array) => void
  readonly rows?: (bytes: Uint8Array) => void
  /** Given up: nothing is parsed any more. */
  readonly gone: () => void
  /** Given up: the screen is not read any more. */
  readonly readerGone: () => void
}

/** How the user has another worker before `reviveMs` are over. */
export const wayBack = 'Restart the tab to have it go on at once.'

export interface ShadowChannel {
  /** In order. The bytes of a `write` are read before it returns: they are the ring's own. */
  post(message: ToShadow): void
  /**
   * Messages of the worker so far, to whichever session: while it works for another one it does not
   * hang.
   */
  received(): number
  /**
   * The worker owes an answer for too long: it is ended, and `lost` is called before this returns.
   */
  hung(): void
  /** The session needs it no more; nothing is called afterwards. */
  close(): void
}

export interface ShadowChannelEvents {
  readonly message: (message: FromShadow) => void
  /**
   * The worker is gone. Another one may be had: fed again with what came since the terminal was
   * kept, without what may have killed it twice, or not at all. `why`: in a sentence for the user.
   * `at`: the output that it was at, if it died at that; null: at something else, or nobody knows.
   */
  readonly lost: (again: 'whole' | 'behind' | 'never', why: string, at: Stretch | null) => void
  /**
   * The session's own, for as long as it lives: what its workers died of while they worked for it.
   */
  readonly crashes: Crashes
}

export interface ShadowPort {
  /** A place in one of the workers; null: there are none any more. */
  readonly open: (events: ShadowChannelEvents) => ShadowChannel | null
  /** For output that is kept; absent: it stays as it is. */
  readonly compression?: Compression
}
