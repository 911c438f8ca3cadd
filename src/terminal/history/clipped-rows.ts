/**
 * Complete rows of which a narrower screen shows only the start: those of an interface that its
 * program redraws in place (inline-frame.ts). Each is kept until its row on the screen changes.
 */
import { rowsMax } from '../limits.ts'
import { History, type PackedPlace } from './history.ts'

/** Rows of the store by row of the screen, and when they changed (`CellGrid`). */
interface StampedRows {
  readonly row: (y: number) => number
  readonly stamps: Float64Array
}

export class ClippedRows {
  /** The complete rows, each at its own width. */
  readonly rows = new History(rowsMax)
  /** Row of the grid's store to row of `rows`. */
  readonly #index = new Map<number, number>()
  /** `Changes.stamp` after which a changed row is another one. */
  #stamp = Number.POSITIVE_INFINITY

  get size(): number {
    return this.#index.size
  }

  add(grid: StampedRows, y: number, row: PackedPlace): void {
    this.#index.set(grid.row(y), this.rows.count)
    this.rows.pushPacked(row)
  }

  /** Forgets rows that have changed. All others survive changes with the current stamp. */
  settle({ stamps }: StampedRows, stamp: number): void {
    for (const row of this.#index.keys()) if (stamps[row]! > this.#stamp) this.#index.delete(row)
    this.#stamp = stamp
  }

  /** Returns the complete row of screen row `y` if it is clipped and unchanged. */
  at(grid: StampedRows, y: number): PackedPlace | null {
    const row = grid.row(y)
    const index = grid.stamps[row]! > this.#stamp ? undefined : this.#index.get(row)
    return index === undefined ? null : this.rows.packed(index)
  }

  forget(grid: StampedRows, y: number): void {
    this.#index.delete(grid.row(y))
  }
}
