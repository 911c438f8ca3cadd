/** Finds the visible cells that images cover or show through. */
import type { PlacedPicture } from '../../../terminal/frames/frame.ts'
import type { PlaceholderRun } from '../frames/placeholders.ts'

/** A visible image. `x` and `y` are its upper left cell in the view. */
export interface Standing {
  readonly placed: PlacedPicture
  readonly x: number
  readonly y: number
}

type Hole = NonNullable<PlacedPicture['holes']>[number]

const [under, over] = [1, 2]

export class PictureCells {
  readonly #standing: readonly Standing[]
  readonly #placeholders: (y: number) => readonly PlaceholderRun[]
  readonly #cols: number
  /** Marks of the cells of each requested row of the view. */
  readonly #rows = new Map<number, Uint8Array>()
  /** Holes of placements by row, grouped on first use. */
  readonly #holes = new Map<PlacedPicture, Map<number, Hole[]>>()

  /**
   * @param standing in cells of the view
   * @param placeholders in a row of it
   */
  constructor(
    standing: readonly Standing[],
    placeholders: (y: number) => readonly PlaceholderRun[],
    cols: number,
  ) {
    this.#standing = standing
    this.#placeholders = placeholders
    this.#cols = cols
  }

  /** Returns `over` if an image may hide the text, `under` if one shows around it, or null. */
  at(x: number, y: number): 'over' | 'under' | null {
    const mark = this.#row(y)[x]
    return mark === over ? 'over' : mark === under ? 'under' : null
  }

  #row(y: number): Uint8Array {
    let marks = this.#rows.get(y)
    if (marks !== undefined) return marks
    marks = new Uint8Array(this.#cols)
    const inRow = this.#standing.filter(
      ({ placed, y: top }) => y - top >= placed.from && y - top < placed.end,
    )
    for (const [mark, standing] of [
      [under, inRow.filter(({ placed }) => placed.z < 0)],
      [over, inRow.filter(({ placed }) => placed.z >= 0)],
    ] as const)
      for (const { placed, x, y: top } of standing) {
        let from = 0
        for (const [, hole, end] of this.#holesIn(placed, y - top)) {
          marks.fill(mark, Math.max(0, x + from), Math.max(0, x + hole))
          from = end
        }
        marks.fill(mark, Math.max(0, x + from), Math.max(0, x + placed.cols))
      }
    for (const { column, cells } of this.#placeholders(y)) marks.fill(over, column, column + cells)
    this.#rows.set(y, marks)
    return marks
  }

  /** Returns the holes in a row of a placement, from left to right. */
  #holesIn(placed: PlacedPicture, row: number): readonly Hole[] {
    if (placed.holes === undefined) return []
    let rows = this.#holes.get(placed)
    if (rows === undefined) {
      rows = new Map<number, Hole[]>()
      for (const hole of placed.holes) {
        const others = rows.get(hole[0])
        if (others === undefined) rows.set(hole[0], [hole])
        else others.push(hole)
      }
      this.#holes.set(placed, rows)
    }
    return rows.get(row) ?? []
  }
}
