/** Images on a screen in snapshots: their positions without pixels. */
import { settlePictures, topRow } from '../images/place.ts'
import { positionOf, standsOn } from '../images/relative.ts'
import type { Screen } from '../screen/screen.ts'

/** `y` and `x`: cell of its upper left corner, which may be outside the screen. */
export interface PlacedImage {
  y: number
  x: number
  cols: number
  rows: number
  /** Ids from the program, if any. */
  id?: number
  placement?: number
  format: 'rgba' | 'png' | 'jpeg' | 'gif' | 'webp'
  /** Pixels of the complete image. */
  width: number
  height: number
  /** Absent for 0. */
  z?: number
}

/** Returns the images on the active screen in drawing order, without virtual ones. */
export function imagesOf(screen: Screen): readonly PlacedImage[] {
  const { pictures, isAlternate, rows: height, cols: width } = screen
  if (pictures.placements.length === 0) return []
  settlePictures(screen)
  const top = topRow(screen)
  return pictures.placements
    .filter((one) => standsOn(one, isAlternate))
    .toSorted((one, other) => one.z - other.z)
    .flatMap((one) => {
      const { row, column: x } = positionOf(one)
      const y = row - top
      const isInView = y + one.end > 0 && y + one.from < height && x + one.cols > 0 && x < width
      if (!isInView) return []
      const { picture, cols, rows, id, z } = one
      return [
        {
          ...{ cols, rows, y, x, format: picture.form, height: picture.height },
          ...(picture.id === 0 ? {} : { id: picture.id }),
          ...(id === 0 ? {} : { placement: id }),
          width: picture.width,
          ...(z === 0 ? {} : { z }),
        },
      ]
    })
}
