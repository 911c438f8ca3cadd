/**
 * What a session's worker has kept last of its terminal (vt/history/kept.ts), as the main process
 * has it for the next worker. Of history these are references to the memory that the worker packs
 * it in: nothing is copied here.
 */
import type { Kept, KeptParts } from '../../terminal/history/kept.ts'

export class LastSnapshot {
  #state: Uint8Array | null = null
  #tables: Uint8Array[] = []
  readonly #memories = new Map<number, SharedArrayBuffer>()
  /** Ids of the blocks of history, and the number of the first one. */
  #blocks: number[] = []
  #first = 0
  readonly #freed: (bytes: number) => void

  /** @param freed memory of history that nobody refers to here any more */
  constructor(freed: (bytes: number) => void = () => undefined) {
    this.#freed = freed
  }

  /** `anew`: its tables hold all that numbers mean. */
  take(
    { state, tables, blocks: { first, until, added, memories, whole, spare } }: KeptParts,
    anew: boolean,
  ): void {
    this.#state = state
    if (anew) this.#tables = []
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

  /** Nothing of it is gone on from any more. */
  forget(): void {
    this.#freed(this.bytes)
    this.#memories.clear()
  }

  /** Bytes of memory for history that it refers to. */
  get bytes(): number {
    return [...this.#memories.values()].reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  /** null: nothing was kept yet. */
  get kept(): Kept | null {
    if (this.#state === null) return null
    const blocks = this.#blocks
      .map((id) => this.#memories.get(id))
      .filter((memory) => memory !== undefined)
    return { state: this.#state, tables: this.#tables, blocks }
  }
}
