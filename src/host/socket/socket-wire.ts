/** A client's connection for the hub: a Node socket as a `Wire`. */
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Hub } from '../../core/clients/socket/hub.ts'
import { lastWordsMs } from '../../core/clients/socket/limits.ts'
import type { Wire } from '../../core/clients/socket/ports.ts'

/** Open connections of all sessions. */
const open = new Set<Socket>()

/**
 * Resolves when clients of ended sessions have received everything, or after `lastWordsMs`. The app
 * waits for it before it exits, since Node drops unsent data.
 */
export async function lastWordsTaken(): Promise<void> {
  const taken = [...open].map(
    (socket) => finished(socket, { readable: false }).catch(() => undefined), // its peer is gone
  )
  await Promise.race([Promise.all(taken), delay(lastWordsMs)])
}

/** Serves a client. `done` is called when its connection has closed. */
export function serveClient(
  socket: Socket,
  hub: Hub,
  done: (summary: ConnectionSummary) => void,
): void {
  const began = performance.now()
  open.add(socket)
  const connection = hub.connect(new SocketWire(socket))
  socket.on('data', (chunk) => connection.received(chunk))
  socket.on('drain', () => connection.drained())
  socket.on('end', () => connection.inputEnded())
  socket.on('error', () => undefined) // the peer is gone: `close` follows
  socket.on('close', () => {
    open.delete(socket)
    hub.closed(connection)
    done({
      client: connection.hello?.client ?? '',
      ms: Math.round(performance.now() - began),
      ...connection.counts,
    })
  })
}

/** Summary for the log, without content. */
interface ConnectionSummary {
  readonly client: string
  readonly ms: number
  readonly in: number
  readonly out: number
  readonly refused: number
}

export class SocketWire implements Wire {
  readonly #socket: Socket
  #written = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  write(bytes: Uint8Array): void {
    this.#written += bytes.length
    this.#socket.write(bytes)
  }

  get unsentBytes(): number {
    return this.#socket.writableLength
  }

  /** Bytes handed over, and the rest of the current write, which only the handle reports. */
  get progress(): string {
    const { _handle: handle } = this.#socket as unknown as {
      readonly _handle: { readonly writeQueueSize?: number } | null
      // Not in Node's types.
    }
    return `${this.#written - this.#socket.writableLength}/${handle?.writeQueueSize ?? 0}`
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  end(): void {
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }
}
