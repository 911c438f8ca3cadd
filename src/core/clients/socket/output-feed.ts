/**
 * A session's output for one client by offset, without gaps or repeats. Unread output stays in the
 * session's ring. A new snapshot replaces output that has left the ring.
 */
import { packetOutputBytesMax } from './limits.ts'
import type { SessionPort } from './ports.ts'

interface OutputPorts {
  readonly output: SessionPort['output']
  /** Whether too much is unsent. */
  readonly full: () => boolean
  readonly send: (at: number, bytes: Uint8Array) => void
  /** The ring no longer has the next bytes: requests a snapshot and then `begin`. */
  readonly restore: () => void
}

export class OutputFeed {
  readonly #ports: OutputPorts
  /** Offset of the client's next byte; `null` while it gets none. */
  #position: number | null = null

  constructor(ports: OutputPorts) {
    this.#ports = ports
  }

  /** Starts after a snapshot of this offset. */
  begin(at: number): void {
    this.#position = at
    this.pump()
  }

  stop(): void {
    this.#position = null
  }

  /** Sends output, which the ring already has. */
  printed(bytes: Uint8Array, at: number): void {
    if (this.#position !== at) {
      this.pump()
      return
    }
    for (let from = 0; from < bytes.length && !this.#ports.full(); from += packetOutputBytesMax)
      this.#send(at + from, bytes.subarray(from, from + packetOutputBytesMax))
  }

  /** Sends the ring's output while the client reads; all of it if `all` is set. */
  pump(all = false): void {
    const { output, full, restore } = this.#ports
    while (this.#position !== null && this.#position < output.end && (all || !full())) {
      if (this.#position < output.start) {
        this.#position = null
        restore()
        continue // continues immediately if restored, or later in `begin`
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
