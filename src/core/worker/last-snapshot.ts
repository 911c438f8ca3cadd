/**
 * The last state of a session's terminal that its worker sent (terminal/history/kept.ts), for the
 * next worker. History is referenced in the memory where the worker packs it, not copied.
 */
import type { Kept } from '../../terminal/history/kept.ts'
import type { FromShadow } from './messages.ts'

export class LastSnapshot {
  #state: Uint8Array | null = null
  #tables: Uint8Array[] = []
  readonly #memories = new Map<number, SharedArrayBuffer>()
  /** Ids of the history blocks, and the number of the first. */
  #blocks: number[] = []
  #first = 0
  #images: Uint8Array = new Uint8Array(0)
  readonly #freed: (bytes: number) => void

  /** @param freed called with bytes of history memory that is no longer referenced */
  constructor(freed: (bytes: number) => void = () => undefined) {
    this.#freed = freed
  }

  /** Takes the next parts. `allTables`: the tables are complete. */
  take(parts: Extract<FromShadow, { kind: 'kept' }>['parts'], allTables: boolean): void {
    const { state, tables, images } = parts
    const { first, until, added, memories, whole, spare } = parts.blocks
    this.#state = state
    this.#images = images ?? this.#images
    if (allTables) this.#tables = []
    if (tables !== null) this.#tables.push(tables)
    if (whole) {
      this.forget()
      this.#blocks = []
      this.#first = first
    }
    for (const [id, memory] of memories) this.#memories.set(id, memory)
    const present = this.#blocks.slice(first - this.#first).slice(0, until - first)
    this.#blocks = [...present, ...added]
    this.#first = first
    if (this.#memories.size <= this.#blocks.length + spare.length) return
    const used = new Set([...this.#blocks, ...spare])
    let freed = 0
    for (const [id, { byteLength }] of this.#memories) {
      if (used.has(id)) continue
      this.#memories.delete(id)
      freed += byteLength
    }
    this.#freed(freed)
  }

  /** Releases the history. */
  forget(): void {
    this.#freed(this.bytes)
    this.#memories.clear()
  }

  /** Bytes of referenced history memory. */
  get bytes(): number {
    return [...this.#memories.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** `null` before the first snapshot. */
  get kept(): Kept | null {
    if (this.#state === null) return null
    const blocks = this.#blocks
      .map((id) => this.#memories.get(id))
      .filter((memory) => memory !== undefined)
    return { state: this.#state, tables: this.#tables, blocks, images: this.#images }
  }
}
