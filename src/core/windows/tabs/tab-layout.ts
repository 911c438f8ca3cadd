/**
 * Geometry of the tab bar in CSS px along the strip: from left to right in a row, from top to
 * bottom in a column (`tabs.position`). The page only draws these results.
 */
import type { Options } from '../../config/table.ts'
import type { TabGroup } from './groups.ts'

/** Widths of the `+` button, and of the arrows and the list button for overflowing tabs. */
export const addButtonWidth = 32
export const overflowControlWidth = 28
const overflowControls = 3

/** Height of a text line of the interface: 20 px at the default 13 px. */
export function rowHeight(fontSize: number): number {
  return Math.round(1.5 * fontSize)
}

/** Two lines and 4 px above and below: 48 px by default, independent of grid zoom. */
export function barHeight(row: number): number {
  return 2 * row + 8
}

interface TabBar {
  readonly barWidth: number
  readonly tabs: number
}

export interface TabLayout {
  /** Width of every tab; its height in a column. */
  readonly tabSize: number
  /** The tabs do not fit, so the strip scrolls. */
  readonly overflow: boolean
  /** Visible width of the strip; its height in a column. */
  readonly stripSize: number
  /** Groups with headings; empty without headings. */
  readonly groups: readonly TabGroup[]
  /** Size of a heading along the strip. */
  readonly headingSize: number
  /** Size of overlays at the ends of the strip; scrolling keeps tabs clear of them. */
  readonly endSize: number
}

/** Whether tabs are in a column at the side of the window. */
export function isColumn({ position }: Options['tabs']): boolean {
  return position === 'left' || position === 'right'
}

/** Whether tabs are grouped by project. */
export function isGrouped(options: Options['tabs']): boolean {
  return options.group_by === 'project' && isColumn(options)
}

/** Width of a collapsed sidebar: stripe and state icon. */
export const collapsedWidth = 34

export function sidebarWidth({ sidebar_width, sidebar_collapsed }: Options['tabs']): number {
  return sidebar_collapsed ? collapsedWidth : sidebar_width
}

/** Text lines of a tab in a column; one if collapsed. */
export function columnLines({ sidebar_lines, sidebar_collapsed }: Options['tabs']): number {
  return sidebar_collapsed ? 1 : sidebar_lines
}

/** Height of a row of buttons below a column; collapsed, each button has its own row. */
const buttonRowHeight = 32

/** Buttons of a collapsed sidebar: new tab, and the menu. */
const collapsedButtons = 2

/** Height of the marks at the ends of a column, which count hidden tabs. */
const columnMarkHeight = 24

/** Height of a heading in a collapsed sidebar: a line. */
const dividerHeight = 9

interface TabColumn {
  readonly barHeight: number
  readonly tabs: number
  /** Height of one text line. */
  readonly row: number
  readonly options: Options['tabs']
  readonly groups: readonly TabGroup[]
  /** Count buttons. */
  readonly pills: number
}

/** Lays out rows of one height, with headings in between. */
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

/** Lays out equal widths within the limits, left-aligned, in whole px for sharp stripes. */
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

/** Returns the start of tab `index`, from the start of the strip. */
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

/** Returns the gap before tab `index`: after the previous one, above a heading. */
export function gapStart(layout: TabLayout, index: number): number {
  return index <= 0 ? 0 : tabStart(layout, index - 1) + layout.tabSize
}

/** Returns the length of the strip with headings. */
export function stripLength(
  { tabSize, groups, headingSize }: Pick<TabLayout, 'tabSize' | 'groups' | 'headingSize'>,
  tabs: number,
): number {
  return tabs * tabSize + groups.length * headingSize
}

/** Returns the nearest scroll position that shows tab `index`, with a heading above it. */
export function scrollToTab(layout: TabLayout, index: number, scroll: number): number {
  const { tabSize, stripSize, endSize } = layout
  const end = tabStart(layout, index) + tabSize + endSize
  const begin = gapStart(layout, index) - endSize
  return Math.max(0, Math.min(begin, Math.max(scroll, end - stripSize)))
}

/** Returns the tabs that are at least half visible, as a range with exclusive end. */
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
