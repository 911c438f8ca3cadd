/**
 * The tab bar: strip of tabs, arrows when they do not fit, list, `+`. Geometry comes from
 * core/view.
 */
import { panesBeside } from '../../core/panes/arrangement.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX, RefObject } from 'preact'
import {
  addButtonWidth,
  barHeight,
  overflowControlWidth,
  rowHeight,
  scrollToTab,
  tabLayout,
  tabsInView,
  type TabLayout,
} from '../../core/view/tab-layout.ts'
import { usePage } from '../page-context.ts'
import { useCell } from '../state/cell.ts'
import { Icon } from '../overlay/icon.tsx'
import { useDrag, type Drag } from './drag.ts'
import { allInDocumentMax, marginTabs } from './metrics.ts'
import { barKey } from './bar-keys.ts'
import { Rename } from './rename.tsx'
import { edgeMark, type EdgeMark } from '../../core/view/attention.ts'
import { Tab } from './tab.tsx'

export function TabBar(): JSX.Element {
  const page = usePage()
  const order = useCell(page.state.order)
  const active = useCell(page.state.active)
  const { tabs, ui } = useCell(page.state.options)
  const renaming = useCell(page.state.renaming)
  const row = rowHeight(ui.font_size)
  const bar = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState(0)
  const layout = tabLayout({
    barWidth: useWidth(bar),
    tabs: order.length,
    widthMin: tabs.width_min,
    widthMax: tabs.width_max,
  })
  const drag = useDrag(page, strip, layout, order)
  const held = useCell(page.state.dropMark)

  useTabsInView({ strip, layout, order, active, renaming })

  const scrollBy = (tabs: number): void =>
    strip.current?.scrollBy({ left: tabs * layout.tabWidth, behavior: 'auto' })
  const seen = tabsInView(layout, order.length, scroll)
  const side = useSides(layout, order)
  const end = order.length * layout.tabWidth - layout.stripWidth
  return (
    <div
      class="bar"
      ref={bar}
      hidden={tabs.show_bar === 'multiple' && order.length < 2 && renaming === null}
      style={{
        height: `${barHeight(row)}px`,
        fontSize: `${ui.font_size}px`,
        lineHeight: `${row}px`,
      }}
      onMouseDown={keepFocus}
    >
      {layout.overflow && (
        <Arrow
          side="left"
          mark={side(0, seen.from)}
          disabled={scroll <= 0}
          scroll={() => scrollBy(-3)}
        />
      )}
      <div
        class="strip"
        role="tablist"
        aria-label="Tabs"
        ref={strip}
        onScroll={(event) => setScroll(event.currentTarget.scrollLeft)}
        onWheel={(event) => {
          event.preventDefault()
          event.currentTarget.scrollLeft += event.deltaY + event.deltaX
        }}
        onKeyDown={(event) => barKey(page, event)}
        onDblClick={(event) => {
          if (event.target === event.currentTarget) page.newTab()
        }}
      >
        <StripTabs {...{ order, active, layout, scroll, seen, drag }} mark={drag.mark ?? held} />
      </div>
      <RenameField {...{ order, active, renaming, layout, scroll }} />
      {layout.overflow && (
        <Arrow
          side="right"
          mark={side(seen.to, order.length)}
          disabled={scroll >= end - 1}
          scroll={() => scrollBy(3)}
        />
      )}
      {layout.overflow && (
        <BarButton
          label={`Tab list (${order.length})`}
          width={overflowControlWidth}
          act={() => page.open({ kind: 'tab-list', filter: '' })}
        >
          <Icon name="list" />
        </BarButton>
      )}
      <BarButton label="New tab" width={addButtonWidth} act={() => page.newTab()}>
        <Icon name="plus" />
      </BarButton>
    </div>
  )
}

/** What asks for the user in any pane of tabs that are out of view, from one place to another. */
function useSides(
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
  readonly scroll: number
}

/** Over the tab that is being renamed; nothing while none is. */
function RenameField(props: RenameFieldProps): JSX.Element | null {
  const { order, active, renaming, layout, scroll } = props
  const page = usePage()
  const index = renaming === null ? -1 : order.indexOf(renaming)
  if (renaming === null || index < 0) return null
  return (
    <Rename
      key={renaming}
      tab={renaming}
      title={page.state.tab(renaming)?.value.title ?? ''}
      {...renameField(layout, index * layout.tabWidth - scroll, renaming === active)}
    />
  )
}

interface StripTabsProps {
  readonly order: readonly string[]
  readonly active: string | null
  readonly layout: TabLayout
  readonly scroll: number
  readonly seen: { readonly from: number; readonly to: number }
  readonly drag: Drag
  /** The slot into which a tab that is dragged would go. */
  readonly mark: number | null
}

/** The tabs that are in view, or near it, and the mark of a drop. */
function StripTabs(props: StripTabsProps): JSX.Element {
  const { order, active, layout, scroll, seen, drag, mark } = props
  return (
    <div
      class="strip-inner"
      role="presentation"
      style={{ width: `${order.length * layout.tabWidth}px` }}
    >
      {visible(order, layout, scroll, active).map((id) => {
        const index = order.indexOf(id)
        return (
          <Tab
            key={id}
            id={id}
            active={id === active}
            place={index + 1}
            of={order.length}
            left={index * layout.tabWidth}
            width={layout.tabWidth}
            inView={index >= seen.from && index < seen.to}
            dragged={drag.tab === id ? drag.offset : null}
            press={drag.press}
          />
        )
      })}
      {mark !== null && (
        <div
          class="drop-mark"
          style={{ transform: `translateX(${Math.max(0, mark * layout.tabWidth - 1)}px)` }}
        />
      )}
    </div>
  )
}

/** px, followed as the window changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(window.innerWidth)
  useLayoutEffect(() => {
    const observed = element.current
    if (observed === null) return
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])
  return width
}

interface InView {
  readonly strip: RefObject<HTMLElement | null>
  readonly layout: TabLayout
  readonly order: readonly string[]
  readonly active: string | null
  readonly renaming: string | null
}

/**
 * The active tab comes into view when it changes, or when the room does; not when the user scrolls
 * away from it. So does one that is being renamed.
 */
function useTabsInView({ strip, layout, order, active, renaming }: InView): void {
  const reveal = (id: string | null): void => {
    const index = id === null ? -1 : order.indexOf(id)
    if (strip.current !== null && index >= 0)
      strip.current.scrollLeft = scrollToTab(layout, index, strip.current.scrollLeft)
  }
  useLayoutEffect(() => reveal(active), [active, order, layout.tabWidth, layout.stripWidth])
  useLayoutEffect(() => reveal(renaming), [renaming])
}

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
  readonly side: 'left' | 'right'
  readonly mark: EdgeMark | null
  readonly disabled: boolean
  readonly scroll: () => void
}): JSX.Element {
  const page = usePage()
  if (mark === null)
    return (
      <BarButton
        label={`Scroll tabs ${side}`}
        width={overflowControlWidth}
        disabled={disabled}
        act={scroll}
      >
        <Icon name={side} />
      </BarButton>
    )
  const asks = mark.count === 1 ? '1 tab needs' : `${mark.count} tabs need`
  return (
    <BarButton
      label={`${asks} you on the ${side}: go to the most urgent`}
      width={overflowControlWidth}
      act={() => page.activate(mark.tab)}
    >
      <>
        <Icon name={side} />
        <span class="edge-mark" data-state={mark.state} data-side={side}>
          {mark.count > 99 ? '99+' : mark.count}
        </span>
      </>
    </BarButton>
  )
}

interface BarButtonProps {
  readonly label: string
  readonly width: number
  readonly disabled?: boolean
  readonly act: () => void
  readonly children: JSX.Element
}

function BarButton({ label, width, disabled = false, act, children }: BarButtonProps): JSX.Element {
  return (
    <button
      class="bar-button"
      type="button"
      aria-label={label}
      title={label}
      style={{ width: `${width}px` }}
      disabled={disabled}
      onClick={act}
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
  { tabWidth, stripWidth, overflow }: TabLayout,
  left: number,
  active: boolean,
): { readonly left: number; readonly width: number } {
  const width = tabWidth - 20 - (active ? 20 : 0)
  return {
    left:
      (overflow ? overflowControlWidth : 0) + Math.max(0, Math.min(left + 7, stripWidth - width)),
    width,
  }
}

/**
 * All tabs while they are few; else those near the visible part, and the active one, which can have
 * the focus.
 */
function visible(
  order: readonly string[],
  { tabWidth, stripWidth }: TabLayout,
  scroll: number,
  active: string | null,
): readonly string[] {
  if (order.length <= allInDocumentMax) return order
  const from = Math.max(0, Math.floor(scroll / tabWidth) - marginTabs)
  const near = order.slice(from, from + Math.ceil(stripWidth / tabWidth) + 2 * marginTabs)
  return active === null || near.includes(active) ? near : [...near, active]
}

/** Pressing a button or tab with the mouse leaves the keyboard with the grid. */
function keepFocus(event: Event): void {
  event.preventDefault()
}
