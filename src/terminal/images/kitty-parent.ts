import { refusal, positionOf } from './relative.ts'
import type { Parent, ImagePicture } from './picture.ts'
import type { Screen } from '../screen/screen.ts'
import type { KittyCommand } from './kitty-command.ts'
import type { GraphicsOutcome } from './kitty-data.ts'

/**
 * Returns the placement that another is relative to (`P`, `Q`, `H`, `V`), or `null` for the cursor.
 * Without `Q`, the parent is the oldest placement of its image.
 */
export function parentOf(
  { pictures, isAlternate }: Screen,
  command: KittyCommand,
  picture: ImagePicture,
): Parent | GraphicsOutcome | null {
  const [id, placementId] = [command.number('P'), command.number('Q')]
  if (id === 0) return null
  if (command.number('U') === 1) return 'EINVAL'
  const { placements } = pictures
  const placement = placements.find((one) => {
    const { root } = positionOf(one)
    return (
      one.picture.id === id &&
      (placementId === 0 || one.id === placementId) &&
      (root.virtual || root.alternate === isAlternate)
    )
  })
  if (placement === undefined) return 'ENOPARENT'
  const own = command.number('p')
  const before = own === 0 ? undefined : pictures.placementOf(picture, own)
  return (
    refusal(placements, placement, before) ?? {
      placement,
      right: command.signed('H'),
      down: command.signed('V'),
    }
  )
}
