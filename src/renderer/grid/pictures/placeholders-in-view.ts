/** Finds the virtual placements of placeholders, and the runs of placeholders to draw. */
import type { PlacedPicture } from '../../../terminal/frames/frame.ts'
import type { PlaceholderRun } from '../frames/placeholders.ts'
import { placeholderRunsMax } from '../limits.ts'

/** A run of placeholders in row `y` of the view, with its virtual placement. */
export interface ShownRun {
  readonly placed: PlacedPicture
  readonly y: number
  readonly run: PlaceholderRun
}

/** Virtual placements by the ids in placeholders. */
export class VirtualPlacements {
  /** By the image's id, then by the placement's. 0 is the first placement of the image. */
  readonly #byId = new Map<number, Map<number, PlacedPicture>>()

  /** @param placed all placements, in order; only virtual ones are used */
  constructor(placed: readonly PlacedPicture[]) {
    for (const one of placed) {
      if (one.virtual === undefined) continue
      const { id, placement } = one.virtual
      const ofImage = this.#byId.get(id) ?? new Map<number, PlacedPicture>([[0, one]])
      if (!ofImage.has(placement)) ofImage.set(placement, one)
      this.#byId.set(id, ofImage)
    }
  }

  get isEmpty(): boolean {
    return this.#byId.size === 0
  }

  /** Returns the placement of these placeholders, or `undefined`. */
  of({ id, placement }: PlaceholderRun): PlacedPicture | undefined {
    return this.#byId.get(id)?.get(placement)
  }

  /** Returns up to `placeholderRunsMax` runs, from the top. @param runsOf runs in a row */
  inView(rows: number, runsOf: (y: number) => readonly PlaceholderRun[]): readonly ShownRun[] {
    const shown: ShownRun[] = []
    for (let y = 0; y < rows && !this.isEmpty; y += 1)
      for (const run of runsOf(y)) {
        const placed = this.of(run)
        if (placed === undefined) continue
        if (shown.length === placeholderRunsMax) return shown
        shown.push({ placed, y, run })
      }
    return shown
  }
}
