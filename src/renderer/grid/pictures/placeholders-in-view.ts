/** Finds the virtual placements that placeholders name, and the runs of placeholders to draw. */
import type { PlacedPicture } from '../../../terminal/frames/frame.ts'
import type { PlaceholderRun } from '../../frames/placeholders.ts'
import { placeholderRunsMax } from '../limits.ts'

/** A run of placeholders in row `y` of the view, and the virtual placement that it shows. */
export interface ShownRun {
  readonly placed: PlacedPicture
  readonly y: number
  readonly run: PlaceholderRun
}

/** Virtual placements by the ids that placeholders name: one look-up for each run. */
export class VirtualPlacements {
  /** By the image's id, then by the placement's; 0 is the first placement of the image. */
  readonly #byId = new Map<number, Map<number, PlacedPicture>>()

  /** @param placed all placements, in order; those that are not virtual are skipped */
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

  /** Returns the placement that these placeholders name; `undefined` if there is none. */
  of({ id, placement }: PlaceholderRun): PlacedPicture | undefined {
    return this.#byId.get(id)?.get(placement)
  }

  /**
   * Returns the runs to draw from the top of the view down, up to `placeholderRunsMax`.
   * @param runsOf the runs in a row of the view
   */
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
