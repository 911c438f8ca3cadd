/**
 * Where a tab lands that is let go over another window's tab bar. Pure: windows and their bars are
 * numbers here.
 */
import type { Options } from '../config/table.ts'
import { barHeight, rowHeight, tabLayout } from '../tabs/tab-layout.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A window's content on the screen, px. */
export interface Frame extends Point {
  readonly width: number
  readonly height: number
}

/** So far above and below a bar it still counts, px: hands shake. */
const marginPx = 12

/** @returns the slot in a bar of so many tabs; null: the point is not on it */
export function dropPlace(
  { x, y }: Point,
  frame: Frame,
  tabs: number,
  { tabs: { width_min: widthMin, width_max: widthMax }, ui }: Options,
): number | null {
  const [left, top] = [x - frame.x, y - frame.y]
  if (
    left < 0 ||
    left >= frame.width ||
    top < -marginPx ||
    top >= barHeight(rowHeight(ui.font_size)) + marginPx
  )
    return null
  const { tabWidth, overflow } = tabLayout({ barWidth: frame.width, tabs, widthMin, widthMax })
  // how far a bar is scrolled its page alone knows
  return overflow ? tabs : Math.min(tabs, Math.round(left / tabWidth))
}

/** Where windows stand is known. Wayland tells nobody: all seem to stand in one corner. */
export function placesKnown(frames: readonly Frame[]): boolean {
  return frames.some(({ x, y }) => x !== 0 || y !== 0)
}
