/**
 * A client of a session socket written from the protocol alone, for tests over real sockets:
 * nothing of src is in it.
 */
import { connect, type Socket } from 'node:net'

export interface Got {
  readonly type: number
  readonly payload: Buffer
}

export class OutsideClient {
  readonly socket: Socket
  readonly got: Got[] = []
  #pending = Buffer.alloc(0)
  #chunks: Buffer[] = []
  #size = 0
  /** Bytes that the frame in work needs. */
  #needed = 5
  /** `end`: in order; `error`: a reset; null: still open. */
  closed: 'end' | 'error' | null = null
  #ended = false

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#feed(chunk)
    })
    socket.on('end', () => {
      this.#ended = true
    })
    socket.on('error', () => {
      this.closed = 'error'
    })
    socket.on('close', () => {
      this.closed ??= this.#ended ? 'end' : 'error'
    })
  }

  static connect(path: string): Promise<OutsideClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ path })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new OutsideClient(socket))
      })
    })
  }

  static frame(type: number, payload: Uint8Array | string = ''): Buffer {
    const body = Buffer.from(payload as string)
    const head = Buffer.alloc(5)
    head.writeUInt8(type, 0)
    head.writeUInt32BE(body.length, 1)
    return Buffer.concat([head, body])
  }

  send(type: number, payload: Uint8Array | string | object = ''): void {
    this.socket.write(
      OutsideClient.frame(
        type,
        typeof payload === 'string' || payload instanceof Uint8Array
          ? payload
          : JSON.stringify(payload),
      ),
    )
  }

  stdin(text: string | Uint8Array): void {
    this.send(1, text)
  }

  /** Everything sent before has been handled. */
  async barrier(timeoutMs = 60_000): Promise<void> {
    const before = this.of(4).length
    this.send(4)
    await this.until(() => this.of(4).length > before, timeoutMs)
  }

  of(type: number): Buffer[] {
    return this.got.filter((one) => one.type === type).map(({ payload }) => payload)
  }

  json(type: number): Record<string, any>[] {
    return this.of(type).map((payload) => JSON.parse(payload.toString()))
  }

  async until(holds: () => boolean, timeoutMs = 60_000): Promise<void> {
    const end = performance.now() + timeoutMs
    while (!holds()) {
      if (performance.now() > end) {
        const last = this.got
          .slice(-5)
          .map(({ type, payload }) => [type, payload.toString().slice(0, 200)])
        throw new Error(`timed out; got ${JSON.stringify(last)}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  close(): void {
    this.socket.destroy()
  }

  #feed(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < this.#needed) return
    this.#pending = Buffer.concat(this.#chunks)
    this.#cut()
    this.#chunks = [this.#pending]
    this.#size = this.#pending.length
  }

  #cut(): void {
    this.#needed = 5
    while (this.#pending.length >= 5) {
      const length = this.#pending.readUInt32BE(1)
      this.#needed = 5 + length
      if (this.#pending.length < this.#needed) return
      this.got.push({
        type: this.#pending[0] ?? 0,
        payload: Buffer.from(this.#pending.subarray(5, 5 + length)),
      })
      this.#pending = this.#pending.subarray(5 + length)
      this.#needed = 5
    }
  }
}
