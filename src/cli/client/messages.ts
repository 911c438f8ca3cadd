/** What a session tells its clients, as types (protocols/session-socket.md 12). Unknown keys may come and are kept. */

export interface State {
  readonly v: number
  readonly seq: number
  readonly state: string
  /** ms since 1970. */
  readonly since: number
  readonly seen: boolean
  readonly source: string
  readonly confidence: string
  readonly tool?: string
  readonly kind?: string
  readonly project?: string
  readonly message?: string
  readonly progress?: number
}

export interface Welcome {
  readonly v: number
  readonly server: string
  readonly encoding: 'json' | 'msgpack'
  readonly session: {
    readonly id: string
    readonly pid: number
    readonly title: string
    readonly cwd: string
    readonly command: string
    readonly cols: number
    readonly rows: number
    readonly sizeBy: 'window' | 'socket'
    readonly access: 'full' | 'read'
    readonly startedAt: number
    readonly clients: number
  }
  readonly state: State
  /** Offset of output now. */
  readonly at: number
  readonly limits: { readonly frameBytes: number; readonly jsonBytes: number }
}

export interface Snapshot {
  readonly v: number
  readonly format?: 'text' | 'ansi'
  readonly epoch: number
  readonly rev: number
  readonly at: number
  readonly cols: number
  readonly rows: number
  readonly text?: string
  readonly ansi?: string
  readonly cut?: boolean
}

export interface StatusUpdate {
  readonly app: string
  readonly status: string
  readonly state?: string
  readonly kind?: string
  readonly [key: string]: unknown
}

export interface Mode {
  readonly screen: 'grid' | 'stream'
  readonly cols: number
  readonly rows: number
  readonly at: number
}

/** 0: none. */
export interface Exited {
  readonly code: number
  readonly signal: number
}
