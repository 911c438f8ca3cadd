/**
 * What a session's worker has kept last of its terminal (vt/history/kept.ts), as the main process
 * has it for the next worker. Of history these are references to the memory that the worker packs
 * it in: nothing is copied here.
 */
import type { Kept, KeptParts } from '../vt/history/kept.ts'

export class LastKept {
  #state: Uint8Array | null = null
  #tables: Uint8Array[] = []
  readonly #memories = new Map<number, SharedArrayBuffer>()
  /** Ids of the blocks of history, and the number of the first one. */
  #blocks: number[] = []
  #first = 0

  /** `anew`: its tables hold all that numbers mean. */
  take(
    { state, tables, blocks: { first, until, added, memories, whole, spare } }: KeptParts,
    anew: boolean,
  ): void {
    this.#state = state
    if (anew) this.#tables = []
    if (tables !== null) this.#tables.push(tables)
    if (whole) {
      this.#memories.clear()
      this.#blocks = []
      this.#first = first
    }
    for (const [id, memory] of memories) this.#memories.set(id, memory)
    this.#blocks.splice(0, first - this.#first)
    this.#first = first
    this.#blocks.splice(until - first, Infinity, ...added)
    if (this.#memories.size <= this.#blocks.length + spare.length) return
    const used = new Set([...this.#blocks, ...spare])
    for (const id of this.#memories.keys()) if (!used.has(id)) this.#memories.delete(id)
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
