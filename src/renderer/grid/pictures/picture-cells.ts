/** Which cells in view images lie over or under. */
import type { PlacedPicture } from '../../../core/frames/frame.ts'
import type { PlaceholderRun } from '../../frames/placeholders.ts'

/** A picture in view. `x`, `y`: its upper left cell, in cells of the view. */
export interface Standing {
  readonly placed: PlacedPicture
  readonly x: number
  readonly y: number
}

const [under, over] = [1, 2]

export class PictureCells {
  readonly #standing: readonly Standing[]
  readonly #placeholders: (y: number) => readonly PlaceholderRun[]
  readonly #cols: number
  /** Marks of the cells of each row of the view that was asked for. */
  readonly #rows = new Map<number, Uint8Array>()

  /** @param standing in cells of the view @param placeholders in a row of the view */
  constructor(
    standing: readonly Standing[],
    placeholders: (y: number) => readonly PlaceholderRun[],
    cols: number,
  ) {
    this.#standing = standing
    this.#placeholders = placeholders
    this.#cols = cols
  }

  /**
   * `over`: an image may hide the text of this cell of the view, even if it is transparent.
   * `under`: an image shows in the cell unless that has text. null: there is no image.
   */
  at(x: number, y: number): 'over' | 'under' | null {
    const mark = this.#row(y)[x]
    return mark === over ? 'over' : mark === under ? 'under' : null
  }

  #row(y: number): Uint8Array {
    let marks = this.#rows.get(y)
    if (marks !== undefined) return marks
    marks = new Uint8Array(this.#cols)
    for (const { placed, x, y: top } of this.#standing) {
      const row = y - top
      if (row < placed.from || row >= placed.end) continue
      const mark = placed.z < 0 ? under : over
      const end = Math.min(this.#cols, x + placed.cols)
      const holes = placed.holes?.filter(([at]) => at === row) ?? []
      for (let at = Math.max(0, x); at < end; at += 1)
        if (!holes.some(([, from, to]) => at - x >= from && at - x < to))
          marks[at] = Math.max(marks[at]!, mark)
    }
    for (const { column, cells } of this.#placeholders(y)) marks.fill(over, column, column + cells)
    this.#rows.set(y, marks)
    return marks
  }
}
