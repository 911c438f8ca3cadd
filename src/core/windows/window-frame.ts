/** Size and position of a window of the last run, and its restored bounds. Pure. */
import type { Extent } from '../../base/sizes/measures.ts'
import { placesKnown, type ContentBounds, type ScreenPoint } from './workspace/drop-place.ts'

/** `at` is absent if positions are unknown. */
export interface WindowFrame extends Extent {
  readonly at?: ScreenPoint | undefined
  /** A new window, whose size is not from here: `over` another window, or `at` this place. */
  readonly opens?: 'over' | 'at'
}

/** Distance of a new window to the window that it would cover, px. */
const stepPx = 32

/** Returns the bounds of all windows of a kind, in order. */
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

/** Returns the size, or that of the work area where it is smaller. */
export function fittedInto({ width, height }: Extent, area: Extent): Extent {
  return { width: Math.min(width, area.width), height: Math.min(height, area.height) }
}

/** Returns bounds below and right of these; at the edge of the work area where none fit. */
export function besideFrame(frame: ContentBounds, area: ContentBounds): ContentBounds {
  const moved = { ...frame, x: frame.x + stepPx, y: frame.y + stepPx }
  const within = withinArea(moved, area)
  return {
    ...within,
    x: within.x === moved.x ? moved.x : area.x,
    y: within.y === moved.y ? moved.y : area.y,
  }
}

/** Fits the bounds into a work area, for a removed or smaller monitor. */
export function withinArea(frame: ContentBounds, area: ContentBounds): ContentBounds {
  const { width, height } = fittedInto(frame, area)
  const within = (at: number, from: number, room: number) =>
    Math.max(from, Math.min(at, from + room))
  return {
    x: within(frame.x, area.x, area.width - width),
    y: within(frame.y, area.y, area.height - height),
    width,
    height,
  }
}
