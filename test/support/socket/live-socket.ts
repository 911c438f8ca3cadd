/**
 * The session of the vectors' scenarios on a real socket, with clients written from the protocol
 * alone. Its messages pass through the kernel in both directions. Time, pty and window are fake, so
 * that 30 s take no time.
 */
import type { Socket } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listenPrivately } from '../../../src/host/socket/listen.ts'
import { serveClient } from '../../../src/host/socket/socket-wire.ts'
import { OutsideClient, type Got } from './outside-client.ts'
import { SocketWorld, type WorldOptions } from './socket-session.ts'

export class LiveSocket {
  readonly world: SocketWorld
  readonly #folder = mkdtempSync(join(tmpdir(), 'vibeflow-live-'))
  readonly path = join(this.#folder, 'ipc.sock')
  readonly #close: () => void
  readonly #clients = new Map<string, { readonly client: OutsideClient; readonly server: Socket }>()
  #accepted: ((socket: Socket) => void) | null = null
  #bytes = 0

  constructor(options: WorldOptions) {
    this.world = new SocketWorld(options)
    const listening = listenPrivately(this.path, (socket) => {
      socket.on('data', (chunk) => {
        this.#bytes += chunk.length
      })
      serveClient(socket, this.world.hub, () => undefined)
      this.#accepted?.(socket)
    })
    if ('problem' in listening) throw new Error(listening.problem)
    this.#close = listening.close
  }

  async connect(name: string): Promise<void> {
    const accepted = new Promise<Socket>((resolve) => {
      this.#accepted = resolve
    })
    const client = await OutsideClient.connect(this.path)
    client.socket.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length
    })
    this.#clients.set(name, { client, server: await accepted })
    await this.settle()
  }

  async send(name: string, bytes: Uint8Array): Promise<void> {
    this.#of(name).client.socket.write(bytes)
    await this.settle()
  }

  /** The frames since the last call. */
  frames(name: string): readonly Got[] {
    return this.#of(name).client.got.splice(0)
  }

  async leave(name: string): Promise<void> {
    const { client, server } = this.#of(name)
    const gone = new Promise((resolve) => {
      server.once('close', resolve)
    })
    client.socket.end()
    await gone
    this.#clients.delete(name)
  }

  /** Clients whose connection was ended, in order and not by a reset. */
  get ended(): readonly string[] {
    return [...this.#clients]
      .filter(([, { client }]) => client.closed === 'end')
      .map(([name]) => name)
  }

  get paused(): readonly string[] {
    return [...this.#clients].filter(([, { server }]) => server.isPaused()).map(([name]) => name)
  }

  /** Bytes that this process holds for a client. */
  unsent(name: string): number {
    return this.#of(name).server.writableLength
  }

  /** The client reads no more. */
  deafen(name: string): void {
    this.#of(name).client.socket.pause()
  }

  /**
   * Everything that is under way has arrived: several turns of the event loop pass without a byte.
   */
  async settle(): Promise<void> {
    for (
      let quiet = 0, before = this.#bytes;
      quiet < 5;
      quiet = this.#bytes === before ? quiet + 1 : 0
    ) {
      before = this.#bytes
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  dispose(): void {
    for (const { client } of this.#clients.values()) client.close()
    this.#close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #of(name: string): { readonly client: OutsideClient; readonly server: Socket } {
    const found = this.#clients.get(name)
    if (found === undefined) throw new Error(`no client is called ${name}`)
    return found
  }
}
