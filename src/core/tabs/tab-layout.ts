/**
 * Geometry of the tab bar in CSS px. The page only draws what is computed
 * here.
 */

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
  /** Width of every tab. */
  readonly tabWidth: number
  /** The tabs do not fit: the strip scrolls between its two arrows. */
  readonly overflow: boolean
  /** Width of the strip in which tabs are visible. */
  readonly stripWidth: number
}

/** Equal widths, left-aligned, within the two limits; whole px so that stripes stay sharp. */
export function tabLayout({ barWidth, tabs, widthMin, widthMax }: TabBar): TabLayout {
  const room = Math.max(0, barWidth - addButtonWidth)
  const share = tabs === 0 ? widthMax : Math.floor(room / tabs)
  if (share >= widthMin)
    return { tabWidth: Math.min(share, widthMax), overflow: false, stripWidth: room }
  return {
    tabWidth: widthMin,
    overflow: true,
    stripWidth: Math.max(0, room - overflowControls * overflowControlWidth),
  }
}

/**
 * Index of the tab under `x` (from the strip's left edge, scroll added), or null beside the tabs.
 */
export function tabAt({ tabWidth }: TabLayout, tabs: number, x: number): number | null {
  const index = Math.floor(x / tabWidth)
  return index >= 0 && index < tabs ? index : null
}

/** The scroll position nearest to `scroll` at which the tab `index` is wholly in view. */
export function scrollToTab(layout: TabLayout, index: number, scroll: number): number {
  const left = index * layout.tabWidth
  return Math.max(0, Math.min(left, Math.max(scroll, left + layout.tabWidth - layout.stripWidth)))
}

/**
 * The tabs of which at least half can be seen at this scroll position: from, and the first behind
 * them.
 */
export function tabsInView(
  { tabWidth, stripWidth }: TabLayout,
  tabs: number,
  scroll: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.ceil(scroll / tabWidth - 0.5))
  return {
    from,
    to: Math.max(from, Math.min(tabs, Math.floor((scroll + stripWidth) / tabWidth + 0.5))),
  }
}
