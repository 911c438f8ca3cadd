/** Placements relative to others (kitty's `P`, `Q`, `H`, `V`), in chains. */
import { greatest } from '../../base/numbers/extremes.ts'
import { chainMax } from './limits.ts'
import type { ImagePlacement } from './picture.ts'

export interface ImagePosition {
  /** Placement at the end of its chain, or itself. */
  readonly root: ImagePlacement
  /** Row as numbered for the root; relative to its upper left placeholder if it is virtual. */
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

/** Returns whether it has a known position on this screen. */
export function standsOn(one: ImagePlacement, alternate: boolean): boolean {
  const { root } = positionOf(one)
  return root.alternate === alternate && !root.virtual
}

/** Returns the placements that it depends on, nearest first. */
export function placementAncestors(one: Pick<ImagePlacement, 'parent'>): readonly ImagePlacement[] {
  const ancestors: ImagePlacement[] = []
  for (let up = one.parent; up !== null; up = up.placement.parent) ancestors.push(up.placement)
  return ancestors
}

/** Returns why a placement, replacing `before`, cannot be relative to `parent`, or `null`. */
export function refusal(
  placements: readonly ImagePlacement[],
  parent: ImagePlacement,
  before: ImagePlacement | undefined,
): 'EINVAL' | 'ECYCLE' | 'ETOODEEP' | null {
  const above = [parent, ...placementAncestors(parent)]
  if (before === parent) return 'EINVAL' // as in kitty
  if (before !== undefined && above.includes(before)) return 'ECYCLE'
  const below =
    before === undefined
      ? 0
      : greatest(placements.map((one) => placementAncestors(one).indexOf(before) + 1))
  return above.length + below > chainMax ? 'ETOODEEP' : null
}

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
