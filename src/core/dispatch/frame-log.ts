/**
 * The last frames of a tab, read or dropped, for `--debug-frames` and Why. Bytes are copied into
 * one block, and only those that are still among the last when their chunk has been read: no
 * garbage in floods.
 */
import { nothing, type OscBody } from '../scan/osc-body.ts'
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

interface Slot {
  number: number | null
  problem: string | null
  end: number
  length: number
  cut: boolean
  /** Where its body begins in the chunk that is being read; -1: it is copied. */
  from: number
}

export class FrameLog {
  readonly #bytes = new Uint8Array(rememberedFramesMax * rememberedBytesMax)
  readonly #slots: Slot[] = []
  #next = 0
  #chunk: Uint8Array = nothing
  /** Frames that were added since the chunk began. */
  #added = 0

  /** `bytes` are read until `keep`, and stay as they are. */
  reading(bytes: Uint8Array): void {
    this.#chunk = bytes
  }

  /** Bodies in the chunk are copied: it is not looked at any more. */
  keep(): void {
    for (let back = Math.min(this.#added, rememberedFramesMax); back > 0; back -= 1) {
      const at = (this.#next - back + rememberedFramesMax) % rememberedFramesMax
      const slot = this.#slots[at]
      if (slot !== undefined && slot.from !== -1) this.#copy(at, slot, this.#chunk, slot.from)
    }
    this.#added = 0
    this.#chunk = nothing
  }

  add(number: number | null, problem: string | null, body: OscBody, end: number): LoggedFrameAt {
    const slot = (this.#slots[this.#next] ??= {
      number: null,
      problem: null,
      end: 0,
      length: 0,
      cut: false,
      from: -1,
    })
    const at = this.#next
    slot.number = number
    slot.problem = problem
    slot.end = end
    slot.length = Math.min(body.to - body.from, rememberedBytesMax)
    slot.cut = slot.length < body.to - body.from
    slot.from = body.from
    if (body.bytes !== this.#chunk) this.#copy(at, slot, body.bytes, body.from)
    this.#added += 1
    this.#next = (at + 1) % rememberedFramesMax
    return at
  }

  /** Oldest first. */
  frames(): readonly LoggedFrame[] {
    const chunk = this.#chunk
    this.keep()
    this.#chunk = chunk
    const order = [...this.#slots.keys()].map(
      (_, index) => (this.#next + index) % this.#slots.length,
    )
    return (this.#slots.length < rememberedFramesMax ? [...this.#slots.keys()] : order).map(
      (index) => this.at(index),
    )
  }

  at(index: LoggedFrameAt): LoggedFrame {
    // only indices that `add` gave
    const { number, problem, end, length, cut, from } = this.#slots[index] as Slot
    const base = index * rememberedBytesMax
    const body =
      from === -1
        ? { bytes: this.#bytes, from: base, to: base + length }
        : { bytes: this.#chunk, from, to: from + length }
    return { number, problem, end, cut, body: lenientText(body) }
  }

  #copy(at: LoggedFrameAt, slot: Slot, bytes: Uint8Array, from: number): void {
    const base = at * rememberedBytesMax
    for (let index = 0; index < slot.length; index += 1)
      this.#bytes[base + index] = bytes[from + index] as number
    slot.from = -1
  }
}

export type LoggedFrameAt = number
