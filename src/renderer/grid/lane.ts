/**
 * Hands bytes to a terminal: at once while its grid is in view, in turns while it is hidden. All terminals of the page are parsed on
 * one thread, so a flood in a hidden tab would otherwise stand before each key of the tab in view.
 */
import { hiddenPieceBytes, hiddenPiecesMax, typingForMs } from './limits.ts'

type Write = (bytes: Uint8Array, parsed: () => void) => void

interface Waiting {
  readonly bytes: Uint8Array
  readonly parsed: () => void
}

/** Whose turn it is among the hidden grids of a page. While the user types, turns are short and come one by one. */
export class Turns {
  readonly #now: () => number
  readonly #lanes: Lane[] = []
  #inWork = 0
  #typedAt = Number.NEGATIVE_INFINITY

  /** `now`: milliseconds on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The user has pressed a key in the tab in view. */
  typed(): void {
    this.#typedAt = this.#now()
  }

  /** The lane has something to write and is not waiting yet. */
  wait(lane: Lane): void {
    this.#lanes.push(lane)
    this.#next()
  }

  #next(): void {
    for (;;) {
      const typing = this.#now() - this.#typedAt < typingForMs
      if (this.#inWork >= (typing ? 1 : hiddenPiecesMax)) return
      const lane = this.#lanes.shift()
      if (lane === undefined) return
      this.#inWork += 1
      const took = lane.turn(typing ? hiddenPieceBytes : Number.POSITIVE_INFINITY, () => { this.#inWork -= 1; this.#next() })
      if (!took) this.#inWork -= 1 // shown since: it has written everything by itself
      else if (lane.waits) this.#lanes.push(lane)
    }
  }
}

export class Lane {
  readonly #write: Write
  readonly #turns: Turns
  #waiting: Waiting[] = []
  /** Turns that are in the terminal's hands. */
  readonly #open = new Set<() => void>()
  #hidden = true

  constructor(write: Write, turns: Turns) {
    this.#write = write
    this.#turns = turns
  }

  get waits(): boolean {
    return this.#waiting.length > 0
  }

  /** In order; `parsed` is called when the terminal has taken the bytes in. */
  push(bytes: Uint8Array, parsed: () => void): void {
    if (!this.#hidden) { this.#write(bytes, parsed); return }
    this.#waiting.push({ bytes, parsed })
    if (this.#waiting.length === 1) this.#turns.wait(this)
  }

  /** From now on bytes are written as they come; what waits goes first. */
  show(): void {
    this.#hidden = false
    const waiting = this.#waiting
    this.#waiting = []
    for (const { bytes, parsed } of waiting) this.#write(bytes, parsed)
  }

  hide(): void {
    this.#hidden = true
  }

  /** Writes at most so many bytes of what waits; false when nothing does. `done`: they have been parsed. */
  turn(bytesMax: number, done: () => void): boolean {
    const first = this.#waiting[0]
    if (first === undefined) return false
    const finish = () => { if (this.#open.delete(finish)) done() }
    this.#open.add(finish)
    if (first.bytes.length <= bytesMax) {
      this.#waiting.shift()
      this.#write(first.bytes, () => { first.parsed(); finish() })
    } else {
      this.#waiting[0] = { bytes: first.bytes.subarray(bytesMax), parsed: first.parsed }
      this.#write(first.bytes.subarray(0, bytesMax), finish)
    }
    return true
  }

  /** The terminal is gone and calls nothing back: its turns end here, or those of all others would never come. */
  dispose(): void {
    this.#waiting = []
    for (const finish of [...this.#open]) finish()
  }
}
