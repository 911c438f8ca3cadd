/**
 * Loopback server for MessagePorts of pages over WebSocket. A connection needs a new one-time
 * secret, the page's origin and the exact host, else it is closed without an answer
 * (docs/contributing/internals/electron.md). Connections of other local users are closed first.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import {
  connectionsMax,
  dialsWaitingMax,
  secretBytes,
  secretLifeMs,
  secretsWaitingMax,
  unjudgedMax,
  unprovenMax,
  upgradeMs,
} from '../limits.ts'
import { MESSAGE_BYTES_MAX } from '../page/frame.ts'
import { PeerUsers } from './peer-users.ts'
import { expected } from '../process/problem.ts'

interface Offer {
  readonly secret: Buffer
  readonly origin: string
  readonly taken: (socket: WebSocket | undefined) => void
  readonly timer: NodeJS.Timeout
}

/** Adds space for a frame's header to the largest message. */
const FRAME_BYTES_MAX = MESSAGE_BYTES_MAX + 64 * 1024

export class PortServer {
  /** Accepts connections, paused until their user is known. */
  #server: Server
  /** Parses their requests, without listening itself. Made by `listen`. */
  #http: HttpServer | undefined
  #users = new PeerUsers()
  /** Connections with unknown user and their limit; without secret; with it. */
  #unjudged = new Set<Socket>()
  readonly #places: number
  #unproven = new Set<Duplex>()
  #connected = new Set<Duplex>()
  #upgrade: WebSocketServer | undefined
  #offers = new Set<Offer>()
  #port = 0

  /** @param unjudged limit of connections with unknown user; lower in tests */
  constructor(unjudged = unjudgedMax) {
    this.#places = unjudged
    this.#server = createServer(
      { pauseOnConnect: true, noDelay: true },
      (socket) => void this.#judge(socket),
    )
  }

  /**
   * Loads http and ws, a sixth of the shim's start, while Chromium starts. A start that passes its
   * arguments on needs neither.
   */
  async #load(): Promise<void> {
    const { WebSocketServer: Sockets } = await import('ws')
    this.#upgrade = new Sockets({
      noServer: true,
      perMessageDeflate: false,
      maxPayload: FRAME_BYTES_MAX,
      clientTracking: false,
    })
    // An import reads every name of the module. One of them loads undici, a tenth of the start.
    const http = process.getBuiltinModule('node:http').createServer({ maxHeaderSize: 8 * 1024 })
    http.on('request', (request) => request.socket.destroy())
    http.on('clientError', (_error, socket) => socket.destroy())
    http.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
    this.#http = http
  }

  async listen(): Promise<void> {
    await this.#load()
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(
        { host: '127.0.0.1', port: 0, exclusive: true, backlog: dialsWaitingMax },
        resolve,
      )
    })
    this.#port = (this.#server.address() as AddressInfo).port
    this.#server.unref()
  }

  /** Source that a policy must allow. */
  get source(): string {
    return `ws://127.0.0.1:${this.#port}`
  }

  /**
   * Returns an address that works once, for one origin and ten seconds.
   * @param taken called with the connection, or undefined if none came
   */
  offer(origin: string, taken: (socket: WebSocket | undefined) => void): string {
    if (this.#offers.size >= secretsWaitingMax)
      throw new RangeError('too many ports wait for their page')
    const secret = randomBytes(secretBytes)
    const offer: Offer = {
      secret,
      origin,
      taken,
      timer: setTimeout(() => {
        this.#offers.delete(offer)
        taken(undefined)
      }, secretLifeMs).unref(),
    }
    this.#offers.add(offer)
    return `${this.source}/${secret.toString('hex')}`
  }

  close(): void {
    for (const offer of this.#offers) clearTimeout(offer.timer)
    this.#offers.clear()
    this.#server.close()
    for (const socket of [...this.#unjudged, ...this.#unproven, ...this.#connected])
      socket.destroy()
  }

  async #judge(socket: Socket): Promise<void> {
    socket.on('error', expected)
    // Without an expected page, connections cost no search.
    if (this.#offers.size === 0 || this.#unjudged.size >= this.#places) {
      socket.resetAndDestroy()
      return
    }
    this.#unjudged.add(socket)
    const user = await this.#users.userOf(socket)
    this.#unjudged.delete(socket)
    if (socket.destroyed) return
    // A reset leaves no row in the kernel's table, which many connections would make long.
    if (user !== process.getuid?.() || this.#unproven.size >= unprovenMax) {
      socket.resetAndDestroy()
      return
    }
    const late = setTimeout(() => {
      if (this.#unproven.has(socket)) socket.destroy()
    }, upgradeMs).unref()
    this.#unproven.add(socket)
    socket.once('close', () => {
      clearTimeout(late)
      this.#unproven.delete(socket)
      this.#connected.delete(socket)
    })
    this.#http?.emit('connection', socket)
    socket.resume()
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offer = this.#match(request)
    if (offer === undefined || this.#connected.size >= connectionsMax) {
      socket.destroy()
      return
    }
    this.#unproven.delete(socket)
    this.#connected.add(socket)
    this.#offers.delete(offer)
    clearTimeout(offer.timer)
    this.#upgrade?.handleUpgrade(request, socket, head, (connection) => {
      connection.binaryType = 'nodebuffer'
      offer.taken(connection)
    })
  }

  /** Compares all secrets in constant time, so that timing reveals nothing. */
  #match(request: IncomingMessage): Offer | undefined {
    const given = Buffer.from(/^\/([0-9a-f]{32})$/.exec(request.url ?? '')?.[1] ?? '', 'hex')
    if (given.length !== secretBytes || request.headers.host !== `127.0.0.1:${this.#port}`)
      return undefined
    let found: Offer | undefined
    for (const offer of this.#offers) {
      if (timingSafeEqual(offer.secret, given) && request.headers.origin === offer.origin)
        found = offer
    }
    return found
  }
}
