/**
 * The one loopback server: pages connect their MessagePorts here by WebSocket. Only a fresh one-time secret, the page's
 * origin and the exact host open a connection; everything else is closed without an answer (electron-offline.md, 4).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { connectionsMax, secretBytes, secretLifeMs, secretsWaitingMax, upgradeMs } from './limits.ts'
import { MESSAGE_BYTES_MAX } from './page/frame.ts'

interface Offer {
  readonly secret: Buffer
  readonly origin: string
  readonly taken: (socket: WebSocket | undefined) => void
  readonly timer: NodeJS.Timeout
}

/** Room for a frame's head above the largest message. */
const FRAME_BYTES_MAX = MESSAGE_BYTES_MAX + 64 * 1024

export class PortServer {
  #server: Server
  #upgrade = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: FRAME_BYTES_MAX, clientTracking: false })
  #offers = new Set<Offer>()
  #port = 0

  constructor() {
    this.#server = createServer({ headersTimeout: upgradeMs, requestTimeout: upgradeMs, connectionsCheckingInterval: upgradeMs, maxHeaderSize: 8 * 1024 })
    this.#server.maxConnections = connectionsMax
    this.#server.on('request', (request) => request.socket.destroy())
    this.#server.on('clientError', (_error, socket) => socket.destroy())
    this.#server.on('connection', (socket: Socket) => socket.setNoDelay(true))
    this.#server.on('upgrade', (request, socket, head) => this.#onUpgrade(request, socket, head))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, resolve)
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
   * @param taken told the connection, or undefined when nobody came
   */
  offer(origin: string, taken: (socket: WebSocket | undefined) => void): string {
    if (this.#offers.size >= secretsWaitingMax) throw new RangeError('too many ports wait for their page')
    const secret = randomBytes(secretBytes)
    const offer: Offer = {
      secret, origin, taken,
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
    this.#server.closeAllConnections()
  }

  #onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offer = this.#match(request)
    if (offer === undefined) {
      socket.destroy()
      return
    }
    this.#offers.delete(offer)
    clearTimeout(offer.timer)
    this.#upgrade.handleUpgrade(request, socket, head, (connection) => {
      connection.binaryType = 'nodebuffer'
      offer.taken(connection)
    })
  }

  /** Every waiting secret is compared, each in constant time: how long it takes tells nothing. */
  #match(request: IncomingMessage): Offer | undefined {
    const given = Buffer.from(/^\/([0-9a-f]{32})$/.exec(request.url ?? '')?.[1] ?? '', 'hex')
    if (given.length !== secretBytes || request.headers.host !== `127.0.0.1:${this.#port}`) return undefined
    let found: Offer | undefined
    for (const offer of this.#offers) {
      if (timingSafeEqual(offer.secret, given) && request.headers.origin === offer.origin) found = offer
    }
    return found
  }
}
