/** Ports of a session's shadow. Tests run one in place (test/support/frames/shadow.ts). */
import type { RuleOff } from '../../agents/rules/limited.ts'
import type { Clock } from '../../base/clock.ts'
import type { Compression } from '../../terminal/history/compression.ts'
import type { RecentOutput } from '../session/flow/recent-output.ts'
import type { ScreenFound } from '../../agents/screen-rules/screen-reader.ts'
import type { Size } from '../../base/sizes/size.ts'
import type { Crashes } from './crashes.ts'
import type { AskedReport, FromShadow, ToShadow } from './messages.ts'
import type { Stretch } from './worker-replay.ts'

/** Rows of history by columns of the terminal. */
export type ScrollbackRows = (columns: number) => number

export interface ShadowPorts {
  readonly clock: Clock
  /** Absent without workers; every question is then answered with `null`. */
  readonly port: ShadowPort | undefined
  readonly history: RecentOutput
  /** The pty's size before the first `started` or `resized`; `null` if not started yet. */
  readonly size: () => Size | null
  /** A worker starts at this offset and counts for flow control. */
  readonly joined: (at: number) => void
  readonly left: () => void
  /** Everything before this offset is parsed. */
  readonly parsed: (upTo: number) => void
  /** The program's queries, each one once and in order. */
  readonly asked: (queries: readonly AskedReport[]) => void
  /** The screen changed; called only while there is a follower. */
  readonly changed: () => void
  readonly read: (found: ScreenFound) => void
  /** The screen is read for rules from now on, or no longer. */
  readonly watched: (on: boolean) => void
  /** A user's rule takes too long. */
  readonly ruleOff: (off: RuleOff) => void
  /** Bytes for the page that shows the tab (terminal/frames), if any. */
  readonly frame?: (bytes: Uint8Array) => void
  readonly rows?: (bytes: Uint8Array) => void
  /** The shadow was given up: nothing is parsed any longer. */
  readonly gone: () => void
  /** The shadow was disabled or given up: the screen is not read any longer. */
  readonly readerGone: () => void
}

/** How the user gets another worker before `reviveMs`. */
export const wayBack = 'To continue now, restart the tab.'

export interface ShadowChannel {
  /** Sends in order. The bytes of a `write` belong to the ring and are read before it returns. */
  post(message: ToShadow): void
  /** Messages of the worker to all sessions: while it works for another one, it does not hang. */
  received(): number
  /** Ends a worker that owes an answer for too long. `lost` is called before this returns. */
  hung(): void
  /** Ends the session's use. Nothing is called afterwards. */
  close(): void
}

export interface ShadowChannelEvents {
  readonly message: (message: FromShadow) => void
  /**
   * The worker is gone. `again`: whether another may start with everything since the last save,
   * without output that killed workers twice, or not at all. `why`: a sentence for the user. `at`:
   * the output it died of; `null` if unknown or something else.
   */
  readonly lost: (again: 'whole' | 'behind' | 'never', why: string, at: Stretch | null) => void
  /** The session's crashes, for its lifetime. */
  readonly crashes: Crashes
}

export interface ShadowPort {
  /** Opens a place in a worker; `null` if there are none any longer. */
  readonly open: (events: ShadowChannelEvents) => ShadowChannel | null
  /** Compresses idle output, if set. */
  readonly compression?: Compression
}
