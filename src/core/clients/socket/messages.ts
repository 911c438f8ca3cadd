/**
 * What a session sends its clients, as types (docs/socket.md): the server
 * makes these values, the client library hands them on. Times are in ms since 1970, offsets in
 * bytes of output. Clients pass over keys that they do not know.
 */

/** What a session shows. */
export interface StateFacts {
  readonly state: string
  readonly since: number
  readonly seen: boolean
  readonly source: string
  readonly confidence: string
  /** Absent: nobody said. */
  readonly tool?: string
  /** With `waiting`, unless it is just your turn. */
  readonly kind?: string
  readonly project?: string
  readonly message?: string
  readonly progress?: number
}

/** STATE. A subscription with `why` adds what the Why panel knows. */
export interface StateMessage extends StateFacts {
  readonly v: number
  /** Rises with each change. */
  readonly seq: number
}

export interface SessionFacts {
  readonly id: string
  readonly pid: number
  readonly title: string
  readonly cwd: string
  /** Program and arguments, joined by blanks. */
  readonly command: string
  readonly startedAt: number
}

/** WELCOME. */
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
  /** Offset of output now. */
  readonly at: number
  readonly limits: { readonly frameBytes: number; readonly jsonBytes: number }
}

/**
 * SNAPSHOT as text or as what brings a fresh terminal to the same screen. One of the whole screen
 * is terminal's.
 */
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
  /** Older rows were left out, since it would have been too large. */
  readonly cut?: boolean
  /** What was printed long ago may be missing: the shadow terminal was begun late, or anew. */
  readonly partial?: boolean
}

/** STATUS_UPDATE. */
export interface StatusUpdate {
  readonly app: string
  /** '': this app has nothing to report any more. */
  readonly status: string
  readonly state?: string
  readonly kind?: string
  readonly [key: string]: unknown
}

/** MODE: the buffer in use, and the size, from this offset on. */
export interface Mode {
  readonly screen: 'grid' | 'stream'
  readonly cols: number
  readonly rows: number
  readonly at: number
}

/** EXIT. 0: none. */
export interface Exited {
  readonly code: number
  readonly signal: number
}
