/** `a=d` of kitty's graphics protocol: deletes placements and their images. */
import { positionOf, standsOn } from './relative.ts'
import type { ImagePicture, ImagePlacement } from './picture.ts'
import type { Screen } from '../screen/screen.ts'
import type { Pictures } from './store.ts'
import type { KittyCommand } from './kitty-command.ts'
import type { PixelQueue } from './pixel-queue.ts'
import { topRow } from './place.ts'

/** An uppercase letter also frees images that are not shown any more. */
export function deletePictures(screen: Screen, command: KittyCommand, queue: PixelQueue): void {
  const { pictures } = screen
  const letter = command.letter('d', 'a')
  const which = chosen(screen, command, letter.toLowerCase())
  if (letter.toLowerCase() === 'f') {
    const picture = named(screen, command)
    if (picture !== undefined) deleteFrame(pictures, picture, command, queue)
    return
  }
  if (which === null) return
  const gone = pictures.takeAway(which)
  if (letter === letter.toLowerCase()) return
  const freed = new Set<ImagePicture>(gone.map(({ picture }) => picture))
  // named images are freed even if they were not shown
  if ('IN'.includes(letter)) {
    const picture = named(screen, command)
    if (picture !== undefined && command.number('p') === 0) freed.add(picture)
  }
  if (letter === 'R')
    for (const one of pictures.pictures.values()) if (inRange(command, one)) freed.add(one)
  for (const picture of freed)
    if (!pictures.placements.some((one) => one.picture === picture)) pictures.remove(picture)
}

/** Deletes frame `r`, by default 1. Uppercase frees an image without further frames. */
function deleteFrame(
  pictures: Pictures,
  picture: ImagePicture,
  command: KittyCommand,
  queue: PixelQueue,
): void {
  const { animation } = picture
  const count = animation?.frames.length ?? 0
  if (animation === null || count === 0) {
    if (command.letter('d', 'a') === 'F') pictures.remove(picture)
    return
  }
  const number = Math.min(Math.max(1, command.number('r')), count + 1)
  const [gone] = animation.frames.splice(Math.max(0, number - 2), 1)
  if (number === 1 && gone !== undefined) {
    animation.gap = gone.gap
    // after its pixels have been made
    queue.add(picture, { data: null }, () => pictures.filled(picture, gone.data))
  }
  if (animation.current >= number) animation.current = Math.max(1, animation.current - 1)
  pictures.grow(-picture.width * picture.height * 4)
  pictures.version += 1
}

function named({ pictures }: Screen, command: KittyCommand): ImagePicture | undefined {
  return command.letter('d', 'a').toLowerCase() === 'n'
    ? pictures.byNumber(command.number('I'))
    : (pictures.byId(command.number('i')) ?? pictures.byNumber(command.number('I')))
}

const inRange = (command: KittyCommand, { id }: ImagePicture): boolean =>
  id > 0 && id >= command.number('x') && id <= command.number('y')

function chosen(
  screen: Screen,
  command: KittyCommand,
  what: string,
): ((one: ImagePlacement) => boolean) | null {
  const top = topRow(screen)
  const here = (one: ImagePlacement): boolean => standsOn(one, screen.isAlternate)
  const at = (one: ImagePlacement, x: number, y: number): boolean =>
    here(one) && inColumn(one, x) && inRow(one, top + y)
  const [x, y] = [command.number('x') - 1, command.number('y') - 1]
  // biome-ignore format: a table, read by its columns
  switch (what) {
    case 'a':
      return (one) => {
        const { row } = positionOf(one)
        return here(one) && row + one.end > top && row < top + screen.rows
      }
    case 'i': 
    case 'n': {
      const picture = named(screen, command)
      const id = command.number('p')
      return (one) => one.picture === picture && (id === 0 || one.id === id)
    }
    case 'c': return (one) => at(one, screen.x, screen.y)
    case 'p': return (one) => at(one, x, y)
    case 'q': return (one) => at(one, x, y) && one.z === command.signed('z')
    case 'x': return (one) => here(one) && inColumn(one, x)
    case 'y': return (one) => here(one) && inRow(one, top + y)
    case 'z': return (one) => here(one) && one.z === command.signed('z')
    case 'r': return (one) => inRange(command, one.picture)
    default: return null
  }
}

function inColumn(one: ImagePlacement, x: number): boolean {
  const { column } = positionOf(one)
  return x >= column && x < column + one.cols
}

function inRow(one: ImagePlacement, y: number): boolean {
  const { row } = positionOf(one)
  return y >= row + one.from && y < row + one.end
}
