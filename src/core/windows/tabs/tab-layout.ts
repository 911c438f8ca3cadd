/**
 * Geometry of the tab bar in CSS px, along the strip: from left to right in a row, from top to
 * bottom in a column (`tabs.position`). The page only draws what is computed here.
 */
import type { Options } from '../../config/table.ts'
import type { TabGroup } from './groups.ts'

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
}

export interface TabLayout {
  /** Width of every tab; in a column its height. */
  readonly tabSize: number
  /** The tabs do not fit: the strip scrolls, in a row between its two arrows. */
  readonly overflow: boolean
  /** Width of the strip in which tabs are visible; in a column its height. */
  readonly stripSize: number
  /** What stands together under a heading, from the first tab to the last; none: no headings. */
  readonly groups: readonly TabGroup[]
  /** Of a group's heading, along the strip. */
  readonly headingSize: number
  /** What may lie over either end of the strip: a tab that comes into view keeps clear of it. */
  readonly endSize: number
}

/** The tabs stand below each other, at a side of the window. */
export function isColumn({ position }: Options['tabs']): boolean {
  return position === 'left' || position === 'right'
}

/** Tabs of one project stand together. */
export function isGrouped(options: Options['tabs']): boolean {
  return options.group_by === 'project' && isColumn(options)
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

/** Height of a row of buttons below a column; in a collapsed one each has a row of its own. */
const buttonRowHeight = 32

/** Buttons of a collapsed sidebar: a new tab, and the menu. */
const collapsedButtons = 2

/** Height of the marks at the ends of a column, which count tabs out of view. */
const columnMarkHeight = 24

/** Of a heading in a collapsed sidebar, which is a line. */
const dividerHeight = 9

export interface TabColumn {
  readonly barHeight: number
  readonly tabs: number
  /** Of one text line. */
  readonly row: number
  readonly options: Options['tabs']
  readonly groups: readonly TabGroup[]
  /** Counts among the buttons. */
  readonly pills: number
}

/** Rows of one height, from the top, and headings between them. */
export function columnLayout(column: TabColumn): TabLayout {
  const { barHeight: height, tabs, row, options, groups, pills } = column
  const buttonRows = options.sidebar_collapsed ? collapsedButtons + pills : 1
  const tabSize = columnLines(options) * row + 8
  const stripSize = Math.max(0, height - buttonRows * buttonRowHeight)
  const layout = {
    tabSize,
    stripSize,
    groups,
    headingSize: options.sidebar_collapsed ? dividerHeight : row + 8,
    endSize: stripSize < tabSize + 2 * columnMarkHeight ? 0 : columnMarkHeight,
  }
  return { ...layout, overflow: stripLength(layout, tabs) > layout.stripSize }
}

const withoutGroups = { groups: [], headingSize: 0, endSize: 0 } as const

/** Widths of a tab in a row, px. */
const widthMin = 80
const widthMax = 250

/** Equal widths, left-aligned, within the two limits; whole px so that stripes stay sharp. */
export function tabLayout({ barWidth, tabs }: TabBar): TabLayout {
  const room = Math.max(0, barWidth - addButtonWidth)
  const share = tabs === 0 ? widthMax : Math.floor(room / tabs)
  if (share >= widthMin)
    return {
      ...withoutGroups,
      tabSize: Math.min(share, widthMax),
      overflow: false,
      stripSize: room,
    }
  return {
    ...withoutGroups,
    tabSize: widthMin,
    overflow: true,
    stripSize: Math.max(0, room - overflowControls * overflowControlWidth),
  }
}

/** Where the tab `index` begins, from the strip's beginning. */
export function tabStart(
  { tabSize, groups, headingSize }: Pick<TabLayout, 'tabSize' | 'groups' | 'headingSize'>,
  index: number,
): number {
  let [first, headings] = [0, 0]
  for (const { tabs } of groups) {
    if (first > index) break
    headings += 1
    first += tabs
  }
  return index * tabSize + headings * headingSize
}

/** Where the gap in front of the tab `index` is; behind the one before it, above a heading. */
export function gapStart(layout: TabLayout, index: number): number {
  return index <= 0 ? 0 : tabStart(layout, index - 1) + layout.tabSize
}

/** Of so many tabs, with the headings of their groups. */
export function stripLength(
  { tabSize, groups, headingSize }: Pick<TabLayout, 'tabSize' | 'groups' | 'headingSize'>,
  tabs: number,
): number {
  return tabs * tabSize + groups.length * headingSize
}

/**
 * The scroll position nearest to `scroll` at which the tab `index` is wholly in view; with the
 * heading that it stands under, if it is the first there.
 */
export function scrollToTab(layout: TabLayout, index: number, scroll: number): number {
  const { tabSize, stripSize, endSize } = layout
  const end = tabStart(layout, index) + tabSize + endSize
  const begin = gapStart(layout, index) - endSize
  return Math.max(0, Math.min(begin, Math.max(scroll, end - stripSize)))
}

/**
 * The tabs of which at least half can be seen at this scroll position: from, and the first behind
 * them.
 */
export function tabsInView(
  layout: TabLayout,
  tabs: number,
  scroll: number,
): { readonly from: number; readonly to: number } {
  const middles = middlesOf(layout, tabs)
  const from = middles.findIndex((at) => at >= scroll)
  const to = middles.findIndex((at) => at > scroll + layout.stripSize)
  return { from: from === -1 ? tabs : from, to: to === -1 ? tabs : to }
}

function middlesOf({ tabSize, groups, headingSize }: TabLayout, tabs: number): readonly number[] {
  const counts = groups.length === 0 ? [tabs] : groups.map((group) => group.tabs)
  let at = 0
  return counts.flatMap((count) => {
    at += groups.length === 0 ? 0 : headingSize
    const begin = at
    at += count * tabSize
    return Array.from({ length: count }, (_, index) => begin + (index + 0.5) * tabSize)
  })
}
