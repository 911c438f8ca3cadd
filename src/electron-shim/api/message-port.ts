/**
 * `MessageChannelMain` and `MessagePortMain`: two ends in this process. One may be transferred to a
 * page over a WebSocket.
 */
import { EventEmitter } from 'node:events'
import type { WebSocket } from 'ws'
import { portQueueMax } from '../limits.ts'
import { decodeFrame, encodeFrame } from '../page/frame.ts'
import { dataCloneError } from '../page/values.ts'
import { say } from '../process/problem.ts'

/**
 * `open`: local. `away`: transferred to a page, whose socket is awaited. `closed`: nothing passes.
 */
type State = 'open' | 'away' | 'closed'

export class MessagePortMain extends EventEmitter {
  #state: State = 'open'
  /** The end that receives the messages posted here. */
  #peer!: MessagePortMain // set by entangle
  /** Unread frames: this end is not started, or the page is not connected. */
  #inbox: Uint8Array[] = []
  #started = false
  #draining = false
  #drainPlanned = false
  #socket: WebSocket | undefined
  #closeReceived = false

  /** Connects two ends, for the shim. */
  static entangle(a: MessagePortMain, b: MessagePortMain): void {
    a.#peer = b
    b.#peer = a
  }

  /**
   * Transfers this end to a page, queued frames first. For the shim.
   * @returns receives the page's connection, or undefined if it did not come in time
   */
  static transfer(port: MessagePortMain): (socket: WebSocket | undefined) => void {
    if (port.#state !== 'open' || port.#started)
      throw dataCloneError('a port that was started, closed or transferred before')
    port.#state = 'away'
    return (socket) => port.#connect(socket)
  }

  postMessage(message: unknown, transfer: MessagePortMain[] = []): void {
    if (transfer.length > 0) throw dataCloneError('a port within a message of a port')
    if (this.#state === 'away') throw dataCloneError('a message from a port that was transferred')
    const frame = encodeFrame(message)
    if (this.#state === 'open') this.#peer.#receive(frame, false)
  }

  start(): void {
    if (this.#started || this.#state !== 'open') return
    this.#started = true
    this.#planDrain()
  }

  /** Closes this end. The other one emits `close`. */
  close(): void {
    if (this.#state !== 'open') return
    this.#state = 'closed'
    this.#inbox = []
    this.#peer.#otherEndClosed()
  }

  #connect(socket: WebSocket | undefined): void {
    if (socket === undefined || this.#state === 'closed') {
      socket?.terminate()
      this.#pageEnded()
      return
    }
    this.#socket = socket
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) this.#peer.#receive(data, true)
    })
    socket.on('error', (error) => say(`a port's connection failed: ${error.message}`))
    socket.on('close', () => this.#pageEnded())
    for (const frame of this.#inbox.splice(0)) socket.send(frame)
    if (this.#closeReceived) socket.close()
  }

  #pageEnded(): void {
    this.#state = 'closed'
    this.#inbox = []
    this.#peer.#otherEndClosed()
  }

  /** @param fresh whether it is called from its own event, so that a listener may run now */
  #receive(frame: Uint8Array, fresh: boolean): void {
    if (this.#state === 'closed') return
    if (this.#socket !== undefined) return this.#socket.send(frame)
    if (fresh && this.#started && this.#inbox.length === 0 && !this.#draining)
      return this.#dispatch(frame)
    this.#inbox.push(frame)
    if (this.#inbox.length > portQueueMax) {
      say('a port is closed: too many messages wait for its other end')
      return this.#pageEnded()
    }
    this.#planDrain()
  }

  #planDrain(): void {
    if (this.#drainPlanned || !this.#started || this.#inbox.length === 0) return
    this.#drainPlanned = true
    setImmediate(() => this.#drain())
  }

  #drain(): void {
    this.#drainPlanned = false
    this.#draining = true
    const batch = this.#inbox
    this.#inbox = []
    let at = 0
    try {
      // within its length
      while (at < batch.length && this.#state === 'open') this.#dispatch(batch[at++] as Uint8Array)
    } finally {
      // A listener that throws must not lose the following messages.
      if (this.#state === 'open') this.#inbox = [...batch.slice(at), ...this.#inbox]
      this.#draining = false
      this.#planDrain()
      if (this.#closeReceived) this.#planClose()
    }
  }

  #dispatch(frame: Uint8Array): void {
    this.emit('message', { data: decodeFrame(frame).value, ports: [] })
  }

  #otherEndClosed(): void {
    if (this.#closeReceived) return
    this.#closeReceived = true
    this.#socket?.close()
    if (this.#state === 'open') this.#planClose()
  }

  /** Emits `close` after earlier messages, also on a port that was never started. */
  #planClose(): void {
    setImmediate(() => {
      if (this.#state !== 'open' || (this.#started && this.#inbox.length > 0)) return
      this.#state = 'closed'
      this.emit('close')
    })
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain()
  readonly port2 = new MessagePortMain()

  constructor() {
    MessagePortMain.entangle(this.port1, this.port2)
  }
}
