/** Size and position of a window of the last run, and its restored bounds. Pure. */
import type { Extent } from '../../base/sizes/measures.ts'
import { placesKnown, type ContentBounds, type ScreenPoint } from './workspace/drop-place.ts'

/** `at` is absent if positions are unknown. */
export interface WindowFrame extends Extent {
  readonly at?: ScreenPoint | undefined
  /** A new window, whose size is not from here: `over` another window, or `at` the pointer. */
  readonly opens?: 'over' | 'at'
  /** Positions of the open windows, which a new one does not cover. */
  readonly taken?: readonly ScreenPoint[]
}

/** Distance of a new window to the window that it would cover, and to the top, px. */
const stepPx = 32

/** Distance of the pointer to the corner of the window that a dragged tab opens, px. */
const pulledPx = 24

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

/**
 * Returns bounds below and right of these that are not taken; at the edge of the work area where
 * none fit.
 */
export function besideFrame(
  frame: ContentBounds,
  area: ContentBounds,
  taken: readonly ScreenPoint[] = [],
): ContentBounds {
  let next = stepped(frame, area)
  const isTaken = (at: ScreenPoint) =>
    Math.abs(at.x - next.x) < stepPx / 2 && Math.abs(at.y - next.y) < stepPx / 2
  for (let tries = 0; tries < taken.length && taken.some(isTaken); tries += 1)
    next = stepped(next, area)
  return next
}

function stepped(frame: ContentBounds, area: ContentBounds): ContentBounds {
  const moved = { ...frame, x: frame.x + stepPx, y: frame.y + stepPx }
  const within = withinArea(moved, area)
  const back = belowTop({ ...within, x: area.x, y: area.y }, area)
  return {
    ...within,
    x: within.x === moved.x ? moved.x : back.x,
    y: within.y === moved.y ? moved.y : back.y,
  }
}

/** Returns the bounds of a window whose bar is under the pointer. */
export function pulledFrame(at: ScreenPoint, size: Extent, area: ContentBounds): ContentBounds {
  const frame = { ...size, x: at.x - pulledPx, y: at.y - pulledPx }
  return belowTop(withinArea(frame, area), area)
}

/** Leaves space for the title bar, which some desktops draw above the bounds. */
function belowTop(frame: ContentBounds, area: ContentBounds): ContentBounds {
  const y = Math.max(frame.y, area.y + stepPx)
  return { ...frame, y: Math.max(area.y, Math.min(y, area.y + area.height - frame.height)) }
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
