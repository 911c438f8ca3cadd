/**
 * Hands bytes to a terminal: at once while its grid is in view, in turns while it is hidden. All terminals of the page are parsed on
 * one thread, so a flood in a hidden tab would otherwise stand before each key of the tab in view.
 */
import type { Clock } from '../../core/clock.ts'
import { hiddenPieceMs, hiddenPiecesMax, hiddenRestMs, pieceMs, typingForMs } from './limits.ts'
import { affordable, Dearness } from './turn-cost.ts'
import type { Parsed } from './write-pump.ts'

type Write = (bytes: Uint8Array, parsed: Parsed) => void

interface Waiting {
  readonly bytes: Uint8Array
  readonly parsed: () => void
}

/**
 * Whose turn it is among the hidden grids of a page. While the user types, turns are short, come one by one and rest in between: a
 * flood out of sight then holds its program back by flow control, and leaves the machine to the echo.
 */
export class Turns {
  readonly #clock: Clock
  readonly #lanes: Lane[] = []
  #inWork = 0
  #typedAt = Number.NEGATIVE_INFINITY
  #resting = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The user has pressed a key in the tab in view. */
  typed(): void {
    this.#typedAt = this.#clock.now()
  }

  /** The lane has something to write and is not waiting yet. */
  wait(lane: Lane): void {
    this.#lanes.push(lane)
    this.#next()
  }

  #next(): void {
    while (!this.#resting) {
      const typing = this.#typing
      if (this.#inWork >= (typing ? 1 : hiddenPiecesMax)) return
      const lane = this.#lanes.shift()
      if (lane === undefined) return
      this.#inWork += 1
      const took = lane.turn(typing ? hiddenPieceMs : pieceMs, () => { this.#inWork -= 1; this.#rest() })
      if (!took) this.#inWork -= 1 // shown since: it has written everything by itself
      else if (lane.waits) this.#lanes.push(lane)
    }
  }

  get #typing(): boolean {
    return this.#clock.now() - this.#typedAt < typingForMs
  }

  /** A turn is over. */
  #rest(): void {
    if (!this.#typing) { this.#next(); return }
    if (this.#resting) return
    this.#resting = true
    this.#clock.after(hiddenRestMs, () => { this.#resting = false; this.#next() })
  }
}

export class Lane {
  readonly #write: Write
  readonly #turns: Turns
  #waiting: Waiting[] = []
  /** Turns that are in the terminal's hands. */
  readonly #open = new Set<() => void>()
  readonly #dearness = new Dearness()
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

  /** Writes so much of what waits as takes at most so many ms; false when nothing waits. `done`: it has been parsed. */
  turn(ms: number, done: () => void): boolean {
    const first = this.#waiting[0]
    if (first === undefined) return false
    const finish = () => { if (this.#open.delete(finish)) done() }
    this.#open.add(finish)
    const { length, units } = affordable(first.bytes, this.#dearness.units(ms))
    const learn = (tookMs: number) => this.#dearness.learn(units, tookMs)
    if (length === first.bytes.length) {
      this.#waiting.shift()
      this.#write(first.bytes, (tookMs) => { learn(tookMs); first.parsed(); finish() })
    } else {
      this.#waiting[0] = { bytes: first.bytes.subarray(length), parsed: first.parsed }
      this.#write(first.bytes.subarray(0, length), (tookMs) => { learn(tookMs); finish() })
    }
    return true
  }

  /** The terminal is gone and calls nothing back: its turns end here, or those of all others would never come. */
  dispose(): void {
    this.#waiting = []
    for (const finish of [...this.#open]) finish()
  }
}
