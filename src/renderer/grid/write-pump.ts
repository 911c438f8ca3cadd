/**
 * Hands bytes to xterm.js's parser in short turns. xterm.js's own write buffer asks for its next turn by `setTimeout`, which Chromium
 * puts off by 4 ms each time once five of them follow each other: a third of a flood's time went by waiting.
 */
import { pumpPieceBytesMax, pumpPieceBytesMin, pumpPieceMs, turnMs } from './limits.ts'

export interface PumpPorts {
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number
  /** Calls `act` in a task of its own, soon. */
  readonly soon: (act: () => void) => void
  /** Parses at once. A sequence may be cut anywhere. */
  readonly parse: (bytes: Uint8Array) => void
}

/** Called when all of a write has been parsed; what that took, ms. */
export type Parsed = (tookMs: number) => void

interface Write {
  bytes: Uint8Array
  readonly parsed: Parsed
  tookMs: number
}

export class WritePump {
  readonly #ports: PumpPorts
  readonly #writes: Write[] = []
  #scheduled = false
  #working = false
  #typed = false
  #pieceBytes = pumpPieceBytesMin

  constructor(ports: PumpPorts) {
    this.#ports = ports
  }

  /** `parsed` is called when all of it has been parsed; in order. */
  write(bytes: Uint8Array, parsed: Parsed): void {
    this.#writes.push({ bytes, parsed, tookMs: 0 })
    if (this.#scheduled || this.#working) return
    // What answers a key goes first of all: no task lies between the echo and its frame.
    if (this.#typed) this.#turn()
    else this.#schedule()
  }

  /** The user has pressed a key: the next bytes may be its echo. */
  typed(): void {
    this.#typed = true
  }

  /** Nothing is parsed or called any more. */
  dispose(): void {
    this.#writes.length = 0
  }

  #schedule(): void {
    this.#scheduled = true
    this.#ports.soon(() => { this.#scheduled = false; this.#turn() })
  }

  #turn(): void {
    this.#typed = false
    this.#working = true
    const until = this.#ports.now() + turnMs
    try {
      while (this.#writes.length > 0 && this.#piece() < until);
    } finally {
      this.#working = false
      if (this.#writes.length > 0) this.#schedule()
    }
  }

  /** @returns the time at its end */
  #piece(): number {
    const [write] = this.#writes
    if (write === undefined) return Number.POSITIVE_INFINITY
    const began = this.#ports.now()
    const { bytes } = write
    const length = Math.min(bytes.length, this.#pieceBytes)
    write.bytes = bytes.subarray(length)
    this.#ports.parse(bytes.subarray(0, length))
    const ended = this.#ports.now()
    write.tookMs += ended - began
    this.#learn(length, ended - began)
    if (length === bytes.length && this.#writes[0] === write) {
      this.#writes.shift()
      write.parsed(write.tookMs)
    }
    return ended
  }

  /** 64 KiB of text take 2 ms, and of line ends 100: the size of a piece follows what the last one cost. */
  #learn(bytes: number, ms: number): void {
    if (ms > pumpPieceMs) this.#pieceBytes = Math.max(pumpPieceBytesMin, Math.floor(bytes * pumpPieceMs / ms))
    else if (bytes === this.#pieceBytes && ms * 2 < pumpPieceMs) this.#pieceBytes = Math.min(pumpPieceBytesMax, this.#pieceBytes * 2)
  }
}
