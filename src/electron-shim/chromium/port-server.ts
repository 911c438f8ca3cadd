/**
 * The one loopback server: pages connect their MessagePorts here by WebSocket. Only a fresh
 * one-time secret, the page's origin and the exact host open a connection; everything else is
 * closed without an answer (docs/electron.md). Any local user can dial: connections of other
 * users are closed before they count.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
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
import { expected } from '../problem.ts'

interface Offer {
  readonly secret: Buffer
  readonly origin: string
  readonly taken: (socket: WebSocket | undefined) => void
  readonly timer: NodeJS.Timeout
}

/** Room for a frame's head above the largest message. */
const FRAME_BYTES_MAX = MESSAGE_BYTES_MAX + 64 * 1024

export class PortServer {
  /** Hears the connections; they are paused until their user is known. */
  #server: Server
  /** Reads their request. It listens nowhere itself. */
  #http = createHttpServer({ maxHeaderSize: 8 * 1024 })
  #users = new PeerUsers()
  /** Of nobody knows whom, at most so many; of ours, without their secret; with it. */
  #unjudged = new Set<Socket>()
  readonly #places: number
  #unproven = new Set<Duplex>()
  #connected = new Set<Duplex>()
  #upgrade = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES_MAX,
    clientTracking: false,
  })
  #offers = new Set<Offer>()
  #port = 0

  /** @param unjudged places of connections whose user is not known yet; fewer for tests */
  constructor(unjudged = unjudgedMax) {
    this.#places = unjudged
    this.#server = createServer(
      { pauseOnConnect: true, noDelay: true },
      (socket) => void this.#judge(socket),
    )
    this.#http.on('request', (request) => request.socket.destroy())
    this.#http.on('clientError', (_error, socket) => socket.destroy())
    this.#http.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
  }

  async listen(): Promise<void> {
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

  /** What a policy must allow. */
  get source(): string {
    return `ws://127.0.0.1:${this.#port}`
  }

  /**
   * An address that works once, for one page's origin, for ten seconds.
   * @param taken called with the connection, or undefined when nobody came
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
    // Who dials while no page is awaited costs no look.
    if (this.#offers.size === 0 || this.#unjudged.size >= this.#places) {
      socket.resetAndDestroy()
      return
    }
    this.#unjudged.add(socket)
    const user = await this.#users.userOf(socket)
    this.#unjudged.delete(socket)
    if (socket.destroyed) return
    // A reset leaves no row in the kernel's table, which a flood would make long.
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
    this.#http.emit('connection', socket)
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
    this.#upgrade.handleUpgrade(request, socket, head, (connection) => {
      connection.binaryType = 'nodebuffer'
      offer.taken(connection)
    })
  }

  /** Every waiting secret is compared, each in constant time: how long it takes reveals nothing. */
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
