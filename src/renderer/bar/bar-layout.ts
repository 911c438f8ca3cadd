/** Layout of the bar by options and space, and scrolling a tab into view. */
import type { TabId } from '../../core/ids.ts'
import { useLayoutEffect, useState } from 'preact/hooks'
import type { RefObject } from 'preact'
import {
  collapsedWidth,
  columnLayout,
  isColumn,
  overflowControlWidth,
  rowHeight,
  scrollToTab,
  tabLayout,
  type TabLayout,
} from '../../core/windows/tabs/tab-layout.ts'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import { tabAxisOf, type TabAxis } from './axis.ts'
import { pillWidth } from './bar-buttons.tsx'

interface BarLayout {
  readonly axis: TabAxis
  readonly layout: TabLayout
  /** Height of a text line, px. */
  readonly row: number
  /** Width of the sidebar, px. */
  readonly width: number
}

/** Lays out the bar, and sets its position for the window's style. */
export function useBarLayout(
  bar: RefObject<HTMLElement | null>,
  order: readonly TabId[],
): BarLayout {
  const page = usePage()
  useCell(page.state.groupNames)
  const tabs = order.length
  const { tabs: options, ui } = useCell(page.state.options)
  const dragged = useCell(page.state.sidebarWidth)
  const waits = useCell(page.state.waiting) !== null
  const broadcasts = useCell(page.state.broadcast.receivers).size > 0
  const pills = Number(waits) + Number(broadcasts)
  const { width: barWidth, height } = useSize(bar)
  const { position, sidebar_width: asConfigured } = options
  useLayoutEffect(() => {
    document.body.dataset['tabs'] = position
    page.panes.arrange() // the grids may have moved without a change of size
  }, [position])
  useLayoutEffect(() => page.state.sidebarWidth.set(null), [asConfigured])
  const row = rowHeight(ui.font_size)
  const axis = tabAxisOf(isColumn(options))
  const layout = axis.column
    ? columnLayout({
        ...{ barHeight: height, tabs, row, options, pills },
        groups: page.state.groups(order),
      })
    : tabLayout({ barWidth: barWidth - overflowControlWidth - pills * pillWidth, tabs })
  const width = options.sidebar_collapsed ? collapsedWidth : (dragged ?? asConfigured)
  return { axis, layout, row, width }
}

/** Returns the size of an element, px, and redraws when it changes. */
function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight })
  useLayoutEffect(() => {
    const observed = element.current
    if (observed === null) return
    const observer = new ResizeObserver(() =>
      setSize({ width: observed.clientWidth, height: observed.clientHeight }),
    )
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return size
}

interface InView {
  readonly strip: RefObject<HTMLElement | null>
  readonly layout: TabLayout
  readonly axis: TabAxis
  readonly order: readonly TabId[]
  readonly active: TabId | null
  readonly renaming: TabId | null
}

/** Scrolls to the active tab or a renamed one when it or the space changes. */
export function useTabsInView({ strip, layout, axis, order, active, renaming }: InView): void {
  const reveal = (id: TabId | null): void => {
    const index = id === null ? -1 : order.indexOf(id)
    if (strip.current !== null && index >= 0)
      strip.current[axis.scroll] = scrollToTab(layout, index, strip.current[axis.scroll])
  }
  useLayoutEffect(() => reveal(active), [active, order, layout.tabSize, layout.stripSize])
  useLayoutEffect(() => reveal(renaming), [renaming])
}
