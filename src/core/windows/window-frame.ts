/** Size and place of a window of the last run, and where it stands again. Pure. */
import type { Extent } from '../../base/measures.ts'
import { placesKnown, type ContentBounds, type ScreenPoint } from './workspace/drop-place.ts'

/** `at`: absent where places are not known. */
export interface WindowFrame extends Extent {
  readonly at?: ScreenPoint | undefined
}

/** Of all windows of a kind, in their order. */
export function windowFrames(
  bounds: readonly (ContentBounds | null)[],
): (WindowFrame | undefined)[] {
  const known = placesKnown(bounds.filter((one) => one !== null))
  return bounds.map((one) =>
    one === null
      ? undefined
      : {
          width: one.width,
          height: one.height,
          ...(known ? { at: { x: one.x, y: one.y } } : {}),
        },
  )
}

/** No larger than the area, and whole in it: of a monitor that is left, or a smaller one. */
export function withinArea(frame: ContentBounds, area: ContentBounds): ContentBounds {
  const width = Math.min(frame.width, area.width)
  const height = Math.min(frame.height, area.height)
  const within = (at: number, from: number, room: number) =>
    Math.max(from, Math.min(at, from + room))
  return {
    x: within(frame.x, area.x, area.width - width),
    y: within(frame.y, area.y, area.height - height),
    width,
    height,
  }
}
