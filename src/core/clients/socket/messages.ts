/**
 * Messages from a session to its clients (docs/reference/session-socket.md), made by the server and
 * passed on by the client library. Times are ms since 1970, offsets are bytes of output. Clients
 * ignore unknown keys.
 */
import type { Usage } from '../../../agents/process/usage.ts'
import type { TabMark } from '../../windows/tabs/tab-mark.ts'

export interface StateFacts {
  readonly state: string
  readonly since: number
  readonly seen: boolean
  readonly source: string
  readonly confidence: string
  /** Absent if not reported. */
  readonly tool?: string
  /** With `waiting`, unless the user's turn is all it waits for. */
  readonly kind?: string
  readonly project?: string
  readonly message?: string
  readonly progress?: number
  /** When a limit of its agent's account that is reached resets, in ms since 1970. */
  readonly limitedUntil?: number
}

/** STATE. A subscription with `why` adds the facts of the *Why* panel. */
export interface StateMessage extends StateFacts {
  readonly v: number
  /** Increases with each change. */
  readonly seq: number
}

export interface SessionFacts {
  readonly id: string
  readonly pid: number
  readonly title: string
  readonly cwd: string
  /** Program and arguments, joined by spaces. */
  readonly command: string
  readonly startedAt: number
  /** Variables that programs set in the output (OSC 1337). Absent without variables. */
  readonly userVariables?: Readonly<Record<string, string>>
  /** Color, sign and note of its tab. Absent without a mark. */
  readonly mark?: TabMark
  /** Memory and ports of the session's processes. Absent if it can't be read. */
  readonly usage?: Usage
  /** Queued prompts, and a sentence about why nothing is sent. Absent without prompts. */
  readonly queue?: { readonly count: number; readonly paused?: string }
}

export interface Welcome {
  readonly v: number
  /** `vibeflow/version`. */
  readonly server: string
  readonly encoding: 'json' | 'msgpack'
  readonly session: SessionFacts & {
    readonly cols: number
    readonly rows: number
    readonly sizeBy: 'window' | 'socket'
    readonly access: 'full' | 'read'
    readonly clients: number
  }
  readonly state: StateMessage
  /** Current offset of output. */
  readonly at: number
  readonly limits: { readonly frameBytes: number; readonly jsonBytes: number }
}

/** SNAPSHOT as text or sequences. The room `terminal` defines that of complete screens. */
export interface TextSnapshot {
  readonly v: number
  readonly format: 'text' | 'ansi'
  readonly epoch: number
  readonly rev: number
  readonly at: number
  readonly cols: number
  readonly rows: number
  readonly text?: string
  readonly ansi?: string
  /** Older rows were omitted because of the size. */
  readonly cut?: boolean
  /** Old output may be missing: the shadow terminal started late or was restarted. */
  readonly partial?: boolean
}

export interface StatusUpdate {
  readonly app: string
  /** Empty if the app has nothing to report any longer. */
  readonly status: string
  readonly state?: string
  readonly kind?: string
  readonly [key: string]: unknown
}

/** MODE: active buffer and size from this offset on. */
export interface Mode {
  readonly screen: 'grid' | 'stream'
  readonly cols: number
  readonly rows: number
  readonly at: number
}

/** EXIT. Signal 0 means none. Code `null`: unknown. */
export interface Exited {
  readonly code: number | null
  readonly signal: number
}
