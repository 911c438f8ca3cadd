/**
 * Client of a session's socket (docs/reference/session-socket.md): typed calls and events. It never
 * echoes heartbeats, and ignores unknown types and keys. An ERROR rejects the call whose barrier
 * follows it.
 */
import { connect, type Socket } from 'node:net'
import {
  encodePacket,
  encodeJson,
  decodeOutput,
  FrameParser,
  type Packet,
} from '../../core/clients/socket/frame.ts'
import { heartbeatsMax, rateWindowMs, snapshotBytesMax } from '../../core/clients/socket/limits.ts'
import { messageType } from '../../core/clients/socket/message-types.ts'
import type {
  Exited,
  Mode,
  StateMessage,
  StatusUpdate,
  TextSnapshot,
  Welcome,
} from '../../core/clients/socket/messages.ts'
import { isUsablePath } from '../../core/clients/socket/paths.ts'
import { isStateMessage, isWelcome } from './validate-messages.ts'
import { tryOr } from '../../host/files/try-or.ts'

export interface ClientEvents {
  readonly output?: (bytes: Uint8Array, at: number) => void
  /** Text, or a sequence that restores the screen. Also sent before `output` starts. */
  readonly snapshot?: (snapshot: TextSnapshot) => void
  /**
   * A full screen, and the changes since, in the encoding of HELLO. `decode` of `vibeflow/vt` reads
   * both. Acknowledge each.
   */
  readonly screen?: (bytes: Uint8Array) => void
  readonly delta?: (bytes: Uint8Array) => void
  readonly state?: (state: StateMessage) => void
  readonly status?: (status: StatusUpdate) => void
  readonly mode?: (mode: Mode) => void
  readonly exit?: (exit: Exited) => void
  /** Called once when the connection has closed, which is normal when a session ends. */
  readonly closed?: () => void
}

export interface ConnectOptions {
  readonly events?: ClientEvents
  /** `name/version`. */
  readonly name?: string
  /** Whether to send HELLO. Without an answer in time, `welcome` is null. */
  readonly hello?: boolean
  readonly helloMs?: number
  readonly encoding?: 'json' | 'msgpack'
}

export interface SnapshotWanted {
  /** Defaults to screen. */
  readonly format?: 'screen' | 'text' | 'ansi'
  /** Rows of history in addition to the screen. */
  readonly scrollback?: number
  /** Without what an agent draws around its text; only for text. */
  readonly clean?: boolean
}

/** No session listens at the socket. */
export class NoSession extends Error {}

/** The session answered with an ERROR. */
export class SessionRefusal extends Error {
  readonly code: string
  readonly reason: string | null

  constructor(code: string, message: string, reason: string | null) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

/** Retry interval while the server's queue of connections is full. */
const retryMs = 50
const retriesMax = 100
/** A vibeflow with many busy agents may take seconds to answer. */
export const welcomeMs = 5_000

interface Call {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class SessionClient {
  readonly #socket: Socket
  readonly #parser = new FrameParser(snapshotBytesMax) // the largest size of any packet
  readonly #events: ClientEvents
  /**
   * Calls that wait for their barrier, oldest first, with the errors received since they were sent.
   */
  readonly #calls: (Call & { readonly errors: SessionRefusal[] })[] = []
  /** Unsent calls: the server answers a limited number of heartbeats per second. */
  readonly #queue: (Call & { readonly frames: readonly Uint8Array[] })[] = []
  /** Times of the latest echoes. */
  #echoes: number[] = []
  #pace: NodeJS.Timeout | null = null
  #greeted: ((welcome: Welcome | null) => void) | null = null
  #closed = false
  /** `null` if the server does not support HELLO. */
  welcome: Welcome | null = null

  private constructor(socket: Socket, events: ClientEvents) {
    this.#socket = socket
    this.#events = events
    socket.on('data', (chunk) => this.#received(chunk))
    socket.on('error', () => undefined) // `close` follows
    socket.on('close', () => this.#gone())
  }

  /** Connects, and sends HELLO unless disabled. Rejects with `NoSession` if none listens. */
  static async connect(
    path: string,
    {
      events = {},
      name = 'vibeflow',
      hello = true,
      helloMs = welcomeMs,
      encoding = 'json',
    }: ConnectOptions = {},
  ): Promise<SessionClient> {
    if (!isUsablePath(path)) throw new NoSession(`${path} is too long for a socket path.`)
    const client = new SessionClient(await open(path), events)
    if (hello) client.welcome = await client.#greet({ client: name, encoding }, helloMs)
    return client
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Sends bytes to the program. Resolves when they are on their way to its terminal. */
  input(bytes: Uint8Array): Promise<void> {
    return this.#ask(inputFrames(bytes))
  }

  /** Sends bytes without waiting. Returns false if much is queued: then wait for `drained`. */
  type(bytes: Uint8Array): boolean {
    return (
      inputFrames(bytes)
        .map((frame) => this.#write(frame))
        .at(-1) ?? true
    )
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('drain', resolve)
      this.#socket.once('close', () => resolve())
    })
  }

  resize(size: { readonly cols: number; readonly rows: number }): Promise<void> {
    return this.#call(messageType.control, { cmd: 'resize', cols: size.cols, rows: size.rows })
  }

  resetSize(): Promise<void> {
    return this.#call(messageType.control, { cmd: 'reset-size' })
  }

  /** @param signal number */
  kill(signal: number): Promise<void> {
    return this.#call(messageType.control, { cmd: 'kill', signal })
  }

  setTitle(title: string): Promise<void> {
    return this.#call(messageType.control, { cmd: 'update-title', title })
  }

  status(status: StatusUpdate): Promise<void> {
    return this.#call(messageType.status, status)
  }

  focus(): Promise<void> {
    return this.#call(messageType.focus, {})
  }

  subscribe(wanted: {
    readonly output?: boolean
    readonly screen?: boolean
    readonly state?: boolean
    readonly why?: boolean
  }): Promise<void> {
    return this.#call(messageType.subscribe, wanted)
  }

  /** Returns the screen: text and `ansi` as JSON, else in the encoding of HELLO. */
  snapshot(request: SnapshotWanted): Promise<Uint8Array> {
    const next = this.#snapshots.then(() => this.#oneSnapshot(request))
    this.#snapshots = next.catch(() => undefined) // the caller gets the error
    return next
  }

  async #oneSnapshot(request: SnapshotWanted): Promise<Uint8Array> {
    this.#lastSnapshot = null
    await this.#call(messageType.snapshotRequest, request) // the snapshot precedes the echo
    if (this.#lastSnapshot === null)
      throw new SessionRefusal('INVALID_OPERATION', 'The session sent no snapshot.', null)
    return this.#lastSnapshot
  }

  acknowledge(revision: { readonly epoch: number; readonly rev: number }): void {
    this.#write(encodeJson(messageType.acknowledge, revision))
  }

  /** Resolves when everything sent before was handled, or rejects with the first error. */
  barrier(): Promise<void> {
    return this.#ask([])
  }

  /** Stops reading until `resume`. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /**
   * Resolves when the session can act within `withinMs`. If it then hangs, it refuses later what
   * this connection sends. Servers without this command answer as well.
   */
  async ready(withinMs: number): Promise<void> {
    let asked: number
    do {
      asked = Date.now()
      const until = { cmd: 'until', until: asked + 1.5 * withinMs }
      await this.#call(messageType.control, until).catch((error: unknown) => {
        if (this.#closed || !(error instanceof SessionRefusal)) throw error
      })
    } while (Date.now() - asked > withinMs)
  }

  /** Closes the connection after the current packet, or drops what is not sent. */
  close(drops = false): void {
    if (drops) this.#socket.destroy()
    else {
      this.#socket.end()
      this.#socket.destroySoon()
    }
  }

  /** Snapshots are requested one at a time, since answers have no ID. */
  #snapshots: Promise<unknown> = Promise.resolve()
  #lastSnapshot: Uint8Array | null = null
  /** Errors received before their barrier was written. */
  readonly #early: SessionRefusal[] = []

  #call(type: number, value: unknown): Promise<void> {
    return this.#ask([encodeJson(type, value)])
  }

  /** Sends packets with their barrier, so that an error in between belongs to them. */
  #ask(frames: readonly Uint8Array[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new NoSession('The session has ended.'))
        return
      }
      this.#queue.push({ frames, resolve, reject })
      this.#sendQueue()
    })
  }

  #sendQueue(): void {
    if (this.#pace !== null) return
    for (let [next] = this.#queue; next !== undefined; [next] = this.#queue) {
      if (!this.#mayAsk(performance.now())) break
      const { frames, resolve, reject } = next
      this.#queue.shift()
      for (const frame of [...frames, encodePacket(messageType.heartbeat)]) this.#write(frame)
      this.#calls.push({ resolve, reject, errors: this.#early.splice(0) })
    }
    if (this.#queue.length > 0)
      this.#pace = setTimeout(() => {
        this.#pace = null
        this.#sendQueue()
      }, retryMs)
  }

  /** The server counts barriers when it handles them, which only the echo shows. */
  #mayAsk(now: number): boolean {
    this.#echoes = this.#echoes.filter((at) => now - at < rateWindowMs)
    return this.#calls.length + this.#echoes.length < heartbeatsMax - 1
  }

  /** Returns false if the socket's buffer is full; the packet is sent nevertheless. */
  #write(frame: Uint8Array): boolean {
    return this.#closed || this.#socket.write(frame)
  }

  #greet(
    hello: { readonly client: string; readonly encoding: string },
    helloMs: number,
  ): Promise<Welcome | null> {
    return new Promise((resolve) => {
      // Read an answer that arrived while this process was stopped first.
      const timer = setTimeout(() => setImmediate(() => this.#greeted?.(null)), helloMs)
      this.#greeted = (welcome) => {
        clearTimeout(timer)
        this.#greeted = null
        resolve(welcome)
      }
      this.#write(encodeJson(messageType.hello, { v: 1, ...hello }))
    })
  }

  #received(chunk: Uint8Array): void {
    this.#parser.push(chunk)
    for (let frame = this.#parser.next(); frame !== null; frame = this.#parser.next()) {
      if ('refused' in frame) {
        this.#socket.destroy()
        return
      }
      this.#frame(frame)
    }
  }

  #frame({ type, payload }: Packet): void {
    const events = this.#events
    switch (type) {
      case messageType.heartbeat:
        this.#barrierReached()
        return
      case messageType.output: {
        const output = decodeOutput(payload)
        if (output !== null) events.output?.(output.bytes, output.at)
        return
      }
      case messageType.delta:
        events.delta?.(payload)
        return
      case messageType.snapshot:
        this.#snapshotCame(payload)
        return
      default:
        break
    }
    if (payload[0] !== openingBrace) return // a future type
    const value: unknown = parsed(payload)
    if (value === null) return
    switch (type) {
      case messageType.error:
        this.#failed(value as { code?: unknown; message?: unknown; details?: { reason?: unknown } })
        return
      case messageType.welcome:
        this.#greeted?.(isWelcome(value) ? value : null)
        return
      case messageType.state:
        if (isStateMessage(value)) events.state?.(value)
        return
      case messageType.status:
        events.status?.(value as StatusUpdate)
        return
      case messageType.mode:
        events.mode?.(value as Mode)
        return
      case messageType.exit:
        events.exit?.(value as Exited)
        return
      default:
        return
    }
  }

  #snapshotCame(payload: Uint8Array): void {
    this.#lastSnapshot = payload
    const text =
      payload[0] === openingBrace ? (parsed(payload) as Partial<TextSnapshot> | null) : null
    if (text?.format === undefined) this.#events.screen?.(payload)
    else this.#events.snapshot?.(text as TextSnapshot)
  }

  #barrierReached(): void {
    const call = this.#calls.shift()
    if (call === undefined) return
    this.#echoes.push(performance.now())
    const [error] = call.errors
    if (error === undefined) call.resolve()
    else call.reject(error)
  }

  #failed({
    code,
    message,
    details,
  }: {
    code?: unknown
    message?: unknown
    details?: { reason?: unknown }
  }): void {
    const error = new SessionRefusal(
      String(code),
      String(message),
      typeof details?.reason === 'string' ? details.reason : null,
    )
    const [oldest] = this.#calls
    if (oldest === undefined) this.#early.push(error)
    else oldest.errors.push(error)
    // Other servers answer HELLO with an error.
    if (this.#greeted !== null) {
      this.#early.length = 0
      this.#greeted(null)
    }
  }

  #gone(): void {
    if (this.#closed) return
    this.#closed = true
    this.#greeted?.(null)
    if (this.#pace !== null) clearTimeout(this.#pace)
    for (const { reject, errors } of this.#calls.splice(0))
      reject(errors[0] ?? this.#early[0] ?? new NoSession('The session has ended.'))
    for (const { reject } of this.#queue.splice(0)) reject(new NoSession('The session has ended.'))
    this.#events.closed?.()
  }
}

const openingBrace = 0x7b

/** Bytes of input per packet, so that others do not wait long. */
const frameOfInputBytes = 65_536

function inputFrames(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / frameOfInputBytes) }, (_, part) =>
    encodePacket(
      messageType.stdin,
      bytes.subarray(part * frameOfInputBytes, (part + 1) * frameOfInputBytes),
    ),
  )
}

function parsed(payload: Uint8Array): unknown {
  return tryOr(() => JSON.parse(new TextDecoder().decode(payload)), null)
}

async function open(path: string): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await attempt(path)
    if (typeof outcome !== 'string') return outcome
    if (outcome === 'ENOENT' || outcome === 'ECONNREFUSED' || outcome === 'ENOTDIR')
      throw new NoSession(`Can't connect to ${path}: the session has ended, or never existed.`)
    if (outcome !== 'EAGAIN' || tries >= retriesMax)
      throw new Error(`Can't connect to ${path} (${outcome}).`)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

function attempt(path: string): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? String(error)))
  })
}
