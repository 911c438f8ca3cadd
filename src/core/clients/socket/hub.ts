/**
 * The clients of one session (docs/socket.md): who is there, what all of them are
 * sent, and how it ends. Pure: connections come as `Wire`s, the session as a port. No client delays
 * the session or another one: nothing here waits.
 */
import type { Clock } from '../../../base/clock.ts'
import { Connection, type ConnectionOwner } from './connection.ts'
import type { Refusal } from './errors.ts'
import type { SocketEncoding } from './extensions.ts'
import { encodeJson } from './frame.ts'
import {
  clientsOfProcessMax,
  clientsOfSessionMax,
  detailMs,
  frameBytesMax,
  jsonBytesMax,
  refusedMax,
} from './limits.ts'
import { messageType } from './message-types.ts'
import type { Exited, Mode, StateMessage, StateFacts, StatusUpdate, Welcome } from './messages.ts'
import { OwnStatus } from './own-status.ts'
import type { ClientPlaces, SocketOptions, SessionPort, Wire } from './ports.ts'
import { signalNumber } from './signals.ts'
import { ownOrigin, type Status } from './status.ts'

export interface HubPorts {
  readonly clock: Clock
  readonly session: SessionPort
  readonly options: SocketOptions
  readonly places: ClientPlaces
  /**
   * Number of the last change that the clients of this session were sent before, by an earlier
   * program of it.
   */
  readonly seq?: number
}

export class Hub {
  readonly #ports: HubPorts
  readonly #clients = new Set<Connection>()
  /** Refused or ended, and not yet closed. */
  readonly #leaving = new Set<Connection>()
  /** Clients that follow the screen. */
  readonly #followers = new Set<Connection>()
  readonly #own: OwnStatus
  readonly #owner: ConnectionOwner
  /** The latest status of any origin: the first frame of a newcomer. */
  #heldStatus: { readonly app: string; readonly frame: Uint8Array } | null = null
  /** Who wrote the size that the terminal has; null: the window, or somebody who has gone. */
  #sizeWriter: Connection | null = null
  #seq = 0
  #over = false
  /** While clients are sent a change: STATE with reasons and without. */
  #stateFrames: Map<boolean, Uint8Array> | null = null
  #cancelDetail: (() => void) | null = null

  constructor(ports: HubPorts) {
    this.#ports = ports
    const { clock, session, options } = ports
    this.#seq = ports.seq ?? 0
    this.#own = new OwnStatus(clock, session.state(), () => this.#sendState())
    this.#owner = {
      clock,
      session,
      get access() {
        return options.access
      }, // as it is when a frame comes
      welcome: ({ encoding }) => this.#welcome(encoding),
      stateFrame: (why) => this.#stateFrame(why),
      status: (from, status) => this.#status(from, status),
      resized: (from) => {
        this.#sizeWriter = from
      },
      follows: (from, on) => {
        const before = this.#followers.size
        if (on) this.#followers.add(from)
        else this.#followers.delete(from)
        if (before > 0 !== this.#followers.size > 0) session.follow(on)
      },
      ended: (from) => this.#ended(from),
    }
  }

  get clients(): number {
    return this.#clients.size
  }

  /** Rises with everything that is sent of the state. */
  get seq(): number {
    return this.#seq
  }

  /**
   * Bytes that clients have not taken and that wait in this process are theirs: what each may hold
   * is bounded (limits.ts).
   */
  connect(wire: Wire): Connection {
    const connection = new Connection(this.#owner, wire)
    const { places } = this.#ports
    const limit =
      this.#clients.size >= clientsOfSessionMax
        ? clientsOfSessionMax
        : places.taken >= clientsOfProcessMax
          ? clientsOfProcessMax
          : null
    const refused: Refusal | null = this.#over
      ? { code: 'SESSION_NOT_FOUND' }
      : limit === null
        ? null
        : { code: 'CONNECTION_LIMIT', limit }
    if (refused !== null) {
      this.#leaving.add(connection)
      connection.fail(refused)
      if (this.#leaving.size > refusedMax) wire.destroy()
      return connection
    }
    this.#clients.add(connection)
    places.taken += 1
    if (this.#heldStatus !== null) connection.status(this.#heldStatus.frame)
    return connection
  }

  /** The connection's socket is gone. */
  closed(connection: Connection): void {
    connection.closed()
    this.#leaving.delete(connection)
  }

  /** What the session shows has changed. */
  stateChanged(): void {
    if (this.#over) return
    this.#seq += 1
    const frames = (this.#stateFrames = new Map<boolean, Uint8Array>())
    for (const client of this.#clients) {
      client.state()
      // to make reasons let held reports count: all have been sent that change, which came later
      if (this.#stateFrames !== frames) return
    }
    this.#stateFrames = null
    this.#own.changed(this.#ports.session.state())
  }

  /** The pty printed this; the session's ring holds it already. `at`: offset of its first byte. */
  output(bytes: Uint8Array, at: number): void {
    for (const client of this.#clients) client.output(bytes, at)
  }

  /** The buffer in use, or the size, has changed at this offset. */
  mode(screen: 'grid' | 'stream', at: number): void {
    const { cols = 0, rows = 0 } = this.#ports.session.terminal.size ?? {}
    const frame = encodeJson(messageType.mode, { screen, cols, rows, at } satisfies Mode)
    for (const client of this.#clients) client.mode(frame)
  }

  /** The screen that snapshots show is another one than before. */
  screenChanged(): void {
    for (const client of this.#clients) client.screenChanged()
  }

  /** The pty has taken input: fewer bytes wait for it than `ptyQueueLow`. */
  ptyDrained(): void {
    for (const client of this.#clients) client.ptyDrained()
  }

  /** The window has taken the size back, by itself. */
  sizeTaken(): void {
    this.#sizeWriter = null
  }

  /** The session is over: each client is notified, in order, and closed. */
  exit({ code, signal }: { readonly code: number; readonly signal: string | null }): void {
    if (this.#over) return
    this.#over = true
    this.#own.dispose()
    this.#cancelDetail?.()
    const number = signalNumber(signal)
    const status = encodeJson(messageType.status, {
      app: 'vibeflow',
      status: 'exited',
      state: 'exited',
      exitCode: code,
      ...(number === 0 ? {} : { signal: number }),
      seq: ++this.#seq,
      timestamp: this.#ports.session.now(),
      origin: ownOrigin,
    } satisfies StatusUpdate)
    const exit = encodeJson(messageType.exit, { code, signal: number } satisfies Exited)
    for (const client of [...this.#clients]) client.exit(status, exit)
  }

  /** The session goes on without a socket: its clients are let go between two frames. */
  dismiss(): void {
    for (const client of [...this.#clients]) client.end()
    this.#over = true
    this.#own.dispose()
    this.#detail(null)
  }

  #status(from: Connection, { app, text, forward, evidence, opaque }: Status): void {
    const { session, options } = this.#ports
    const frame = encodeJson(messageType.status, forward)
    for (const client of this.#clients) if (client !== from) client.status(frame)
    if (text !== '') this.#heldStatus = { app, frame }
    else if (this.#heldStatus?.app === app) this.#heldStatus = null
    if (forward['origin'] === ownOrigin && Object.hasOwn(forward, 'origin')) return
    this.#detail(opaque ? text : null)
    if (evidence !== null && options.evidence) session.evidence(evidence)
  }

  #detail(text: string | null): void {
    const { session, clock } = this.#ports
    this.#cancelDetail?.()
    session.detail(text)
    this.#cancelDetail =
      text === null
        ? null
        : clock.after(detailMs, () => {
            this.#cancelDetail = null
            session.detail(null)
          })
  }

  /** Our own STATUS_UPDATE: to all, and held. */
  #sendState(): void {
    const { state, tool, kind, message, source, since } = this.#ports.session.state()
    const app = tool ?? 'vibeflow'
    const frame = encodeJson(messageType.status, {
      app,
      status: message ?? state,
      state,
      ...(kind === undefined ? {} : { kind }),
      source,
      seq: ++this.#seq,
      timestamp: since,
      origin: ownOrigin,
    } satisfies StatusUpdate)
    this.#heldStatus = { app, frame }
    for (const client of this.#clients) client.status(frame)
  }

  /**
   * All clients that are sent one change get one frame: to make reasons costs more than to send
   * them.
   */
  #stateFrame(withWhy: boolean): Uint8Array {
    const made = this.#stateFrames?.get(withWhy)
    if (made !== undefined) return made
    const { session } = this.#ports
    const reasons = withWhy ? session.why() : {}
    const frame = encodeJson(messageType.state, { ...reasons, ...this.#state(session.state()) })
    this.#stateFrames?.set(withWhy, frame)
    return frame
  }

  #state(facts: StateFacts): StateMessage {
    return { v: 1, seq: this.#seq, ...facts }
  }

  #welcome(encoding: SocketEncoding): Welcome {
    const { session, options } = this.#ports
    const { terminal } = session
    return {
      v: 1,
      server: `vibeflow/${options.version}`,
      encoding,
      session: {
        ...session.facts(),
        cols: terminal.size?.cols ?? 0,
        rows: terminal.size?.rows ?? 0,
        sizeBy: terminal.by,
        access: this.#owner.access,
        clients: this.#clients.size,
      },
      state: this.#state(session.state()),
      at: session.output.end,
      limits: { frameBytes: frameBytesMax, jsonBytes: jsonBytesMax },
    }
  }

  /** A viewer that set the size takes it along; a plain client may come only to set it. */
  #ended(from: Connection): void {
    if (this.#clients.delete(from)) {
      this.#ports.places.taken -= 1
      this.#leaving.add(from)
    }
    if (this.#sizeWriter !== from) return
    this.#sizeWriter = null
    if (!this.#over && from.hello !== null && this.#ports.session.terminal.by === 'socket')
      this.#ports.session.terminal.giveBack()
  }
}
