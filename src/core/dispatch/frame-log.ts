/** The last frames of a tab, read or dropped, for `--debug-frames` and Why. Bytes are copied into one block: no garbage in floods. */
import type { OscBody } from '../scan/osc-body.ts'
import { rememberedBytesMax, rememberedFramesMax } from './limits.ts'
import { lenientText } from './body-text.ts'

export interface LoggedFrame {
  /** OSC number; null where it is none that is read. */
  readonly number: number | null
  /** Why it was dropped; null: it was read. */
  readonly problem: string | null
  /** Offset just behind it. */
  readonly end: number
  /** The beginning of its body, as sent. For people only after `safeText`. */
  readonly body: string
  /** The body is longer. */
  readonly cut: boolean
}

interface Slot { number: number | null; problem: string | null; end: number; length: number; cut: boolean }

export class FrameLog {
  readonly #bytes = new Uint8Array(rememberedFramesMax * rememberedBytesMax)
  readonly #slots: Slot[] = []
  #next = 0

  add(number: number | null, problem: string | null, body: OscBody, end: number): LoggedFrameAt {
    const slot = this.#slots[this.#next] ??= { number: null, problem: null, end: 0, length: 0, cut: false }
    const at = this.#next
    slot.number = number
    slot.problem = problem
    slot.end = end
    slot.length = Math.min(body.to - body.from, rememberedBytesMax)
    slot.cut = slot.length < body.to - body.from
    const base = at * rememberedBytesMax
    for (let index = 0; index < slot.length; index += 1) this.#bytes[base + index] = body.bytes[body.from + index] as number
    this.#next = (at + 1) % rememberedFramesMax
    return at
  }

  /** Oldest first. */
  frames(): readonly LoggedFrame[] {
    const order = [...this.#slots.keys()].map((_, index) => (this.#next + index) % this.#slots.length)
    return (this.#slots.length < rememberedFramesMax ? [...this.#slots.keys()] : order).map((index) => this.at(index))
  }

  at(index: LoggedFrameAt): LoggedFrame {
    const { number, problem, end, length, cut } = this.#slots[index] as Slot // only indices that `add` gave
    const from = index * rememberedBytesMax
    return { number, problem, end, cut, body: lenientText({ bytes: this.#bytes, from, to: from + length }) }
  }
}

export type LoggedFrameAt = number
