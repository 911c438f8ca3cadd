/**
 * Placements that stand relative to others (kitty's `P`, `Q`, `H`, `V`): chains of them, up to one
 * that stands by itself.
 */
import { greatest } from '../../base/extremes.ts'
import { chainMax } from './limits.ts'
import type { ImagePlacement } from './picture.ts'

/** Where a placement is. */
export interface ImagePosition {
  /** The one at the end of its chain; itself, if it stands by itself. */
  readonly root: ImagePlacement
  /** Numbered as the root's; from its upper left placeholder on, where that is virtual. */
  readonly row: number
  readonly column: number
}

export function positionOf(one: ImagePlacement): ImagePosition {
  let [root, row, column] = [one, 0, 0]
  for (; root.parent !== null; root = root.parent.placement) {
    row += root.parent.down
    column += root.parent.right
  }
  if (root.virtual) return { root, row, column }
  return { root, row: row + root.row, column: column + root.column }
}

/** Is it on this screen, at a place that is known? */
export function standsOn(one: ImagePlacement, alternate: boolean): boolean {
  const { root } = positionOf(one)
  return root.alternate === alternate && !root.virtual
}

/** Those that it hangs on, the next one first. */
export function placementAncestors(one: Pick<ImagePlacement, 'parent'>): readonly ImagePlacement[] {
  const ancestors: ImagePlacement[] = []
  for (let up = one.parent; up !== null; up = up.placement.parent) ancestors.push(up.placement)
  return ancestors
}

/**
 * Why none may stand relative to `parent`; null: it may. `before`: the one in whose place it comes,
 * with all that hang on that.
 */
export function refusal(
  placements: readonly ImagePlacement[],
  parent: ImagePlacement,
  before: ImagePlacement | undefined,
): 'EINVAL' | 'ECYCLE' | 'ETOODEEP' | null {
  const above = [parent, ...placementAncestors(parent)]
  if (before === parent) return 'EINVAL' // as kitty has it
  if (before !== undefined && above.includes(before)) return 'ECYCLE'
  const below =
    before === undefined
      ? 0
      : greatest(placements.map((one) => placementAncestors(one).indexOf(before) + 1))
  return above.length + below > chainMax ? 'ETOODEEP' : null
}

/** These and all that hang on them. */
export function withDescendants(
  placements: readonly ImagePlacement[],
  roots: readonly ImagePlacement[],
): ReadonlySet<ImagePlacement> {
  const group = new Set(roots)
  if (placements.every(({ parent }) => parent === null)) return group
  for (const one of placements)
    if (placementAncestors(one).some((up) => group.has(up))) group.add(one)
  return group
}
