/**
 * The tab bar: strip, arrows if the tabs do not fit, list and `+`. At a side of the window it is a
 * sidebar (`tabs.position`). `core/windows/tabs` computes the geometry.
 */
import type { TabId } from '../../core/ids.ts'
import { useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import { namingPane } from '../../core/windows/tabs/headline.ts'
import { edgeMark, type EdgeMark } from '../../core/windows/tabs/needs-you.ts'
import {
  barHeight,
  gapStart,
  overflowControlWidth,
  stripLength,
  tabStart,
  tabsInView,
  type TabLayout,
} from '../../core/windows/tabs/tab-layout.ts'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import type { TabAxis } from './axis.ts'
import { Arrow, BarButtons, type Side } from './bar-buttons.tsx'
import { barKey } from './bar-keys.ts'
import { useBarLayout, useTabsInView } from './bar-layout.ts'
import { useDrag, type Drag } from './drag.ts'
import { Rename } from './rename.tsx'
import { SidebarEdge } from './sidebar-edge.tsx'
import { Tab } from './tab.tsx'
import { TabFilter, useShownTabs } from './tab-filter.tsx'

/** With more tabs, only those near the visible part are in the document. */
const allInDocumentMax = 100
/** Tabs kept in the document on each side of the visible part. */
const marginTabs = 4

export function TabBarView(): JSX.Element {
  const page = usePage()
  const all = useCell(page.state.order)
  const order = useShownTabs(page)
  const active = useCell(page.state.active)
  const { tabs, ui } = useCell(page.state.options)
  const renaming = useCell(page.state.renaming)
  const bar = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState(0)
  const { axis, layout, row, width } = useBarLayout(bar, order)
  const drag = useDrag(page, strip, { layout, axis, order })
  const held = useCell(page.state.dropMark)

  useTabsInView({ strip, layout, axis, order, active, renaming })

  const seen = tabsInView(layout, order.length, scroll)
  const sideMark = useSideMarks(layout, order)
  const end = stripLength(layout, order.length) - layout.stripSize
  const arrow = (side: Side, [from, to]: readonly [number, number], disabled: boolean) =>
    layout.overflow && (
      <Arrow
        side={side}
        mark={sideMark(from, to)}
        disabled={disabled}
        scroll={() => {
          const by = (side === axis.begin ? -3 : 3) * layout.tabSize
          strip.current?.scrollBy({ [axis.begin]: by })
        }}
      />
    )
  return (
    <div
      class={`bar${axis.column ? ' bar-column' : ''}`}
      data-position={tabs.position}
      data-collapsed={axis.column && tabs.sidebar_collapsed}
      ref={bar}
      hidden={tabs.show_bar === 'multiple' && all.length < 2 && renaming === null}
      style={{
        ...(axis.column
          ? { width: `${width}px`, '--strip-size': `${layout.stripSize}px` }
          : { height: `${barHeight(row)}px` }),
        fontSize: `${ui.font_size}px`,
        lineHeight: `${row}px`,
      }}
      onMouseDown={keepFocus}
    >
      {arrow(axis.begin, [0, seen.from], scroll <= 0)}
      <div
        class="strip"
        role="tablist"
        id="tab-strip"
        aria-label="Tabs"
        aria-orientation={axis.column ? 'vertical' : 'horizontal'}
        ref={strip}
        onScroll={(event) => setScroll(event.currentTarget[axis.scroll])}
        onWheel={(event) => {
          event.preventDefault()
          event.currentTarget[axis.scroll] += event.deltaY + event.deltaX
        }}
        onKeyDown={(event) => barKey(page, order, event)}
        onDblClick={(event) => {
          if (event.target === event.currentTarget) page.tabs.open()
        }}
      >
        <StripTabs
          {...{ order, active, layout, axis, width, scroll, seen, drag }}
          mark={drag.mark ?? (order === all ? held : null)}
        />
      </div>
      <RenameField {...{ order, active, renaming, layout, axis, width, scroll }} />
      {arrow(axis.end, [seen.to, order.length], scroll >= end - 1)}
      <BarButtons
        list={axis.column ? !tabs.sidebar_collapsed : layout.overflow}
        tabs={all.length}
        filter={
          axis.column && !tabs.sidebar_collapsed && <TabFilter shown={order} of={all.length} />
        }
      />
      {axis.column && !tabs.sidebar_collapsed && <SidebarEdge width={width} />}
    </div>
  )
}

/** Returns a function that finds the hidden tabs in a range of the strip that need the user. */
function useSideMarks(
  { overflow }: TabLayout,
  order: readonly TabId[],
): (from: number, to: number) => EdgeMark | null {
  const { state } = usePage()
  const asking = useCell(state.asking)
  useCell(state.tabs)
  return (from, to) => {
    if (!overflow || asking.length === 0) return null
    const hidden = new Set(order.slice(from, to).flatMap((id) => state.sessionsIn(id)))
    return edgeMark(asking.filter(({ id }) => hidden.has(id)))
  }
}

interface Strip {
  readonly order: readonly TabId[]
  readonly active: TabId | null
  readonly layout: TabLayout
  readonly axis: TabAxis
  /** Width of the sidebar, px. */
  readonly width: number
  readonly scroll: number
}

function RenameField({
  renaming,
  ...strip
}: Strip & { readonly renaming: TabId | null }): JSX.Element | null {
  const { order, active, layout, axis, width, scroll } = strip
  const page = usePage()
  const index = renaming === null ? -1 : order.indexOf(renaming)
  if (renaming === null || index < 0) return null
  const naming = namingPane(page.state.viewsIn(renaming), page.state.focusIn(renaming))
  if (naming === undefined) return null
  return (
    <Rename
      key={renaming}
      tab={renaming}
      session={naming.id}
      title={naming.title}
      place={
        axis.column
          ? { left: 7, top: Math.max(0, tabStart(layout, index) - scroll) + 4, width: width - 40 }
          : renameField(layout, tabStart(layout, index) - scroll, renaming === active)
      }
    />
  )
}

interface StripTabsProps extends Strip {
  readonly seen: { readonly from: number; readonly to: number }
  readonly drag: Drag
  /** The slot for a dragged tab. */
  readonly mark: number | null
}

/** The tabs in or near the visible part, and the drop mark. */
function StripTabs(props: StripTabsProps): JSX.Element {
  const { order, active, layout, axis, width, scroll, seen, drag, mark } = props
  return (
    <div
      class="strip-inner"
      role="presentation"
      style={axis.size(stripLength(layout, order.length))}
    >
      <Headings layout={layout} />
      {visible(order, layout, scroll, active).map((id) => {
        const index = order.indexOf(id)
        return (
          <Tab
            key={id}
            id={id}
            active={id === active}
            place={index + 1}
            of={order.length}
            at={tabStart(layout, index)}
            size={layout.tabSize}
            width={axis.column ? width : layout.tabSize}
            inView={index >= seen.from && index < seen.to}
            dragged={drag.tab === id ? drag.offset : null}
            press={drag.press}
          />
        )
      })}
      {mark !== null && (
        <div
          class="drop-mark"
          style={{ transform: axis.place(Math.max(0, gapStart(layout, mark) - 1)) }}
        />
      )}
    </div>
  )
}

/** Headings of groups. Hidden from screen readers, which read the project with each tab. */
function Headings({ layout }: { readonly layout: TabLayout }): JSX.Element {
  const { groups, headingSize } = layout
  let first = 0
  return (
    <>
      {groups.map(({ name, tabs }) => {
        const at = tabStart(layout, first) - headingSize
        first += tabs
        return (
          <div
            key={name}
            class="tab-group soft"
            aria-hidden="true"
            style={{ transform: `translateY(${at}px)`, height: `${headingSize}px` }}
          >
            <span class="tab-group-name cut">{name}</span>
            <span class="tab-group-count">{tabs}</span>
          </div>
        )
      })}
    </>
  )
}

/** Returns the position of a tab's title within the strip. @param left of the tab in it, px */
function renameField(
  { tabSize, stripSize, overflow }: TabLayout,
  left: number,
  active: boolean,
): { readonly left: number; readonly width: number } {
  const width = tabSize - 20 - (active ? 20 : 0)
  return {
    left:
      (overflow ? overflowControlWidth : 0) + Math.max(0, Math.min(left + 7, stripSize - width)),
    width,
  }
}

/** Returns all tabs if they are few, else those near the visible part and the active one. */
function visible(
  order: readonly TabId[],
  layout: TabLayout,
  scroll: number,
  active: TabId | null,
): readonly TabId[] {
  if (order.length <= allInDocumentMax) return order
  const seen = tabsInView(layout, order.length, scroll)
  const near = order.slice(Math.max(0, seen.from - marginTabs), seen.to + marginTabs)
  return active === null || near.includes(active) ? near : [...near, active]
}

/** Keeps the keyboard with the grid when a button or tab is pressed with the mouse. */
function keepFocus(event: Event): void {
  event.preventDefault()
}
