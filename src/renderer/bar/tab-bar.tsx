/**
 * The tab bar: strip of tabs, arrows when they do not fit, list, `+`; at a side of the window a
 * sidebar (`tabs.position`). Geometry comes from core/windows/tabs.
 */
import { panesBeside } from '../../core/windows/panes/arrangement.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import {
  addButtonWidth,
  barHeight,
  collapsedWidth,
  columnLayout,
  gapBegin,
  isColumn,
  overflowControlWidth,
  rowHeight,
  scrollToTab,
  stripLength,
  tabBegin,
  tabLayout,
  tabsInView,
  type TabLayout,
} from '../../core/windows/tabs/tab-layout.ts'
import { usePage } from '../page-context.ts'
import { useCell } from '../state/cell.ts'
import { openNewTabMenu, openWindowMenu } from '../features/menus/menus.ts'
import { Icon } from '../overlay/icon.tsx'
import type { Point } from '../state/overlay.ts'
import { axisOf, type Axis } from './axis.ts'
import { useDrag, type Drag } from './drag.ts'
import { barKey } from './bar-keys.ts'
import { Rename } from './rename.tsx'
import { TabFilter, useShownTabs } from './tab-filter.tsx'
import { SidebarEdge } from './sidebar-edge.tsx'
import { namingPane } from '../../core/windows/tabs/headline.ts'
import { edgeMark, needYou, type EdgeMark } from '../../core/windows/tabs/needs-you.ts'
import { Tab } from './tab.tsx'

/** From so many tabs on only those near the visible part are in the document. */
const allInDocumentMax = 100
/** Tabs kept in the document on each side of the visible part. */
const marginTabs = 4

export function TabBar(): JSX.Element {
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
          if (event.target === event.currentTarget) page.newTab()
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

/** Behind the strip, in a sidebar below it. Counts come first: no button moves for one. */
function BarButtons({
  list,
  tabs,
  filter,
}: {
  readonly list: boolean
  readonly tabs: number
  readonly filter: JSX.Element | false
}): JSX.Element {
  const page = usePage()
  const asking = useCell(page.state.asking)
  const receivers = useCell(page.state.broadcast.receivers)
  return (
    <div class="bar-buttons">
      {filter}
      {receivers.size > 0 && (
        <BarButton
          label={`Typing into ${receivers.size} terminals. End that`}
          width={pillWidth}
          act={() => page.perform('toggle_broadcast')}
        >
          <span class="pill pill-broadcast">{receivers.size} ×</span>
        </BarButton>
      )}
      {asking.length > 0 && (
        <BarButton
          label={needYou(asking.length)}
          width={pillWidth}
          act={() => page.open({ kind: 'attention' })}
        >
          <span class="pill">{asking.length > 99 ? '99+' : asking.length}</span>
        </BarButton>
      )}
      {list && (
        <BarButton
          label={`Tab list (${tabs})`}
          width={overflowControlWidth}
          act={() => page.open({ kind: 'tab-list', filter: '' })}
        >
          <Icon name="list" />
        </BarButton>
      )}
      <BarButton
        label="New tab"
        width={addButtonWidth}
        act={() => page.newTab()}
        menu={(at) => openNewTabMenu(page, at)}
      >
        <Icon name="plus" />
      </BarButton>
      <BarButton label="Menu" width={overflowControlWidth} act={(at) => openWindowMenu(page, at)}>
        <Icon name="menu" />
      </BarButton>
    </div>
  )
}

/** Of a count among the buttons, px. */
const pillWidth = 36

interface BarLayout {
  readonly axis: Axis
  readonly layout: TabLayout
  /** Height of a text line, px. */
  readonly row: number
  /** Of the sidebar, px. */
  readonly width: number
}

/** How the bar is laid out in its room, by the options; and where it is, for the window's style. */
function useBarLayout(bar: RefObject<HTMLElement | null>, order: readonly string[]): BarLayout {
  const page = usePage()
  useCell(page.state.groupNames)
  const tabs = order.length
  const { tabs: options, ui } = useCell(page.state.options)
  const dragged = useCell(page.state.sidebarWidth)
  const asks = useCell(page.state.asking).length > 0
  const broadcasts = useCell(page.state.broadcast.receivers).size > 0
  const pills = Number(asks) + Number(broadcasts)
  const { width: barWidth, height } = useSize(bar)
  const {
    position,
    sidebar_width: asConfigured,
    width_min: widthMin,
    width_max: widthMax,
  } = options
  useLayoutEffect(() => {
    document.body.dataset['tabs'] = position
    page.panes.moved()
  }, [position])
  useLayoutEffect(() => page.state.sidebarWidth.set(null), [asConfigured])
  const row = rowHeight(ui.font_size)
  const axis = axisOf(isColumn(options))
  const layout = axis.column
    ? columnLayout({
        ...{ barHeight: height, tabs, row, options, pills },
        groups: page.state.groups(order),
      })
    : tabLayout({
        barWidth: barWidth - overflowControlWidth - pills * pillWidth,
        tabs,
        widthMin,
        widthMax,
      })
  const width = options.sidebar_collapsed ? collapsedWidth : (dragged ?? asConfigured)
  return { axis, layout, row, width }
}

/** What asks for the user in any pane of tabs that are out of view, from one place to another. */
function useSideMarks(
  { overflow }: TabLayout,
  order: readonly string[],
): (from: number, to: number) => EdgeMark | null {
  const { state } = usePage()
  const asking = useCell(state.asking)
  const splits = useCell(state.splits)
  const { include } = useCell(state.options).attention
  return (from, to) => {
    if (!overflow || asking.length === 0) return null
    const hidden = new Set(order.slice(from, to).flatMap((id) => panesBeside({ splits }, id)))
    return edgeMark(
      asking.filter(({ id }) => hidden.has(id)),
      include,
    )
  }
}

interface RenameFieldProps {
  readonly order: readonly string[]
  readonly active: string | null
  readonly renaming: string | null
  readonly layout: TabLayout
  readonly axis: Axis
  /** Of the sidebar. */
  readonly width: number
  readonly scroll: number
}

/** Over the tab that is being renamed; nothing while none is. */
function RenameField(props: RenameFieldProps): JSX.Element | null {
  const { order, active, renaming, layout, axis, width, scroll } = props
  const page = usePage()
  const index = renaming === null ? -1 : order.indexOf(renaming)
  if (renaming === null || index < 0) return null
  const naming = namingPane(page.state.panesOf(renaming), renaming)
  return (
    <Rename
      key={renaming}
      tab={renaming}
      pane={naming?.id ?? renaming}
      title={naming?.title ?? ''}
      place={
        axis.column
          ? { left: 7, top: Math.max(0, tabBegin(layout, index) - scroll) + 4, width: width - 40 }
          : renameField(layout, tabBegin(layout, index) - scroll, renaming === active)
      }
    />
  )
}

interface StripTabsProps {
  readonly order: readonly string[]
  readonly active: string | null
  readonly layout: TabLayout
  readonly axis: Axis
  /** Of the sidebar. */
  readonly width: number
  readonly scroll: number
  readonly seen: { readonly from: number; readonly to: number }
  readonly drag: Drag
  /** The slot into which a tab that is dragged would go. */
  readonly mark: number | null
}

/** The tabs that are in view, or near it, and the mark of a drop. */
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
            at={tabBegin(layout, index)}
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
          style={{ transform: axis.place(Math.max(0, gapBegin(layout, mark) - 1)) }}
        />
      )}
    </div>
  )
}

/** Over the tabs of each group; a screen reader hears the project with each tab. */
function Headings({ layout }: { readonly layout: TabLayout }): JSX.Element {
  const { groups, headingSize } = layout
  let first = 0
  return (
    <>
      {groups.map(({ name, tabs }) => {
        const at = tabBegin(layout, first) - headingSize
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

/** px, followed as the window changes. */
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
  readonly axis: Axis
  readonly order: readonly string[]
  readonly active: string | null
  readonly renaming: string | null
}

/**
 * The active tab comes into view when it changes, or when the room does; not when the user scrolls
 * away from it. So does one that is being renamed.
 */
function useTabsInView({ strip, layout, axis, order, active, renaming }: InView): void {
  const reveal = (id: string | null): void => {
    const index = id === null ? -1 : order.indexOf(id)
    if (strip.current !== null && index >= 0)
      strip.current[axis.scroll] = scrollToTab(layout, index, strip.current[axis.scroll])
  }
  useLayoutEffect(() => reveal(active), [active, order, layout.tabSize, layout.stripSize])
  useLayoutEffect(() => reveal(renaming), [renaming])
}

type Side = Axis['begin'] | Axis['end']

/**
 * Scrolls; when tabs of its side ask for the user it says how many, and goes to the most urgent of
 * them.
 */
function Arrow({
  side,
  mark,
  disabled,
  scroll,
}: {
  readonly side: Side
  readonly mark: EdgeMark | null
  readonly disabled: boolean
  readonly scroll: () => void
}): JSX.Element {
  const page = usePage()
  if (mark === null)
    return (
      <BarButton
        label={`Scroll tabs ${scrollWords[side]}`}
        side={side}
        width={overflowControlWidth}
        disabled={disabled}
        act={scroll}
      >
        <Icon name={sideIcons[side]} />
      </BarButton>
    )
  return (
    <BarButton
      label={`${needYou(mark.count)} ${sideWords[side]}: go to the most urgent`}
      side={side}
      width={overflowControlWidth}
      act={() => page.activate(mark.tab)}
    >
      <>
        <Icon name={sideIcons[side]} />
        <span class="edge-mark" data-state={mark.state} data-side={side}>
          {mark.count > 99 ? '99+' : mark.count}
        </span>
      </>
    </BarButton>
  )
}

const sideIcons = { left: 'left', right: 'right', top: 'up', bottom: 'down' } as const
const sideWords = { left: 'on the left', right: 'on the right', top: 'above', bottom: 'below' }
const scrollWords = { left: 'left', right: 'right', top: 'up', bottom: 'down' }

interface BarButtonProps {
  readonly label: string
  readonly width: number
  /** Of the strip; absent: it scrolls nothing. */
  readonly side?: Side
  readonly disabled?: boolean
  /** `at`: below the button, px of the window. */
  readonly act: (at: Point) => void
  /** By the right button. */
  readonly menu?: (at: Point) => void
  readonly children: JSX.Element
}

function BarButton(props: BarButtonProps): JSX.Element {
  const { label, width, side, disabled = false, act, menu, children } = props
  return (
    <button
      class="bar-button soft"
      aria-label={label}
      data-side={side}
      title={label}
      style={{ width: `${width}px` }}
      disabled={disabled}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        act({ x: left, y: bottom })
      }}
      onContextMenu={(event) => {
        if (menu === undefined) return
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        event.preventDefault()
        event.stopPropagation()
        menu({ x: left, y: bottom })
      }}
    >
      {children}
    </button>
  )
}

/**
 * Where the title of a tab stands whose left edge is so far right of the strip's; never beside the
 * strip.
 */
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

/**
 * All tabs while they are few; else those near the visible part, and the active one, which can have
 * the focus.
 */
function visible(
  order: readonly string[],
  layout: TabLayout,
  scroll: number,
  active: string | null,
): readonly string[] {
  if (order.length <= allInDocumentMax) return order
  const seen = tabsInView(layout, order.length, scroll)
  const near = order.slice(Math.max(0, seen.from - marginTabs), seen.to + marginTabs)
  return active === null || near.includes(active) ? near : [...near, active]
}

/** Pressing a button or tab with the mouse leaves the keyboard with the grid. */
function keepFocus(event: Event): void {
  event.preventDefault()
}
