/**
 * A session's output for one client, as bytes by offset: none twice, none left out. What the client
 * does not read stays in the session's ring; what has left the ring is replaced by a new snapshot.
 */
import { packetOutputBytesMax } from './limits.ts'
import type { SessionPort } from './ports.ts'

export interface OutputPorts {
  readonly output: SessionPort['output']
  /** More than may wait is waiting for the client. */
  readonly full: () => boolean
  readonly send: (at: number, bytes: Uint8Array) => void
  /** The ring no longer holds what comes next: a snapshot is to be sent, then `begin` called. */
  readonly restore: () => void
}

export class OutputFeed {
  readonly #ports: OutputPorts
  /** Offset of the next byte that this client gets; null: it gets none now. */
  #position: number | null = null

  constructor(ports: OutputPorts) {
    this.#ports = ports
  }

  /** The client has a snapshot of this offset: what follows is sent. */
  begin(at: number): void {
    this.#position = at
    this.pump()
  }

  stop(): void {
    this.#position = null
  }

  /** The pty printed this; the ring holds it already. */
  printed(bytes: Uint8Array, at: number): void {
    if (this.#position !== at) {
      this.pump()
      return
    }
    for (let from = 0; from < bytes.length && !this.#ports.full(); from += packetOutputBytesMax)
      this.#send(at + from, bytes.subarray(from, from + packetOutputBytesMax))
  }

  /** Sends what the ring holds, as far as the client reads. `all`: it is the last chance. */
  pump(all = false): void {
    const { output, full, restore } = this.#ports
    while (this.#position !== null && this.#position < output.end && (all || !full())) {
      if (this.#position < output.start) {
        this.#position = null
        restore()
        continue // at once, it goes on from there; later, `begin` does
      }
      for (const { at, bytes } of output.read(this.#position, output.end, packetOutputBytesMax)) {
        this.#send(at, bytes)
        if (!all && full()) break
      }
    }
  }

  #send(at: number, bytes: Uint8Array): void {
    this.#position = at + bytes.length
    this.#ports.send(at, bytes)
  }
}
