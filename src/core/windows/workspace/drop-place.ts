/** The position of a tab dropped on another window's tab bar. Pure. */
import type { Options } from '../../config/table.ts'
import {
  barHeight,
  columnLayout,
  isColumn,
  isGrouped,
  overflowControlWidth,
  rowHeight,
  sidebarWidth,
  tabLayout,
  type TabLayout,
} from '../tabs/tab-layout.ts'

export interface ScreenPoint {
  readonly x: number
  readonly y: number
}

/** Bounds of a window's content on the screen, px. */
export interface ContentBounds extends ScreenPoint {
  readonly width: number
  readonly height: number
}

/** Tolerance around a bar, px. */
const marginPx = 12

/** @returns the index in a bar of `tabs` tabs; `null` if the point is not on it */
export function dropPlace(
  { x, y }: ScreenPoint,
  frame: ContentBounds,
  tabs: number,
  { tabs: options, ui }: Options,
): number | null {
  const [left, top] = [x - frame.x, y - frame.y]
  const row = rowHeight(ui.font_size)
  const column = isColumn(options)
  const along = column ? top : left
  const across = { top, bottom: frame.height - top, left, right: frame.width - left }[
    options.position
  ]
  const thickness = column ? sidebarWidth(options) : barHeight(row)
  if (along < 0 || along >= (column ? frame.height : frame.width)) return null
  if (across < -marginPx || across >= thickness + marginPx) return null
  const { tabSize, overflow }: TabLayout = column
    ? columnLayout({ barHeight: frame.height, tabs, row, options, groups: [], pills: 0 })
    : tabLayout({ barWidth: frame.width - overflowControlWidth, tabs })
  // only its page knows the scroll position and groups
  return overflow || isGrouped(options) ? tabs : Math.min(tabs, Math.round(along / tabSize))
}

/** Whether window positions are known. Wayland reports none. */
export function placesKnown(frames: readonly ContentBounds[]): boolean {
  return frames.some(({ x, y }) => x !== 0 || y !== 0)
}
