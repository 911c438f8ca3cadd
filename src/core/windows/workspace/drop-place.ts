/**
 * Where a tab lands that is let go over another window's tab bar. Pure: windows and their bars are
 * numbers here.
 */
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

/** A window's content on the screen, px. */
export interface ContentBounds extends ScreenPoint {
  readonly width: number
  readonly height: number
}

/** So far beside a bar it still counts, px: hands shake. */
const marginPx = 12

/** @returns the slot in a bar of so many tabs; null: the point is not on it */
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
  // how far a bar is scrolled, and which group a tab belongs to, its page alone knows
  return overflow || isGrouped(options) ? tabs : Math.min(tabs, Math.round(along / tabSize))
}

/** Where windows stand is known. Wayland gives no positions: all seem to stand in one corner. */
export function placesKnown(frames: readonly ContentBounds[]): boolean {
  return frames.some(({ x, y }) => x !== 0 || y !== 0)
}
