/**
 * The clients of one session (docs/reference/session-socket.md): admission, messages to all, and
 * the end. Pure: connections are `Wire`s, and the session is a port. No client delays the session
 * or another client, since nothing here waits.
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

interface HubPorts {
  readonly clock: Clock
  readonly session: SessionPort
  readonly options: SocketOptions
  readonly places: ClientPlaces
  /** Number of the last message that clients of an earlier program were sent. */
  readonly seq?: number
}

export class Hub {
  readonly #ports: HubPorts
  readonly #clients = new Set<Connection>()
  /** Refused or ended, and not yet closed. */
  readonly #leaving = new Set<Connection>()
  /** Clients that follow the screen. */
  readonly #followers = new Set<Connection>()
  /** Clients that receive output or the screen. */
  readonly #viewers = new Set<Connection>()
  readonly #own: OwnStatus
  readonly #owner: ConnectionOwner
  /** The latest status of any origin, which is a new client's first frame. */
  #heldStatus: { readonly app: string; readonly frame: Uint8Array } | null = null
  /** The client that set the current size; `null` if the window did, or the client has gone. */
  #sizeWriter: Connection | null = null
  #seq = 0
  #over = false
  /** Frames of one change, with and without reasons, while it is being sent. */
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
      // read for each frame
      get access() {
        return options.access
      },
      welcome: ({ encoding }) => this.#welcome(encoding),
      stateFrame: (why) => this.#stateFrame(why),
      status: (from, status) => this.#status(from, status),
      resized: (from) => {
        this.#sizeWriter = from
      },
      follows: (from, on) => {
        if (changesUse(this.#followers, from, on)) session.follow(on)
      },
      views: (from, on) => {
        if (changesUse(this.#viewers, from, on)) session.viewed(on)
      },
      ended: (from) => this.#ended(from),
    }
  }

  get clients(): number {
    return this.#clients.size
  }

  /** Increases with each message about the state. */
  get seq(): number {
    return this.#seq
  }

  /** Admits a client. Its unread bytes in this process are limited (limits.ts). */
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

  /** The connection's socket is closed. */
  closed(connection: Connection): void {
    connection.closed()
    this.#leaving.delete(connection)
  }

  /** Sends the changed state. */
  stateChanged(): void {
    if (this.#over) return
    this.#seq += 1
    const frames = (this.#stateFrames = new Map<boolean, Uint8Array>())
    for (const client of this.#clients) {
      client.state()
      // computing reasons applied held reports, and that later change has been sent to all
      if (this.#stateFrames !== frames) return
    }
    this.#stateFrames = null
    this.#own.changed(this.#ports.session.state())
  }

  /** Sends output, which the session's ring already has. `at`: offset of its first byte. */
  output(bytes: Uint8Array, at: number): void {
    for (const client of this.#clients) client.output(bytes, at)
  }

  /** Sends a change of the active buffer or the size, at this offset. */
  mode(screen: 'grid' | 'stream', at: number): void {
    const { cols = 0, rows = 0 } = this.#ports.session.terminal.size ?? {}
    const frame = encodeJson(messageType.mode, { screen, cols, rows, at } satisfies Mode)
    for (const client of this.#clients) client.mode(frame)
  }

  /** The screen of snapshots has changed. */
  screenChanged(): void {
    for (const client of this.#clients) client.screenChanged()
  }

  /** Fewer than `ptyQueueLow` bytes wait for the pty. */
  ptyDrained(): void {
    for (const client of this.#clients) client.ptyDrained()
  }

  /** The window has taken back control of the size. */
  sizeTaken(): void {
    this.#sizeWriter = null
  }

  /** Ends the session: notifies each client in order, and closes. */
  exit({ code, signal }: { readonly code: number | null; readonly signal: string | null }): void {
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

  /** Ends all connections between two frames; the session continues without a socket. */
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

  /** Sends vibeflow's own STATUS_UPDATE to all, and holds it for new clients. */
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

  /** Returns one frame for all clients of a change: computing reasons costs more than sending. */
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

  /** Returns the size to the window if a hello client set it. Plain ones may come only for it. */
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

/** Adds or removes a client. Returns whether the first one came or the last one left. */
function changesUse(clients: Set<Connection>, client: Connection, on: boolean): boolean {
  const before = clients.size
  if (on) clients.add(client)
  else clients.delete(client)
  return before > 0 !== clients.size > 0
}
