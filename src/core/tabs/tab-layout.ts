/**
 * Geometry of the tab bar in CSS px, along the strip: from left to right in a row, from top to
 * bottom in a column (`tabs.position`). The page only draws what is computed here.
 */
import type { Options } from '../config/table.ts'

/**
 * The `+` button, and each of the three controls that appear when the tabs do not fit: left arrow,
 * right arrow, list.
 */
export const addButtonWidth = 32
export const overflowControlWidth = 28
const overflowControls = 3

/** Height of one text line of the chrome: 20 px at the default 13 px. */
export function rowHeight(fontSize: number): number {
  return Math.round(1.5 * fontSize)
}

/** Two lines and 4 px above and below: 48 px by default. Grid zoom does not change it. */
export function barHeight(row: number): number {
  return 2 * row + 8
}

export interface TabBar {
  readonly barWidth: number
  readonly tabs: number
  readonly widthMin: number
  readonly widthMax: number
}

export interface TabLayout {
  /** Width of every tab; in a column its height. */
  readonly tabSize: number
  /** The tabs do not fit: the strip scrolls, in a row between its two arrows. */
  readonly overflow: boolean
  /** Width of the strip in which tabs are visible; in a column its height. */
  readonly stripSize: number
}

/** The tabs stand below each other, at a side of the window. */
export function isColumn({ position }: Options['tabs']): boolean {
  return position === 'left' || position === 'right'
}

/** A collapsed sidebar has room for the stripe and the state's shape. */
export const collapsedWidth = 34

/** Of the bar at a side of the window. */
export function sidebarWidth({ sidebar_width, sidebar_collapsed }: Options['tabs']): number {
  return sidebar_collapsed ? collapsedWidth : sidebar_width
}

/** Text lines of a tab in a column; a collapsed one has the height of one. */
export function columnLines({ sidebar_lines, sidebar_collapsed }: Options['tabs']): number {
  return sidebar_collapsed ? 1 : sidebar_lines
}

/** Height of the row of buttons below a column. */
export const columnButtonsHeight = 32

export interface TabColumn {
  readonly barHeight: number
  readonly tabs: number
  /** Of one text line. */
  readonly row: number
  readonly lines: number
}

/** Rows of one height, from the top. */
export function columnLayout({ barHeight: height, tabs, row, lines }: TabColumn): TabLayout {
  const tabSize = lines * row + 8
  const stripSize = Math.max(0, height - columnButtonsHeight)
  return { tabSize, overflow: tabs * tabSize > stripSize, stripSize }
}

/** Equal widths, left-aligned, within the two limits; whole px so that stripes stay sharp. */
export function tabLayout({ barWidth, tabs, widthMin, widthMax }: TabBar): TabLayout {
  const room = Math.max(0, barWidth - addButtonWidth)
  const share = tabs === 0 ? widthMax : Math.floor(room / tabs)
  if (share >= widthMin)
    return { tabSize: Math.min(share, widthMax), overflow: false, stripSize: room }
  return {
    tabSize: widthMin,
    overflow: true,
    stripSize: Math.max(0, room - overflowControls * overflowControlWidth),
  }
}

/**
 * Index of the tab under `at` (from the strip's beginning, scroll added), or null beside the tabs.
 */
export function tabAt({ tabSize }: TabLayout, tabs: number, at: number): number | null {
  const index = Math.floor(at / tabSize)
  return index >= 0 && index < tabs ? index : null
}

/** The scroll position nearest to `scroll` at which the tab `index` is wholly in view. */
export function scrollToTab(layout: TabLayout, index: number, scroll: number): number {
  const left = index * layout.tabSize
  return Math.max(0, Math.min(left, Math.max(scroll, left + layout.tabSize - layout.stripSize)))
}

/**
 * The tabs of which at least half can be seen at this scroll position: from, and the first behind
 * them.
 */
export function tabsInView(
  { tabSize, stripSize }: TabLayout,
  tabs: number,
  scroll: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.ceil(scroll / tabSize - 0.5))
  return {
    from,
    to: Math.max(from, Math.min(tabs, Math.floor((scroll + stripSize) / tabSize + 0.5))),
  }
}
